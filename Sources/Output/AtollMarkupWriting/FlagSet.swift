import AtollBytes
import AtollComments
import AtollLayout

/// A set of flags: one bit for each.
///
/// A comment's template checks some twenty flags. All of them are set once, when the comment is
/// entered, so that a check takes only a shift and a mask.
package struct FlagSet: Equatable, Sendable {
  /// The flags below 64: all those of pages, and some of those of emails.
  private var lowBits: UInt64 = 0
  /// The flags from 64 on.
  private var highBits: UInt64 = 0

  /// Returns whether a flag is set, by its id in programs.
  @inline(__always)
  package func contains(_ id: UInt16) -> Bool {
    if id < 64 { return lowBits &>> UInt64(id) & 1 != 0 }
    return id < FlagField.firstConstantID && highBits &>> UInt64(id) & 1 != 0
  }

  func intersection(_ other: FlagSet) -> FlagSet {
    var both = self
    both.lowBits &= other.lowBits
    both.highBits &= other.highBits
    return both
  }

  @inline(__always)
  mutating func set(_ field: FlagField, to isSet: Bool) {
    if field.bit < 64 {
      lowBits &= ~(1 &<< UInt64(field.bit))
    } else {
      highBits &= ~(1 &<< UInt64(field.bit))
    }
    insert(field, if: isSet)
  }

  /// Sets a flag if `isSet`; the flag must be clear, as the flags of a comment are at first.
  @inline(__always)
  mutating func insert(_ field: FlagField, if isSet: Bool) {
    let bit: UInt64 = (isSet ? 1 : 0) &<< UInt64(field.bit)
    if field.bit < 64 { lowBits |= bit } else { highBits |= bit }
  }
}

extension TemplateFiller {
  /// Returns the flags that are the same for every block of the story.
  static func storyFlags(of list: BlockList, options: Options, permalinks: Permalinks) -> FlagSet {
    var flags = FlagSet()
    flags.set(.hasTitle, to: !list.header.title.isEmpty)
    flags.set(.hasStoryURL, to: permalinks.storyAddress != nil)
    let isPaged = list.pagination != nil
    flags.set(
      .hasCanonical, to: isPaged ? options.pagesAddress != nil : permalinks.canonicalAddress != nil)
    flags.set(.hasFeed, to: permalinks.feedAddress != nil)
    flags.set(.hasOrganization, to: !list.header.organization.isEmpty)
    flags.set(.sortControls, to: options.hasSortControls)
    flags.set(.closedStory, to: list.header.isClosed)
    flags.set(.hasRating, to: list.header.ratingCount > 0)
    switch list.header.sort {
    case .newest: flags.set(.sortNewest, to: true)
    case .oldest: flags.set(.sortOldest, to: true)
    case .mostLiked: flags.set(.sortLikes, to: true)
    case .mostReplies: flags.set(.sortReplies, to: true)
    }
    flags.set(.hasIcon, to: !list.header.questionIcon.isEmpty)
    if let pagination = list.pagination {
      flags.set(.hasFirstPage, to: pagination.first != nil)
      flags.set(.hasPreviousPage, to: pagination.previous != nil)
      flags.set(.hasNextPage, to: pagination.next != nil)
      flags.set(.hasLastPage, to: pagination.last != nil)
    }
    flags.set(.hasPreheader, to: options.mail?.preheader.isEmpty == false)
    flags.set(.hasHeadline, to: options.mail?.headline.isEmpty == false)
    flags.set(.hasUnsubscribe, to: options.mail?.unsubscribeLink != nil)
    flags.set(.hasViewURL, to: options.mail?.viewLink != nil)
    let mail = options.mail
    flags.set(
      .hasReason, to: mail.map { !$0.reason.isEmpty || !$0.recipientSentence.isEmpty } ?? false)
    flags.set(.hasRejection, to: !list.rejectionReasonLine.isEmpty)
    flags.set(.hasGuidelines, to: list.rejectionGuidelines != nil)
    flags.set(.hasFooter, to: options.mail?.hasFooter == true)
    flags.set(.hasLogo, to: options.mail?.logo != nil)
    flags.set(
      .hasSiteName,
      to: options.mail != nil && !siteName(of: list, permalinks: permalinks).isEmpty)
    return flags
  }

