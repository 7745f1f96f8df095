import AtollArguments
import AtollBytes
import AtollOperatingSystem

/// Runs the command given by the process arguments, and ends the process.
package func runAtoll() -> Never {
  // With this, a closed pipe or the limit of `ulimit -f` makes a write fail instead of killing the
  // process, so that files can be cleaned up.
  ProcessSignals.ignoreWriteSignals()
  occupyStandardDescriptors()
  endProcess(runReportingErrors(Array(processArguments().dropFirst())))
}

/// Runs the command, prints its error, and returns its exit code.
private func runReportingErrors(_ arguments: [String?]) -> Int32 {
  let words = arguments.compactMap(\.self)
  var path: [String] = []
  defer { Progress.clearLine() }
  do {
    if let index = arguments.firstIndex(of: nil) {
      throw Failure(commandLine: "argument \(index + 1) is not UTF-8")
    }
    try run(words, settingPath: &path)
    return ExitCode.success.rawValue
  } catch CommandEnding.silent(let code) {
    return code.rawValue
  } catch CommandEnding.brokenPipe {
    Progress.clearLine()
    // Like other programs in a pipeline, the process is ended by SIGPIPE.
    ProcessSignals.terminateByBrokenPipe()
    return ExitCode.success.rawValue
  } catch {
    let console = Console(color: ColorChoice(in: words) ?? .auto)
    var failure = Failure(error).namingInstalledImporters()
    if failure.kind == .commandLine, failure.advice == nil, path.isEmpty {
      failure.advice = advice(onFirstWordOf: words)
    }
    console.say(failure)
    if failure.kind == .commandLine { console.sayUsage(of: path) }
    return ExitCode(failure.kind).rawValue
  }
}

/// Returns advice on a command line that begins with the path of a file, or with `version` or `-V`.
private func advice(onFirstWordOf words: [String]) -> String? {
  guard let word = words.first else { return nil }
  if ["version", "-V"].contains(word) { return "did you mean '--version'?" }
  let isFile = (try? FileMetadata(of: word)) != nil
  return isFile ? "to render it: atoll render \(quotedForShell(word))" : nil
}

/// Runs a command line, and sets `path` to the words that lead to its command.
private func run(_ words: [String], settingPath path: inout [String]) throws {
  if words == ["--generate-manual"] {
    var manual = ManualPage(date: manualDate)
    let page = manual.makeText(
      for: CommandTable.root.description, describedAs: manualSummary, notes: CommandTable.notes)
    return try Console().print(page)
  }
  // The scripts from `atoll completions` use this command to get candidates.
  if words.first == "complete" {
    let lines = Completions.lines(for: Array(words.dropFirst()), of: CommandTable.root)
    return try Console().print(lines)
  }
  switch try Request.parse(words, of: CommandTable.root, at: &path) {
  case .version: try Console().print("atoll \(atollVersion)\n")
  case .help(let topic):
    let root = CommandTable.root.description
    var help = HelpText(of: root.name, width: Terminal.columns)
    let notes = topic.isEmpty ? CommandTable.notes : nil
    try Console().print(help.makeText(for: root.command(at: topic), path: topic, notes: notes))
  case .shortHelp(let topic):
    let root = CommandTable.root.description
    var help = HelpText(of: root.name, width: Terminal.columns)
    try Console().print(help.makeShortText(for: root.command(at: topic), path: topic))
  case .run(let work): try work()
  }
}

extension CommandDescription {
  /// Returns the subcommand at this path; words that do not name a subcommand are skipped.
  func command(at path: [String]) -> CommandDescription {
    path.reduce(self) { command, word in command.subcommand(named: word) ?? command }
  }
}
