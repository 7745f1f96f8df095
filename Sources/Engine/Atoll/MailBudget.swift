import AtollBytes
import AtollComments
import AtollEmailOutput
import AtollLayout

/// The room for comments in an email, and the sizes of the comments as measured so far.
///
/// The size of a comment is known only after it has been written. So one choice of comments is
/// written and measured, which makes the next choice better. Comments are considered in the order
/// of `CommentPriorityOrder`. A large comment that does not fit is left out with its replies, and
/// the comments after it are still considered.
struct MailBudget {
  /// The comments that are kept, and the indices of those left out because of their size.
  struct Choice {
    var kept: CommentSet
    var oversized: [Int] = []
  }

  let limit: Int
  /// The size of the email without comments, in bytes.
  private let emptySize: Int
  private let story: Story
  private let order: CommentPriorityOrder
  /// The size in bytes of every comment as it is sent, by its index; -1 if it was never written.
  private var sizes: [Int]
  /// The expected size in bytes of a comment that was never written.
  private var expectedSize = 900

  init(_ limit: Int, emptySize: Int, story: Story, shown: [Int32]) {
    self.limit = limit
    self.emptySize = emptySize
    self.story = story
    order = CommentPriorityOrder(of: shown, in: story)
    sizes = Array(repeating: -1, count: story.comments.count)
  }

  /// The bytes kept free, because the size of a comment depends slightly on the comments around it.
  private var slack: Int { limit / 100 }
  /// The number of free bytes below which an email counts as full.
  var minimumFreeBytes: Int { limit / 50 }
  /// The size in bytes above which a comment that does not fit is skipped; a smaller one that does
  /// not fit ends the email.
  private var skippableCommentSize: Int { limit / 8 }

  /// Returns the comments that fit: those of known size and, if `exploring`, others whose size is
  /// to be measured.
  mutating func choose(exploring: Bool) -> Choice {
    var choice = Choice(kept: CommentSet(count: story.comments.count))
    var leftOut = CommentSet(count: story.comments.count)
    var room = limit - emptySize - slack
    var visitedCount = 0
    var keptSize = 0
    var hasExplored = false
    for index in order.positions.lazy.map({ Int($0) }) {
      let parent = Int(story.comments[index].parent)
      if parent >= 0, leftOut.contains(parent) {
        leftOut.insert(index)
      } else if sizes[index] >= 0 {
        let size = sizes[index]
        if size <= room {
          choice.kept.insert(index)
          room -= size
          keptSize += size
        } else if size > skippableCommentSize, room > minimumFreeBytes {
          choice.oversized.append(index)
          leftOut.insert(index)
        } else {
          break
        }
      } else {
        if !hasExplored { updateExpectedSize(from: keptSize, of: visitedCount) }
        hasExplored = true
        guard exploring, room >= expectedSize else { break }
        choice.kept.insert(index)
        room -= expectedSize
      }
      visitedCount += 1
    }
    return choice
  }

  /// Sets the expected size to the average size of the comments so far, where those left out count
  /// as zero.
  ///
  /// The new value is at least an eighth of the old one: even if all comments so far were left out,
  /// those after them may be of the usual size.
  private mutating func updateExpectedSize(from keptSize: Int, of visitedCount: Int) {
    guard visitedCount > 0 else { return }
    expectedSize = max(1, keptSize / visitedCount, expectedSize / 8)
  }

  /// Records the size of every comment in a choice: 0 if it was not written.
  ///
  /// The sizes in `written` are estimates. They are scaled so that their sum is the actual size of
  /// all comments in the email.
  mutating func recordSizes(
    of choice: Choice, written: [EmailWriter.CommentSize], encodedCount: Int
  ) {
    // A chosen comment may not have been written: it may be folded, or beyond another limit.
    for index in sizes.indices where choice.kept.contains(index) { sizes[index] = 0 }
    for comment in written { sizes[Int(comment.position)] += comment.byteCount }
    let sum = max(1, written.reduce(0) { $0 + $1.byteCount })
    let encoded = max(0, encodedCount - emptySize)
    for index in sizes.indices where choice.kept.contains(index) {
      sizes[index] = (sizes[index] * encoded + sum - 1) / sum
    }
  }

  /// Returns a choice with only the first comment; `nil` if its size is already known, or if there
  /// are no comments.
  func choiceOfFirst() -> Choice? {
    guard let first = order.positions.first.map({ Int($0) }), sizes[first] < 0 else { return nil }
    var choice = Choice(kept: CommentSet(count: story.comments.count))
    choice.kept.insert(first)
    return choice
  }

  /// Returns the diagnostics of an email that has no room for any comment.
  ///
  /// They are about the first comment, and about all other comments that are too large to end the
  /// email.
  func diagnosticsIfNothingFits() -> DiagnosticList {
    let first = order.positions.first
    let large = order.positions.filter {
      sizes[Int($0)] > ($0 == first ? 0 : skippableCommentSize)
    }
    return diagnostics(ofOversized: large.map { Int($0) })
  }

  func diagnostics(of choice: Choice) -> DiagnosticList {
    diagnostics(ofOversized: choice.oversized)
  }

  private func diagnostics(ofOversized indices: [Int]) -> DiagnosticList {
    var list = DiagnosticList()
    for index in indices {
      let position = Int32(truncatingIfNeeded: index)
      list.addTooLarge(
        position, of: story, size: sizes[index], limit: limit,
        consequence: "left out with its replies")
    }
    return list
  }
}

extension DiagnosticList {
  mutating func addMailTooLarge(limit: Int, without omitted: String = "comments") {
    add(
      .mailTooLarge,
      message: "the mail exceeds \(limit) bytes even without \(omitted); written anyway",
      at: .input)
  }

  mutating func addTooLarge(
    _ position: Int32, of story: Story, size: Int, limit: Int, consequence: String = "left out"
  ) {
    add(
      .commentTooLarge,
      message:
        "it needs \(size) bytes, more than the mail's limit of \(limit) leaves for it; \(consequence)",
      at: .comment(story.bytes.string(story.comments[Int(position)].id)))
  }
}
