import AtollBytes
import AtollComments

/// A story in the list of a site's stories.
public struct ListedStory: Hashable, Sendable {
  /// The id of the story on the server.
  public var id: String
  /// The address of its page; `nil` if the server does not give it.
  public var url: String?
  /// The state of the story, which tells whether its comments have changed.
  public var stamp: StoryStamp

  /// Creates a listed story.
  public init(id: String, url: String? = nil, stamp: StoryStamp) {
    self.id = id
    self.url = url
    self.stamp = stamp
  }
}

/// A site's stories, page by page, the newest first.
///
/// A server's cursor is the time at which the last story on a page was created. Stories from the
/// same millisecond that do not fit on the page would be skipped, so the cursor is set one
/// millisecond later, and stories that come again are left out. Stories that are created in the
/// meantime belong to the next list.
///
/// If all stories on a page are from the same millisecond, Talk 4, which does not limit the size of
/// a page, is asked for a larger one. Coral lists no more of them.
public struct StoryList: Sendable {
  private let client: CoralClient
  private var cursor: String?
  private var seenIDs: Set<String> = []
  private var pageSize = Self.usualPageSize
  /// True if all pages were read.
  public private(set) var isAtEnd = false
  /// True if stories may be missing, because more were created in the same millisecond than the
  /// server can list.
  public private(set) var isIncomplete = false
  /// True if the token has no access to the time of a story's last comment; Coral shows it to
  /// administrators only.
  public private(set) var hidesLastCommentTimes = false

  /// The number of stories on a page: the largest that every version of Coral allows.
  private static let usualPageSize = 50

  /// Creates a list of the stories on a client's server.
  ///
  /// The client's token must be that of a moderator or an administrator.
  public init(_ client: CoralClient) { self.client = client }

  /// Returns the stories of the next page that were not on an earlier one.
  public mutating func next() async throws(ClientError) -> [ListedStory] {
    let api = try await client.api()
    let answer = try await api.call(
      .stories, with: ["first": JSONValue(pageSize), "after": cursor.map { .string($0) }])
    guard let list = answer.data["stories"], let nodes = list["nodes"]?.elements else {
      throw ClientError(
        .refused,
        message: "the server does not list its stories"
          + (answer.errors.first.map { ": \($0.reason)" } ?? ""),
        advice: "use the token of a moderator or an administrator")
    }
    if answer.errors.contains(where: { $0.code == "USER_NOT_ENTITLED" }) {
      hidesLastCommentTimes = true
    }
    // After an error, the page can be requested again.
    var (found, newIDs) = ([ListedStory](), Set<String>())
    for node in nodes {
      guard let id = node["id"]?.id else {
        throw ClientError(.badAnswer, message: "the server lists a story without an id")
      }
      if !seenIDs.contains(id), newIDs.insert(id).inserted {
        found.append(ListedStory(id: id, url: node["url"]?.string, stamp: StoryStamp(node)))
      }
    }
    try advance(after: ListPage(list), on: api.server)
    seenIDs.formUnion(newIDs)
    await api.addCommentCounts(to: &found)
    return found
  }

  private mutating func advance(
    after page: ListPage, on server: CoralServer
  ) throws(ClientError) {
    guard page.hasNextPage else {
      isAtEnd = true
      return
    }
    guard let end = page.endCursor?.string,
      let next = ListPage.shiftedTime(end, byMilliseconds: 1)
    else {
      throw ClientError(
        .badAnswer, message: "the server lists more stories but not where they begin")
    }
    if let earlier = cursor.flatMap({ Timestamp(iso8601: $0) }),
      let time = Timestamp(iso8601: end), time >= earlier
    {
      throw ClientError(
        .badAnswer, message: "the server lists the same stories again and again",
        advice: ClientError.cacheAdvice)
    }
    let isFull = next == cursor
    if isFull, server.form == .talk4, pageSize == Self.usualPageSize {
      pageSize = ListPage.maximumSize
      return
    }
    if isFull { isIncomplete = true }
    cursor = isFull ? end : next
    pageSize = Self.usualPageSize
  }
}

extension GraphQLClient {
  /// Adds to the stamp of each story on Talk 4 the number of its comments, without those of deleted
  /// accounts.
  ///
  /// The comments of a deleted account stay published, but Talk empties them.
  fileprivate func addCommentCounts(to stories: inout [ListedStory]) async {
    guard case .talk4(let schema) = server, schema.canExcludeDeletedComments else { return }
    /// The number of queries in the document; those that are not needed get an empty story id.
    let size = 50
    for start in stride(from: 0, to: stories.count, by: size) {
      let part = stories[start...].prefix(size)
      let variables = (0..<size).map { number in
        let id = number < part.count ? stories[start + number].id : ""
        return JSONValue.Member(
          "q\(number)", value: ["asset_id": .string(id), "excludeDeleted": true])
      }
      // One story can make the whole request fail. A failed request is not repeated: without the
      // numbers, the other parts of the stamps are compared, and the next run asks again.
      guard
        let answer = try? await call(
          .commentCounts, with: .object(variables), retrySafety: .notRepeatable)
      else { continue }
      for index in part.indices {
        stories[index].stamp.statusCounts = [answer.data["c\(index - start)"]?.int]
          .compactMap(\.self)
      }
    }
  }
}
