import BodyText
import Bytes

/// The sender's Markdown with words in place of its merge tags, whose characters have a meaning in
/// Markdown.
///
/// For example, `*|LIST:ADDRESS|*` would become emphasis. The words are replaced with the tags
/// after rendering.
package struct MergePlaceholders: Sendable {
  package private(set) var markdown: [UInt8] = []
  /// The tags in order of occurrence.
  package private(set) var tags: [[UInt8]] = []
  /// The tags that are the whole address of a link.
  package private(set) var links: [[UInt8]] = []
  /// The tags that are only the beginning of an address.
  package private(set) var beginningsOfLinks: [[UInt8]] = []

  package init(_ text: [UInt8]) {
    let parts = MergeText.parts(of: text)
    for (index, part) in parts.enumerated() {
      guard part.isTag else {
        markdown += part.bytes
        continue
      }
      // At the start of a link's address, the placeholder has to look like an address.
      let isAddress = markdown.suffix(2).elementsEqual("](".utf8)
      markdown += (isAddress ? Self.address(tags.count) : Self.word(tags.count)).utf8
      tags.append(part.bytes)
      let next = index + 1 < parts.count ? parts[index + 1].bytes.first : nil
      guard isAddress else { continue }
      if next == UInt8(ascii: ")") || next == 0x20 {
        links.append(part.bytes)
      } else {
        beginningsOfLinks.append(part.bytes)
      }
    }
  }

  private static func word(_ index: Int) -> String { "atollmergetag\(index)x" }
  private static func address(_ index: Int) -> String { "https://\(word(index)).invalid/" }

  /// Replaces the placeholders in the output from `start` on with their tags.
  func restore(_ out: inout OutputBuffer, from start: Int) {
    guard !tags.isEmpty else { return }
    let bytes = restored(Array(out.bytes()[start...]))
    out.truncate(to: start)
    out.append(contentsOf: bytes)
  }

  private func restored(_ bytes: [UInt8]) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    for (index, tag) in tags.enumerated() {
      let tag = String(decoding: tag, as: UTF8.self)
      text = text.replacing(text: Self.address(index), with: tag)
        .replacing(text: "(\(Self.word(index)).invalid)", with: "")
        .replacing(text: Self.word(index), with: tag)
    }
    return Array(text.utf8)
  }
}
