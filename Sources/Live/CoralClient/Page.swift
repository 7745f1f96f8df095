import Bytes
import Comments

/// A list of comments in an answer, as far as it matters for asking on: who is on it, and what is
/// missing from it.
struct Page {
  var comments: [Listed] = []
  var hasNext = false
  var end: JSONValue?

  /// The most comments in the request for a page.
  static let largest = 5000
  /// The report of a list that ends although the server says that there are more comments.
  static let missingRest = Diagnostic(
    .incompleteStory, "the server says that there are more comments, but gives none", at: .input)

  /// A comment on a list.
  struct Listed {
    var id: String
    var parentID: String?
    /// The server says that it answers another one, whether or not that one can be seen.
    var isReply: Bool
    /// The server was asked for the parent, and gave none.
    var lacksParent: Bool
    var replyCount: Int?
    /// The time of writing, in the server's format.
    var createdAt: String?
    /// The list of its replies that came along.
    var replies: [Page]
  }

  /// Reads a connection: with `nodes` or `edges`, with `pageInfo` or without.
  ///
  /// It recurses no deeper than a `JSONValue` nests: 200 levels.
  init(_ value: JSONValue) {
    let info = value["pageInfo"] ?? value
    hasNext = info["hasNextPage"]?.bool ?? false
    end = info["endCursor"]
    let list = (value["nodes"] ?? value["edges"])?.elements ?? []
    comments = list.compactMap { element in
      let comment = element["node"] ?? element
      guard let id = comment["id"]?.id else { return nil }
      return Listed(
        id: id, parentID: comment["parent"]?["id"]?.id,
        isReply: comment["hasParent"]?.bool ?? (comment["parent"] != nil),
        lacksParent: comment["parent"] == nil && comment.has("parent"),
        replyCount: comment["replyCount"]?.int,
        createdAt: (comment["createdAt"] ?? comment["created_at"])?.string,
        replies: (comment["replies"]).map { [Page($0)] } ?? [])
    }
  }

  /// The cursor of the next request; nothing if the server gave none.
  ///
  /// Servers list what is strictly later than a moment (or earlier, if the newest come first), so of
  /// several comments of one moment those after the end of the page would be lost: asking on from a
  /// millisecond before brings them. What comes twice is known by its id.
  func next(newestFirst: Bool = false) -> JSONValue? {
    guard let end, case .string(let text) = end, comments.last?.createdAt == text,
      let moment = Self.moment(text, plus: newestFirst ? 2 : -1)
    else { return end }
    return .string(moment)
  }

  /// The moment some milliseconds from one that is written as servers do: `2024-05-01T12:34:56.789Z`.
  ///
  /// It is written with its `Z`: Coral takes a time without one for a number, and Talk for local time.
  static func moment(_ text: String, plus difference: Int64) -> String? {
    guard text.utf8.count == 24, var moment = Timestamp(iso8601: text) else { return nil }
    moment.milliseconds += difference
    return moment.iso8601
  }
}
