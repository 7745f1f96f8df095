import AtollBytes
import AtollComments
import AtollStoryDecoding

/// A single fetch of a story: it requests several pages at a time, up to the end of each list or the
/// maximum number of comments.
struct StoryFetch {
  private let api: GraphQLClient
  private let options: FetchOptions
  private let clientOptions: ClientOptions
  private var answers: [ReceivedAnswer] = []
  private var seenIDs: Set<String> = []
  /// The ids of comments whose parent is not shown.
  private var idsWithHiddenParent: Set<String> = []
  /// The ids of each reply and of its parent, which may not be visible.
  private var parents: [(comment: String, parent: String)] = []
  private var expectedCount: Int?
  private var waitingJobs: [Job] = []
  private var isTruncated = false
  /// True if comments may be missing: a list could not be read, or ended although the server said
  /// that there are more.
  private var isIncomplete = false

  /// An answer and its origin; answers arrive in any order, and the origins put them in order.
  private struct ReceivedAnswer {
    let bytes: [UInt8]
    let origin: Origin
  }

  /// The place in an earlier answer that led to a request.
  private struct Origin {
    var answerIndex: Int
    /// The number of the comment whose replies are requested, or `nextPageSlot`.
    var slot: Int
    /// The slot of a list's next page, which comes after the replies to all comments of this page.
    static let nextPageSlot = Int.max
  }

  /// One page to request.
  private struct Job {
    /// The comment whose replies are requested; `nil` for root comments.
    var parent: String?
    var cursor: JSONValue?
    /// The end of the previous page, as the server gave it; `nil` for the first page.
    var previousEndCursor: JSONValue?
    var size: Int
    var origin: Origin
    var emptyPageCount = 0
  }

  /// The maximum number of root comments on a page of Coral before 7.2.
  private static let oldCoralRootLimit = 50
  /// The number of replies that are requested along with each root comment.
  private static let repliesPerRoot = 20

  init(_ api: GraphQLClient, options: FetchOptions, clientOptions: ClientOptions) {
    self.api = api
    self.options = options
    self.clientOptions = clientOptions
  }

  consuming func run(_ reference: StoryReference) async throws(ClientError) -> FetchedStory {
    let id = try await findStory(reference)
    waitingJobs = [Job(parent: nil, size: rootPageSize, origin: Origin(answerIndex: 0, slot: 0))]
    do {
      try await fetchPages(ofStory: id)
    } catch {
      throw ClientError(error)
    }
    return try assemble()
  }

  private var rootPageSize: Int {
    if case .coral(let version) = api.server, version < ServerVersion(7, minor: 2) {
      return min(clientOptions.pageSize, Self.oldCoralRootLimit)
    }
    return clientOptions.pageSize
  }

  // MARK: The story

  /// Finds the story, keeps the answer as the first one, and returns the story's id.
  private mutating func findStory(_ reference: StoryReference) async throws(ClientError) -> String {
    let (answer, story, id) = try await api.findStory(
      reference, mayCreateStory: options.mayCreateStory)
    let count = (story["totalCommentCount"] ?? story["commentCounts"]?["totalPublished"])?.int
    expectedCount = count.flatMap { $0 < 0 ? nil : $0 }
    answers.append(ReceivedAnswer(bytes: answer.bytes, origin: Origin(answerIndex: -1, slot: 0)))
    return id
  }

  // MARK: Pages

  private mutating func fetchPages(ofStory id: String) async throws {
    // The child tasks cannot borrow `self`, so they get copies of the values that they need.
    let api = api
    try await withThrowingTaskGroup(of: (Job, Answer).self) { group in
      var running = 0
      while true {
        while running < max(1, clientOptions.maximumConcurrentRequests), !isTruncated,
          !waitingJobs.isEmpty
        {
          let job = waitingJobs.removeFirst()
          group.addTask { (job, try await Self.ask(api, about: id, for: job)) }
          running += 1
        }
        guard running > 0, let (job, answer) = try await group.next() else { return }
        running -= 1
        try receive(answer, of: job, aboutStory: id)
      }
    }
  }

