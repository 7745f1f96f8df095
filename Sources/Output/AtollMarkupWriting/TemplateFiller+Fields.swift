import AtollBodyText
import AtollBytes
import AtollComments
import AtollLayout
import AtollRows

extension TemplateFiller {
  /// Writes a field, escaped for element content and double-quoted attributes alike.
  ///
  /// Most methods that it calls are `mutating`, even if they change nothing, because the compiler
  /// copies the filler for nonmutating calls.
  mutating func write(_ field: TextField, to out: inout OutputBuffer) {
    switch field {
    case .lang: out.append(verbatim: wording.languageTag)
    case .dir: out.append(wording.isRightToLeft ? "rtl" : "ltr")
    // The same for every story, so they are literals of the templates.
    case .rootClass, .archivedLabel, .separator, .listSeparator: break
    case .title: out.appendEscaped(list.header.title, of: bytes, as: .line)
    case .storyURL: permalinks.storyAddress?.append(to: &out)
    case .organization: out.appendEscaped(list.header.organization, of: bytes, as: .line)
    case .commentCount: wording.append(grouped: list.header.commentCount, to: &out)
    case .commentCountLabel: list.appendCommentCount(to: &out)
    case .ratingLabel:
      wording.appendRating(
        hundredths: list.header.ratingHundredths, count: list.header.ratingCount, to: &out)
    case .sortLabel: write(Phrase(list.header.sort), to: &out)
    case .canonical: writeCanonicalAddress(&out)
    case .description: writeDescription(&out)
    case .robots: out.appendEscaped(options.robots, as: .line)
    case .feedURL: permalinks.feedAddress?.append(to: &out)
    case .icon: appendToken(list.header.questionIcon, to: &out)
    case .anchor:
      permalinks.appendAnchor(scope.view.id, isPlain: scope.isIDPlain, of: bytes, to: &out)
    case .anchorLink: writeAnchorLink(&out)
    case .permalink: writePermalink(&out)
    case .parentLink: writeParentLink(&out)
    case .commentLink: writeCommentLink(&out)
    case .author: writeName(scope.view.author, to: &out)
    case .inReplyTo, .parentGoneLabel: writeParent(&out)
    case .time: writeTime(&out)
    case .datetime: writeDatetime(&out)
    case .likesLabel: writeLikesLabel(&out)
    case .replyCountLabel: writeReplyCountLabel(&out)
    case .replyAuthors: writeReplyAuthors(&out)
    case .stars, .starsLabel: writeStars(inWords: field == .starsLabel, to: &out)
    case .mediaURL: mediaURL?.append(to: &out)
    case .imageURL: imageURL(scope.view.picture)?.append(to: &out)
    case .avatarURL: imageURL(scope.view.avatar)?.append(to: &out)
    case .initials: writeInitials(&out)
    case .mediaTitle: if let media = scope.view.media { writeName(media.title, to: &out) }
    case .mediaHost: writeMediaHost(&out)
    case .mediaKind: if let media = scope.view.media { out.append(media.kind.name) }
    case .mediaLabel: if let media = scope.view.media { write(Phrase(media.kind), to: &out) }
    case .reason: if let reason = scope.view.tombstone { out.append(verbatim: reason.rawValue) }
    case .reasonText: if let reason = scope.view.tombstone { write(Phrase(reason), to: &out) }
    case .inReplyToLabel: writeInReplyToLabel(&out)
    case .countLabel: list.appendHiddenCount(of: scope.block, to: &out)
    case .badgeKind: out.append(currentBadge.name)
    case .badgeLabel: writeBadgeLabel(&out)
    case .preheader, .unsubscribeURL, .viewURL, .readLabel, .mailReason, .headline, .rejectionLabel,
      .guidelinesURL, .logoURL, .siteName, .replyLabel, .bylineSeparator, .bodyDir:
      writeMailField(field, to: &out)
    case .featuredTitle, .featuredBy, .moreFeaturedLabel, .heading, .headingCount,
      .headingCountLabel, .noCommentsLabel, .closedLabel:
      writeHeadingOrNoticeField(field, to: &out)
    case .excerpt: out.appendEscaped(excerpt, as: .line)
    case .pageLabel, .pageURL, .pageCommentCountLabel, .pageFirstTime, .pageLastTime, .pageTimes,
      .firstPageURL, .previousPageURL, .nextPageURL, .lastPageURL, .pageListURL:
      writePageField(field, to: &out)
    }
  }

  /// Writes the label above the replies to the current comment if the comment is gone.
  private func writeInReplyToLabel(_ out: inout OutputBuffer) {
    if let reason = scope.view.tombstone { wording.append(Phrase(inReplyTo: reason), to: &out) }
  }

