import Bytes

/// The caller's latest visible comments, remembered before a post is sent, so that new ones can be
/// recognized afterwards.
struct OwnComments: Sendable {
  private let graph: GraphQLClient
  /// The newest comments at the time when they were remembered.
  let remembered: [JSONValue]
  private let ids: Set<String>

  /// The number of remembered comments.
  ///
  /// Older comments would look new only if all of these were deleted.
  private static let rememberedCount = 20
  /// The number of comments in one request; Coral returns no more.
  private static let pageSize = 50
  /// The maximum number of pages to read.
  ///
  /// An account is assumed not to write more comments than fit on these pages while one post is
  /// under way.
  private static let maximumPageCount = 100

  /// Fetches the comments to remember; returns `nil` if the server does not list them.
  static func remember(_ graph: GraphQLClient) async throws(ClientError) -> OwnComments? {
    if graph.persisted != nil, graph.persisted?.replacement(for: .ownComments, [:]) == nil {
      return nil
    }
    do throws(CallFailure) {
      guard let list = try await page(graph, rememberedCount) else { return nil }
      return OwnComments(graph, comments(in: list))
    } catch {
      if error.error.kind == .refused { return nil }
      throw error.error
    }
  }

  private init(_ graph: GraphQLClient, _ remembered: [JSONValue]) {
    self.graph = graph
    self.remembered = remembered
    ids = Set(remembered.compactMap { $0["id"]?.id })
  }

  /// Returns all comments that are newer than the remembered ones, the newest first.
  ///
  /// It reads page after page up to a remembered comment, so that no newer comment is missed.
  func newer() async throws(CallFailure) -> [JSONValue] {
    var found: [JSONValue] = []
    var seen: Set<String> = []
    var cursor: JSONValue?
    for _ in 0..<Self.maximumPageCount {
      guard let list = try await Self.page(graph, Self.pageSize, after: cursor) else { break }
      for comment in Self.comments(in: list) {
        guard let id = comment["id"]?.id else { continue }
        if ids.contains(id) { return found }
        if seen.insert(id).inserted { found.append(comment) }
      }
      let page = ListPage(list)
      guard page.hasNext else { return found }
      let next = page.next(newestFirst: true)
      guard let next, next != cursor else { break }
      cursor = next
    }
    throw CallFailure(
      ClientError(.badAnswer, "the server does not list what the account wrote"))
  }

  private static func page(
    _ graph: GraphQLClient, _ count: Int, after cursor: JSONValue? = nil
  ) async throws(CallFailure) -> JSONValue? {
    let answer = try await graph.call(
      .ownComments, with: ["first": JSONValue(count), "after": cursor])
    return answer.viewer?["comments"]
  }

  private static func comments(in list: JSONValue) -> [JSONValue] {
    list["nodes"]?.elements ?? []
  }
}
