package import AtollBytes
package import AtollComments

import AtollBodyText

/// The values of a whole story that writers show: numbers, and slices of `BlockList.bytes`.
package struct StoryHeader: Sendable {
  package var id = Slice.empty
  package var title = Slice.empty
  /// The story's address as received, unchecked.
  package var url = Slice.empty
  package var organization = Slice.empty
  /// The name of the question box's icon; empty when it has none.
  package var questionIcon = Slice.empty
  /// The number of comments: the server's count or the input's, whichever is greater.
  package var commentCount = 0
  /// The mean rating in hundredths of a star, and the number of ratings; both are 0 if there are
  /// none.
  package var ratingHundredths = 0
  package var ratingCount = 0
  package var isClosed = false
  /// The order of the root comments.
  package var sort = CommentOrder.newest
  package var server = StoryMetadata.Server.unknown
  package var mode = StoryMode.comments
  /// The time at which the story was created, in milliseconds since 1970 (UTC), or `nil` if it is
  /// unknown.
  package var createdAt: Int64?
}

/// A body as received, and its syntax.
package struct BlockBody: Sendable {
  /// A slice of `BlockList.bytes`.
  package var text: Slice
  package var syntax: Body.Syntax
  /// True if the text is a publisher's notice in Markdown, which may contain raw HTML and tables.
  package var isFromPublisher = false
}

extension StoryHeader {
  init(of story: borrowing Story, sort: CommentOrder, isClosed: Bool) {
    let metadata = story.metadata
    id = metadata.id
    title = story.visibleTitle
    url = metadata.url
    organization = story.visible(metadata.organization)
    questionIcon = metadata.questionIcon
    commentCount = story.totalCount
    ratingHundredths = max(0, metadata.ratingHundredths)
    ratingCount = max(0, metadata.ratingCount)
    self.isClosed = isClosed
    self.sort = sort
    server = metadata.server
    mode = metadata.mode
    createdAt = metadata.createdAt.displayableMilliseconds
  }
}

extension Story {
  /// The title; empty if all its characters are blank or invisible.
  package var visibleTitle: Slice { visible(metadata.title) }

  /// Returns a text of the story, or an empty one if all its characters are blank or invisible.
  func visible(_ text: Slice) -> Slice {
    isVisuallyEmpty(bytes.span.extracting(text.range)) ? .empty : text
  }
}
