package import Bytes
package import Comments
import Rows

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
  package var sort = SortKey.newest
  package var server = ServerKind.unknown
  package var mode = PageMode.comments
  /// Milliseconds since 1970 in UTC, or nothing when no time is known.
  package var createdAt: Int64?

  package init() {}
}

/// An order of the roots, as writers see it.
package enum SortKey: UInt8, Hashable, Sendable, CaseIterable {
  case newest, oldest, likes, replies
}

/// Which software the story came from, as writers see it.
package enum ServerKind: UInt8, Hashable, Sendable, CaseIterable { case talk4, coral, unknown }

/// What the comments of a story are, as writers see it.
package enum PageMode: UInt8, Hashable, Sendable, CaseIterable {
  case comments, questionsAndAnswers, ratingsAndReviews, chat
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

/// Where a comment at the root stands under each order: 0 for the first.
package struct RootRanks: Hashable, Sendable {
  package var newest: Int32 = 0
  package var oldest: Int32 = 0
  package var likes: Int32 = 0
  package var replies: Int32 = 0

  package init() {}
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
    switch sort {
    case .newest: self.sort = .newest
    case .oldest: self.sort = .oldest
    case .mostLiked: self.sort = .likes
    case .mostReplies: self.sort = .replies
    }
    switch facts.server {
    case .unknown: server = .unknown
    case .talk4: server = .talk4
    case .coral: server = .coral
    }
    switch facts.mode {
    case .comments: mode = .comments
    case .questionsAndAnswers: mode = .questionsAndAnswers
    case .ratingsAndReviews: mode = .ratingsAndReviews
    case .chat: mode = .chat
    }
    createdAt = facts.createdAt.inCalendar
  }
}
