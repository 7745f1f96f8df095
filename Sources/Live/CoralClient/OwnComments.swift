import Bytes

/// The caller's comments that others can read, remembered before a post is sent, so that what
/// is new afterwards can be told from what is old.
struct OwnComments: Sendable {
  private let graph: GraphQL
  /// The newest ones at the time when they were remembered.
  let remembered: [JSONValue]
  private let ids: Set<String>

  /// The number of remembered comments; only if all of them were deleted, older ones would look new.
  private static let mostRemembered = 20
  /// The number of comments in one request; Coral gives no more.
  private static let pageSize = 50
  /// The most pages that an account is assumed to write while one post is under way.
  private static let mostPages = 100

  /// Remembers them; nothing if the server does not list them.
  static func remember(_ graph: GraphQL) async throws(ClientError) -> OwnComments? {
    if graph.persisted != nil, graph.persisted?.stock(for: .ownComments, [:]) == nil { return nil }
    do throws(CallFailure) {
      guard let list = try await page(graph, mostRemembered) else { return nil }
      return OwnComments(graph, comments(in: list))
    } catch {
      if error.error.kind == .refused { return nil }
      throw error.error
    }
  }

  private init(_ graph: GraphQL, _ remembered: [JSONValue]) {
    self.graph = graph
    self.remembered = remembered
    ids = Set(remembered.compactMap { $0["id"]?.id })
  }

  /// All that came since, the newest first: however many others there are, one of them cannot be
  /// overlooked.
  func newer() async throws(CallFailure) -> [JSONValue] {
    var found: [JSONValue] = []
    var seen: Set<String> = []
    var cursor: JSONValue?
    for _ in 0..<Self.mostPages {
      guard let list = try await Self.page(graph, Self.pageSize, after: cursor) else { break }
      for comment in Self.comments(in: list) {
        guard let id = comment["id"]?.id else { continue }
        if ids.contains(id) { return found }
        if seen.insert(id).inserted { found.append(comment) }
      }
      let page = Page(list)
      guard page.hasNext else { return found }
      let next = page.next(newestFirst: true)
      guard let next, next != cursor else { break }
      cursor = next
    }
    throw CallFailure(
      ClientError(.badAnswer, "the server does not list what the account wrote"))
  }

  private static func page(
    _ graph: GraphQL, _ count: Int, after cursor: JSONValue? = nil
  ) async throws(CallFailure) -> JSONValue? {
    let answer = try await graph.call(
      .ownComments, with: ["first": JSONValue(count), "after": cursor])
    return answer.viewer?["comments"]
  }

  private static func comments(in list: JSONValue) -> [JSONValue] {
    list["nodes"]?.elements ?? []
  }
}
