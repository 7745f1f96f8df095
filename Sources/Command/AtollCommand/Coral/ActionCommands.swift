import CoralClient

/// What is written, and where it goes.
enum ActionOptions {
  static let text = OptionDescription(
    name: "text", value: .of("WORDS", .text), group: .input,
    help: "What the comment says.", defaultText: "standard input")
  static let anyway = OptionDescription(
    name: "send-anyway", group: .input,
    help: "Let a moderator decide about words that look toxic, like spam or repeated.")
  static let reason = OptionDescription(
    name: "reason", value: .of("REASON", .word(CoralClient.ReportReason.allCases.map(\.rawValue))),
    group: .input, help: "Why.", defaultText: "offensive")
  static let details = OptionDescription(
    name: "details", value: .of("WORDS", .text), group: .input,
    help: "More about it, for the moderators.")
  static let email = OptionDescription(
    name: "email", value: .of("ADDRESS", .text), group: .input,
    help: "The mail address of the account.", defaultText: "asked for")
  static let secretFile = OptionDescription(
    name: "secret-file", value: .of("FILE", .file), group: .input,
    help: "The file that holds the secret, as the server's administration shows it.")
  static let userID = OptionDescription(
    name: "user-id", value: .of("ID", .text), group: .input,
    help: "The user's id in your own accounts.")
  static let username = OptionDescription(
    name: "username", value: .of("NAME", .text), group: .input, help: "The user's name.")
  static let role = OptionDescription(
    name: "role",
    value: .of("ROLE", .word(["COMMENTER", "MEMBER", "STAFF", "MODERATOR", "ADMIN"])),
    group: .input, help: "The user's role, if it is not what the server has.")
  static let keyID = OptionDescription(
    name: "key-id", value: .of("ID", .text), group: .input,
    help: "The id of the secret, where the server has several.")
  static let minutes = OptionDescription(
    name: "minutes", value: .of("N", .count(1...525_600)), group: .input,
    help: "How long the token is good for.", defaultText: "60")
}

extension CommandTable {
  /// The commands that act on a server.
  static let actions = [
    signIn, signOut, token, post, reply, edit, like, unlike, report,
  ]

  private static let comment = OperandDescription(
    placeholder: "COMMENT", form: .text, count: 1...1, help: "The id of the comment.")
  private static let example = "--server https://talk.example.com"
  private static let words = """
    The first word on standard output says what came of it: published, held-for-review, banned-word \
    or refused. Unless the comment was published or waits for a moderator, its words are kept in a \
    file, and its place is told.
    """

  private static let signIn = CommandDescription(
    name: "sign-in", summary: "Sign in to a server, and keep the token.",
    discussion: """
      Asks for the mail address and, without showing it, for the password; without a terminal, the \
      password is the first line of standard input. The token is kept where only you can read it, \
      and used by all further commands for the same server. The password is not kept.
      """,
    options: [ActionOptions.email, ServerOptions.server, ServerOptions.timeout]
      + [MessageOptions.quiet],
    examples: [
      .init(line: "atoll sign-in \(example)", purpose: "With an account of the server's own:")
    ])

  private static let signOut = CommandDescription(
    name: "sign-out", summary: "Sign out of a server, and forget the token.",
    options: [ServerOptions.server, ServerOptions.timeout, MessageOptions.quiet],
    examples: [.init(line: "atoll sign-out \(example)", purpose: "As it says:")])

  private static let token = CommandDescription(
    name: "token", summary: "Make a single sign-on token for a server of your own.",
    discussion: """
      Signs a token for a user of your own accounts, as Coral takes them (HS256), with the secret \
      that Coral's administration shows, and writes it to standard output.
      """,
    options: [
      ActionOptions.secretFile, ActionOptions.userID, ActionOptions.email, ActionOptions.username,
      ActionOptions.role, ActionOptions.keyID, ActionOptions.minutes,
    ],
    examples: [
      .init(
        line: "atoll token --secret-file sso --user-id 7 --email ann@example.com --username ann",
        purpose: "For an hour:")
    ])

  private static let post = CommandDescription(
    name: "post", summary: "Post a comment at the root of a story.",
    discussion: words,
    options: [ActionOptions.text, ActionOptions.anyway] + ServerOptions.all + ServerOptions.story
      + [MessageOptions.quiet],
    examples: [
      .init(line: "atoll post \(example) --story-id 7c1f --text Hello!", purpose: "A short one:"),
      .init(
        line: "cat comment.txt | atoll post \(example) --story-id 7c1f", purpose: "A long one:"),
    ])

  private static let reply = CommandDescription(
    name: "reply", summary: "Answer a comment.", discussion: words, operand: comment,
    options: [ActionOptions.text, ActionOptions.anyway] + ServerOptions.all
      + [MessageOptions.quiet],
    examples: [.init(line: "atoll reply \(example) c42 --text Indeed.", purpose: "As it says:")])

  private static let edit = CommandDescription(
    name: "edit", summary: "Give a comment of your own other words.", discussion: words,
    operand: comment,
    options: [ActionOptions.text] + ServerOptions.all + [MessageOptions.quiet],
    examples: [.init(line: "atoll edit \(example) c42 --text Better.", purpose: "As it says:")])

  private static let like = CommandDescription(
    name: "like", summary: "Like a comment.", operand: comment,
    options: ServerOptions.all + [MessageOptions.quiet],
    examples: [.init(line: "atoll like \(example) c42", purpose: "As it says:")])

  private static let unlike = CommandDescription(
    name: "unlike", summary: "Take a like back.", operand: comment,
    options: ServerOptions.all + [MessageOptions.quiet],
    examples: [.init(line: "atoll unlike \(example) c42", purpose: "As it says:")])

  private static let report = CommandDescription(
    name: "report", summary: "Report a comment to the moderators.", operand: comment,
    options: [ActionOptions.reason, ActionOptions.details] + ServerOptions.all
      + [MessageOptions.quiet],
    examples: [
      .init(
        line: "atoll report \(example) c42 --reason spam", purpose: "As an advertisement:")
    ])
}
