import Bytes
import Comments
import EmailOutput
import Layout

/// A choice of the comments that a mail has room for, made from the sizes of those that were written before.
///
/// The size of a comment is known once it was written. So one choice is written, its sizes are measured, and the next choice
/// is better. Comments are chosen in the order of `KeepingOrder`; one that leaves no room for the others is left out with its
/// replies, and those after it stay.
struct MailBudget {
  /// Some of the comments, and those that were left out because of their size.
  struct Choice {
    var kept: CommentSet
    var oversized: [Int] = []
  }

  let limit: Int
  /// The size of the mail without comments.
  private let empty: Int
  private let story: Story
  private let order: KeepingOrder
  /// The size of every comment as it is sent, by its index; -1 if it was never written.
  private var sizes: [Int]
  /// The expected size of a comment that was never written.
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

  /// Returns the comments there is room for: those of known size, and others to learn their size.
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
  /// If all were, the expected size shrinks step by step, since the comments after them may be of the usual size.
  private mutating func expect(_ taken: Int, of walked: Int) {
    guard walked > 0 else { return }
    expectedSize = max(1, taken / walked, expectedSize / 8)
  }

  // MARK: Learning

  /// Records the sizes of the comments of a choice, whose sum is known exactly.
  mutating func learn(_ choice: Choice, _ drawn: [EmailWriter.CommentSize], encodedCount: Int) {
    // A chosen comment may not have been written: it may be folded, or beyond another limit.
    for index in sizes.indices where choice.kept.contains(index) { sizes[index] = 0 }
    for comment in drawn { sizes[Int(comment.position)] += comment.byteCount }
    let sum = max(1, drawn.reduce(0) { $0 + $1.byteCount })
    let encoded = max(0, encodedCount - empty)
    for index in sizes.indices where choice.kept.contains(index) {
      sizes[index] = (sizes[index] * encoded + sum - 1) / sum
    }
  }

  /// Returns a diagnostic for each comment that was left out because of its size.
  func diagnostics(of choice: Choice) -> [Diagnostic] {
    var list = DiagnosticList()
    for index in choice.oversized {
      list.add(
        .commentTooLarge,
        "it needs \(sizes[index]) bytes, more than the mail's limit of \(limit) leaves for it; left out with "
          + "its replies",
        at: .comment(story.bytes.string(story.comments[index].id)))
    }
    return list.list()
  }
}
