import Foundation

/// A terminal of a given size, provided by the program `script`, which runs a line of bash.
struct RealTerminal {
  var columns = 80
  var rows = 24
  var environment: [String: String] = [:]

  /// True if the program `script` is installed.
  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  /// Runs a line with standard input, output and error on the terminal, and returns what it showed.
  ///
  /// The terminal turns every line end into CR LF; the result has LF again.
  func run(_ line: String, in folder: URL) throws -> Command.Outcome {
    let file = folder.appending(path: "line-\(UUID().uuidString).sh")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("shopt -u checkwinsize\nstty cols \(columns) rows \(rows)\n\(line)\n".utf8).write(
      to: file)
    let outcome = try Command.bash(
      "timeout -k 1 120 script -qec 'bash \(file.path)' /dev/null < /dev/null", in: folder,
      environment: ["TERM": "xterm-256color", "COLUMNS": ""].merging(environment) { $1 })
    return Command.Outcome(
      status: outcome.status, wasKilled: outcome.wasKilled,
      output: outcome.output.replacing("\r\n", with: "\n"), errors: outcome.errors)
  }
}
