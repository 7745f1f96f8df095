import Comments
import CoralClient
import Foundation
import Rows

// The example of docs/native-client.md, word for word; `NativeClientTests` compares the two and runs it.

/// What the controller asks of a table; `UITableView` does it under nearly the same names.
@MainActor protocol CommentTable {
  func performBatchUpdates(_ updates: () -> Void)
  func deleteRows(at rows: [Int])
  func insertRows(at rows: [Int])
  func moveRow(at row: Int, to newRow: Int)
  func reconfigureRows(at rows: [Int])
}

/// A screen of comments: a story, what the reader does to it, and what came of that.
@MainActor final class CommentsController {
  private let client: CoralClient
  private let story: StoryReference
  private let table: any CommentTable
  private let me: Author

  /// The rows; the table's data source reads `feed.count` and `feed.row(at:)`.
  private(set) var feed: CommentFeed
  /// What the reader should know.
  private(set) var message: String?
  /// Words that did not get through, for the text field.
  private(set) var unsent: String?

  /// Fetches a story for the first time.
  init(
    client: CoralClient, story: StoryReference, table: any CommentTable, me: Author
  ) async throws {
    self.client = client
    self.story = story
    self.table = table
    self.me = me
    feed = CommentFeed(try await client.fetch(story).story)
  }

  /// Fetches the story again; what was folded stays folded.
  func refresh() async {
    do {
      perform(feed.reload(try await client.fetch(story).story))
    } catch {
      message = "\(error)"
    }
  }

  func didSelectRow(at row: Int) { perform(feed.toggle(at: row)) }

  func post(_ text: String, answering parent: String? = nil) async {
    let draft = Comment(
      id: "draft-\(UUID())", parentID: parent, author: me, body: Body(text, syntax: .plain))
    let (pending, changes) = feed.begin(.post(draft))
    perform(changes)
    do {
      let outcome =
        if let parent {
          try await client.reply(text, to: parent)
        } else {
          try await client.post(text, to: story)
        }
      conclude(pending, outcome, text)
    } catch {
      perform(feed.rollBack(pending))
      (message, unsent) = ("\(error)", text)
    }
  }

  func edit(_ comment: String, to text: String) async {
    let (pending, changes) = feed.begin(.edit(comment, to: Body(text, syntax: .plain)))
    perform(changes)
    do {
      conclude(pending, try await client.edit(comment, to: text), text)
    } catch {
      perform(feed.rollBack(pending))
      (message, unsent) = ("\(error)", text)
    }
  }

  func like(_ comment: String) async {
    let (pending, changes) = feed.begin(.like(comment))
    perform(changes)
    do {
      switch try await client.like(comment) {
      case .done(let likes): perform(feed.confirm(pending, likes: likes))
      case .refused(let refusal):
        perform(feed.rollBack(pending))
        message = refusal.message
      }
    } catch {
      perform(feed.rollBack(pending))
      message = "\(error)"
    }
  }

  private func conclude(_ pending: PendingAction, _ outcome: PostOutcome, _ text: String) {
    switch outcome {
    case .published(let own): perform(feed.confirm(pending, as: own.comment))
    case .heldForReview:
      perform(feed.rollBack(pending))
      message = "A moderator reads your comment before others can."
    case .bannedWord:
      perform(feed.rollBack(pending))
      (message, unsent) = ("Your comment has a word that is not allowed here.", text)
    case .refused(let refusal):
      perform(feed.rollBack(pending))
      (message, unsent) = (refusal.message, text)
    }
  }

  /// What every change of a feed comes down to; with UIKit, `rows` become index paths.
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

/// What an app knows of its user.
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
  let answers: [String: HTTPResponse]

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard let answer = answers[request.url] else { throw TransportError(.unreachable, request.url) }
    return answer
  }
}
