import Dispatch
import Foundation

@testable import CoralClient

/// The real binary, as a user runs it against a server, with a home of its own.
struct CommandRun {
  let server: StandIn
  let home: URL

  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
    /// Everything the run wrote for people and machines.
    var everything: String { output + errors }
  }

  private static let binary: URL = {
    let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "atoll")
    return FileManager.default.isExecutableFile(atPath: beside.path)
      ? beside : StandIn.package.appending(path: ".build/debug/atoll")
  }()

  init(_ server: StandIn) throws {
    self.server = server
    home = FileManager.default.temporaryDirectory.appending(
      path: "atoll-client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: home) }

  /// The drafts that are kept.
  var drafts: [String] {
    let folder = home.appending(path: ".local/state/atoll/drafts")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap {
      try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }

  func start(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    withServer: Bool = true, program: URL = Self.binary
  ) throws -> Running {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments + (withServer ? ["--server", server.root] : [])
    process.currentDirectoryURL = home
    process.environment = [
      "HOME": home.path, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
    ].merging(environment) { $1 }
    let number = UUID().uuidString
    for name in ["in", "out", "err"] {
      try Data(name == "in" ? Array(input.utf8) : []).write(to: stream(name, of: number))
    }
    process.standardInput = try FileHandle(forReadingFrom: stream("in", of: number))
    process.standardOutput = try FileHandle(forWritingTo: stream("out", of: number))
    process.standardError = try FileHandle(forWritingTo: stream("err", of: number))
    try process.run()
    return Running(process: process, name: number)
  }

  /// A run that has begun.
  struct Running {
    let process: Process
    /// What its three streams are called.
    let name: String

    /// Waits for its end, without taking a thread from what is tested.
    func end() async {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          process.waitUntilExit()
          continuation.resume()
        }
      }
    }
  }

  private func stream(_ name: String, of number: String) -> URL {
    home.appending(path: ".\(name)-\(number)")
  }

  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await outcome(of: try start(arguments, input: input, environment: environment))
  }

  /// Runs a command that is not told of the server.
  func runAlone(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await outcome(of: try start(arguments, environment: environment, withServer: false))
  }

  /// Runs a line of a shell, with `atoll` on the path.
  func shell(_ line: String, input: String) async throws -> Outcome {
    let path = "\(Self.binary.deletingLastPathComponent().path):/usr/bin:/bin"
    return try await outcome(
      of: try start(
        ["-c", line], input: input, environment: ["PATH": path], withServer: false,
        program: URL(filePath: "/bin/bash")))
  }

  private func outcome(of running: Running) async throws -> Outcome {
    await running.end()
    defer {
      for name in ["in", "out", "err"] {
        try? FileManager.default.removeItem(at: stream(name, of: running.name))
      }
    }
    return Outcome(
      status: running.process.terminationStatus,
      output: try String(contentsOf: stream("out", of: running.name), encoding: .utf8),
      errors: try String(contentsOf: stream("err", of: running.name), encoding: .utf8))
  }

  /// Signs in, and gives the token that is kept.
  @discardableResult
  func signIn(_ name: String) async throws -> String {
    let signedIn = try await run(
      "sign-in", "--email", "\(name)@example.org", input: "\(name)-password\n")
    guard signedIn.status == 0 else { return "" }
    let folder = home.appending(path: ".local/state/atoll/tokens")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try String(contentsOf: folder.appending(path: files.first ?? ""), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