  private mutating func writeMailField(_ field: TextField, to out: inout OutputBuffer) {
    switch field {
    case .preheader: out.appendEscaped(options.mail?.preheader ?? [], as: .line)
    case .unsubscribeURL: options.mail?.unsubscribeLink?.append(to: &out)
    case .viewURL: options.mail?.viewLink?.append(to: &out)
    case .readLabel: writeReadLabel(&out)
    case .logoURL: options.mail?.logo?.append(to: &out)
    case .siteName: writeSiteName(&out)
    case .replyLabel: writeReplyLabel(&out)
    case .bylineSeparator:
      if scope.hasBylineItem { out.append(" &#183; ") }
      scope.hasBylineItem = true
    case .bodyDir: out.append(scope.isBodyRightToLeft ? "rtl" : "ltr")
    case .mailReason:
      for part in MergeText.parts(of: options.mail?.reason ?? []) {
        if part.isTag {
          out.append(contentsOf: part.bytes)
        } else {
          out.appendEscaped(part.bytes, as: .line)
        }
      }
      // An address may contain the characters of a merge tag, but is never one.
      out.appendEscaped(options.mail?.recipientSentence ?? [], as: .line)
    case .rejectionLabel: out.appendEscaped(list.rejectionReasonLine, as: .line)
    case .guidelinesURL: list.rejectionGuidelines?.append(to: &out)
    case .headline: out.appendEscaped(options.mail?.headline ?? [], as: .line)
    case _: break
    }
  }

  private mutating func writeHeadingOrNoticeField(_ field: TextField, to out: inout OutputBuffer) {
    switch field {
    case .featuredTitle: write(list.featuredTitle, to: &out)
    case .featuredBy: writeName(list.featuringEditor(of: scope.block), to: &out)
    case .moreFeaturedLabel: wording.append(.moreFeatured, count: list.moreFeaturedCount, to: &out)
    case .heading: write(scope.block.group.phrase, to: &out)
    case .headingCount:
      // The heading of the whole thread counts all comments of the story; the heading of a group
      // counts the group's root comments.
      let isAll = scope.block.group == .all
      wording.append(
        grouped: isAll ? list.header.commentCount : Int(scope.block.count), to: &out)
    case .headingCountLabel: list.appendCount(of: scope.block, to: &out)
    case .noCommentsLabel: write(list.noCommentsPhrase, to: &out)
    case .closedLabel: write(list.closedTitle, to: &out)
    case _: break
    }
  }

  mutating func value(of field: NumberField) -> Int {
    switch field {
    case .level: Int(scope.block.level)
    case .depth: Int(scope.block.depth)
    case .likes: scope.view.likes
    case .replyCount: replyCount
    case .rating: scope.view.rating
    case .avatarColor: Initials.color(of: scope.view.author, in: bytes)
    case .count: Int(scope.block.count)
    case .imageWidth: shownImageSize.width
    case .imageHeight: shownImageSize.height
    case .rankNewest: Int(scope.ranks?.newest ?? 0)
    case .rankOldest: Int(scope.ranks?.oldest ?? 0)
    case .rankLikes: Int(scope.ranks?.mostLiked ?? 0)
    case .rankReplies: Int(scope.ranks?.mostReplies ?? 0)
    case .pageNumber: scope.pageNumber
    case .pageCount: list.pagination?.count ?? 1
    }
  }

  private mutating func writeAnchorLink(_ out: inout OutputBuffer) {
    writeFileName(ofOtherPageWith: scope.block.position, to: &out)
    out.append(UInt8(ascii: "#"))
    permalinks.appendAnchor(scope.view.id, isPlain: scope.isIDPlain, of: bytes, to: &out)
  }

  /// Writes a link to the comment in the output, or else the comment's permalink.
  ///
  /// The permalink is written if the output has no anchors or its thread does not contain the
  /// comment. For a continuation, the link leads to the first page with the replies.
  private mutating func writeCommentLink(_ out: inout OutputBuffer) {
    if let page = continuationPage {
      return PageName.appendFileName(ofPage: page, in: list, to: &out)
    }
    if options.hasAnchors, scope.block.count >= 0 {
      writeAnchorLink(&out)
    } else {
      writePermalink(&out)
    }
  }

  private mutating func writeParentLink(_ out: inout OutputBuffer) {
    writeFileName(ofOtherPageWith: scope.view.parentPosition, to: &out)
    out.append(UInt8(ascii: "#"))
    let parent = scope.view.parentID
    permalinks.appendAnchor(parent, isPlain: isPlainID(parent, of: bytes), of: bytes, to: &out)
  }

  private mutating func writePermalink(_ out: inout OutputBuffer) {
    if permalinks.fallsBackToAnchors, !permalinks.hasAddress(scope.view.permalink, of: bytes) {
      return writeAnchorLink(&out)
    }
    permalinks.append(
      scope.view.permalink, id: scope.view.id, isIDPlain: scope.isIDPlain, of: bytes, to: &out)
  }

