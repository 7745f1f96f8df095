import AtollBytes

/// The caller's latest visible comments, remembered before a post is sent, so that new ones can be
/// recognized afterwards.
struct OwnComments: Sendable {
  private let api: GraphQLClient
  /// The newest comments before the post, at most `rememberedCount`.
  let remembered: [JSONValue]
  private let ids: Set<String>
  /// True if the account has a staff role, or its role is unknown.
  let isOfStaff: Bool

  /// The number of remembered comments.
  ///
  /// If all of these were deleted, older comments would look new.
  private static let rememberedCount = 20
  /// The number of comments in one request; Coral returns no more.
  private static let pageSize = 50
  /// The maximum number of pages to read.
  ///
  /// An account is assumed not to write more comments than fit on these pages while one post is
  /// under way.
  private static let maximumPageCount = 100

  /// Fetches the comments to remember; returns `nil` if the server does not list them.
  static func fetchLatest(using api: GraphQLClient) async throws(ClientError) -> OwnComments? {
    guard api.canCall(.ownComments) else { return nil }
    do throws(ClientError) {
      let viewer = try await fetchViewer(using: api, count: rememberedCount)
      guard let viewer, let list = viewer["comments"] else { return nil }
      return OwnComments(api, remembered: comments(in: list), role: viewer["role"]?.string)
    } catch {
      if error.kind == .refused { return nil }
      throw error
    }
  }

  /// Coral's roles of accounts that are not staff.
  private static let rolesOfReaders = ["COMMENTER", "MEMBER"]

  private init(_ api: GraphQLClient, remembered: [JSONValue], role: String?) {
    self.api = api
    self.remembered = remembered
    ids = Set(remembered.compactMap { $0["id"]?.id })
    isOfStaff = role.map { !Self.rolesOfReaders.contains($0) } ?? true
  }

  /// Returns all comments that are newer than the remembered ones, the newest first.
  ///
  /// Pages are read up to a remembered comment, so that no newer comment is missed.
  func fetchNewer() async throws(ClientError) -> [JSONValue] {
    var found: [JSONValue] = []
    var seen: Set<String> = []
    var cursor: JSONValue?
    for _ in 0..<Self.maximumPageCount {
      let viewer = try await Self.fetchViewer(using: api, count: Self.pageSize, after: cursor)
      guard let list = viewer?["comments"] else { break }
      for comment in Self.comments(in: list) {
        guard let id = comment["id"]?.id else { continue }
        if ids.contains(id) { return found }
        if seen.insert(id).inserted { found.append(comment) }
      }
      let page = ListPage(list)
      guard page.hasNextPage else { return found }
      let next = page.nextCursor(newestFirst: true)
      guard let next, next != cursor else { break }
      cursor = next
    }
    throw ClientError(
      .badAnswer, message: "the server does not list what the account wrote")
  }

  private static func fetchViewer(
    using api: GraphQLClient, count: Int, after cursor: JSONValue? = nil
  ) async throws(ClientError) -> JSONValue? {
    try await api.call(.ownComments, with: ["first": JSONValue(count), "after": cursor]).viewer
  }

  private static func comments(in list: JSONValue) -> [JSONValue] {
    list["nodes"]?.elements ?? []
  }
}
