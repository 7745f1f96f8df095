import AtollComments

/// The block kind of every comment, and the featured comments, found in one pass over the story.
///
/// The layout walks the thread in another order than that of the story's records, which are too
/// large for the processor's cache. One byte for each comment fits into the cache.
struct CommentScan: Sendable {
  /// The largest number of featured comments quoted before the thread, as on Coral's first page.
  ///
  /// Further featured comments are only marked in the thread.
  static let featuredLimit = 5

  /// The comments quoted before the thread: the latest of the featured ones, newest first.
  private(set) var featured: [Int32] = []
  /// The number of all featured comments.
  let featuredCount: Int
  private let flags: [UInt8]

  private static let tombstoneFlag: UInt8 = 1
  private static let featuredFlag: UInt8 = 2

  init(of story: borrowing Story) {
    let featuredTag = Tags.featured.rawValue
    var chosen: [Int] = []
    var flags: [UInt8] = []
    flags.reserveCapacity(story.comments.count)
    flags.append(contentsOf: repeatElement(0, count: story.comments.count))
    for index in flags.indices {
      if story.comments[index].tombstone != nil {
        flags[index] = Self.tombstoneFlag
      } else if story.comments[index].tags.rawValue & featuredTag != 0 {
        flags[index] = Self.featuredFlag
        chosen.append(index)
      }
    }
    featuredCount = chosen.count
    if story.metadata.mode == .questionsAndAnswers {
      // The question of a featured answer is quoted above it, so it counts as featured, too.
      for index in chosen where story.comments[index].parent >= 0 {
        flags[Int(story.comments[index].parent)] |= Self.featuredFlag
      }
    }
    self.flags = flags
    for index in chosen { insertFeatured(index, of: story) }
  }

  func kind(of index: Int) -> Block.Kind {
    flags[index] & Self.tombstoneFlag == 0 ? .comment : .tombstone
  }

  func isFeaturedOrItsQuestion(_ index: Int) -> Bool { flags[index] & Self.featuredFlag != 0 }

  /// Inserts a comment among the latest featured ones; of two with the same time, the one found
  /// first stays first.
  private mutating func insertFeatured(_ comment: Int, of story: borrowing Story) {
    let time = story.comments[comment].createdAt
    var index = featured.count
    while index > 0, story.comments[Int(featured[index - 1])].createdAt < time { index -= 1 }
    guard index < Self.featuredLimit else { return }
    featured.insert(Int32(truncatingIfNeeded: comment), at: index)
    if featured.count > Self.featuredLimit { featured.removeLast() }
  }
}
