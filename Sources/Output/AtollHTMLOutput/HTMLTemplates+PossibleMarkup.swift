import AtollBytes
package import AtollLayout
import AtollMarkupWriting
import AtollTemplating

extension HTMLTemplates {
  /// Returns all markup that a list of blocks with these contents can become, with placeholders
  /// (`MarkupPlaceholder`) for values and sections.
  package func possibleMarkup(of contents: BlockContents) -> [UInt8] {
    var programs = [frame.before, frame.between, frame.after]
    for part in [story, pageList] { programs += [part.head, part.tail] }
    for kind in contents.kinds { programs += self.programs(of: kind) }
    let missing = Self.flags.filter { contents.isDisjoint(with: $0.contents) }.map { $0.flag.id }
    // Browsers add these elements to pages whose templates leave out the tags.
    var markup = Array((settings.form == .page ? "<html><head><body>" : "").utf8)
    for program in programs {
      program.folding(text: { _ in nil }, flag: { missing.contains($0) ? false : nil })
        .appendPossibleMarkup(to: &markup)
    }
    var bodies = OutputBuffer()
    commentBody.appendPossibleMarkup(to: &bodies)
    noticeBody.appendPossibleMarkup(to: &bodies)
    return markup + bodies.bytes()
  }

  /// The flags that a block can set only if its list has certain contents.
  private static let flags: [(flag: FlagField, contents: BlockContents)] = [
    (.hasMedia, .media), (.hasRatingStars, .stars), (.isNew, .newComments),
    (.flattened, .flattened), (.namesParent, .flattened), (.highlighted, .highlighted),
    (.hasRating, .meanRating), (.sortControls, .sortControls), (.hasReplyAuthors, .folded),
    (.hasImage, .pictures), (.hasAvatar, .pictures),
  ]

  private func programs(of kind: Block.Kind) -> [Program] {
    switch kind {
    case .announcement: [announcement]
    case .infobox: [infobox]
    case .questionBox: [questionBox]
    case .featured: [featured]
    case .closed: [closed]
    case .heading: [comments.head, comments.tail]
    case .comment: [comment.head, comment.tail, replies.head, replies.tail]
    case .tombstone: [tombstone.head, tombstone.tail, replies.head, replies.tail]
    case .ancestor: [ancestor.head, ancestor.tail, replies.head, replies.tail]
    case .hiddenReplies: [hiddenReplies]
    case .moreComments: [moreComments]
    case .noComments: [noComments]
    }
  }
}
