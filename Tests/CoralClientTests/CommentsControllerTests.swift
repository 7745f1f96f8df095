import AtollComments
import AtollRows
import Testing

@testable import CoralClient

/// The controller of recipes/app, with answers that come late, in another order or not at all.
@Suite @MainActor struct CommentsControllerTests {
  private let service = HeldService()

  private func makeController() async -> CommentsController {
    let controller = CommentsController(service: service, story: .id("s"))
    let loading = Task { await controller.load() }
    await service.answer("first newest")
    await loading.value
    return controller
  }

  private func ids(_ controller: CommentsController) -> Set<String> {
    Set((0..<controller.feed.count).map { controller.feed.comment(at: $0).id })
  }

  @Test func loadsAPageOnceEvenIfItsViewDisappears() async {
    let controller = await makeController()
    let first = controller.next
    // SwiftUI cancels the task of a view that disappears, and starts it again when the view is back.
    let view = Task { await controller.loadMore() }
    await service.receive("page newest")
    #expect(controller.next == first && first != nil)
    view.cancel()
    let viewAgain = Task { await controller.loadMore() }
    await Task.yield()
    #expect(controller.next == first)
    await service.answer("page newest")
    await view.value
    await viewAgain.value
    #expect(controller.message == nil && controller.next == nil)
    #expect(ids(controller) == ["newest-1", "newest-2"])
    #expect(service.requests == ["first newest", "page newest"])
  }

  @Test func showsNoMessageForACancelledRequest() async {
    let controller = CommentsController(service: service, story: .id("s"))
    let view = Task { await controller.load() }
    await service.receive("first newest")
    view.cancel()
    await service.answer("first newest")
    await view.value
    #expect(controller.message == nil && controller.feed.count == 0)
  }

  @Test func ignoresALatePageOfAnEarlierSortOrder() async {
    let controller = await makeController()
    let page = Task { await controller.loadMore() }
    await service.receive("page newest")
    let sorting = Task { await controller.sort(by: .mostLiked) }
    await service.answer("first most-liked")
    await sorting.value
    await service.answer("page newest")
    await page.value
    #expect(controller.next?.order == .mostLiked && controller.message == nil)
  }

  @Test func ignoresALatePageAfterARefresh() async {
    let controller = await makeController()
    let page = Task { await controller.loadMore() }
    await service.receive("page newest")
    let refresh = Task { await controller.refresh() }
    await service.answer("whole story")
    await refresh.value
    await service.answer("page newest")
    await page.value
    #expect(controller.next == nil && ids(controller) == ["whole"])
  }

  @Test func showsTheOrderThatWasChosenLast() async {
    let controller = await makeController()
    let first = Task { await controller.sort(by: .mostLiked) }
    await service.receive("first most-liked")
    let second = Task { await controller.sort(by: .oldest) }
    await service.answer("first oldest")
    await second.value
    await service.answer("first most-liked")
    await first.value
    #expect(controller.next?.order == .oldest)
    #expect(ids(controller) == ["newest-1", "oldest-1"])
  }

  @Test func reloadsInTheChosenOrder() async {
    let controller = await makeController()
    let sorting = Task { await controller.sort(by: .mostLiked) }
    await service.answer("first most-liked")
    await sorting.value
    let loading = Task { await controller.load() }
    await service.answer("first most-liked")
    await loading.value
    #expect(controller.next?.order == .mostLiked)
  }

  @Test func saysThatATextOfSpacesIsTooShort() async {
    let controller = await makeController()
    await controller.post("   ")
    #expect(controller.message == Refusal(.tooShort).localizedMessage(in: "en"))
    #expect(controller.unsent == [nil: "   "] && controller.feed.count == 1)
  }

