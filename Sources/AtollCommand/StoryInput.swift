import Files
import Atoll
import Bytes
import CoralClient

/// The files a command line names, read.
struct StoryInput {
  private var sources: [InputSource] = []
  private var total = 0
  private var readsStandardInput = false

  /// What a folder of a dump is searched for.
  static let endings = [".json", ".ndjson", ".jsonl"]
  static let standardInputName = "standard input"

  /// Whether the story of a command line comes from standard input.
  static func isStandardInput(_ invocation: Invocation) -> Bool {
    guard invocation.value(ServerOptions.server) == nil else { return false }
    return invocation.operands.isEmpty || invocation.operands.contains("-")
  }

  /// Everything the operands of a command stand for.
  static func sources(of invocation: Invocation) throws(Stop) -> [InputSource] {
    if invocation.value(ServerOptions.server) != nil {
      guard invocation.operands.isEmpty else {
        throw .usage(UsageError(invocation.path, "a server and files", advice: "give one of them"))
      }
      let fetched = try FetchRun.fetch(invocation, Console(invocation))
      let name = invocation.value(ServerOptions.server) ?? "server"
      return [InputSource(name: name, bytes: fetched.document())]
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
    return input.sources
  }

  /// What one path stands for: a file, a folder of them, or standard input.
  static func sources(at path: String) throws(Stop) -> [InputSource] {
    var input = StoryInput()
    try input.add(path)
    return input.sources
  }

  private mutating func add(_ operand: String) throws(Stop) {
    if operand == "-" { return try addStandardInput() }
    do {
      try addFile(operand)
    } catch .folder {
      try addFolder(operand)
    } catch {
      throw Self.stop(error, reading: operand)
    }
  }

  private mutating func addFile(_ path: String) throws(FileReading.Failure) {
    let bytes = try FileReading.bytes(of: path, atMost: FileReading.mostBytes - total)
    add(InputSource(name: path, bytes: bytes))
  }

  private mutating func addFolder(_ folder: String) throws(Stop) {
    let trimmed =
      folder.utf8.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let names: [String]
    do {
      names = try FolderListing.files(in: folder, ending: Self.endings, intoSubfolders: false)
    } catch {
      throw Self.stop(.system(error), reading: folder)
    }
    if names.isEmpty {
      throw .failure(
        .noInput, "the folder holds no file whose name ends in .json, .ndjson or .jsonl",
        at: folder)
    }
    for name in names {
      do {
        try addFile("\(trimmed)/\(name)")
      } catch {
        throw Self.stop(error, reading: "\(trimmed)/\(name)")
      }
    }
  }

  private mutating func addStandardInput() throws(Stop) {
    if readsStandardInput {
      throw .failure(.usage, "standard input can be read only once")
    }
    readsStandardInput = true
    do {
      let bytes = try FileReading.bytes(
        ofDescriptor: 0, atMost: FileReading.mostBytes - total)
      add(InputSource(name: Self.standardInputName, bytes: bytes))
    } catch {
      throw Self.stop(error, reading: Self.standardInputName)
    }
  }

  private mutating func add(_ source: consuming InputSource) {
    total += source.bytes.count
    sources.append(source)
  }

  /// A token or the like: all of a file, or of standard input, but for the white space behind it.
  static func secret(_ path: String, _ name: String) throws(Stop) -> [UInt8] {
    let most = 1 << 16
    var bytes: [UInt8]
    do {
      bytes =
        path == "-"
        ? try FileReading.bytes(ofDescriptor: 0, atMost: most)
        : try FileReading.bytes(of: path, atMost: most)
    } catch {
      throw stop(error, reading: path == "-" ? standardInputName : path)
    }
    while let last = bytes.last, last <= UInt8(ascii: " ") { bytes.removeLast() }
    if bytes.isEmpty { throw .failure(.badInput, "the file holds no \(name)", at: path) }
    return bytes
  }

  /// A failed reading, in words.
  static func stop(_ failure: FileReading.Failure, reading path: String) -> Stop {
    switch failure {
    case .folder:
      return .failure(.noInput, "this is a folder, not a file", at: path)
    case .tooLarge(let limit) where limit < FileReading.mostBytes:
      return .failure(.badInput, "the file is larger than \(limit >> 10) KiB", at: path)
    case .tooLarge:
      return .failure(
        .badInput, "the input is larger than 4 GiB", at: path,
        advice: "split the dump by story and render one at a time")
    case .system(let error):
      let message = "cannot be read: \(error.message)"
      if error.isTemporary { return .failure(.temporary, message, at: path) }
      if error.isMissing { return .failure(.noInput, message, at: path, advice: advice(for: path)) }
      return .failure(error.isRefusal ? .noInput : .inputOutput, message, at: path)
    }
  }

  /// The file that was probably meant, where one of nearly the same name is there.
  private static func advice(for path: String) -> String? {
    let folder = folderOfFile(path)
    guard let names = try? FolderListing.files(in: folder, ending: [""], intoSubfolders: false)
    else { return nil }
    let siblings = path.utf8.contains(UInt8(ascii: "/")) ? names.map { "\(folder)/\($0)" } : names
    return Bytes.nearest(to: path, among: siblings).map { "did you mean '\($0)'?" }
  }
}