  private static func ask(
    _ api: GraphQLClient, about id: String, for job: Job
  ) async throws(ClientError) -> Answer {
    let requestsRoots = job.parent == nil
    return try await api.call(
      requestsRoots ? .comments : .replies,
      with: [
        "id": .string(job.parent ?? id), "first": JSONValue(job.size), "after": job.cursor,
        "replies": requestsRoots && api.server.form == .coral ? JSONValue(repliesPerRoot) : nil,
      ])
  }

  private mutating func receive(
    _ answer: Answer, of job: Job, aboutStory id: String
  ) throws(ClientError) {
    answers.append(ReceivedAnswer(bytes: answer.bytes, origin: job.origin))
    guard let list = answer.commentList else {
      if job.parent == nil, answer.story == nil {
        throw api.missingStoryError(.id(id), in: answer)
      }
      // The first list is never null without an error. Replies are missing if the comment above
      // them was removed meanwhile.
      if !answer.errors.isEmpty || answers.count == 2 {
        throw answer.missingError("the list of comments")
      }
      isIncomplete = true
      return
    }
    let before = seenIDs.count
    let page = ListPage(list)
    var slot = 0
    recordComments(of: page, under: job.parent, at: &slot)
    // Every page after the first was announced and overlaps the previous one, so it cannot be
    // empty.
    if job.previousEndCursor != nil, page.comments.isEmpty, !page.hasNextPage {
      isIncomplete = true
    }
    if var next = nextJob(after: page, of: job, isNew: seenIDs.count > before) {
      next.origin = Origin(answerIndex: answers.count - 1, slot: Origin.nextPageSlot)
      waitingJobs.append(next)
    }
    if let maximum = options.maximumCommentCount, seenIDs.count >= maximum, !waitingJobs.isEmpty {
      isTruncated = true
    }
    options.progress?(
      FetchProgress(
        commentCount: seenIDs.count, expectedCount: expectedCount, requestCount: answers.count))
  }

  /// Records which comments are on a page, and queues jobs for the replies that are missing there.
  private mutating func recordComments(
    of page: ListPage, under parent: String?, at slot: inout Int
  ) {
    for comment in page.comments {
      slot += 1
      if let parentID = comment.parentID {
        parents.append((comment.id, parentID))
      } else if comment.isReply
        || (parent != nil && (!api.listsNextLevelOnly || comment.lacksParent))
      {
        idsWithHiddenParent.insert(comment.id)
      }
      let isNew = seenIDs.insert(comment.id).inserted
      guard case .coral = api.server else { continue }
      let job = Job(
        parent: comment.id, size: clientOptions.pageSize,
        origin: Origin(answerIndex: answers.count - 1, slot: slot))
      if let replies = comment.replies.first {
        recordComments(of: replies, under: comment.id, at: &slot)
        // For a comment that comes again, the replies were requested the first time.
        if isNew, let next = nextJob(after: replies, of: job, isNew: true) {
          waitingJobs.append(next)
        }
      } else if isNew, parent == nil || api.listsNextLevelOnly, mayHaveReplies(comment) {
        waitingJobs.append(job)
      }
    }
  }

  private func mayHaveReplies(_ comment: ListPage.ListedComment) -> Bool {
    // Not all of the web client's operations give the number of replies.
    comment.replyCount.map { $0 > 0 } ?? (api.persistedOperations != nil)
  }

