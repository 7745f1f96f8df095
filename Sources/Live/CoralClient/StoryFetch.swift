import Bytes
import Comments
import StoryDecoding

/// One fetch of a story: requests pages, several at once, until nothing is missing.
struct StoryFetch {
  private let graph: GraphQL
  private let options: FetchOptions
  private let limits: ClientOptions
  private var pages: [Answered] = []
  private var seen: Set<String> = []
  /// Comments that answer one that is not shown.
  private var hidden: Set<String> = []
  /// The parent of each comment, as the server says, visible or not.
  private var parents: [(comment: String, parent: String)] = []
  private var expected: Int?
  private var waiting: [Job] = []
  private var isCut = false
  /// A list ended although the server said that there are more comments in it.
  private var isIncomplete = false

  /// An answer and its place among all answers, which arrive in any order.
  private struct Answered {
    let bytes: [UInt8]
    /// The answer that led to this request, and the path of the reason in it.
    let origin: Origin
  }

  private struct Origin {
    var page: Int
    var slot: Int
    /// After everything that an answer gives reason for.
    static let last = Int.max
  }

  /// One page to request.
  private struct Job {
    /// The comment whose replies are requested; nothing for the comments at the root.
    var parent: String?
    var cursor: JSONValue?
    /// The end of the page before, as the server gave it.
    var lastEnd: JSONValue?
    var size: Int
    var origin: Origin
    var emptyPages = 0
  }

  /// So many pages in a row may bring nothing new.
  private static let mostEmptyPages = 20
  /// Coral before 7.2 gives no more than this at the root.
  private static let oldRootLimit = 50
  /// The number of replies in the answer for each comment at the root.
  private static let repliesAlong = 20

  init(_ graph: GraphQL, options: FetchOptions, limits: ClientOptions) {
    self.graph = graph
    self.options = options
    self.limits = limits
  }

  consuming func run(_ reference: StoryReference) async throws(ClientError) -> FetchedStory {
    let id = try await begin(reference)
    waiting = [Job(parent: nil, size: rootPageSize, origin: Origin(page: 0, slot: 0))]
    do {
      try await work(on: id)
    } catch let error as ClientError {
      throw error
    } catch {
      throw .cancelled
    }
    return try assemble()
  }

  private var rootPageSize: Int {
    if case .coral(let version) = graph.server, version < ServerVersion(7, 2) {
      return min(limits.pageSize, Self.oldRootLimit)
    }
    return limits.pageSize
  }

  // MARK: The story

  /// Finds the story, and gives its id.
  private mutating func begin(_ reference: StoryReference) async throws(ClientError) -> String {
    let (answer, story) = try await graph.findStory(reference, mayCreate: options.mayCreate)
    guard let id = story["id"]?.id else {
      throw ClientError(.badAnswer, "the server gave a story without an id")
    }
    expected = (story["totalCommentCount"] ?? story["commentCounts"]?["totalPublished"])?.int
    pages.append(Answered(bytes: answer.bytes, origin: Origin(page: -1, slot: 0)))
    return id
  }

  // MARK: Pages

  private mutating func work(on id: String) async throws {
    // The child tasks cannot borrow `self`, so they get copies of the values that they need.
    let graph = graph
    try await withThrowingTaskGroup(of: (Job, Answer).self) { group in
      var running = 0
      while true {
        while running < max(1, limits.parallel), !isCut, !waiting.isEmpty {
          let job = waiting.removeFirst()
          group.addTask { (job, try await Self.ask(graph, about: id, for: job)) }
          running += 1
        }
        guard running > 0, let (job, answer) = try await group.next() else { return }
        running -= 1
        take(answer, of: job)
      }
    }
  }

  private static func ask(
    _ graph: GraphQL, about id: String, for job: Job
  ) async throws(ClientError) -> Answer {
    let isOfRoot = job.parent == nil
    return try await graph.ask(
      isOfRoot ? .comments : .replies,
      [
        "id": .string(job.parent ?? id), "first": JSONValue(job.size), "after": job.cursor,
        "replies": isOfRoot && graph.server.form == .coral ? JSONValue(repliesAlong) : nil,
      ])
  }

  private mutating func take(_ answer: Answer, of job: Job) {
    pages.append(Answered(bytes: answer.bytes, origin: job.origin))
    let list =
      job.parent == nil
      ? (answer.data["story"] ?? answer.data["stream"])?["comments"] ?? answer.data["comments"]
      : answer.data["comment"]?["replies"]
    // It was removed meanwhile, or is null because of an error next to it: its content is unknown.
    guard let list else {
      isIncomplete = true
      return
    }
    let before = seen.count
    let page = Page(list)
    var slot = 0
    note(page, under: job.parent, &slot)
    // Each page after the first was announced, and begins before the end of the last one.
    if job.lastEnd != nil, page.comments.isEmpty, !page.hasNext { isIncomplete = true }
    if var next = next(after: page, of: job, isNew: seen.count > before) {
      next.origin = Origin(page: pages.count - 1, slot: Origin.last)
      waiting.append(next)
    }
    if let most = options.mostComments, seen.count >= most, !waiting.isEmpty { isCut = true }
    options.progress?(
      FetchProgress(
        commentCount: seen.count, expectedCount: expected, requestCount: pages.count))
  }

