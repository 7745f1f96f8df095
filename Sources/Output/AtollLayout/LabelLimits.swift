package import AtollBytes
import AtollComments

/// Limits on text that many comments share.
///
/// A name or a label is in the input once, but on the page with every comment by its author.
/// Without a limit, a small input could therefore produce any amount of output. No real name
/// comes near these limits.
enum LabelLimits {
  /// The largest number of bytes shown of a name; longer names are cut.
  static let maximumNameLength = 256
  /// The largest number of bytes shown of a badge, a tag or a server's label; longer ones are cut.
  static let maximumLabelLength = 128
  /// The largest number of the publisher's own badges and tags that one comment shows.
  static let maximumLabelsPerComment = 16

  /// Reports everything that a limit cuts.
  static func report(on story: Story, to diagnostics: inout DiagnosticList) {
    func report(_ noun: String, beginningWith text: Slice, limit: Int) {
      let start = story.bytes.string(story.bytes.truncated(text, to: 32))
      diagnostics.add(
        .nameCut, message: "the \(noun) beginning '\(start)' is cut to \(limit) bytes", at: .input)
    }
    for author in story.authors where author.name.count > maximumNameLength {
      report("name", beginningWith: author.name, limit: maximumNameLength)
    }
    if story.labels.isEmpty { return }
    for index in story.labels.indices where story.labels[index].count > maximumLabelLength {
      report("label", beginningWith: story.labels[index], limit: maximumLabelLength)
    }
    if story.labels.count <= maximumLabelsPerComment { return }
    for comment in story.comments where comment.tombstone == nil {
      let badges = comment.author < 0 ? 0 : Int(story.authors[Int(comment.author)].labelCount)
      let count = badges + Int(comment.labelCount)
      guard count > maximumLabelsPerComment else { continue }
      diagnostics.add(
        .labelsLeftOut,
        message: "of its \(count) badges and tags, the first \(maximumLabelsPerComment) are shown",
        at: .comment(story.bytes.string(comment.id)))
    }
  }
}

extension [UInt8] {
  /// Returns a slice of these bytes, cut to at most `limit` bytes, but never inside a grapheme
  /// cluster such as the emoji of a family.
  @inline(__always)
  package func truncated(_ slice: Slice, to limit: Int) -> Slice {
    slice.count <= limit ? slice : truncatedBetweenCharacters(slice, to: limit)
  }

  private func truncatedBetweenCharacters(_ slice: Slice, to limit: Int) -> Slice {
    guard slice.end <= count else { return .empty }
    let start = Int(slice.start)
    var end = start + limit
    while end > start, self[end] & 0xC0 == 0x80 { end -= 1 }
    // A character may begin before the limit, and end after it.
    var length = 0
    for character in String(decoding: self[start..<Int(slice.end)].prefix(2 * limit), as: UTF8.self)
    {
      guard length + character.utf8.count <= limit else { break }
      length += character.utf8.count
    }
    return Slice(start..<(length > 0 ? start + length : end))
  }
}
