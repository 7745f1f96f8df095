import OperatingSystem

/// The version of the command.
let atollVersion = "0.1.0"

/// Runs the command with the arguments of the process, and ends the process.
package func runAtoll() -> Never {
  // Files are cleaned up before the process ends because of a closed pipe or the limit of `ulimit -f`.
  ProcessSignals.ignoreFailedWrites()
  occupyStandardDescriptors()
  endProcess(exitCode(of: Array(processArguments().dropFirst())))
}

/// Runs the command and tells how it went.
private func exitCode(of arguments: [String]) -> Int32 {
  do throws(Stop) {
    try run(arguments)
    return ExitCode.success.rawValue
  } catch {
    // The line may be too wrong to be understood as a whole.
    let console = Console(color: Wish(in: arguments) ?? .auto)
    switch error {
    case .failure(let failure):
      console.say(failure)
      return failure.code.rawValue
    case .usage(let usage):
      console.say(usage, of: CommandTable.root)
      return ExitCode.usage.rawValue
    case .nothingNew:
      return ExitCode.nothingNew.rawValue
    case .closedPipe:
      // Ends as any other program in the pipe does: by the signal, without a word.
      ProcessSignals.endByClosedPipe()
      return ExitCode.success.rawValue
    case .interrupted:
      return ExitCode.interrupted.rawValue
    case .terminated:
      return ExitCode.terminated.rawValue
    }
  }
}

private func run(_ arguments: [String]) throws(Stop) {
  if try runHidden(arguments) { return }
  let request: Request
  do {
    request = try Request.parse(arguments, of: CommandTable.root)
  } catch {
    throw .usage(error)
  }
  switch request {
  case .version: try Console().print("atoll \(atollVersion)\n")
  case .help(let path): try printHelp(path)
  case .shortHelp(let path): try printShortHelp(path)
  case .run(let invocation): try run(invocation)
  }
}

/// What makes files of the project itself, and what other tools expect under these names.
private func runHidden(_ arguments: [String]) throws(Stop) -> Bool {
  if arguments == ["--generate-manual"] {
    var manual = Manual()
    try Console().print(manual.write(CommandTable.root))
    return true
  }
  if arguments.count == 2, arguments[0] == "--generate-completion-script",
    let shell = Shell(rawValue: arguments[1])
  {
    try Console().print(completionScript(for: shell, of: CommandTable.root))
    return true
  }
  return false
}

private func run(_ invocation: Invocation) throws(Stop) {
  switch invocation.path.joined(separator: " ") {
  case "render":
    try RenderRun.checkUse(of: invocation)
    if invocation.value(RenderOptions.format) == "json" {
      try StoryCommands.json(invocation)
    } else {
      try RenderRun.run(invocation)
    }
  case "post": try ActionRun.post(invocation)
  case "reply": try ActionRun.reply(invocation)
  case "edit": try ActionRun.edit(invocation)
  case "like": try ActionRun.like(invocation)
  case "unlike": try ActionRun.unlike(invocation)
  case "report": try ActionRun.report(invocation)
  case "sign-in": try SignInRun.signIn(invocation)
  case "sign-out": try SignInRun.signOut(invocation)
  case "token": try TokenRun.run(invocation)
  case "fetch": try FetchRun.run(invocation)
  case "batch": try BatchCommandRun.run(invocation)
  case "shard": try ShardCommandRun.run(invocation)
  case "rows": try StoryCommands.rows(invocation)
  case "dump tree": try StoryCommands.dump(.tree, invocation)
  case "dump rows": try StoryCommands.dump(.rows, invocation)
  case "dump blocks": try StoryCommands.dump(.blocks, invocation)
  case "theme check": try ThemeCommands.check(invocation)
  case "theme copy": try ThemeCommands.copy(invocation)
  case "theme css": try ThemeCommands.css(invocation)
  case "theme list": try ThemeCommands.list(invocation)
  case "template check": try TemplateCommands.check(invocation)
  case "template copy": try TemplateCommands.copy(invocation)
  case "template list": try TemplateCommands.list(invocation)
  case let name where name.hasPrefix("snapshot "): try SnapshotCommands.run(invocation)
  case let name where name.hasPrefix("store "): try StoreCommands.run(invocation)
  case "demo": try DemoCommand.run(invocation)
  case "completions":
    guard let shell = invocation.operands.first.flatMap(Shell.init(rawValue:)) else { return }
    try Console().print(completionScript(for: shell, of: CommandTable.root))
  case let name: throw .failure(.internalError, "no command '\(name)'")
  }
}

// MARK: Help

private func printHelp(_ path: [String]) throws(Stop) {
  var command = CommandTable.root
  for (index, word) in path.enumerated() {
    guard let next = command.subcommand(named: word) else {
      let parent = Array(path.prefix(index))
      throw .usage(UsageError(parent, "unknown subcommand '\(word)'"))
    }
    command = next
  }
  var help = HelpText(width: Terminal.columns)
  try Console().print(help.write(command, path: path))
}

private func printShortHelp(_ path: [String]) throws(Stop) {
  var command = CommandTable.root
  for word in path { command = command.subcommand(named: word) ?? command }
  var help = HelpText(width: Terminal.columns)
  try Console().print(help.writeShort(command, path: path))
}
