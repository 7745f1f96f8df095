import Foundation
import TestSupport
import Testing

/// The real binary, as a user runs it.
struct Command {
  /// The result of a run.
  struct Outcome {
    let status: Int32
    let wasKilled: Bool
    let output: String
    let errors: String

    /// Returns whether the run ended with a status, and whether all these words are among its errors.
    func ended(with status: Int32, saying words: String...) -> Bool {
      self.status == status && words.allSatisfy { errors.contains($0) }
    }
  }

  /// The folder of the package.
  static let package = Repository.root

  /// The tested binary: the one that `ATOLL_TESTED` names, or else the one next to the running
  /// tests, or else the one in the package's build folder.
  static let binary: URL = {
    if let named = ProcessInfo.processInfo.environment["ATOLL_TESTED"] {
      return URL(filePath: named)
    }
    let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let folders = [
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent(), beside,
      package.appending(path: ".build/debug"),
    ]
    let found = folders.map { $0.appending(path: "atoll") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
    return found ?? package.appending(path: ".build/debug/atoll")
  }()

  /// Returns the text of a file of the package.
  static func text(of path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// Creates a folder for one test, which is removed when all tests have run.
  static func makeFolder() throws -> URL {
    let folder = Scratch.root.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Runs `atoll` with these arguments in a folder.
  static func atoll(
    _ arguments: [String], in folder: URL, input: String = "", environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(binary, arguments, in: folder, input: input, environment: environment)
  }

  /// Runs a line of bash in a folder, with `atoll` on the path.
  static func bash(
    _ line: String, in folder: URL, environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(
      URL(filePath: "/bin/bash"), ["-c", line], in: folder, input: "", environment: environment)
  }

  private static func run(
    _ program: URL, _ arguments: [String], in folder: URL, input: String,
    environment: [String: String]
  ) throws -> Outcome {
    let scratch = try makeFolder()
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Files for all three, since a program that writes into a full pipe blocks.
    let paths = ["in", "out", "err"].map { scratch.appending(path: $0) }
    for path in paths { try Data().write(to: path) }
    try Data(input.utf8).write(to: paths[0])
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "\(binary.deletingLastPathComponent().path):/usr/local/bin:/usr/bin:/bin",
      "HOME": folder.path, "COLUMNS": "80", "LC_ALL": "C.UTF-8",
    ].merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: paths[0])
    process.standardOutput = try FileHandle(forWritingTo: paths[1])
    process.standardError = try FileHandle(forWritingTo: paths[2])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      wasKilled: process.terminationReason == .uncaughtSignal,
      output: String(decoding: try Data(contentsOf: paths[1]), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: paths[2]), as: UTF8.self))
  }
}

/// Stories to run the command on.
enum Fixture {
  static let small = """
    {"atoll":1,"story":{"id":"s1","url":"https://example.com/a","title":"A story"},"comments":[
    {"id":"1","author":{"name":"Ann"},"createdAt":"2026-07-31T10:00:00Z","body":"Hello *you*"},
    {"id":"2","parentId":"1","author":{"name":"Bo"},"createdAt":"2026-07-31T11:00:00Z","body":"Hi"},
    {"id":"3","author":{"name":"Cy"},"createdAt":"2026-07-31T12:00:00Z","body":"Late"}]}

    """

  /// A story with an orphan, which is reported as a warning.
  static let odd = small.replacing("\"parentId\":\"1\"", with: "\"parentId\":\"nowhere\"")

  /// Returns a story whose page is far larger than a pipe holds.
  static func large(comments: Int) -> String {
    let list = (1...comments).map {
      #"{"id":"\#($0)","author":{"name":"A"},"createdAt":"2026-07-31T10:00:00Z","body":"Text *\#($0)*"}"#
    }
    let story = #"{"id":"s1","url":"https://example.com/a","title":"A story"}"#
    return #"{"atoll":1,"story":\#(story),"comments":[\#(list.joined(separator: ",\n"))]}"#
  }

  /// Creates a folder with `thread.json`.
  static func folder(_ story: String = small) throws -> URL {
    let folder = try Command.makeFolder()
    try Data(story.utf8).write(to: folder.appending(path: "thread.json"))
    return folder
  }
}