  /// Remembers who is on a page, and asks for the replies that are missing from it.
  private mutating func note(_ page: Page, under parent: String?, _ slot: inout Int) {
    for comment in page.comments {
      slot += 1
      if let answered = comment.parentID {
        parents.append((comment.id, answered))
      } else if comment.isReply
        || (parent != nil && (!graph.listsNextLevelOnly || comment.lacksParent))
      {
        hidden.insert(comment.id)
      }
      let isNew = seen.insert(comment.id).inserted
      guard case .coral = graph.server else { continue }
      let job = Job(
        parent: comment.id, size: limits.pageSize,
        origin: Origin(page: pages.count - 1, slot: slot))
      if let replies = comment.replies.first {
        note(replies, under: comment.id, &slot)
        if let next = next(after: replies, of: job, isNew: true) { waiting.append(next) }
      } else if isNew, parent == nil || graph.listsNextLevelOnly, mayHaveReplies(comment) {
        waiting.append(job)
      }
    }
  }

  private func mayHaveReplies(_ comment: Page.Listed) -> Bool {
    // The operations of the web client do not all say how many replies there are.
    comment.replyCount.map { $0 > 0 } ?? (graph.persisted != nil)
  }

  /// The job that comes after a page, unless that was the last one.
  ///
  /// Ends even if a server always announces more comments: a page without a new comment is requested
  /// again with a larger size a few times, and only so many of such pages are ignored.
  private mutating func next(after page: Page, of job: Job, isNew: Bool) -> Job? {
    guard page.hasNext else { return nil }
    var next = job
    next.lastEnd = page.end
    if let cursor = page.next(), isNew || page.end != job.lastEnd {
      next.cursor = cursor
      next.emptyPages = isNew ? 0 : job.emptyPages + 1
      if next.emptyPages <= Self.mostEmptyPages { return next }
    } else {
      // No place to go on from, or the same one again.
      next.size = job.size * 4
      if next.size <= Page.largest, !page.comments.isEmpty { return next }
    }
    isIncomplete = true
    return nil
  }

  // MARK: The end

  /// The answers in the order in which single requests, one after another, would have got them.
  private func ordered() -> [Int] {
    var reasons = [[Int]](repeating: [], count: pages.count)
    for (index, page) in pages.enumerated().dropFirst() { reasons[page.origin.page].append(index) }
    var order: [Int] = []
    var stack = [0]
    while let index = stack.popLast() {
      order.append(index)
      stack += reasons[index].sorted { pages[$0].origin.slot > pages[$1].origin.slot }
    }
    return order
  }

  private consuming func assemble() throws(ClientError) -> FetchedStory {
    let files = ordered().enumerated().map {
      InputFile(name: "answer \($0 + 1)", bytes: pages[$1].bytes)
    }
    let decoded: DecodedStory
    do {
      decoded = try StoryDecoder.decode(files, as: graph.server.form)
    } catch {
      throw ClientError(.badAnswer, "the answers contain no story: \(error)")
    }
    var fetched = FetchedStory(
      story: decoded.story,
      // Completeness is judged for all pages together, and comments without a parent are left out,
      // so the pages' own reports about both are dropped.
      diagnostics: decoded.diagnostics.list(without: [.incompleteStory, .missingParent]),
      hiddenCount: 0, requestCount: pages.count)
    // Coral names a parent even if it does not show it.
    for (comment, parent) in parents where !seen.contains(parent) { hidden.insert(comment) }
    fetched.leaveOutHidden(hidden)
    // The server also counts replies to hidden comments, so a complete story has its own count.
    let isWhole = !isIncomplete && !isCut
    let total = isWhole ? fetched.story.count : fetched.story.facts.commentCount
    fetched.story.setServerCount(total, isComplete: isWhole)
    if isIncomplete { fetched.diagnostics.append(Page.missingRest) }
    fetched.countOfServer = expected
    if isWhole, let expected, isFarLess(seen.count, than: expected) {
      fetched.diagnostics.append(
        Diagnostic(
          .incompleteStory,
          "the server counts \(expected) published comments, but lists \(seen.count)", at: .input))
    }
    if let most = options.mostComments, isCut || fetched.story.count > most {
      fetched.cut(to: most)
    }
    return fetched
  }

  /// Servers also count what answers a comment that is not shown, and may count once an hour only.
  private func isFarLess(_ listed: Int, than counted: Int) -> Bool {
    counted - listed > counted / 10
  }
}
