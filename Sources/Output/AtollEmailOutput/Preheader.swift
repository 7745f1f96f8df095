import AtollBytes
import AtollLayout

/// The line that mail programs show next to the subject: the number of comments, and who wrote
/// them.
///
/// For example, `12 comments: Ann, Bob, Cleo`. It is short enough to be shown whole.
struct Preheader {
  /// The maximum length in Unicode scalars.
  private static let maximumLength = 90
  private static let maximumNameCount = 6
  private let list: BlockList

  init(_ list: BlockList) { self.list = list }

  func bytes() -> [UInt8] {
    var out = OutputBuffer(capacity: 256)
    list.appendCommentCount(to: &out)
    var length = written(list.appendCommentCount).unicodeScalars.count
    var names: [Slice] = []
    for block in list.blocks where block.kind == .comment || block.kind == .featured {
      if list.isShownAsContext(block) { continue }
      let name = list.view(of: block).author
      guard !name.isEmpty,
        !names.contains(where: { list.bytes[$0.range] == list.bytes[name.range] })
      else { continue }
      length += String(decoding: list.bytes[name.range], as: UTF8.self).unicodeScalars.count + 2
      guard length <= Self.maximumLength else { break }
      if names.isEmpty {
        list.wording.appendSeparator(to: &out)
      } else {
        list.wording.appendListSeparator(to: &out)
      }
      list.wording.append(name: name, of: list.bytes, to: &out) { $1.append($0, of: list.bytes) }
      names.append(name)
      if names.count == Self.maximumNameCount { break }
    }
    return out.bytes()
  }
}
