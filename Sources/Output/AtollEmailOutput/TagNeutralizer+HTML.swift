import AtollBytes

extension TagNeutralizer {
  /// Returns markup with a character reference in place of each `!` that begins a merge tag
  /// (`!fname`), or `nil` if there is no such tag.
  ///
  /// The other characters that begin tags are written as references in all markup. `!` becomes a
  /// reference only in emails, because it occurs in most comments and only mailing services act on
  /// it. Style sheets must not be passed in, because they cannot contain references.
  static func escapingMergeTags(
    _ html: Span<UInt8>, keeping unbreakable: UnbreakableTexts
  ) -> [UInt8]? {
    var out = OutputBuffer(capacity: 0)
    var written = 0
    var index = 0
    while let sign = html.firstIndex(of: UInt8(ascii: "!"), from: index), sign + 1 < html.count {
      index = sign + 1
      let before = sign > 0 ? html[sign - 1] : 0x20
      guard isLetter(html[sign + 1]), Self.mayPrecedeMergeTag(before) else { continue }
      if let length = unbreakable.length(at: sign, in: html) {
        index = sign + length
        continue
      }
      out.append(contentsOf: html.extracting(written..<sign))
      out.append("&#33;")
      written = sign + 1
    }
    guard written > 0 else { return nil }
    out.append(contentsOf: html.extracting(written...))
    return out.bytes()
  }

  /// Returns whether a merge tag with `!` may begin after a byte.
  ///
  /// After `<` or `{`, the `!` belongs to a declaration (`<!`) or to a tag of the sender's that
  /// begins with `{!`.
  static func mayPrecedeMergeTag(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x80 || ">;\"'(".utf8.contains(byte)
  }
}
