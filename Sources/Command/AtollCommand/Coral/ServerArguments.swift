import AtollArguments
import AtollBytes

/// The arguments that specify the server, the token and the story.
struct ServerArguments: Sendable {
  var serverAddress: String?
  var tokenFile: String?
  var persistedOperationsFile: String?
  /// The time limit for one request, in seconds.
  var timeout: Int?
  var storyID: String?
  var storyURL: String?
  var mayCreateStory = false
  var parallelRequests: Int?
  var maxComments: Int?

  static let server = Option<Self>.optional(
    "server", placeholder: "URL", as: .text, to: \.serverAddress, group: .server,
    help: "The root of the Talk or Coral server, such as https://talk.example.com."
  ).markedAsCommon
  static let timeout = Option<Self>.optional(
    "timeout", placeholder: "SECONDS", as: .count(1...3600), to: \.timeout, group: .server,
    help: "The time limit of one request; all retries together may take three times as long.",
    default: "20")

  static let access: [Option<Self>] = [
    server,
    .optional(
      "token-file", placeholder: "FILE", as: .file, to: \.tokenFile, group: .server,
      help: "Read the token from this file, or - for standard input.",
      default: "ATOLL_TOKEN, or the token of 'atoll sign-in'"),
    .optional(
      "persisted", placeholder: "FILE", as: .file, to: \.persistedOperationsFile, group: .server,
      help: """
        Send the ids of persisted queries, from this JSON file, instead of the queries themselves.
        """),
    timeout,
  ]

  static let story: [Option<Self>] = [
    .optional(
      "story-id", placeholder: "ID", as: .text, to: \.storyID, group: .server,
      help: "The story with this id on the server."
    ).markedAsCommon,
    .optional(
      "story-url", placeholder: "URL", as: .text, to: \.storyURL, group: .server,
      help: "The story of the page at this address."),
    .flag(
      "create", to: \.mayCreateStory, group: .server,
      help: """
        Let the server create the story if it does not exist. Talk 4 always does so for an address.
        """),
  ]

  /// Throws an error if an option for servers was given without a server.
  func check(_ given: GivenOptions) throws {
    guard serverAddress == nil else { return }
    let names = (Self.access + Self.story).map(\.description.name)
    try given.reject(names, advice: "add --server URL") { "\($0) needs a server" }
  }

  /// The server options that only `atoll fetch` has.
  static let fetching: [Option<Self>] = [
    .optional(
      "parallel", placeholder: "N", as: .count(1...16), to: \.parallelRequests, group: .server,
      help: "Send up to N requests at the same time.", default: "4"),
    .optional(
      "max-comments", placeholder: "N", as: .count(1...Int.max), to: \.maxComments, group: .server,
      help: "Fetch at most N comments."),
  ]
}
