import Bytes

/// The operations that a production server of Coral knows by id, as its owner gave them.
///
/// Coral refuses every operation that it does not know beforehand, unless its owner says otherwise.
/// It knows the operations of its own web client, whose ids change with each version.
public struct PersistedOperations: Hashable, Sendable {
  /// Operation name to id.
  var ids: [String: String]

  /// Reads a JSON object of operation names, each with its id: a string, or an object with `id`.
  ///
  /// ```json
  /// {"StreamQuery": "8b9c…", "AllCommentsTabContainerPaginationQuery": {"id": "fe81…"}}
  /// ```
  public init(json: [UInt8]) throws(ClientError) {
    guard let value = try? JSONValue(parsing: json), case .object(let members) = value else {
      throw ClientError(
        .unknownOperation, "the persisted operations are not a JSON object",
        advice: "give an object of operation names with their ids")
    }
    ids = [:]
    for member in members {
      guard let id = member.value.string ?? member.value["id"]?.string, !id.isEmpty else {
        throw ClientError(
          .unknownOperation, "the persisted operation \(member.key) has no id",
          advice: "give its id as a string")
      }
      ids[member.key] = id
    }
  }

  /// An operation of this server's own client that does the same, and its variables.
  struct Stock {
    let name: String
    let id: String
    let variables: JSONValue
  }

  /// Returns the stored operation to send in place of one of our own.
  func stock(for operation: Operation, _ variables: JSONValue) -> Stock? {
    if let id = ids[operation.rawValue] {
      return Stock(name: operation.rawValue, id: id, variables: variables)
    }
    for name in Self.names(for: operation) {
      guard let id = ids[name] else { continue }
      return Stock(name: name, id: id, variables: Self.translate(variables, for: operation))
    }
    return nil
  }

  /// Returns the names of the web client's operations that do the same.
  static func names(for operation: Operation) -> [String] {
    switch operation {
    case .story, .firstPage: ["StreamQuery"]
    case .comments, .rootPage: ["AllCommentsTabContainerPaginationQuery"]
    case .replies, .replyPage:
      // The flattened one does not say whom a comment answers, so it comes last.
      (1...6).map { "ReplyListContainer\($0)PaginationQuery" }
        + ["ReplyListContainerLastFlattenedPaginationQuery"]
    case .comment, .conversation: ["PermalinkViewQuery"]
    case .createComment: ["CreateCommentMutation"]
    case .createReply: ["CreateCommentReplyMutation"]
    case .editComment: ["EditCommentMutation"]
    case .like: ["CreateCommentReactionMutation"]
    case .unlike: ["RemoveCommentReactionMutation"]
    case .report: ["CreateCommentFlagMutation"]
    case .disagree: ["CreateCommentDontAgreeMutation"]
    case .ignore: ["IgnoreUserMutation"]
    case .stopIgnoring: ["RemoveUserIgnoreMutation"]
    case .probe, .stories, .sites, .viewer, .ownComments, .account: []
    }
  }

  /// Our variables under the web client's names.
  private static func translate(_ variables: JSONValue, for operation: Operation) -> JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(name, value)) }
    }
    switch operation {
    case .story, .firstPage:
      add("storyID", variables["id"])
      add("storyURL", variables["url"])
    case .comments, .replies, .rootPage, .replyPage:
      let isRoot = operation == .comments || operation == .rootPage
      add(isRoot ? "storyID" : "commentID", variables["id"])
      add("count", variables["first"])
      add("cursor", variables["after"])
      add("orderBy", variables["order"] ?? "CREATED_AT_ASC")
    case .comment, .conversation: add("commentID", variables["id"])
    case .createComment, .createReply, .editComment, .like, .unlike, .report, .disagree, .ignore,
      .stopIgnoring:
      add("input", variables["input"])
    case .probe, .stories, .sites, .viewer, .ownComments, .account: return variables
    }
    // Many operations need these; a server ignores variables that an operation does not declare.
    add("flattenReplies", false)
    add("refreshStream", false)
    return .object(members)
  }
}
