import AtollComments
import AtollRows
import CoralClient
import Observation

/// A view that shows the rows of a feed: a table view, a terminal, or a double in tests.
@MainActor protocol CommentTable: AnyObject {
  /// Shows changes that the feed of the controller already has.
  func perform(_ changes: RowChanges)
}

/// A screen of comments without its appearance: a story, the actions of the reader, and their results.
@MainActor @Observable final class CommentsController {
  /// The rows; the data source of a table view reads `feed.count` and `feed.row(at:)`.
  private(set) var feed = CommentFeed(Story())
  /// The signed-in reader; `nil` for a visitor.
  private(set) var me: Author?
  /// A message for the reader.
  private(set) var message: String?
  /// The texts that could not be posted, by the comments that they answer; `nil` stands for the
  /// thread itself.
  private(set) var unsent: [String?: String] = [:]
  /// The texts of edits that failed, by their comments.
  private(set) var unsentEdits: [String: String] = [:]
  /// The next pages, by the id of the comment that they answer; `nil` for the thread itself.
  private var nextPages: [String?: PageCursor] = [:]
  /// The pages that are on their way.
  private var loading: [PageCursor: Task<Void, Never>] = [:]
  /// The number of the last request for the beginning of the thread or for all of it.
  private var lastRequest = 0
  /// The comments for which a like is on its way.
  private var waiting: Set<String> = []

  private let service: any CommentService
  private let story: StoryReference
  private let mayCreateStory: Bool
  private let language: String
  /// The view of the rows; views that observe `feed` need none.
  @ObservationIgnored weak var table: (any CommentTable)?

  /// Creates the controller for a story.
  ///
  /// Talk 4 finds a story by its address only if it may create one for an unknown address.
  init(
    service: any CommentService, story: StoryReference, mayCreateStory: Bool = false,
    language: String = "en"
  ) {
    self.service = service
    self.story = story
    self.mayCreateStory = mayCreateStory
    self.language = language
  }

  // MARK: Reading

  /// Fetches the reader, if the server says who that is, and the first screen of the story.
  func load() async {
    me = (try? await service.viewer()).map { Author(id: $0.id, name: $0.name ?? "") }
    await loadFirstPage()
  }

  /// The next page of the thread, also while it is on its way; `nil` if there is none.
  var next: PageCursor? { nextPages[nil] }

  /// Returns whether the server has more replies to a comment.
  func hasMoreReplies(to comment: String) -> Bool { nextPages[comment] != nil }

  /// Fetches the next page when the reader nears the end.
  func loadMore() async {
    if let next { await load(next) }
  }

  /// Fetches more replies to a comment.
  func loadReplies(to comment: String) async {
    if let cursor = nextPages[comment] { await load(cursor) }
  }

  /// Fetches the whole story again; what was folded stays folded.
  func refresh() async {
    lastRequest += 1
    let request = lastRequest
    do {
      var options = FetchOptions()
      options.mayCreateStory = mayCreateStory
      let whole = try await service.fetch(story, options: options).story
      guard request == lastRequest else { return }
      perform(feed.reload(whole))
      (nextPages, message) = ([:], nil)
    } catch {
      if request == lastRequest { show(error) }
    }
  }

  /// Sorts the comments that are here at once, and then adds the server's first page in this order.
  func sort(by order: CommentOrder) async {
    perform(feed.sort(by: order))
    await loadFirstPage()
  }

  /// Adds the server's first page in the current order, unless the beginning is requested again
  /// meanwhile, for example in another order.
  private func loadFirstPage() async {
    lastRequest += 1
    let request = lastRequest
    var options = PageOptions()
    options.order = feed.sortOrder
    options.mayCreateStory = mayCreateStory
    do {
      let page = try await service.firstPage(of: story, options: options)
      if request == lastRequest { show(page) }
    } catch {
      if request == lastRequest { show(error) }
    }
  }

  /// Fetches a page once, even if the view that asks for it goes away, which cancels its task.
  private func load(_ cursor: PageCursor) async {
    let task =
      loading[cursor]
      ?? Task {
        await add(cursor)
        loading[cursor] = nil
      }
    loading[cursor] = task
    await task.value
  }

