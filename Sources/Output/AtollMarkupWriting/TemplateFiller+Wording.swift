import AtollBodyText
import AtollBytes
import AtollComments
import AtollLayout

extension TemplateFiller {
  /// The number of the comment's replies in the output or, if there are none, of hidden replies.
  var replyCount: Int {
    mutating get {
      if scope.block.count > 0 { return Int(scope.block.count) }
      let next = scope.index + 1
      guard next < list.blocks.count, case .hiddenReplies = list.blocks[next].kind,
        list.blocks[next].position == scope.block.position
      else { return 0 }
      return Int(list.blocks[next].count)
    }
  }

  /// Writes a sentence about the page for search engines: `34 comments on TITLE`.
  mutating func writeDescription(_ out: inout OutputBuffer) {
    if let pagination = list.pagination { return writePageDescription(pagination, to: &out) }
    var text = OutputBuffer(capacity: 256)
    list.appendDescription(to: &text)
    out.appendEscaped(text, as: .line)
  }

  /// Writes the number of likes with the word for them, which may be the server's own.
  mutating func writeLikesLabel(_ out: inout OutputBuffer) {
    let serverLabel = wording.serverLabel(for: .like)
    let isIsolated = isMail && wording.needsIsolation(serverLabel[...])
    if isIsolated { out.append(Isolate.begin) }
    if serverLabel.isEmpty {
      wording.append(wording.likesPhrase, count: scope.view.likes, to: &out)
    } else {
      wording.append(grouped: scope.view.likes, to: &out)
      out.append(UInt8(ascii: " "))
      out.appendEscaped(wording.likeLabel(of: scope.view.likes), as: .line)
    }
    if isIsolated { out.append(Isolate.end) }
  }

  mutating func writeReplyCountLabel(_ out: inout OutputBuffer) {
    let isIsolated = isMail && wording.needsIsolation([])
    if isIsolated { out.append(Isolate.begin) }
    let start = out.count
    let count = replyCount
    let isContinued = list.pagination?.threadPages.firstPage(ofBranch: scope.block.position) != nil
    // All replies may be on other pages.
    if count == 0, isContinued {
      write(.replies, to: &out)
    } else {
      wording.append(.replies, count: count, to: &out)
    }
    if isMail { out.keepTogether(from: start) }
    if isIsolated { out.append(Isolate.end) }
  }

  /// Writes the names of the first authors of the replies, isolated where their direction requires
  /// it.
  mutating func writeReplyAuthors(_ out: inout OutputBuffer) {
    list.appendReplyAuthors(below: scope.index, to: &out) { name, out in
      out.appendEscaped(name, of: bytes, as: .line)
    }
  }

  /// Writes a phrase, in the server's own words if it has any.
  mutating func write(_ phrase: Phrase, to out: inout OutputBuffer) {
    let serverLabel = wording.serverLabel(for: phrase)
    if serverLabel.isEmpty {
      wording.append(phrase, to: &out)
    } else {
      out.appendEscaped(serverLabel, as: .line)
    }
  }

  // MARK: Badges

  var badgeCount: Int {
    scope.view.badges.builtInBits.nonzeroBitCount + Int(scope.view.badges.customCount)
  }

  mutating func enterBadge(_ index: Int) {
    scope.badgeIndex = index
    guard isMail, index < badgeCount else { return }
    var (isStaff, isModerator, isExpert) = (false, false, false)
    switch currentBadge {
    case .staff, .admin: isStaff = true
    case .moderator: isModerator = true
    case .expert: isExpert = true
    case .member, .subscriber, .topCommenter, .newCommenter, .custom: break
    }
    scope.flags.set(.isStaffBadge, to: isStaff)
    scope.flags.set(.isModeratorBadge, to: isModerator)
    scope.flags.set(.isExpertBadge, to: isExpert)
  }

  var currentBadge: BadgeKind {
    var known = scope.view.badges.builtInBits
    for _ in 0..<scope.badgeIndex { known &= known &- 1 }
    // The publisher's own badges follow the built-in ones.
    return known == 0
      ? .custom : BadgeKind(rawValue: UInt8(known.trailingZeroBitCount)) ?? .custom
  }

  mutating func writeBadgeLabel(_ out: inout OutputBuffer) {
    let phrase = Phrase(currentBadge)
    let isIsolated =
      isMail && wording.needsIsolation(phrase.map { wording.serverLabel(for: $0)[...] } ?? [])
    if isIsolated { out.append(Isolate.begin) }
    if let phrase { write(phrase, to: &out) } else { writeCustomBadge(&out) }
    if isIsolated { out.append(Isolate.end) }
  }

  private mutating func writeCustomBadge(_ out: inout OutputBuffer) {
    let badges = scope.view.badges
    let index = Int(badges.firstCustom) + scope.badgeIndex - badges.builtInBits.nonzeroBitCount
    guard list.labels.indices.contains(index) else { return }
    // In an email in a right-to-left language, all labels are isolated already.
    if wording.isRightToLeft {
      out.appendEscaped(list.labels[index], of: bytes, as: .line)
    } else {
      writeName(list.labels[index], to: &out)
    }
  }
}

extension OutputBuffer {
  /// Replaces the spaces written since offset `start` with no-break spaces.
  fileprivate mutating func keepTogether(from start: Int) {
    let written = withBytes { Array($0.extracting(start...)) }
    let parts = written.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return }
    truncate(to: start)
    for (index, part) in parts.enumerated() {
      if index > 0 { append("&nbsp;") }
      append(contentsOf: part.span)
    }
  }
}
