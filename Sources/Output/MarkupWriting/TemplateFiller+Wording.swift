import BodyText
import Bytes
import Comments
import Layout

extension TemplateFiller {
  /// Writes a field whose words come from the catalogue, which holds nothing that needs escaping.
  mutating func writeWording(_ field: MarkupField, _ out: inout OutputBuffer) {
    switch field {
    case .likesLabel, .replyCountLabel, .badgeLabel: writeFact(field, &out)
    case .sortLabel: write(Phrase(list.page.sort), &out)
    case .mediaLabel: if let media = scope.face.media { write(Phrase(media.kind), &out) }
    case .reasonText: if let reason = scope.face.tombstone { write(Phrase(reason), &out) }
    case _: appendCount(field, &out)
    }
  }

  /// Writes one of the short texts that stand beside a name.
  private mutating func writeFact(_ field: MarkupField, _ out: inout OutputBuffer) {
    let isIsolated = isMail && wording.isolates(serversWord(in: field))
    if isIsolated { out.append(Isolate.begin) }
    switch field {
    case .likesLabel: writeLikes(&out)
    case .badgeLabel: writeBadgeLabel(&out)
    case _: wording.append(.replies, replyCount, to: &out)
    }
    if isIsolated { out.append(Isolate.end) }
  }

  /// The words of the server in such a text: those of ours run as the lines do.
  private func serversWord(in field: MarkupField) -> [UInt8] {
    switch field {
    case .likesLabel: wording.hasServersWord(for: .like) ? wording.serversWord(for: .like) : []
    case .badgeLabel: Phrase(currentBadge).map { wording.serversWord(for: $0) } ?? []
    case _: []
    }
  }

  private mutating func appendCount(_ field: MarkupField, _ out: inout OutputBuffer) {
    switch field {
    case .countLabel: list.appendHiddenCount(of: scope.block, to: &out)
    case .commentCountLabel: list.appendCommentCount(to: &out)
    case .ratingLabel:
      wording.appendRating(
        hundredths: list.page.ratingHundredths, reviews: list.page.ratingCount, to: &out)
    case .stars: wording.appendStars(scope.face.rating, to: &out)
    case _: return
    }
  }

  /// How many replies the comment has: those that are written, or those that are hidden where none is.
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

  private mutating func writeLikes(_ out: inout OutputBuffer) {
    guard wording.hasServersWord(for: .like) else {
      wording.append(.likes, scope.face.likes, to: &out)
      return
    }
    wording.append(grouped: scope.face.likes, to: &out)
    out.append(UInt8(ascii: " "))
    write(.like, &out)
  }

  /// Writes a constant wording that the story's server may have its own word for.
  mutating func write(_ phrase: Phrase, _ out: inout OutputBuffer) {
    guard wording.hasServersWord(for: phrase) else {
      wording.append(phrase, to: &out)
      return
    }
    let own = wording.serversWord(for: phrase)
    out.appendEscaped(Slice(0..<own.count), of: own, as: .line)
  }

  // MARK: Badges

  /// How many badges the comment's author has.
  var badgeCount: Int {
    scope.face.badges.known.nonzeroBitCount + Int(scope.face.badges.customCount)
  }

  /// Turns to one of the badges.
  mutating func enterBadge(_ index: Int) {
    scope.badge = index
    guard isMail, index < badgeCount else { return }
    var (isStaff, isModerator, isExpert) = (false, false, false)
    switch currentBadge {
    case .staff, .admin: isStaff = true
    case .moderator: isModerator = true
    case .expert: isExpert = true
    case .member, .subscriber, .custom: break
    }
    scope.flags.set(.isStaffBadge, isStaff)
    scope.flags.set(.isModeratorBadge, isModerator)
    scope.flags.set(.isExpertBadge, isExpert)
  }

  /// The badge a list of badges has come to.
  private var currentBadge: BadgeKind {
    var known = scope.face.badges.known
    for _ in 0..<scope.badge { known &= known &- 1 }
    // The publisher's own come behind those that are known.
    return known == 0
      ? .custom : BadgeKind(rawValue: UInt8(known.trailingZeroBitCount)) ?? .custom
  }

  var badgeKind: StaticString { currentBadge.name }

  private mutating func writeBadgeLabel(_ out: inout OutputBuffer) {
    if let phrase = Phrase(currentBadge) {
      write(phrase, &out)
      return
    }
    let badges = scope.face.badges
    let index = Int(badges.firstCustom) + scope.badge - badges.known.nonzeroBitCount
    if list.labels.indices.contains(index) {
      let label = list.labels[index]
      // In a mail of a language that runs leftwards, all labels are isolated already.
      if wording.isRightToLeft {
        out.appendEscaped(label, of: bytes, as: .line)
      } else {
        writeName(label, &out)
      }
    }
  }
}
