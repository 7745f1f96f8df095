/// The whole command line.
enum CommandTable {
  private static let mainCommands =
    [
      render, batch, shard, fetch, rows, dump, theme, template, snapshot, store, demo, completions,
    ] + actions

  static let root = CommandDescription(
    name: "atoll", summary: "Draw comment threads as IGN-styled HTML.",
    discussion: """
      Reads what a Coral or Talk server sent, a dump of its database, or an Atoll document, \
      and writes a page, a part of one, or text for a terminal. The same input and options give the same \
      bytes everywhere: no network is asked unless a --server is named, and the clock and the zone count only where \
      an option says so.
      """,
    options: [.version], subcommands: mainCommands + [helpCommand],
    examples: [
      .init(line: "atoll demo", purpose: "Draw the demo thread that comes with atoll:"),
      .init(
        line: "atoll render thread.json -o thread.html", purpose: "Draw a thread as a page:"),
      .init(
        line: "curl -s https://example.com/thread.json | atoll render --format fragment",
        purpose: "Draw what another program sends, to be placed in another page:"),
    ])

  static let demo = CommandDescription(
    name: "demo", summary: "Draw the demo thread that comes with atoll.",
    discussion: """
      Writes the thread in every format into a folder and names the files it wrote, \
      one on a line.
      """,
    options: [DemoOptions.folder, DemoOptions.specimen, DemoOptions.format, MessageOptions.quiet],
    examples: [
      .init(line: "atoll demo", purpose: "Into a folder named demo:"),
      .init(
        line: "atoll demo --specimen -o /tmp/atoll",
        purpose: "With the specimen sheet, which shows every element in every state:"),
    ])

  static let completions = CommandDescription(
    name: "completions", summary: "Write the completions for a shell.",
    operand: OperandDescription(
      placeholder: "SHELL", form: .word(Shell.allCases.map(\.rawValue)), count: 1...1,
      help: "Which shell: bash, zsh or fish."),
    examples: [
      .init(
        line: "atoll completions bash > ~/.local/share/bash-completion/completions/atoll",
        purpose: "For bash:"),
      .init(line: "atoll completions zsh > ~/.zfunc/_atoll", purpose: "For zsh:"),
      .init(
        line: "atoll completions fish > ~/.config/fish/completions/atoll.fish",
        purpose: "For fish:"),
    ])

  static let helpCommand = CommandDescription(
    name: "help", summary: "Show the help of a subcommand.",
    operand: OperandDescription(
      placeholder: "SUBCOMMAND", form: .topic(topics), count: 0...2,
      help: "Whose help, one word or two."))

  private static let topics =
    mainCommands.map { ValueForm.Topic(name: $0.name, subtopics: $0.subcommands.map(\.name)) }
    + [ValueForm.Topic(name: "help")]
}

/// The options of `atoll demo`.
enum DemoOptions {
  static let folder = OptionDescription(
    name: "output", letter: "o", value: .of("DIR", .folder), group: .output,
    help: "Write into this folder; it is made if need be.", defaultText: "demo")
  static let specimen = OptionDescription(
    name: "specimen", group: .output,
    help: "Draw the specimen sheet too: every element in every state.")
  static let format = OptionDescription(
    name: "format", value: .of("FORMAT", .word(RenderOptions.formats)), repeats: true,
    group: .output, help: "Write this format only. Can be given more than once.",
    defaultText: "all")
}
