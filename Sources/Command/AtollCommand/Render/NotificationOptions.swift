import Atoll
import AtollArguments
import AtollBytes
import AtollComments

extension StoryArguments {
  static let notification: [Option<Self>] = [
    .optional(
      "notification", placeholder: "FILE", as: .file, to: \.notificationFile, group: .input,
      help: """
        Render the mail for this notification of a Coral server. A notification contains only the \
        beginning of each comment; if the story is given as input, too, they are shown whole.
        """),
    .optional(
      "notify", placeholder: "KIND", as: .word, to: \.display.options.mail.notification,
      group: .mail,
      help: """
        With --comment: the event that the heading of the mail names. Mails with featured, approved and \
        rejected are for the author of the comment, those with reply and staff for that of the comment above \
        it, and those with followed for a reader of the conversation.
        """,
      default: "reply if it answers another comment, otherwise comment"),
  ]

  private static let optionsNamingComment = ["comment", "notification"]

  /// Reads the file given by `--notification`, and sets the options for its comment.
  mutating func readNotification() throws {
    guard let path = notificationFile else { return }
    try common.given.rejectRepetition(
      of: "notification", advice: "run the command once for each notification")
    if path == "-", inputs.contains("-") {
      throw Failure(
        commandLine: "standard input is the story, and can be read only once",
        advice: "name a file for --notification or for the story")
    }
    let sources = try StoryInput.sources(at: path, on: console)
    guard let source = sources.first, sources.count == 1 else {
      throw Failure(commandLine: "--notification needs one file", advice: "a folder has several")
    }
    let notification = try CoralNotification(source)
    display.options.configure(for: notification)
    self.notification = notification
  }

  /// Throws an error if options for comments or threads contradict one another or have no effect.
  func checkNotification() throws {
    let given = common.given
    guard let chosen = Self.optionsNamingComment.first(where: given.contains) else {
      return try given.reject(
        ["ancestors", "notify", "rejection-reason", "guidelines"],
        advice: "add --comment ID, or leave it out"
      ) { "\($0) is about one comment" }
    }
    if Self.optionsNamingComment.allSatisfy(given.contains) {
      throw Failure(
        commandLine: "--comment and --notification both name a comment",
        advice: "leave one of them out")
    }
    if chosen == "comment", display.options.mail.notification != .rejected {
      try given.reject(
        ["rejection-reason", "guidelines"], advice: "add --notify rejected, or leave it out"
      ) { "\($0) is for mails about rejected comments" }
    }
    try given.reject(
      DisplayArguments.threadOptions.map(\.name) + ["skip-empty"],
      advice: "leave one of them out"
    ) { "\($0) is about threads, and --\(chosen) shows one comment" }
  }
}
