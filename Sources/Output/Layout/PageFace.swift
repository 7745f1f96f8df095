package import Bytes
package import Comments

/// What a writer needs to know of the story as a whole: numbers, and slices of `BlockList.bytes`.
package struct PageFace: Sendable {
  package var title = Slice.empty
  /// The story's address as received, unchecked.
  package var url = Slice.empty
  package var organization = Slice.empty
  /// The name of the question box's icon; empty when it has none.
  package var questionIcon = Slice.empty
  /// How many comments there are: what the server counts, or what is here where that is more.
  package var commentCount = 0
  /// The mean rating in hundredths of a star, and of how many reviews; 0 of 0 when there are none.
  package var ratingHundredths = 0
  package var ratingCount = 0
  /// Nothing can be posted any more.
  package var isClosed = false
  /// The order in which the roots stand.
  package var sort = SortOrder.newest
  package var server = StoryFacts.Server.unknown
  package var mode = StoryFacts.Mode.comments
  /// Milliseconds since 1970 in UTC, or nothing when no time is known.
  package var createdAt: Int64?

  package init() {}
}

/// A body as received, and how it is to be read.
package struct BlockBody: Sendable {
  /// A slice of `BlockList.bytes`.
  package var text: Slice
  package var syntax: Body.Syntax

  package init(text: Slice, syntax: Body.Syntax) {
    self.text = text
    self.syntax = syntax
  }
}

extension PageFace {
  init(of story: borrowing Story, sort: SortOrder, isClosed: Bool) {
    let facts = story.facts
    title = facts.title
    url = facts.url
    organization = facts.organization
    questionIcon = facts.questionIcon
    commentCount = max(facts.commentCount, story.comments.count)
    ratingHundredths = max(0, facts.ratingHundredths)
    ratingCount = max(0, facts.ratingCount)
    self.isClosed = isClosed
    self.sort = sort
    server = facts.server
    mode = facts.mode
    createdAt = facts.createdAt.inCalendar
  }
}
