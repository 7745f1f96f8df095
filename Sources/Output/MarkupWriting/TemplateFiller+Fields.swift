import BodyText
import Bytes
import Comments
import Layout
import Rows

extension TemplateFiller {
  /// Writes a field, escaped for element content and double-quoted attributes alike.
  ///
  /// All that it calls is `mutating`, though little of it changes anything: for other calls the compiler
  /// copies the filler.
  mutating func write(_ field: MarkupField, _ out: inout OutputBuffer) {
    switch field {
    case .anchor: appendAnchor(scope.face.id, isPlain: scope.isIDPlain, of: bytes, to: &out)
    case .anchorLink:
      out.append(UInt8(ascii: "#"))
      appendAnchor(scope.face.id, isPlain: scope.isIDPlain, of: bytes, to: &out)
    case .permalink:
      permalinks.append(
        scope.face.permalink, id: scope.face.id, idIsPlain: scope.isIDPlain, of: bytes, to: &out)
    case .commentLink: writeCommentLink(&out)
    case .parentLink:
      out.append(UInt8(ascii: "#"))
      let parent = scope.face.parentID
      appendAnchor(parent, isPlain: isPlainID(parent, of: bytes), of: bytes, to: &out)
    case .author: writeName(scope.face.author, &out)
    case .inReplyTo: writeName(scope.face.parentAuthor, &out)
    case .level: out.append(decimal: Int(scope.block.level))
    case .depth: out.append(decimal: Int(scope.block.depth))
    case .time: writeTime(&out)
    case .datetime:
      if let time = scope.face.createdAt { wording.appendISO(time, to: &out, after: &days) }
    case .likes: out.append(decimal: scope.face.likes)
    case .replyCount: out.append(decimal: replyCount)
    case .count: out.append(decimal: Int(scope.block.count))
    case .rating: out.append(decimal: scope.face.rating)
    case .rankNewest: out.append(decimal: Int(scope.ranks?.newest ?? 0))
    case .rankOldest: out.append(decimal: Int(scope.ranks?.oldest ?? 0))
    case .rankLikes: out.append(decimal: Int(scope.ranks?.mostLiked ?? 0))
    case .rankReplies: out.append(decimal: Int(scope.ranks?.mostReplies ?? 0))
    case .commentCount: wording.append(grouped: list.page.commentCount, to: &out)
    case .title: out.appendEscaped(list.page.title, of: bytes, as: .line)
    case .organization: out.appendEscaped(list.page.organization, of: bytes, as: .line)
    case .storyURL: permalinks.story?.append(to: &out)
    case .icon: appendToken(list.page.questionIcon, &out)
    case .mediaURL: mediaURL?.append(to: &out)
    case .mediaTitle:
      if let media = scope.face.media { writeName(media.title, &out) }
    case .mediaKind: if let media = scope.face.media { out.append(media.kind.name) }
    case .reason: if let reason = scope.face.tombstone { out.append(verbatim: reason.rawValue) }
    case .preheader, .unsubscribeURL, .indent, .bodyDir: writeMail(field, &out)
    case .badgeKind: out.append(badgeKind)
    case .likesLabel, .replyCountLabel, .countLabel, .commentCountLabel, .ratingLabel, .sortLabel,
      .stars, .mediaLabel, .reasonText, .badgeLabel:
      writeWording(field, &out)
    case .lang, .dir, .isPage, .isFragment, .isCard, .anchors, .coralClasses, .talkClasses,
      .hasTitle, .hasStoryURL, .hasOrganization, .sortControls, .closedStory, .hasRating,
      .sortNewest, .sortOldest, .sortLikes, .sortReplies, .body, .hasBody, .hasIcon,
      .hasPermalink, .hasCommentLink, .hasAuthor, .flattened, .isReply, .hasInReplyTo,
      .hasParentLink, .orphan, .hasTime, .edited, .hasLikes, .hasReplies, .featured, .offTopic,
      .unanswered, .isQuestion, .isReview, .isNew, .highlighted, .hasBadges, .hasRatingStars,
      .hasMedia, .hasMediaTitle, .ranked, .featuredFirst, .featuredLast, .open, .hasPreheader,
      .hasUnsubscribe,
      .isDeep, .isTurned, .isStaffBadge, .isModeratorBadge, .isExpertBadge, .badges, .markHead,
      .markStyle,
      .markBlocks, .markComments, .markReplies:
      break  // constants are folded, flags have no text, marks are the writer's
    }
  }

  /// Writes when the comment was written, as people read it.
  private mutating func writeTime(_ out: inout OutputBuffer) {
    guard let time = scope.face.createdAt else { return }
    let isIsolated = isMail && wording.isRightToLeft
    if isIsolated { out.append(Isolate.begin) }
    wording.appendTime(time, to: &out, after: &days)
    if isIsolated { out.append(Isolate.end) }
  }

  /// Writes a field that only mails have.
  private func writeMail(_ field: MarkupField, _ out: inout OutputBuffer) {
    guard let mail = options.mail else { return }
    switch field {
    case .preheader:
      out.appendEscaped(Slice(0..<mail.preheader.count), of: mail.preheader, as: .line)
    case .unsubscribeURL: mail.unsubscribeURL?.append(to: &out)
    case .indent: out.append(decimal: max(0, Int(scope.block.depth) - 1) * mail.indent)
    case .bodyDir: out.append(scope.isBodyRightToLeft ? "rtl" : "ltr")
    case _: return
    }
  }

  /// Writes a name or another text of users, which runs in its own direction.
  ///
  /// A page has `<bdi>` around it in its templates.
  mutating func writeName(_ name: Slice, _ out: inout OutputBuffer) {
    let isIsolated = isMail && wording.isolates(bytes[name.range])
    if isIsolated { out.append(Isolate.begin) }
    out.appendEscaped(name, of: bytes, as: .line)
    if isIsolated { out.append(Isolate.end) }
  }

  /// Writes where a quoted comment stands: in the page, if it is in its thread, or on the server.
  private mutating func writeCommentLink(_ out: inout OutputBuffer) {
    if options.hasAnchors, scope.block.count >= 0 {
      write(.anchorLink, &out)
    } else {
      write(MarkupField.permalink, &out)
    }
  }

  /// Letters, digits and `-` of a name from outside; everything else is left out.
  private func appendToken(_ slice: Slice, _ out: inout OutputBuffer) {
    for byte in bytes[slice.range] {
      let lower = byte | 0x20
      if byte &- 48 < 10 || (lower >= 97 && lower <= 122) || byte == UInt8(ascii: "-") {
        out.append(lower)
      }
    }
  }

  /// The address of what the comment points to, if it is one that may be linked.
  var mediaURL: SafeURL? {
    scope.face.media.flatMap { SafeURL($0.url, of: bytes) }
  }
}
