import AtollComments
import AtollRows
import CoralClient
import Foundation

// Examples of docs/native-client.md, word for word; `NativeClientTests` compares and runs them. The controller is that of
// recipes/app.

/// A service without a server, for previews and tests of your screens.
actor PreviewService: CommentService {
  private var story: Story
  private var number = 0

  init(_ story: Story) { self.story = story }

  func firstPage(
    of reference: StoryReference, options: PageOptions
  ) async throws(ClientError) -> StoryPage { StoryPage(story: story) }

  func page(_ cursor: PageCursor) async throws(ClientError) -> StoryPage {
    throw ClientError(.storyNotFound, message: "a preview has one page")
  }

  func conversation(
    with comment: String, ancestors: Int, replies: Int
  ) async throws(ClientError) -> StoryPage { StoryPage(story: story) }

  func fetch(
    _ reference: StoryReference, options: FetchOptions
  ) async throws(ClientError) -> FetchedStory { FetchedStory(story: story) }

  func viewer() async throws(ClientError) -> Viewer? { Viewer(id: "me", name: "Me") }

  func post(
    _ text: String, to story: StoryReference, sendsAnyway: Bool, mayCreateStory: Bool
  ) async throws(ClientError) -> PostOutcome { published(text, under: nil) }

  func reply(
    _ text: String, to comment: String, sendsAnyway: Bool
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
    guard let answer = answers[request.url] else {
      throw TransportError(.unreachable, message: request.url)
    }
    return answer
  }
}

/// The stories of a server on the device, for times without a network.
struct StoryCache {
  let folder: URL

  func keep(_ story: Story) throws {
    try Data(story.document()).write(to: file(of: story.id), options: .atomic)
  }

  func story(_ id: String) throws -> Story {
    try Story(document: Array(Data(contentsOf: file(of: id))))
  }

  private func file(of id: String) -> URL { folder.appending(path: "\(id).json") }
}
