import AtollArguments
import CoralClient

/// The arguments of the commands that act on a server.
struct ActionArguments: CommandArguments {
  var common = CommonArguments()
  var server = ServerArguments()
  /// The id of the comment to reply to, edit, like, unlike or report.
  var comment = ""
  var text: String?
  var sendsAnyway = false
  var reason = CoralClient.ReportReason.offensive
  var details: String?
  var email: String?

  fileprivate static let comment = Operand<Self>(
    "COMMENT", as: .text, to: \.comment, help: "The id of the comment.")
  fileprivate static let server = ServerArguments.server.nested(at: \Self.server)
  fileprivate static let timeout = ServerArguments.timeout.nested(at: \Self.server)
  fileprivate static let access = ServerArguments.access.nested(at: \Self.server)
  fileprivate static let email = Option<Self>.optional(
    "email", placeholder: "ADDRESS", as: .text, to: \.email, group: .input,
    help: "The mail address of the account.", default: "asked for")
  fileprivate static let text = Option<Self>.optional(
    "text", placeholder: "TEXT", as: .text, to: \.text, group: .input,
    help: "The text of the comment, or - for standard input.", default: "standard input"
  ).markedAsCommon
  fileprivate static let sendAnyway = Option<Self>.flag(
    "send-anyway", to: \.sendsAnyway, group: .input,
    help: "Send a comment that looks toxic, like spam or repeated; a moderator decides about it.")
}

struct TokenArguments: CommandArguments {
  var common = CommonArguments()
  var secretFile: String?
  var userID: String?
  var email: String?
  var username: String?
  var role: String?
  var keyID: String?
  var minutes = 60

  private static let roles = ["COMMENTER", "MEMBER", "STAFF", "MODERATOR", "ADMIN"]

  static let options: [Option<Self>] = [
    .optional(
      "secret-file", placeholder: "FILE", as: .file, to: \.secretFile, group: .input,
      help: "The file with the secret, as Coral's administration shows it."),
    .optional(
      "user-id", placeholder: "ID", as: .text, to: \.userID, group: .input,
      help: "The id of the user in your own accounts."),
    .optional(
      "email", placeholder: "ADDRESS", as: .text, to: \.email, group: .input,
      help: "The mail address of the user."),
    .optional(
      "username", placeholder: "NAME", as: .text, to: \.username, group: .input,
      help: "The name of the user."),
    .value(
      "role", placeholder: "ROLE", as: .word(of: roles) { $0 }, group: .input,
      help: "The role of the user.", default: "the role that the server has"
    ) { $0.role = $1 },
    .optional(
      "key-id", placeholder: "ID", as: .text, to: \.keyID, group: .input,
      help: "The id of the secret, if the server has several."),
    .value(
      "minutes", placeholder: "N", as: .count(1...525_600), to: \.minutes, group: .input,
      help: "The minutes until the token expires.", default: "60"),
  ]
}

extension CommandTable {
  static let actions = [
    signIn, signOut, token, post, reply, edit, like, unlike, report,
  ]

  private static let signIn = Command(
    "sign-in", summary: "Sign in to a server, and store the token.",
    arguments: ActionArguments(),
    options: [ActionArguments.email, ActionArguments.server, ActionArguments.timeout, .quiet]
  ) { arguments in try SignInRun.signIn(arguments) }

  private static let signOut = Command(
    "sign-out", summary: "Sign out of a server, and delete the token.",
    arguments: ActionArguments(),
    options: [ActionArguments.server, ActionArguments.timeout, .quiet]
  ) { arguments in try SignInRun.signOut(arguments) }

  private static let token = Command(
    "token", summary: "Make a single sign-on token for your own server.",
    arguments: TokenArguments(), options: TokenArguments.options
  ) { arguments in try TokenRun.run(arguments) }

  private static let post = Command(
    "post", summary: "Post a comment on a story.",
    arguments: ActionArguments(),
    options: Array(
      joining: [ActionArguments.text, ActionArguments.sendAnyway], ActionArguments.access,
      ServerArguments.story.nested(at: \ActionArguments.server), [.quiet])
  ) { arguments in try ActionRun.post(arguments) }

  /// Returns a command that acts on a comment.
  private static func action(
    _ name: String, summary: String,
    options: @autoclosure @escaping @Sendable () -> [Option<ActionArguments>] = [],
    run: @escaping @Sendable (ActionArguments) throws -> Void
  ) -> Command {
    Command(
      name, summary: summary, arguments: ActionArguments(), operand: ActionArguments.comment,
      options: Array(joining: options(), ActionArguments.access, [.quiet]), run: run)
  }

  private static let reply = action(
    "reply", summary: "Reply to a comment.",
    options: [ActionArguments.text, ActionArguments.sendAnyway]
  ) { arguments in
    try ActionRun.send(arguments) { client, text in
      try await client.reply(text, to: arguments.comment, sendsAnyway: arguments.sendsAnyway)
    }
  }

  private static let edit = action(
    "edit", summary: "Change the text of your own comment.", options: [ActionArguments.text]
  ) { arguments in
    try ActionRun.send(arguments) { try await $0.edit(arguments.comment, to: $1) }
  }

  private static let like = action("like", summary: "Like a comment.") { arguments in
    try ActionRun.act(arguments, reporting: "liked") { try await $0.like($1) }
  }

  private static let unlike = action("unlike", summary: "Withdraw a like.") { arguments in
    try ActionRun.act(arguments, reporting: "unliked") { try await $0.unlike($1) }
  }

  private static let report = action(
    "report", summary: "Report a comment to the moderators.",
    options: [
      .value(
        "reason", placeholder: "REASON", as: .word, to: \.reason, group: .input,
        help: "The reason.", default: "offensive"),
      .optional(
        "details", placeholder: "TEXT", as: .text, to: \.details, group: .input,
        help: "More details, for the moderators."),
    ]
  ) { arguments in
    try ActionRun.act(arguments, reporting: "reported") {
      try await $0.report($1, because: arguments.reason, details: arguments.details)
    }
  }
}