  /// Adds the page at a cursor, unless its list begins anew meanwhile.
  private func add(_ cursor: PageCursor) async {
    do {
      let page = try await service.page(cursor)
      guard nextPages[cursor.parent] == cursor else { return }
      nextPages[cursor.parent] = page.next
      for (comment, cursor) in page.moreReplies { nextPages[comment] = cursor }
      perform(feed.add(page.story))
      message = nil
    } catch {
      if nextPages[cursor.parent] == cursor { show(error) }
    }
  }

  /// Shows an error, unless it says that the app itself cancelled the request.
  private func show(_ error: ClientError) {
    if error.kind != .cancelled { message = "\(error)" }
  }

  /// Adds a first page.
  private func show(_ page: StoryPage) {
    nextPages[nil] = page.next
    // Further replies to comments that are here already have their own cursors, if there are any.
    for (comment, cursor) in page.moreReplies where feed.story.position(of: comment) == nil {
      nextPages[comment] = cursor
    }
    perform(feed.count == 0 ? feed.reload(page.story) : feed.add(page.story))
    message = nil
  }

  /// Opens or closes the branch of a comment.
  func toggleExpansion(of comment: String) { perform(feed.toggleExpansion(of: comment)) }

  /// Opens and closes branches by a rule.
  func fold(_ folding: Folding) { perform(feed.fold(folding)) }

  // MARK: Writing

  /// Takes the text that could not be posted, or that was not finished, for the field in which the
  /// reader answers a comment.
  func takeText(answering parent: String?) -> String {
    unsent.removeValue(forKey: parent) ?? ""
  }

  /// Keeps a text for the next time that the reader answers a comment.
  func keep(_ text: String, answering parent: String?) {
    guard !text.isEmpty else { return }
    unsent[parent] = [unsent[parent], text].compactMap(\.self).joined(separator: "\n")
  }

  /// Posts a comment or a reply; it is shown at once.
  func post(_ text: String, answering parent: String? = nil) async {
    let limits = feed.story.characterLimits
    guard limits.allows(text) else {
      let refusal = Refusal(limits.isTooShort(text) ? .tooShort : .tooLong)
      message = refusal.localizedMessage(in: language)
      keep(text, answering: parent)
      return
    }
    let draft = Comment(
      id: "draft-\(UInt64.random(in: 0 ... .max))", parentID: parent, author: me,
      body: Body(text, syntax: .plain))
    if let parent { perform(feed.expand(parent)) }
    let pending = feed.begin(.post(draft))
    perform(pending.changes)
    do {
      let outcome =
        if let parent {
          try await service.reply(text, to: parent)
        } else {
          try await service.post(
            text, to: story, sendsAnyway: false, mayCreateStory: mayCreateStory)
        }
      if !conclude(pending, outcome) { keep(text, answering: parent) }
    } catch {
      perform(feed.rollBack(pending))
      keep(text, answering: parent)
      show(error)
    }
  }

  /// Edits a comment of the reader.
  func edit(_ comment: String, to text: String) async {
    let pending = feed.begin(.edit(comment, to: Body(text, syntax: .plain)))
    perform(pending.changes)
    do {
      let outcome = try await service.edit(comment, to: text)
      unsentEdits[comment] = conclude(pending, outcome) ? nil : text
    } catch {
      perform(feed.rollBack(pending))
      unsentEdits[comment] = text
      show(error)
    }
  }

  /// Likes a comment, or removes the like; while the server has not answered, nothing more happens.
  func toggleLike(_ comment: String) async {
    guard waiting.insert(comment).inserted else { return }
    defer { waiting.remove(comment) }
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
        message = refusal.localizedMessage(in: language)
      }
    } catch {
      perform(feed.rollBack(pending))
      show(error)
    }
  }

  /// Shows an outcome, and returns whether the server has the text.
  private func conclude(_ pending: PendingAction, _ outcome: PostOutcome) -> Bool {
    message = outcome.localizedMessage(in: language)
    if case .published(let own) = outcome {
      perform(feed.confirm(pending, as: own.comment, editableUntil: own.editableUntil))
      return true
    }
    perform(feed.rollBack(pending))
    if case .heldForReview = outcome { return true }
    return false
  }

  private func perform(_ changes: RowChanges) {
    if !changes.isEmpty { table?.perform(changes) }
  }
}