  mutating func setCommentFlags(hasBody: Bool) {
    var flags = storyFlags
    let hasAnchors = options.hasAnchors
    flags.insert(.hasBody, if: hasBody)
    let hasAddress = permalinks.hasAddress(scope.view.permalink, of: bytes)
    // A featured comment that is not in the thread has no anchor in the output.
    let isInOutput = hasAnchors && scope.block.count >= 0
    flags.insert(.hasPermalink, if: hasAddress || isInOutput && mayLinkToAnchor)
    flags.insert(
      .hasCommentLink, if: isHiddenReplies ? continuationPage != nil : isInOutput || hasAddress)
    flags.insert(.hasAuthor, if: !scope.view.author.isEmpty)
    insertParentFlags(into: &flags)
    // A card shows its first comment without the parent.
    let hasParent = !scope.view.parentID.isEmpty && (scope.index > 0 || !options.isCard)
    flags.insert(.hasParentLink, if: hasAnchors && hasParent)
    flags.insert(.orphan, if: scope.view.isOrphan)
    flags.insert(.hasTime, if: scope.view.createdAt != nil)
    flags.insert(.edited, if: scope.view.isEdited)
    flags.insert(.hasLikes, if: scope.view.likes > 0)
    flags.insert(.isDeep, if: scope.block.depth > 2)
    flags.insert(.isDeeper, if: scope.block.depth > 3)
    flags.insert(.isDeepest, if: scope.block.depth > 4)
    if isMail, case .comment = scope.block.kind {
      flags.insert(.canReply, if: hasAddress && !list.header.isClosed)
    }
    flags.insert(.hasReplies, if: scope.block.count > 0)
    flags.insert(.highlighted, if: scope.view.isHighlighted)
    flags.insert(.hasBadges, if: !scope.view.badges.isEmpty)
    flags.insert(.hasRatingStars, if: scope.view.rating > 0)
    flags.insert(.ranked, if: scope.ranks != nil)
    if let media = scope.view.media {
      let isLinked = mediaURL != nil
      flags.insert(.hasMedia, if: isLinked || media.url.isEmpty)
      flags.insert(.hasMediaLink, if: isLinked)
      flags.insert(.hasImage, if: imageURL(scope.view.picture) != nil)
      flags.insert(.hasImageSize, if: media.width > 0 && media.height > 0)
      flags.insert(.hasMediaTitle, if: !media.title.isEmpty)
    }
    if !scope.view.avatar.isEmpty {
      flags.insert(.hasAvatar, if: imageURL(scope.view.avatar) != nil)
    }
    if !scope.view.marks.isEmpty {
      flags.insert(.featured, if: scope.view.marks.contains(.featured))
      flags.insert(.offTopic, if: scope.view.marks.contains(.offTopic))
      flags.insert(.answered, if: scope.view.marks.contains(.answered))
      flags.insert(.unanswered, if: scope.view.marks.contains(.unanswered))
      flags.insert(.isQuestion, if: scope.view.marks.contains(.question))
      flags.insert(.isReview, if: scope.view.marks.contains(.review))
      flags.insert(.isNew, if: scope.view.marks.contains(.new))
    }
    if case .featured = scope.block.kind {
      flags.insert(.featuredFirst, if: !isFeatured(at: scope.index - 1))
      flags.insert(.featuredLast, if: !isFeatured(at: scope.index + 1))
      flags.insert(.hasFeaturedBy, if: !list.featuringEditor(of: scope.block).isEmpty)
      flags.insert(.hasMoreFeatured, if: list.moreFeaturedCount > 0)
    }
    scope.flags = flags
  }

  @inline(__always)
  private mutating func insertParentFlags(into flags: inout FlagSet) {
    let indentedDepth = min(Int(scope.block.depth), options.wideDepth)
    flags.insert(.flattened, if: Int(scope.block.level) > indentedDepth)
    flags.insert(.isReply, if: scope.block.level > 1)
    let isReply = scope.view.parentPosition >= 0
    let namesAuthor = isReply && !scope.view.parentAuthor.isEmpty
    flags.insert(.hasInReplyTo, if: namesAuthor)
    flags.insert(.parentIsGone, if: isReply && !namesAuthor)
    let isIndented = Int(scope.block.level) <= min(indentedDepth, options.narrowDepth)
    flags.insert(.namesParent, if: isReply && !isIndented)
  }

  mutating func setReplyFlags() {
    let isFolded = scope.block.isFolded
    scope.flags.set(.open, to: !isFolded)
    scope.flags.set(.hasReplyAuthors, to: isFolded && list.hasReplyAuthors(below: scope.index))
  }

  /// The number of the first page of replies to the current comment, if the block links there.
  var continuationPage: Int? {
    scope.block.isContinuation
      ? list.pagination?.threadPages.firstPage(ofBranch: scope.block.position) : nil
  }

  /// True if a permalink may lead into the output.
  ///
  /// A link to hidden replies may not: they are not in the output, so the link could lead only to
  /// the comment above them.
  private var mayLinkToAnchor: Bool { permalinks.fallsBackToAnchors && !isHiddenReplies }

  private var isHiddenReplies: Bool {
    if case .hiddenReplies = scope.block.kind { true } else { false }
  }

  private func isFeatured(at index: Int) -> Bool {
    list.blocks.indices.contains(index) && list.blocks[index].kind == .featured
  }
}
