import BodyText
import Bytes
import Layout

extension HTMLWriter {
  /// Writes a field whose words come from the catalogue, and may hold a server's own.
  mutating func writeWording(_ field: HTMLField, _ out: inout OutputBuffer) {
    scratch.clear()
    let count = Int(scope.block.count)
    switch field {
    case .likesLabel: wording.appendLikes(scope.face.likes, to: &scratch)
    case .replyCountLabel: wording.append(.replies, count, to: &scratch)
    case .countLabel:
      let isHidden = scope.block.kind == .hiddenReplies
      wording.append(isHidden ? .hiddenReplies : .moreComments, count, to: &scratch)
    case .commentCountLabel: wording.append(.comments, list.page.commentCount, to: &scratch)
    case .ratingLabel:
      wording.appendRating(
        hundredths: list.page.ratingHundredths, reviews: list.page.ratingCount, to: &scratch)
    case .sortLabel: wording.append(Phrase(list.page.sort), to: &scratch)
    case .stars: wording.appendStars(scope.face.rating, to: &scratch)
    case .mediaLabel:
      if let media = scope.face.media { wording.append(Phrase(media.kind), to: &scratch) }
    case .reasonText:
      if let reason = scope.face.tombstone { wording.append(Phrase(reason), to: &scratch) }
    case .badgeLabel: appendBadgeLabel()
    case _: return
    }
    out.appendEscaped(scratch, as: .line)
  }

  /// Writes a constant wording that the story's server may have its own word for.
  mutating func write(_ phrase: Phrase, _ out: inout OutputBuffer) {
    scratch.clear()
    wording.append(phrase, to: &scratch)
    out.appendEscaped(scratch, as: .line)
  }

  // MARK: Badges

  /// How many badges the comment's author has.
  var badgeCount: Int {
    scope.face.badges.known.nonzeroBitCount + Int(scope.face.badges.customCount)
  }

  /// The badge a list of badges has come to.
  private var currentBadge: BadgeKind {
    var left = scope.badge
    for kind in BadgeKind.allCases
    where kind != .custom && scope.face.badges.known & 1 << kind.rawValue != 0 {
      if left == 0 { return kind }
      left -= 1
    }
    return .custom
  }

  var badgeKind: StaticString {
    switch currentBadge {
    case .admin: "admin"
    case .moderator: "moderator"
    case .staff: "staff"
    case .expert: "expert"
    case .member: "member"
    case .subscriber: "subscriber"
    case .custom: "custom"
    }
  }

  private mutating func appendBadgeLabel() {
    let badges = scope.face.badges
    let kind = currentBadge
    if let phrase = Phrase(kind) {
      wording.append(phrase, to: &scratch)
      return
    }
    let index = Int(badges.firstCustom) + scope.badge - badges.known.nonzeroBitCount
    if list.labels.indices.contains(index) {
      scratch.append(list.labels[index], of: bytes)
    }
  }

  // MARK: Names of closed sets

  var mediaKind: StaticString {
    switch scope.face.media?.kind {
    case .gif: "gif"
    case .youTube: "youtube"
    case .x: "x"
    case .bluesky: "bluesky"
    case .image: "image"
    case nil: ""
    }
  }

  var reason: StaticString {
    switch scope.face.tombstone {
    case .deleted: "deleted"
    case .rejected: "rejected"
    case .withheld: "withheld"
    case .ignored: "ignored"
    case nil: ""
    }
  }
}
