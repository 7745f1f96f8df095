import Arguments
import Atoll
import Bytes
import Comments
import CoralClient
import OperatingSystem
import Unpacking

/// The contents of the files that a command line names, or of a server's response.
struct StoryInput {
  private(set) var sources: [InputSource] = []
  /// Problems in the responses of a server.
  private(set) var diagnostics: [Diagnostic] = []
  /// The total size of all inputs in bytes, decompressed.
  private(set) var totalBytes = 0
  private var readsStandardInput = false
  /// The paths in folders that are not read: subfolders, and files with other extensions.
  private var unread: [String] = []

  /// The maximum size of a decompressed input in bytes.
  ///
  /// Without it, an input of a few kilobytes could fill the memory.
  private static let maximumUnpackedSize = 1 << 30
  static let standardInputName = "standard input"

  private init() {}

  /// Creates the input by reading all files that a command line names, or by fetching the document
  /// from a server.
  init(_ arguments: StoryArguments) throws {
    let console = Console(arguments.common)
    if let server = arguments.server.serverAddress {
      guard arguments.files.isEmpty else {
        throw Failure(commandLine: "both a server and files are given", advice: "give one of them")
      }
      let fetched = try FetchRun.fetch(arguments.server, progress: arguments.progress, on: console)
      let document = fetched.document()
      totalBytes = document.count
      sources = [InputSource(name: server, bytes: document)]
      diagnostics = fetched.diagnostics
      return
    }
    if arguments.files.isEmpty, Terminal.isTerminal(0) {
      throw Failure(commandLine: "no input", advice: "name a file, or - to type one in")
    }
    for path in arguments.inputs { try add(path) }
    if let first = unread.first {
      console.say(
        .note,
        message:
          "not read: \(first)\(unread.count > 1 ? " and \(unread.count - 1) more" : ""); of a folder, "
          + "only files are read whose names end in \(DumpFolder.endingsInWords)")
    }
  }

  /// Removes and returns the sources, so that their bytes are in memory only once.
  mutating func takeSources() -> [InputSource] {
    let taken = sources
    sources = []
    return taken
  }

  /// Returns the contents of a file, of all files in a folder, or of standard input.
  static func sources(at path: String) throws -> [InputSource] {
    var input = StoryInput()
    try input.add(path)
    return input.sources
  }

  private mutating func add(_ path: String) throws {
    if path == "-" { return try addStandardInput() }
    if (try? FileMetadata(of: path))?.kind == .folder { return try addFolder(path) }
    let bytes = try reading(path) {
      try WholeFile.bytes(of: path, atMost: WholeFile.maximumSize - totalBytes)
    }
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
    unread += folder.unread
    for file in folder.files { try add(file) }
  }

  private mutating func addStandardInput() throws {
    if readsStandardInput {
      throw Failure(
        .usage, message: "standard input can be read only once", advice: "write - only once")
    }
    readsStandardInput = true
    let bytes = try reading(Self.standardInputName) {
      try WholeFile.bytes(ofDescriptor: 0, atMost: WholeFile.maximumSize - totalBytes)
    }
    try add(bytes, named: Self.standardInputName)
  }

  /// Adds an input, decompressing it if necessary.
  private mutating func add(_ bytes: consuming [UInt8], named name: String) throws {
    let limit = Self.maximumUnpackedSize
    guard let plain = try reading(name, body: { try unpacked(bytes, atMost: limit) }) else {
      throw Failure(
        .badInput,
        message: "the input is larger than \(limit >> 20) MiB when decompressed",
        at: name, advice: "split it by story, or decompress it first")
    }
    totalBytes += plain.count
    sources.append(InputSource(name: name, bytes: plain))
  }

  /// Reads a token or a secret from a file or standard input, without trailing white space.
  ///
  /// `name` is the word for the secret in the error for an empty file: `token`.
  static func secret(at path: String, name: String) throws -> [UInt8] {
    let maximumSize = 1 << 16
    var bytes = try reading(path == "-" ? standardInputName : path) {
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