  /// Returns the job for the page after this one, or `nil` if there is none or a limit is reached.
  ///
  /// The fetch ends even if a server announces more comments forever. If the cursor does not
  /// advance, the page is requested again with a larger size, up to a limit. The number of
  /// consecutive pages without a new comment is limited, too.
  private mutating func nextJob(after page: ListPage, of job: Job, isNew: Bool) -> Job? {
    guard page.hasNextPage else { return nil }
    var next = job
    next.previousEndCursor = page.endCursor
    if let cursor = page.nextCursor(), isNew || page.endCursor != job.previousEndCursor {
      next.cursor = cursor
      next.emptyPageCount = isNew ? 0 : job.emptyPageCount + 1
      if next.emptyPageCount <= ListPage.maximumEmptyPageCount { return next }
    } else {
      // There is no cursor to continue from, or it is the same one again.
      if job.size <= ListPage.maximumSize / 4, !page.comments.isEmpty {
        next.size *= 4
        return next
      }
    }
    isIncomplete = true
    return nil
  }

  // MARK: Assembling

  /// Returns the indices of the answers, in the order in which sequential requests would have
  /// received them.
  private func sequentialOrder() -> [Int] {
    var followUps = [[Int]](repeating: [], count: answers.count)
    for (index, answer) in answers.enumerated().dropFirst() {
      followUps[answer.origin.answerIndex].append(index)
    }
    var order: [Int] = []
    var stack = [0]
    while let index = stack.popLast() {
      order.append(index)
      stack += followUps[index].sorted { answers[$0].origin.slot > answers[$1].origin.slot }
    }
    return order
  }

  private consuming func assemble() throws(ClientError) -> FetchedStory {
    let files = sequentialOrder().enumerated().map {
      InputFile(name: "answer \($0 + 1)", bytes: answers[$1].bytes)
    }
    let decoded = try StoryDecoder.decode(
      answers: files, of: api.server, problem: "the answers do not make one story",
      hidesIgnoredUsers: options.hidesIgnoredUsers)
    var fetched = FetchedStory(
      story: decoded.story,
      // Completeness is judged for all pages together, and comments without a parent are left out,
      // so the pages' own reports about both are dropped.
      diagnostics: decoded.diagnostics.list(without: [.incompleteStory, .missingParent]),
      requestCount: answers.count)
    // Coral names a parent even if it does not show it.
    for (comment, parent) in parents where !seenIDs.contains(parent) {
      idsWithHiddenParent.insert(comment)
    }
    fetched.removeHiddenComments(idsWithHiddenParent)
    // The server also counts replies to hidden comments, so a complete story is counted here
    // instead.
    let isWhole = !isIncomplete && !isTruncated
    let total = isWhole ? fetched.story.count : fetched.story.metadata.commentCount
    fetched.story.setServerCount(total, isComplete: isWhole)
    if isIncomplete { fetched.diagnostics.append(ListPage.incompleteListDiagnostic) }
    fetched.serverCommentCount = expectedCount
    if isWhole, let expectedCount, isFarLess(seenIDs.count, than: expectedCount) {
      fetched.diagnostics.append(
        Diagnostic(
          .incompleteStory,
          message:
            "the server counts \(expectedCount) published comments, but lists \(seenIDs.count)",
          at: .input))
    }
    if let maximum = options.maximumCommentCount, isTruncated || fetched.story.count > maximum {
      fetched.truncate(to: maximum)
    }
    return fetched
  }

  /// Returns whether more than a tenth of the counted comments is missing.
  ///
  /// Smaller differences are normal: servers also count replies to hidden comments, and may update
  /// the count only once an hour.
  private func isFarLess(_ listed: Int, than counted: Int) -> Bool {
    counted - listed > counted / 10
  }
}

extension StoryDecoder {
  /// Decodes the story in a server's answers; `problem` begins the error's message if the answers
  /// contain no story.
  static func decode(
    answers files: consuming [InputFile], of server: CoralServer, problem: String,
    hidesIgnoredUsers: Bool = true
  ) throws(ClientError) -> DecodedStory {
    do {
      return try decode(files, as: server.form, hidesIgnoredAuthors: hidesIgnoredUsers)
    } catch {
      throw ClientError(.badAnswer, message: "\(problem): \(error)")
    }
  }
}
