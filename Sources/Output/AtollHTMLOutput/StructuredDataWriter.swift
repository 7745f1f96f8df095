package import AtollBodyText
package import AtollBytes
package import AtollLayout
package import AtollMarkupWriting

/// Writes the structured data of a story as a separate file, for a page that includes the comments
/// as a fragment.
package struct StructuredDataWriter: ~Copyable, BlockWriter {
  private let list: BlockList
  private var filler: TemplateFiller
  private var data: StructuredData

  package init(
    _ list: BlockList, kind: StructuredDataKind, subject: AddressTemplate,
    addresses: AddressSettings, hasAnchors: Bool
  ) {
    self.list = list
    var options = TemplateFiller.Options()
    options.addresses = addresses
    options.hasAnchors = hasAnchors
    filler = TemplateFiller(list, options: options)
    data = StructuredData(kind, subject: subject, permalinks: filler.permalinks, in: OutputBuffer())
  }

  package mutating func begin(_ out: inout OutputBuffer) {}

  package mutating func write(blockAt index: Int, body: RichText, to out: inout OutputBuffer) {
    let block = list.blocks[index]
    switch block.kind {
    case .comment, .tombstone:
      filler.enter(index, block: block, body: body)
      data.add(&filler, body: body)
    case .announcement, .infobox, .questionBox, .featured, .closed, .heading, .ancestor,
      .hiddenReplies,
      .moreComments, .noComments:
      break
    }
  }

  package mutating func finish(_ out: inout OutputBuffer) {
    data.finish(list, permalinks: filler.permalinks, to: &out)
    out.append(UInt8(ascii: "\n"))
  }
}