  @Test func keepsAnUnsentReplyWithItsParentComment() async {
    let controller = await makeController()
    let comment = "newest-1"
    service.published = ["two", "four"]
    let posts = [("one", comment), ("two", comment), ("three", nil), ("four", nil)].map { post in
      Task { await controller.post(post.0, answering: post.1) }
    }
    // The later text is published although the earlier one is refused.
    for text in ["one", "two", "three", "four"] { await service.receive(text) }
    for text in ["one", "two", "four", "three"] { await service.answer(text) }
    for post in posts { await post.value }
    #expect(controller.unsent == [comment: "one", nil: "three"])
    #expect(controller.takeText(answering: "other") == "")
    #expect(controller.takeText(answering: comment) == "one")
    #expect(controller.unsent == [nil: "three"])
    controller.keep("more", answering: nil)
    controller.keep("", answering: comment)
    #expect(controller.unsent == [nil: "three\nmore"])
  }
}

/// A service that holds back each answer until a test asks for it.
///
/// The first page in an order has one comment, and so has the second and last one.
@MainActor private final class HeldService: CommentService {
  private(set) var requests: [String] = []
  /// The texts that are not refused.
  var published: Set<String> = []
  private var held: [String: CheckedContinuation<Void, Never>] = [:]

  /// Waits until a request has arrived.
  func receive(_ request: String) async {
    while held[request] == nil { await Task.yield() }
  }

  /// Answers a request, as soon as it has arrived.
  func answer(_ request: String) async {
    await receive(request)
    held.removeValue(forKey: request)?.resume()
  }

  private func hold(_ request: String) async throws(ClientError) {
    requests.append(request)
    await withCheckedContinuation { held[request] = $0 }
    if Task.isCancelled { throw .cancelled }
  }

  nonisolated private func story(_ id: String) -> Story {
    Story(id: "s", comments: [AtollComments.Comment(id: id, body: Body("words", syntax: .plain))])
  }

  func firstPage(
    of reference: StoryReference, options: PageOptions
  ) async throws(ClientError) -> StoryPage {
    try await hold("first \(options.order.rawValue)")
    return StoryPage(
      story: story("\(options.order.rawValue)-1"),
      next: PageCursor(story: "s", order: options.order))
  }

  func page(_ cursor: PageCursor) async throws(ClientError) -> StoryPage {
    try await hold("page \(cursor.order.rawValue)")
    return StoryPage(story: story("\(cursor.order.rawValue)-2"))
  }

  func fetch(
    _ reference: StoryReference, options: FetchOptions
  ) async throws(ClientError) -> FetchedStory {
    try await hold("whole story")
    return FetchedStory(story: story("whole"))
  }

  func conversation(
    with comment: String, ancestors: Int, replies: Int
  ) async throws(ClientError) -> StoryPage { StoryPage(story: story(comment)) }

  func viewer() async throws(ClientError) -> Viewer? { nil }

  func post(
    _ text: String, to story: StoryReference, sendsAnyway: Bool, mayCreateStory: Bool
  ) async throws(ClientError) -> PostOutcome { try await outcome(of: text, under: nil) }

  func reply(
    _ text: String, to comment: String, sendsAnyway: Bool
  ) async throws(ClientError) -> PostOutcome { try await outcome(of: text, under: comment) }

  private func outcome(
    of text: String, under parent: String?
  ) async throws(ClientError) -> PostOutcome {
    try await hold(text)
    guard published.contains(text) else { return .refused(Refusal(.notSignedIn)) }
    return .published(
      OwnComment(
        AtollComments.Comment(id: "new-\(text)", parentID: parent, body: Body(text, syntax: .plain))
      ))
  }

  func edit(_ comment: String, to text: String) async throws(ClientError) -> PostOutcome {
    .refused(Refusal(.notSignedIn))
  }

  func like(_ comment: String) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }
  func unlike(_ comment: String) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }
  func disagree(_ comment: String) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }
  func ignore(_ user: String) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }
  func stopIgnoring(_ user: String) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }

  func report(
    _ comment: String, because reason: CoralClient.ReportReason, details: String?
  ) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }
}
