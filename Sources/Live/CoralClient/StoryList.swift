import Bytes

/// A story in the list of a site's stories.
public struct ListedStory: Hashable, Sendable {
  /// The id of the story on the server.
  public var id: String
  /// A text that changes with every new comment, and when the story is closed or archived.
  ///
  /// Edits and removals of comments do not change it.
  public var stamp: String
}

/// The stories of a site, page by page, the newest first.
///
/// Servers page by the time at which a story was created, and skip stories of the same millisecond after the end
/// of a page. So every page begins a millisecond earlier than the last one ended, and stories that come again are
/// left out. Stories that are created meanwhile belong to the next list.
public struct StoryList: Sendable {
  private let client: CoralClient
  private var cursor: String?
  private var seen: Set<String> = []
  /// All pages were read.
  public private(set) var isAtEnd = false
  /// More stories were created in one millisecond than the server lists on a page.
  public private(set) var isIncomplete = false

  /// The most stories that every version of Coral lists on a page.
  private static let pageSize = 50

  /// The stories of the server of a client, whose token has to be that of a moderator or an administrator.
  public init(_ client: CoralClient) { self.client = client }

  /// Returns the stories of the next page that were not on an earlier one.
  public mutating func next() async throws(ClientError) -> [ListedStory] {
    let graph = try await client.graph()
    let answer = try await graph.ask(
      .stories,
      ["first": JSONValue(Self.pageSize), "after": cursor.map { JSONValue.string($0) }])
    guard let list = answer.data["stories"], let nodes = list["nodes"]?.elements else {
      throw ClientError(
        .refused,
        "the server does not list its stories"
          + (answer.errors.first.map { ": \($0.reason)" } ?? ""),
        advice: "use the token of a moderator or an administrator")
    }
    var found: [ListedStory] = []
    for node in nodes {
      guard let id = node["id"]?.id else {
        throw ClientError(.badAnswer, "the server lists a story without an id")
      }
      if seen.insert(id).inserted { found.append(ListedStory(id: id, stamp: Self.stamp(of: node))) }
    }
    let page = Page(list)
    if page.hasNext { try goOn(after: page.end?.string) } else { isAtEnd = true }
    return found
  }

  private mutating func goOn(after end: String?) throws(ClientError) {
    guard let end, let next = Page.moment(end, plus: 1) else {
      throw ClientError(.badAnswer, "the server lists more stories but not where they begin")
    }
    if next != cursor {
      cursor = next
    } else {
      // The whole page was created in one millisecond: the rest of it cannot be listed.
      isIncomplete = true
      cursor = end
    }
  }

  /// Everything of a story in the list that shows whether its comments have changed.
  private static func stamp(of node: JSONValue) -> String {
    let count = (node["totalCommentCount"] ?? node["commentCounts"]?["totalPublished"])?.int ?? -1
    let last =
      node["lastCommentedAt"]?.string
      ?? node["comments"]?["nodes"]?.elements.first?["created_at"]?.string ?? ""
    let flags =
      (node["isClosed"]?.bool == true ? "c" : "") + (node["isArchived"]?.bool == true ? "a" : "")
    return "\(last)/\(count)/\(flags)"
  }
}
