import AtollBytes

/// The ids of the operations that a production Coral server accepts; its owner can list them.
///
/// Unless its owner configures it otherwise, Coral refuses every operation that it does not know in
/// advance. It knows the operations of its own web client, whose ids change with each version.
public struct PersistedOperations: Hashable, Sendable {
  /// The ids, keyed by operation name.
  var ids: [String: String]

  /// Reads a JSON object that maps operation names to ids: strings, or objects with `id`.
  ///
  /// ```json
  /// {"StreamQuery": "8b9c…", "AllCommentsTabContainerPaginationQuery": {"id": "fe81…"}}
  /// ```
  public init(json: [UInt8]) throws(ClientError) {
    guard let value = try? JSONValue(parsing: json), case .object(let members) = value else {
      throw ClientError(
        .unknownOperation, message: "the persisted operations are not a JSON object",
        advice: "give an object of operation names with their ids")
    }
    ids = [:]
    for member in members {
      guard let id = member.value.string ?? member.value["id"]?.string, !id.isEmpty else {
        throw ClientError(
          .unknownOperation, message: "the persisted operation \(member.key) has no id",
          advice: "give its id as a string")
      }
      ids[member.key] = id
    }
  }

  /// A persisted operation that replaces one of Atoll's own, and the variables that it needs.
  struct Replacement {
    let name: String
    let id: String
    let variables: JSONValue
  }

  /// Returns the persisted operation to send in place of one of Atoll's own, or `nil` if none is
  /// known.
  func replacement(for operation: Operation, with variables: JSONValue) -> Replacement? {
    if let id = ids[operation.rawValue] {
      return Replacement(name: operation.rawValue, id: id, variables: variables)
    }
    for name in Self.names(for: operation) {
      guard let id = ids[name] else { continue }
      return Replacement(name: name, id: id, variables: Self.translate(variables, for: operation))
    }
    return nil
  }

  /// Returns the names of the web client's operations that can replace one of Atoll's own, the best
  /// first.
  static func names(for operation: Operation) -> [String] {
    switch operation {
    case .story: ["StreamQuery"]
    case .comments, .rootPage: ["AllCommentsTabContainerPaginationQuery"]
    case .replies, .replyPage:
      // The flattened query does not say which comment a reply answers, so it comes last.
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
    case .firstPage, .probe, .stories, .commentCounts, .viewer, .ownComments, .account: []
    }
  }

  /// Returns the variables of one of Atoll's operations under the names that the web client uses.
  private static func translate(_ variables: JSONValue, for operation: Operation) -> JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, value: JSONValue?) {
      if let value { members.append(JSONValue.Member(name, value: value)) }
    }
    switch operation {
    case .story:
      add("storyID", value: variables["id"])
      add("storyURL", value: variables["url"])
    case .comments, .replies, .rootPage, .replyPage:
      let isRoot = operation == .comments || operation == .rootPage
      add(isRoot ? "storyID" : "commentID", value: variables["id"])
      add("count", value: variables["first"])
      add("cursor", value: variables["after"])
      add("orderBy", value: variables["order"] ?? "CREATED_AT_ASC")
    case .comment, .conversation: add("commentID", value: variables["id"])
    case .createComment, .createReply, .editComment, .like, .unlike, .report, .disagree, .ignore,
      .stopIgnoring:
      add("input", value: variables["input"])
    case .firstPage, .probe, .stories, .commentCounts, .viewer, .ownComments, .account:
      return variables
    }
    // Many operations need these; a server ignores variables that an operation does not declare.
    add("flattenReplies", value: false)
    add("refreshStream", value: false)
    return .object(members)
  }
}
