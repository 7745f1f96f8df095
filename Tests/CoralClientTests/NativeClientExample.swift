import Comments
import CoralClient
import Foundation
import Rows

// The example of docs/native-client.md, word for word; `NativeClientTests` compares the two and runs it.

/// The methods of a table that the controller calls; those of `UITableView` have nearly the same names.
@MainActor protocol CommentTable {
  func performBatchUpdates(_ updates: () -> Void)
  func deleteRows(at rows: [Int])
  func insertRows(at rows: [Int])
  func moveRow(at row: Int, to newRow: Int)
  func reconfigureRows(at rows: [Int])
}

/// A screen of comments: a story, the actions of the reader, and their results.
@MainActor final class CommentsController {
  private let service: any CommentService
  private let story: StoryReference
  private let table: any CommentTable
  private let me: Author
  private let language: String

  /// The rows; the table's data source reads `feed.count` and `feed.row(at:)`.
  private(set) var feed: CommentFeed
  /// A message for the reader.
  private(set) var message: String?
  /// A text that could not be posted, for the text field.
  private(set) var unsent: String?
  /// The next pages of the thread, and of the replies to a comment.
  private var next: PageCursor?
  private var moreReplies: [String: PageCursor]

  /// Fetches the first screen of a story: one request.
  init(
    service: any CommentService, story: StoryReference, table: any CommentTable, me: Author,
    language: String = "en"
  ) async throws {
    self.service = service
    self.story = story
    self.table = table
    self.me = me
    self.language = language
    let page = try await service.firstPage(of: story)
    feed = CommentFeed(page.story)
    next = page.next
    moreReplies = page.moreReplies
  }

  // MARK: Reading

  /// Whether the server has more comments at the root.
  var hasMore: Bool { next != nil }

  /// Whether the server has more replies to a comment.
  func hasMoreReplies(to comment: String) -> Bool { moreReplies[comment] != nil }

  /// Fetches the next page when the reader nears the end.
  func loadMore() async {
    guard let cursor = next else { return }
    next = nil
    await load(cursor) { next = $0 }
  }

  /// Fetches more replies to a comment.
  func loadReplies(to comment: String) async {
    guard let cursor = moreReplies.removeValue(forKey: comment) else { return }
    await load(cursor) { moreReplies[comment] = $0 }
  }

  /// Fetches the whole story again; what was folded stays folded.
  func refresh() async {
    do {
      perform(feed.reload(try await service.fetch(story).story))
      (next, moreReplies, message) = (nil, [:], nil)
    } catch {
      message = "\(error)"
    }
  }

  private func load(_ cursor: PageCursor, goOn: (PageCursor?) -> Void) async {
    do {
      let page = try await service.page(cursor)
      goOn(page.next)
      moreReplies.merge(page.moreReplies) { _, new in new }
      perform(feed.add(page.story))
      message = nil
    } catch {
      goOn(cursor)
      message = "\(error)"
    }
  }

  func didSelectRow(at row: Int) { perform(feed.toggle(at: row)) }

  // MARK: Writing

  func post(_ text: String, answering parent: String? = nil) async {
    let limits = feed.story.characterLimits
    guard limits.allow(text) else {
      let isShort = text.count < (limits.minimum ?? 1)
      message = Refusal(isShort ? .tooShort : .tooLong).words(in: language)
      unsent = text
      return
    }
    let draft = Comment(
      id: "draft-\(UUID())", parentID: parent, author: me, body: Body(text, syntax: .plain))
    let pending = feed.begin(.post(draft))
    perform(pending.changes)
    do {
      let outcome =
        if let parent {
          try await service.reply(text, to: parent)
        } else {
          try await service.post(text, to: story)
        }
      conclude(pending, outcome, text)
    } catch {
      perform(feed.rollBack(pending))
      (message, unsent) = ("\(error)", text)
    }
  }

  func edit(_ comment: String, to text: String) async {
    let pending = feed.begin(.edit(comment, to: Body(text, syntax: .plain)))
    perform(pending.changes)
    do {
      conclude(pending, try await service.edit(comment, to: text), text)
    } catch {
      perform(feed.rollBack(pending))
      (message, unsent) = ("\(error)", text)
    }
  }

