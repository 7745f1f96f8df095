import OperatingSystem
import Atoll
import Bytes
import Comments
import CoralClient
import Unpacking

/// The files a command line names, read.
struct StoryInput {
  private var sources: [InputSource] = []
  private var total = 0
  private var readsStandardInput = false
  /// Files in folders that are not read.
  private var unread: [String] = []

  /// The most bytes that come of a compressed input: a few kilobytes could ask for all memory.
  private static let mostUnpackedBytes = 1 << 30
  static let standardInputName = "standard input"

  /// Whether the story of a command line comes from standard input.
  static func isStandardInput(_ invocation: Invocation) -> Bool {
    guard invocation.value(ServerOptions.server) == nil else { return false }
    return invocation.operands.isEmpty || invocation.operands.contains("-")
  }

  /// Returns everything the operands of a command stand for, and what was odd about the answers of a server.
  static func sources(
    of invocation: Invocation
  ) throws(Stop) -> (sources: [InputSource], diagnostics: [Diagnostic]) {
    if invocation.value(ServerOptions.server) != nil {
      guard invocation.operands.isEmpty else {
        throw .usage(UsageError(invocation.path, "a server and files", advice: "give one of them"))
      }
      let fetched = try FetchRun.fetch(invocation, Console(invocation))
      let name = invocation.value(ServerOptions.server) ?? "server"
      return ([InputSource(name: name, bytes: fetched.document())], fetched.diagnostics)
    }
    var input = StoryInput()
    if invocation.operands.isEmpty {
      if Terminal.isTerminal(0) {
        throw .usage(
          UsageError(
            invocation.path, "no input", advice: "name a file, or - to type one in"))
      }
      try input.addStandardInput()
    }
    for operand in invocation.operands { try input.add(operand) }
    let console = Console(invocation)
    for path in input.unread {
      console.say(
        .note, "not read, for its name ends in none of \(DumpFolder.endingsInWords)", at: path)
    }
    return (input.sources, [])
  }

  /// What one path stands for: a file, a folder of them, or standard input.
  static func sources(at path: String) throws(Stop) -> [InputSource] {
    var input = StoryInput()
    try input.add(path)
    return input.sources
  }

  private mutating func add(_ path: String) throws(Stop) {
    if path == "-" { return try addStandardInput() }
    let bytes: [UInt8]
    do {
      bytes = try WholeFile.bytes(of: path, atMost: WholeFile.largestSize - total)
    } catch .folder {
      return try addFolder(path)
    } catch {
      throw Self.stop(error, reading: path)
    }
    try add(bytes, named: path)
  }

  private mutating func addFolder(_ path: String) throws(Stop) {
    let folder = try DumpFolder(path)
    if folder.files.isEmpty {
      throw .failure(
        .noInput, "the folder holds no file whose name ends in \(DumpFolder.endingsInWords)",
        at: path)
    }
    unread += folder.others
    for file in folder.files { try add(file) }
  }

  private mutating func addStandardInput() throws(Stop) {
    if readsStandardInput {
      throw .failure(.usage, "standard input can be read only once")
    }
    readsStandardInput = true
    let bytes: [UInt8]
    do {
      bytes = try WholeFile.bytes(ofDescriptor: 0, atMost: WholeFile.largestSize - total)
    } catch {
      throw Self.stop(error, reading: Self.standardInputName)
    }
    try add(bytes, named: Self.standardInputName)
  }

  /// Adds an input, unpacked if it is compressed.
  private mutating func add(_ bytes: consuming [UInt8], named name: String) throws(Stop) {
    let plain: [UInt8]
    do {
      plain = try unpacked(bytes, atMost: Self.mostUnpackedBytes)
    } catch {
      throw Self.stop(unpacking: error, reading: name)
    }
    total += plain.count
    sources.append(InputSource(name: name, bytes: plain))
  }

  /// A token or the like: all of a file, or of standard input, but for the white space behind it.
  static func secret(_ path: String, _ name: String) throws(Stop) -> [UInt8] {
    let most = 1 << 16
    var bytes: [UInt8]
    do {
      bytes =
        path == "-"
        ? try WholeFile.bytes(ofDescriptor: 0, atMost: most)
        : try WholeFile.bytes(of: path, atMost: most)
    } catch {
      throw stop(error, reading: path == "-" ? standardInputName : path)
    }
    while let last = bytes.last, last <= UInt8(ascii: " ") { bytes.removeLast() }
    if bytes.isEmpty { throw .failure(.badInput, "the file holds no \(name)", at: path) }
    return bytes
  }

  /// A failed reading of what may be compressed, in words.
  static func stop(unpacking error: UnpackingError, reading path: String) -> Stop {
    switch error {
    case .system(let error): return stop(.system(error), reading: path)
    case .device: return stop(.device, reading: path)
    case .unsupported(let form):
      return .failure(
        .badInput, "the input is compressed with \(form.rawValue), which is not read", at: path,
        advice: "unpack it, or compress it with gzip")
    case .damaged(let byte):
      return .failure(
        .badInput, "the gzip file is damaged at about byte \(byte)", at: path,
        advice: "fetch or export it again")
    case .torn:
      return .failure(
        .badInput, "the gzip file breaks off", at: path, advice: "fetch or export it again")
    case .tooLarge(let limit):
      return .failure(
        .badInput, "unpacked, the input is larger than \(limit >> 20) MiB", at: path,
        advice: "split it by story, or unpack it first")
    }
  }

  /// A failed reading, in words.
  static func stop(_ failure: WholeFile.ReadError, reading path: String) -> Stop {
    switch failure {
    case .folder:
      return .failure(.noInput, "this is a folder, not a file", at: path)
    case .device:
      return .failure(.noInput, "this is a device, not a file", at: path)
    case .notPlain:
      return .failure(.noInput, "this is not a plain file", at: path)
    case .noMemory(let count):
      return .failure(
        .temporary, "there is no memory for its \(count >> 20) MiB", at: path,
        advice: "batch needs memory for one story at a time")
    case .tooLarge(let limit) where limit < WholeFile.largestSize:
      return .failure(.badInput, "the file is larger than \(limit >> 10) KiB", at: path)
    case .tooLarge:
      return .failure(
        .badInput, "the input is larger than 4 GiB", at: path,
        advice: "split the dump by story and render one at a time")
    case .system(let error):
      let message = "cannot be read: \(error.message)"
      let advice = error.isMissing ? advice(for: path) : nil
      return .failure(ExitCode(reading: error), message, at: path, advice: advice)
    }
  }

  /// Returns the file that was probably meant, where one of nearly the same name is in the same folder.
  private static func advice(for path: String) -> String? {
    let start =
      path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex
    guard
      let names = try? FolderListing.files(
        in: folderOfFile(path), ending: [""], intoSubfolders: false)
    else { return nil }
    // Only the names are compared: the folder is right, and would make any two paths look alike.
    return nearest(to: String(path[start...]), among: names).map {
      "did you mean '\(path[..<start])\($0)'?"
    }
  }
}
