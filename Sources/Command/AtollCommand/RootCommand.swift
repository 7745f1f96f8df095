import Arguments

/// All commands of atoll.
enum CommandTable {
  static let root: Command = Command(
    program: "atoll", summary: "Render comment threads as web pages, mails and text.",
    discussion: """
      Reads the responses of a Coral or Talk server, a dump of its database, or an Atoll document, \
      and writes a page, a part of one, a mail, or text for a terminal. The same input and options \
      always give the same bytes: the network is used only with --server, and the clock and the time \
      zone of the machine only if an option says so.
      """,
    commands: [
      render, digest, card, batch, fetch, rows, theme, template, locale, preview, snapshot,
      store,
      demo,
      completions,
    ] + actions,
    examples: [
      Example("atoll demo", purpose: "Render the demo thread that is built in:"),
      Example("atoll render thread.json -o thread.html", purpose: "Render a thread as a page:"),
      Example(
        "curl -s https://example.com/thread.json | atoll render --format fragment",
        purpose: "Render the output of another program, for inclusion in another page:"),
    ])

  private static let completions = Command(
    "completions", summary: "Write the completions for a shell.",
    discussion: """
      Create the folder of the file first, if there is none. bash also needs the package \
      bash-completion, and zsh the line fpath=(~/.zfunc $fpath) in ~/.zshrc before compinit.
      """,
    arguments: CompletionArguments(),
    operand: Operand("SHELL", as: .word, to: \.shell, help: "The shell: bash, zsh or fish."),
    examples: [
      Example(
        "atoll completions bash > ~/.local/share/bash-completion/completions/atoll",
        purpose: "For bash:"),
      Example("atoll completions zsh > ~/.zfunc/_atoll", purpose: "For zsh:"),
      Example(
        "atoll completions fish > ~/.config/fish/completions/atoll.fish", purpose: "For fish:"),
    ]
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