  private mutating func writeDatetime(_ out: inout OutputBuffer) {
    guard let time = scope.view.createdAt else { return }
    wording.appendISO8601(time, to: &out, reusing: &dateCache)
  }

  private mutating func writeTime(_ out: inout OutputBuffer) {
    guard let time = scope.view.createdAt else { return }
    let isIsolated = isMail && wording.isRightToLeft
    if isIsolated { out.append(Isolate.begin) }
    wording.appendTime(time, to: &out, reusing: &dateCache)
    if isIsolated { out.append(Isolate.end) }
  }

  /// Writes a user's name or title; in an email, between isolate characters if it needs them.
  ///
  /// The templates of pages have `<bdi>` around the name instead.
  mutating func writeName(_ name: Slice, to out: inout OutputBuffer) {
    let isIsolated = isMail && wording.needsIsolation(bytes[name.range])
    if isIsolated { out.append(Isolate.begin) }
    out.appendEscaped(name, of: bytes, as: .line)
    if isIsolated { out.append(Isolate.end) }
  }

  private mutating func writeStars(inWords isInWords: Bool, to out: inout OutputBuffer) {
    if isInWords {
      wording.append(.stars, count: scope.view.rating, to: &out)
    } else {
      wording.appendStars(scope.view.rating, to: &out)
    }
  }

  private mutating func writeParent(_ out: inout OutputBuffer) {
    if let phrase = scope.view.phraseForUnnamedParent {
      write(phrase, to: &out)
    } else {
      writeName(scope.view.parentAuthor, to: &out)
    }
  }

  /// Writes the host of the media's address, for media without a title.
  private func writeMediaHost(_ out: inout OutputBuffer) {
    guard let url = mediaURL else { return }
    out.appendEscaped(Slice(url.host.indices), of: url.bytes, as: .line)
  }

  private mutating func writeInitials(_ out: inout OutputBuffer) {
    let initials = Initials(of: scope.view.author, in: bytes)
    out.appendEscaped(initials.first, of: bytes, as: .line)
    out.appendEscaped(initials.second, of: bytes, as: .line)
  }

  private func writeReadLabel(_ out: inout OutputBuffer) {
    let (before, after) = wording.parts(of: readPhrase)
    out.append(contentsOf: before)
    writeSiteName(&out)
    out.append(contentsOf: after)
  }

  private func writeSiteName(_ out: inout OutputBuffer) {
    let site = siteName
    let isIsolated = wording.needsIsolation(site[...])
    if isIsolated { out.append(Isolate.begin) }
    out.appendEscaped(site, as: .line)
    if isIsolated { out.append(Isolate.end) }
  }

  private mutating func writeReplyLabel(_ out: inout OutputBuffer) {
    guard !scope.view.author.isEmpty else { return write(.reply, to: &out) }
    out.append(contentsOf: replyInvitation.before)
    writeName(scope.view.author, to: &out)
    out.append(contentsOf: replyInvitation.after)
  }

  /// The invitation to read the story, and to answer while that is possible.
  var readPhrase: Phrase { list.header.isClosed ? .readOn : .readAndReplyOn }

  /// The name of the site: the organization's, or the host of the story's address without `www.`.
  var siteName: [UInt8] { Self.siteName(of: list, permalinks: permalinks) }

  static func siteName(of list: BlockList, permalinks: Permalinks) -> [UInt8] {
    if !list.header.organization.isEmpty {
      return Array(list.bytes[list.header.organization.range])
    }
    let host = Array(permalinks.storyAddress?.host ?? [])
    return host.starts(with: "www.".utf8) ? Array(host.dropFirst(4)) : host
  }

  /// Writes only the letters, digits and hyphens of a name from outside, in lowercase.
  private func appendToken(_ slice: Slice, to out: inout OutputBuffer) {
    for byte in bytes[slice.range] where isLetterOrDigit(byte) || byte == UInt8(ascii: "-") {
      out.append(lowercase(byte))
    }
  }

  var mediaURL: SafeURL? {
    scope.view.media.flatMap { SafeURL($0.url, of: bytes) }
  }

  /// Returns the address from which readers load a picture, or `nil` if it is not a safe `https`
  /// address.
  func imageURL(_ address: Slice) -> SafeURL? {
    guard !address.isEmpty, let url = SafeURL(address, of: bytes), url.scheme == .https else {
      return nil
    }
    return url
  }

  /// The largest width at which a picture is shown, in pixels.
  private static let maximumImageWidth = 480

  /// The size at which the picture of the media is shown, in pixels; 0 by 0 if it is unknown.
  private var shownImageSize: (width: Int, height: Int) {
    guard let media = scope.view.media, media.width > 0 else { return (0, 0) }
    let (width, height) = (Int(media.width), Int(media.height))
    let shown = min(width, Self.maximumImageWidth)
    return (shown, max(1, height * shown / width))
  }
}
