package import AtollComments

package struct BatchCounts: Hashable, Sendable {
  /// The number of lines that are not empty; in a dump, the number of rows of comments.
  package var lines = 0
  package var emptyLines = 0
  /// The number of results: one for each story or, if they are emails, one for each email.
  package var results = 0
  package var failures = 0
  package var comments = 0
  /// The number of unreadable rows that were skipped in stories.
  package var brokenRows = 0
  /// The number of unreadable rows that are not comments, as far as loaded results count them.
  package var brokenJoinedRows = 0
  /// The number of stories whose outputs were already in the store.
  package var unchanged = 0
  /// The first failed story in input order, if it is known.
  package var firstFailure: FailedStory?

  package struct FailedStory: Hashable, Sendable {
    /// The number of the story's line or first row; in a dump, the number of the story.
    package var number: Int
    package var reason: String
  }

  /// The number of comments in a dump whose authors have no row.
  package var commentsWithoutUser = 0
  /// The number of stories in a dump that have no row of their own.
  package var storiesWithoutRow = 0
  /// The problems that hide a part of the stories in a store from readers, by kind.
  package var losses: [Diagnostic.Code: Loss] = [:]

  package struct Loss: Hashable, Sendable {
    package var problemCount: Int
    package var storyCount: Int
    /// The first problem as a sentence, and the key of its story.
    package var first: String
    package var keyOfFirst: String
  }

  mutating func addFailure(_ reason: String, line: Int) {
    failures += 1
    firstFailure = firstFailure ?? FailedStory(number: line, reason: reason)
  }

  mutating func add(_ other: BatchCounts) {
    lines += other.lines
    emptyLines += other.emptyLines
    results += other.results
    failures += other.failures
    comments += other.comments
    brokenRows += other.brokenRows
    brokenJoinedRows += other.brokenJoinedRows
    unchanged += other.unchanged
    firstFailure = firstFailure ?? other.firstFailure
    commentsWithoutUser += other.commentsWithoutUser
    storiesWithoutRow += other.storiesWithoutRow
    losses.merge(other.losses) { first, second in
      var sum = first
      sum.problemCount += second.problemCount
      sum.storyCount += second.storyCount
      return sum
    }
  }

  /// Counts the problems of a story that hide something from readers.
  ///
  /// Rows that could not be read are counted by `brokenRows`.
  mutating func addLosses(
    _ decoding: DiagnosticList, rendering: DiagnosticList, of record: StoryWorker.InputRecord,
    isOfRows: Bool
  ) {
    if decoding.isEmpty, rendering.isEmpty { return }
    let diagnostics = decoding.list() + rendering.list()
    var own = BatchCounts()
    for diagnostic in diagnostics where diagnostic.code.losesContent(ofRows: isOfRows) {
      if diagnostic.code == .unusableRow, record.brokenRowCount > 0 { continue }
      if own.losses[diagnostic.code] != nil { continue }
      own.losses[diagnostic.code] = Loss(
        problemCount: decoding.count(of: diagnostic.code)
          + rendering.count(of: diagnostic.code),
        storyCount: 1, first: diagnostic.sentence,
        keyOfFirst: String(decoding: record.key ?? [], as: UTF8.self))
    }
    add(own)
  }
}

extension Diagnostic.Code {
  /// Returns whether this problem hides something from readers.
  ///
  /// In rows of a database, a comment without its parent is left out; in other input, it is shown
  /// at the root.
  func losesContent(ofRows isOfRows: Bool) -> Bool {
    switch self {
    case .hiddenComment, .unusableRow, .incompleteStory, .serverError, .truncatedInput, .bodyCut,
      .commentTooLarge:
      true
    case .missingParent, .parentCycle: isOfRows
    case .invalidUTF8, .badScalar, .nonstandardJSON, .wrongType, .unknownValue, .missingID, .longID,
      .duplicateID, .notListed, .bodySimplified, .unsafeURL, .undecidedClosing, .nameCut,
      .labelsLeftOut,
      .mailTooLarge, .pageTooLarge, .noStructuredData, .suppressed, .noRoots:
      false
    }
  }
}

extension Diagnostic {
  /// The message, with the id of the comment if the problem is in one.
  var sentence: String {
    if case .comment(let id) = place { "comment \(id): \(message)" } else { message }
  }
}
