/// Which server, as whom, and how patiently.
enum ServerOptions {
  /// What every command needs that talks to a server.
  static let all = [server, tokenFile, persisted, timeout]
  /// What fetching needs beside.
  static let story = [storyID, storyURL, create]

  static let server = OptionDescription(
    name: "server", value: .of("URL", .text), group: .server,
    help: "The root of the Talk or Coral server, such as https://talk.example.com.")
  static let tokenFile = OptionDescription(
    name: "token-file", value: .of("FILE", .file), group: .server,
    help: "Read the token from this file, or - for standard input.",
    defaultText: "ATOLL_TOKEN, or that of 'atoll sign-in'")
  static let persisted = OptionDescription(
    name: "persisted", value: .of("FILE", .file), group: .server,
    help: """
      Send the ids of operations that the server knows, from this JSON file, instead of the \
      operations.
      """)
  static let timeout = OptionDescription(
    name: "timeout", value: .of("SECONDS", .count(1...3600)), group: .server,
    help: """
      How long one request may take. After three times as long, and one request, a server is given \
      up.
      """, defaultText: "20")
  static let storyID = OptionDescription(
    name: "story-id", value: .of("ID", .text), group: .server,
    help: "The story with this id on the server.")
  static let storyURL = OptionDescription(
    name: "story-url", value: .of("URL", .text), group: .server,
    help: "The story of the page at this address.")
  static let create = OptionDescription(
    name: "create", group: .server,
    help:
      "Let the server make the story if it has none. Talk 4 does so whenever it is given an address."
  )
  static let parallel = OptionDescription(
    name: "parallel", value: .of("N", .count(1...16)), group: .server,
    help: "Send up to this many requests at the same time.", defaultText: "4")
  static let mostComments = OptionDescription(
    name: "max-comments", value: .of("N", .count(1...Int.max)), group: .server,
    help: "Fetch no more comments than this.")
}

extension CommandTable {
  static let fetch = CommandDescription(
    name: "fetch", summary: "Fetch a comment thread from a server.",
    discussion: """
      Asks a Talk 4 or Coral server for a story with all its comments, and writes an Atoll document, \
      from which everything else can be drawn without a network. No story is made on the server \
      unless --create allows it.
      """,
    options: [OutputOptions.output] + ServerOptions.all + ServerOptions.story
      + [
        ServerOptions.parallel, ServerOptions.mostComments, MessageOptions.progress,
        MessageOptions.quiet,
      ],
    examples: [
      .init(
        line: "atoll fetch --server https://talk.example.com --story-id 7c1f -o thread.json",
        purpose: "A thread by its id:"),
      .init(
        line: "atoll fetch --server https://coral.example.com --story-url https://example.com/reef",
        purpose: "The thread of a page, to standard output:"),
    ])
}
