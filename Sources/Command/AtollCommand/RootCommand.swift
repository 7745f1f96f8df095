import AtollArguments

/// All commands of atoll.
enum CommandTable {
  static let root: Command = Command(
    program: "atoll", summary: "Render comment threads as web pages, mails and text.",
    page: HelpPage(of: "atoll"),
    commands: [
      render, digest, card, batch, fetch, rows, theme, template, locale, preview, snapshot,
      store,
      demo,
      completions,
    ] + actions)

  private static let completions = Command(
    "completions", summary: "Write the completions for a shell.",
    arguments: CompletionArguments(),
    operand: Operand("SHELL", as: .word, to: \.shell, help: "The shell: bash, zsh or fish.")
  ) { arguments in
    try Console().print(arguments.shell.completionScript(of: root.name))
  }

  /// The exit codes and the environment variables, for the help and the manual page.
  static let notes = ProgramNotes(
    exitCodes: ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) },
    environment: EnvironmentVariable.allCases.map { ($0.rawValue, $0.meaning) },
    exitNote: """
      If the reader of a pipe closes it early, as head does, the program is ended by the signal \
      PIPE, for which shells report 141.
      """)
}

/// The date on which the commands or their help last changed, for the manual page.
let manualDate = "November 24, 2026"

/// The description of the program in the NAME section of the manual page.
let manualSummary = "render comment threads as web pages, mails and text"

private struct CompletionArguments: CommandArguments {
  var common = CommonArguments()
  var shell = Shell.bash
}
