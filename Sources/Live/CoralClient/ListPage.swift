import AtollBytes
import AtollComments

/// One page of a list of comments, and the values that determine further requests.
struct ListPage {
  var comments: [ListedComment] = []
  var hasNextPage = false
  var endCursor: JSONValue?

  /// The largest number of comments in a request for a page.
  static let maximumSize = 5000
  /// The largest number of consecutive pages that may contain nothing new.
  static let maximumEmptyPageCount = 20
  /// The diagnostic for a list that ends although the server says that there are more comments.
  static let incompleteListDiagnostic = Diagnostic(
    .incompleteStory, message: "the server says that there are more comments, but gives none",
    at: .input)

  struct ListedComment {
    var id: String
    var parentID: String?
    /// True if the server says that this is a reply; its parent may not be visible.
    var isReply: Bool
    /// True if the server was asked for the parent, and returned none.
    var lacksParent: Bool
    var replyCount: Int?
    /// The time of writing, in the server's format.
    var createdAt: String?
    /// The first page of the comment's replies; empty if the answer contains no replies.
    var replies: [ListPage]
  }

  /// Reads a GraphQL connection: with `nodes` or `edges`, with or without `pageInfo`.
  ///
  /// The recursion is no deeper than a `JSONValue` can nest: 200 levels.
  init(_ value: JSONValue) {
    let info = value["pageInfo"] ?? value
    hasNextPage = info["hasNextPage"]?.bool ?? false
    endCursor = info["endCursor"]
    let list = (value["nodes"] ?? value["edges"])?.elements ?? []
    comments = list.compactMap { element in
      let comment = element["node"] ?? element
      guard let id = comment["id"]?.id else { return nil }
      return ListedComment(
        id: id, parentID: comment["parent"]?["id"]?.id,
        isReply: comment["hasParent"]?.bool ?? (comment["parent"] != nil),
        lacksParent: comment["parent"] == nil && comment.has("parent"),
        replyCount: comment["replyCount"]?.int,
        createdAt: (comment["createdAt"] ?? comment["created_at"])?.string,
        replies: (comment["replies"]).map { [ListPage($0)] } ?? [])
    }
  }

  /// Returns the cursor for the next request, or `nil` if the server gave none.
  ///
  /// Servers list only what is strictly later than the cursor's time (or strictly earlier, if the
  /// newest come first). Comments written in the same millisecond as the last one on the page would
  /// be lost, so the next request begins a little earlier (or later). Comments that come twice are
  /// recognized by their ids.
  func nextCursor(newestFirst: Bool = false) -> JSONValue? {
    guard let endCursor, case .string(let text) = endCursor, comments.last?.createdAt == text,
      let moment = Self.shiftedTime(text, byMilliseconds: newestFirst ? 2 : -1)
    else { return endCursor }
    return .string(moment)
  }

  /// Returns a time in the servers' format, such as `2024-05-01T12:34:56.789Z`, shifted by some
  /// milliseconds; `nil` if the text is not in this format.
  ///
  /// The result ends in `Z`: without the `Z`, Coral reads a time as a number, and Talk reads it as
  /// local time.
  static func shiftedTime(_ text: String, byMilliseconds difference: Int64) -> String? {
    guard text.utf8.count == 24, var moment = Timestamp(iso8601: text) else { return nil }
    moment.milliseconds += difference
    return moment.iso8601
  }
}