  /// Likes a comment, or removes the like.
  func toggleLike(_ comment: String) async {
    let isLiked = feed.story.viewerState(of: comment).hasLiked
    let pending = feed.begin(isLiked ? .unlike(comment) : .like(comment))
    perform(pending.changes)
    do {
      let outcome =
        isLiked ? try await service.unlike(comment) : try await service.like(comment)
      switch outcome {
      case .done(let likes):
        perform(feed.confirm(pending, likes: likes))
        message = nil
      case .refused(let refusal):
        perform(feed.rollBack(pending))
        message = refusal.words(in: language)
      }
    } catch {
      perform(feed.rollBack(pending))
      message = "\(error)"
    }
  }

  private func conclude(_ pending: PendingAction, _ outcome: PostOutcome, _ text: String) {
    if case .published(let own) = outcome {
      perform(feed.confirm(pending, as: own.comment))
      unsent = nil
    } else {
      perform(feed.rollBack(pending))
      if case .heldForReview = outcome { unsent = nil } else { unsent = text }
    }
    message = outcome.words(in: language)
  }

  /// Applies changes of the feed to the table; with UIKit, rows become index paths.
  private func perform(_ changes: RowChanges) {
    if changes.isEmpty { return }
    table.performBatchUpdates {
      table.deleteRows(at: Array(changes.deletions))
      table.insertRows(at: Array(changes.insertions))
      for move in changes.moves { table.moveRow(at: move.from, to: move.to) }
    }
    table.reconfigureRows(at: Array(changes.updatesAfter))
  }
}

/// A service without a server, for previews and tests of your screens.
actor PreviewService: CommentService {
  private var story: Story
  private var number = 0

  init(_ story: Story) { self.story = story }

  func firstPage(
    of reference: StoryReference, options: PageOptions
  ) async throws(ClientError) -> StoryPage { StoryPage(story: story) }

  func page(_ cursor: PageCursor) async throws(ClientError) -> StoryPage {
    throw ClientError(.storyNotFound, "a preview has one page")
  }

  func conversation(
    with comment: String, ancestors: Int, replies: Int
  ) async throws(ClientError) -> StoryPage { StoryPage(story: story) }

  func fetch(
    _ reference: StoryReference, options: FetchOptions
  ) async throws(ClientError) -> FetchedStory { FetchedStory(story: story) }

  func viewer() async throws(ClientError) -> Viewer? { Viewer(id: "me", name: "Me") }

  func post(
    _ text: String, to story: StoryReference, anyway: Bool, mayCreate: Bool
  ) async throws(ClientError) -> PostOutcome { published(text, under: nil) }

  func reply(
    _ text: String, to comment: String, anyway: Bool
  ) async throws(ClientError) -> PostOutcome { published(text, under: comment) }

  func edit(_ comment: String, to text: String) async throws(ClientError) -> PostOutcome {
    .refused(Refusal(.editWindowOver))
  }

  func like(_ comment: String) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }
  func unlike(_ comment: String) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }
  func disagree(_ comment: String) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }
  func ignore(_ user: String) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }
  func stopIgnoring(_ user: String) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }

  func report(
    _ comment: String, because reason: CoralClient.ReportReason, details: String?
  ) async throws(ClientError) -> ActionOutcome { .done(likes: nil) }

  private func published(_ text: String, under parent: String?) -> PostOutcome {
    number += 1
    let comment = Comment(
      id: "preview-\(number)", parentID: parent, author: Author(name: "Me"),
      body: Body(text, syntax: .plain))
    return .published(OwnComment(comment))
  }
}

/// The account of the app's user.
protocol Account: Sendable {
  func coralToken() async throws -> String
  func renewedCoralToken(insteadOf rejected: String) async throws -> String
}

func makeClient(for account: some Account) throws -> CoralClient {
  let tokens = TokenSource {
    try await account.coralToken()
  } renewed: { rejected in
    try await account.renewedCoralToken(insteadOf: rejected)
  }
  return CoralClient(try ServerAddress("https://coral.example.com"), tokens: tokens)
}

struct Recorded: Transport {
  let answers: [String: TransportResponse]

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    guard let answer = answers[request.url] else { throw TransportError(.unreachable, request.url) }
    return answer
  }
}
