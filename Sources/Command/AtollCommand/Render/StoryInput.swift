import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import AtollOperatingSystem
import AtollUnpacking
import CoralClient

/// The contents of the files that a command line names, or of a server's response.
struct StoryInput {
  private(set) var sources: [InputSource] = []
  /// Problems in the responses of a server.
  private(set) var diagnostics: [Diagnostic] = []
  /// The total size of all inputs in bytes, decompressed.
  private(set) var totalBytes = 0
  private var readsStandardInput = false
  private let console: Console

  /// The maximum size of a decompressed input in bytes.
  ///
  /// Without it, an input of a few kilobytes could fill the memory.
  private static let maximumUnpackedSize = 1 << 30
  static let standardInputName = "standard input"

  /// Creates an input into which nothing has been read.
  init(on console: Console) { self.console = console }

  /// Creates the input by reading all files that a command line names, or by fetching the document
  /// from a server.
  init(_ arguments: StoryArguments) throws {
    console = arguments.console
    if let server = arguments.server.serverAddress {
      guard arguments.files.isEmpty else {
        throw Failure(commandLine: "both a server and files are given", advice: "give one of them")
      }
      let fetched = try FetchRun.fetch(
        arguments.serverWithStory, progress: arguments.progress, on: console)
      let document = fetched.story.document()
      totalBytes = document.count
      sources = [InputSource(name: server, bytes: document)]
      diagnostics = fetched.diagnostics
      return
    }
    try Self.check(arguments.files)
    for path in arguments.inputs { try add(path) }
  }

  /// Throws an error if a command line names no file, and standard input is a terminal.
  static func check(_ files: [String]) throws {
    guard files.isEmpty, Terminal.isTerminal(0) else { return }
    throw Failure(commandLine: "no input", advice: "name a file, or - to type it in")
  }

  /// Removes and returns the sources, so that their bytes are in memory only once.
  mutating func takeSources() -> [InputSource] {
    let taken = sources
    (sources, totalBytes) = ([], 0)
    return taken
  }

  mutating func readSources(at path: String) throws -> [InputSource] {
    try add(path)
    return takeSources()
  }

  /// Returns the contents of a file, of all files in a folder, or of standard input.
  static func sources(at path: String, on console: Console) throws -> [InputSource] {
    var input = StoryInput(on: console)
    return try input.readSources(at: path)
  }

  private mutating func add(_ path: String) throws {
    if path == "-" { return try addStandardInput() }
    if (try? FileMetadata(of: path))?.kind == .folder { return try addFolder(path) }
    let bytes = try attributingInputErrors(to: path) { try WholeFile.bytes(of: path) }
    try DumpFolder.rejectBSON(at: path)
    try add(bytes, named: path)
  }

  private mutating func addFolder(_ path: String) throws {
    let folder = try DumpFolder(path)
    if folder.files.isEmpty {
      throw Failure(
        .noInput,
        message: "the folder contains no file whose name ends in \(DumpFolder.endingsInWords)",
        at: path)
    }
    if let first = folder.unreadPaths.first {
      let others = folder.unreadPaths.count > 1 ? " and \(folder.unreadPaths.count - 1) more" : ""
      console.note(
        "not read: \(first)\(others); of a folder, only files are read whose names end in "
          + DumpFolder.endingsInWords)
    }
    for file in folder.files { try add(file) }
  }

  private mutating func addStandardInput() throws {
    if readsStandardInput {
      throw Failure(
        .usage, message: "standard input can be read only once", advice: "write - only once")
    }
    readsStandardInput = true
    let bytes = try attributingInputErrors(to: Self.standardInputName) {
      try WholeFile.bytes(ofDescriptor: 0)
    }
    try add(bytes, named: Self.standardInputName)
  }

  /// Adds an input, decompressing it if necessary.
  private mutating func add(_ bytes: consuming [UInt8], named name: String) throws {
    let limit = Self.maximumUnpackedSize
    guard
      let plain = try attributingInputErrors(to: name, body: { try unpacked(bytes, atMost: limit) })
    else {
      throw Failure(
        .badInput,
        message: "the input is larger than \(limit >> 20) MiB when decompressed",
        at: name, advice: "split it by story, or decompress it first")
    }
    totalBytes += plain.count
    if totalBytes > WholeFile.maximumSize {
      throw Failure(
        .badInput, message: "the inputs are larger than 4 GiB together, decompressed", at: name,
        advice: "split the dump by story and render one at a time")
    }
    sources.append(InputSource(name: name, bytes: plain))
  }

  /// Reads a token or a secret from a file or standard input, without trailing white space.
  ///
  /// If the file is empty, the error calls the secret by `name`, such as `token`.
  static func secret(at path: String, name: String) throws -> [UInt8] {
    let maximumSize = 1 << 16
    var bytes = try attributingInputErrors(to: path == "-" ? standardInputName : path) {
      path == "-"
        ? try WholeFile.bytes(ofDescriptor: 0, atMost: maximumSize)
        : try WholeFile.bytes(of: path, atMost: maximumSize)
    }
    while let last = bytes.last, last <= UInt8(ascii: " ") { bytes.removeLast() }
    if bytes.isEmpty {
      throw Failure(.badInput, message: "the file contains no \(name)", at: path)
    }
    return bytes
  }
}
