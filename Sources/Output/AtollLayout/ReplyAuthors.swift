package import AtollBytes
import AtollComments

extension BlockList {
  private static let maximumNamedAuthors = 3
  /// The largest number of blocks searched for authors, so that a long branch costs no more than a
  /// short one.
  private static let maximumSearchedReplies = 32

  /// Returns whether one of the first replies laid out below a block has a named author.
  package func hasReplyAuthors(below index: Int) -> Bool { !replyAuthors(below: index).isEmpty }

  /// Appends the first authors of the replies laid out below a block, each once:
  /// `Ana, Ben, Chloe, …`.
  ///
  /// `append` gets a name as received, and must escape it if the output needs that. A name whose
  /// direction could change the order of the others is put between isolate characters.
  package func appendReplyAuthors(
    below index: Int, to out: inout OutputBuffer,
    append: (_ name: Slice, _ out: inout OutputBuffer) -> Void
  ) {
    let names = replyAuthors(below: index)
    for (place, name) in names.prefix(Self.maximumNamedAuthors).enumerated() {
      if place > 0 { wording.appendListSeparator(to: &out) }
      wording.append(name: name, of: bytes, to: &out, by: append)
    }
    if names.count > Self.maximumNamedAuthors {
      wording.appendListSeparator(to: &out)
      out.append("…")
    }
  }

  /// Returns the names of the first reply authors, each once.
  ///
  /// There is at most one name more than `maximumNamedAuthors`, which shows that some are left out.
  private func replyAuthors(below index: Int) -> [Slice] {
    var names: [Slice] = []
    for block in blocks[(index + 1)...].prefix(Self.maximumSearchedReplies) {
      guard block.level > blocks[index].level, names.count <= Self.maximumNamedAuthors else {
        break
      }
      guard case .comment = block.kind else { continue }
      let name = story.name(ofAuthor: story.comments[Int(block.position)].author)
      if name.isEmpty || names.contains(where: { bytes[$0.range] == bytes[name.range] }) {
        continue
      }
      names.append(name)
    }
    return names
  }
}
