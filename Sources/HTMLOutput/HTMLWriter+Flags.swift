import BodyText
import Bytes
import Layout

extension HTMLWriter {
  /// Whether a section with this name is written.
  func isSet(_ field: HTMLField) -> Bool {
    let face = scope.face
    let block = scope.block
    switch field {
    case .hasTitle: return !list.page.title.isEmpty
    case .hasStoryURL: return permalinks.story != nil
    case .hasOrganization: return !list.page.organization.isEmpty
    case .sortControls: return options.sortControls
    case .closedStory: return list.page.isClosed
    case .hasRating: return list.page.ratingCount > 0
    case .sortNewest: return list.page.sort == .newest
    case .sortOldest: return list.page.sort == .oldest
    case .sortLikes: return list.page.sort == .likes
    case .sortReplies: return list.page.sort == .replies
    case .hasIcon: return !list.page.questionIcon.isEmpty
    case .hasPermalink: return permalinks.hasAddress(face)
    case .hasCommentLink: return templates.settings.form == .page || permalinks.hasAddress(face)
    case .hasAuthor: return !face.author.isEmpty
    case .flattened: return block.level > Int32(block.depth)
    case .isReply: return block.level > 1
    case .hasInReplyTo: return !face.parentAuthor.isEmpty
    case .hasParentLink: return templates.settings.form == .page && !face.parentID.isEmpty
    case .orphan: return face.isOrphan
    case .hasTime: return face.createdAt != nil
    case .edited: return face.isEdited
    case .hasLikes: return face.likes > 0
    case .hasReplies: return block.count > 0
    case .featured: return face.labels.contains(.featured)
    case .offTopic: return face.labels.contains(.offTopic)
    case .unanswered: return face.labels.contains(.unanswered)
    case .isQuestion: return face.labels.contains(.question)
    case .isReview: return face.labels.contains(.review)
    case .isNew: return face.labels.contains(.new)
    case .highlighted: return face.isHighlighted
    case .hasBadges: return !face.badges.isEmpty
    case .hasRatingStars: return face.rating > 0
    case .hasMedia: return mediaURL != nil
    case .ranked: return scope.ranks != nil
    case .featuredFirst: return !isNeighbourFeatured(at: scope.index - 1)
    case .featuredLast: return !isNeighbourFeatured(at: scope.index + 1)
    case .open: return true
    case .lang, .dir, .isPage, .isFragment, .isCard, .anchors, .coralClasses, .talkClasses,
      .title, .storyURL, .organization, .commentCount, .commentCountLabel, .ratingLabel,
      .sortLabel, .body, .hasBody, .icon, .anchor, .anchorLink, .permalink,
      .author, .level, .depth, .inReplyTo, .parentLink, .time, .datetime, .likes, .likesLabel,
      .replyCount, .replyCountLabel, .rating, .stars, .mediaURL, .mediaTitle, .mediaKind,
      .mediaLabel, .rankNewest, .rankOldest, .rankLikes, .rankReplies, .commentLink, .reason,
      .reasonText, .count, .countLabel, .badges, .badgeKind, .badgeLabel, .markHead, .markStyle,
      .markBlocks, .markComments, .markReplies:
      return false
    }
  }

  private func isNeighbourFeatured(at index: Int) -> Bool {
    list.blocks.indices.contains(index) && list.blocks[index].kind == .featured
  }
}
