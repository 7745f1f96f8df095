import Bytes
import Comments
import EmailOutput
import Layout

/// Chooses the comments that a mail has room for, by what those that were drawn came to.
///
/// A comment's size is known when it was drawn once. So a choice is drawn, what its comments came to is
/// learned, and the next choice is better. Comments stay in the order of `KeepingOrder`; one that leaves no
/// room for the others is left out, with what answers it, and those behind it stay.
struct MailBudget {
  /// Some of the comments, and which were left out only because of their size.
  struct Choice {
    var kept: CommentSet
    var oversized: [Int] = []
  }

  let limit: Int
  /// What the mail comes to without comments.
  private let empty: Int
  private let story: Story
  private let order: KeepingOrder
  /// What every comment comes to as it is sent, by its index; -1 for those that were never drawn.
  private var sizes: [Int]
  /// How much of the room a comment that was never drawn is expected to take.
  private var expectedSize = 900

  init(_ limit: Int, empty: Int, story: Story, among news: CommentSet?) {
    self.limit = limit
    self.empty = empty
    self.story = story
    order = KeepingOrder(of: story, among: news)
    sizes = Array(repeating: -1, count: story.comments.count)
  }

  /// Sizes are measured within a mail of other comments, so they are off by a little.
  private var slack: Int { limit / 100 }
  /// A mail with no more room than this is full.
  var leastRoom: Int { limit / 50 }
  /// A comment that is larger never ends a mail: it is left out, and others take its place.
  private var largestEnding: Int { limit / 8 }

  // MARK: Choosing

  /// The comments there is room for: those that were drawn by their size, and, to learn theirs, others.
  mutating func choose(exploring: Bool) -> Choice {
    var choice = Choice(kept: CommentSet(count: story.comments.count))
    var leftOut = CommentSet(count: story.comments.count)
    var room = limit - empty - slack
    var walked = 0
    var taken = 0
    var hasExplored = false
    for index in order.indexes.lazy.map({ Int($0) }) {
      let parent = Int(story.comments[index].parent)
      if parent >= 0, leftOut.contains(parent) {
        leftOut.insert(index)
      } else if sizes[index] >= 0 {
        let size = sizes[index]
        if size <= room {
          choice.kept.insert(index)
          room -= size
          taken += size
        } else if size > largestEnding, room > leastRoom {
          choice.oversized.append(index)
          leftOut.insert(index)
        } else {
          break
        }
      } else {
        if !hasExplored { expect(taken, of: walked) }
        hasExplored = true
        guard exploring, room >= expectedSize else { break }
        choice.kept.insert(index)
        room -= expectedSize
      }
      walked += 1
    }
    return choice
  }

  /// Expects of the next comments what those before them took, of which some may have been left out.
  ///
  /// Where all were, the next look goes further, step by step: the comments behind them may be as ever.
  private mutating func expect(_ taken: Int, of walked: Int) {
    guard walked > 0 else { return }
    expectedSize = max(1, taken / walked, expectedSize / 8)
  }

  // MARK: Learning

  /// Takes note of what the comments of a choice came to, which all in all is known exactly.
  mutating func learn(_ choice: Choice, _ drawn: [EmailWriter.CommentSize], encodedCount: Int) {
    // What was chosen need not have been drawn: it may be folded away, or past another limit.
    for index in sizes.indices where choice.kept.contains(index) { sizes[index] = 0 }
    for comment in drawn { sizes[Int(comment.position)] += comment.byteCount }
    let sum = max(1, drawn.reduce(0) { $0 + $1.byteCount })
    let encoded = max(0, encodedCount - empty)
    for index in sizes.indices where choice.kept.contains(index) {
      sizes[index] = (sizes[index] * encoded + sum - 1) / sum
    }
  }

  /// What there is to say of the comments that were left out because of their size.
  func diagnostics(of choice: Choice) -> [Diagnostic] {
    var list = DiagnosticList()
    for index in choice.oversized {
      list.add(
        .commentTooLarge,
        "it comes to \(sizes[index]) bytes, more than are left of the \(limit) of the mail beside its "
          + "frame and what ranks higher, and was left out with the replies to it",
        at: .comment(story.bytes.string(story.comments[index].id)))
    }
    return list.list()
  }
}
