package import Layout
import MarkupWriting
import Templating

/// A set of kinds of blocks, which decides what templates an output is made of.
package struct BlockKinds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Comments that are repeated in short.
  package static let ancestors = BlockKinds(.ancestor)

  init(_ kind: Block.Kind) { rawValue = 1 << kind.rawValue }

  /// The kinds of some blocks.
  package init(_ blocks: [Block]) {
    var kinds: UInt16 = 0
    for block in blocks { kinds |= 1 << block.kind.rawValue }
    rawValue = kinds
  }
}

extension HTMLTemplates {
  /// The classes that bodies can have.
  package static let bodyClasses = ["a-h", "a-spoiler", "a-sarcasm", "a-host"]

  /// Returns the markup of the templates that some kinds of blocks are written with, without any values.
  ///
  /// `0x01` marks the place of a value, and `0x02` the beginning and the end of a section.
  package func markup(of kinds: BlockKinds) -> [UInt8] {
    var programs = [
      frame.before, frame.between, frame.after, pageList.head, pageList.tail, story.head, story.tail,
    ]
    for kind in Block.Kind.allCases where kinds.contains(BlockKinds(kind)) {
      programs += self.programs(of: kind)
    }
    return programs.flatMap { $0.markup(hole: 0x01, seam: 0x02) + [0x20] }
  }

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
    case .hiddenReplies: [hiddenReplies, replies.head, replies.tail]
    case .moreComments: [moreComments]
    case .noComments: [noComments]
    }
  }
}
