package import AtollComments
package import AtollRows

/// A selection of comments by their properties, such as those by staff with at least ten likes.
package struct CommentQuery: Hashable, Sendable {
  /// The accepted properties, of which a comment must have at least one.
  ///
  /// If the set is empty, every comment is accepted.
  package var properties: Set<CommentProperty> = []
  package var minimumLikes = 0
  package var order = DigestOrder.mostLiked
  package var now: Timestamp?

  package init() {}

  private static let staff: Tags = [.staff, .moderator, .admin]

  /// Returns the comments of a story that match the query, in `order`; tombstones never match.
  package func comments(of story: Story, newComments: CommentSet?) -> [RankedComment] {
    var chosen: [Int32] = []
    for (index, comment) in story.comments.enumerated() where comment.tombstone == nil {
      guard Int(comment.likes) >= minimumLikes else { continue }
      guard
        properties.isEmpty
          || properties.contains(where: { property in
            switch property {
            case .featured: comment.tags.contains(.featured)
            case .staff: !comment.tags.isDisjoint(with: Self.staff)
            case .new: newComments?.contains(index) ?? false
            }
          })
      else { continue }
      chosen.append(Int32(truncatingIfNeeded: index))
    }
    return story.ranked(chosen, by: order, at: now)
  }
}
