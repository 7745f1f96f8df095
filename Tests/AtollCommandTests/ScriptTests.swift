import Foundation
import Testing

/// The scripts of the project, where a failure must not go unnoticed.
@Suite struct ScriptTests {
  static func run(_ line: String, atoll: String? = nil) throws -> Command.Outcome {
    try Command.bash(
      line, in: Command.package, environment: atoll.map { ["ATOLL": $0] } ?? [:])
  }

  /// The path of the tested program, relative to the package's folder.
  static var relativeBinary: String {
    let (binary, package) = (Command.binary.path, Command.package.path + "/")
    return binary.hasPrefix(package) ? String(binary.dropFirst(package.count)) : binary
  }

  @Test func findsTheProgramNamedByTheATOLLVariable() throws {
    let outcome = try Self.run("script/binary", atoll: Self.relativeBinary)
    #expect(outcome.output == "\(Command.binary.path)\n", "\(outcome.errors)")
    let missing = try Self.run("script/binary", atoll: "no/such/atoll")
    #expect(missing.ended(with: 1, saying: "ATOLL names no program"))
    #expect(try Self.run("script/binary relaese").status == 2)
  }

  /// True if the Python environment of the stand-in servers is installed; without it, the script
  /// would install it.
  static let hasStandIns = FileManager.default.isExecutableFile(
    atPath: Command.package.appending(path: ".venv/bin/python").path)

  @Test(.enabled(if: hasStandIns, "the stand-in servers are not installed"))
  func failsIfNoClientTestMatches() throws {
    let outcome = try Self.run("script/check client no_such_test", atoll: Self.relativeBinary)
    #expect(outcome.status != 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("no test has 'no_such_test' in its name"))
  }

  @Test func rejectsUnknownBootstrapOptions() throws {
    let outcome = try Self.run("script/bootstrap --test")
    #expect(outcome.ended(with: 2, saying: "unknown option --test"))
  }

  @Test func doesNotRecordSnapshotsInCI() throws {
    let outcome = try Self.run("CI=1 script/record-snapshots")
    #expect(outcome.ended(with: 1, saying: "CI is set; record snapshots on your own machine"))
  }
}
