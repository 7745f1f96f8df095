import AtollBytes

/// Texts that an encoding must not break: the sender's merge tags, and the verbatim texts of
/// templates.
///
/// A mailing service searches the encoded message for these texts.
struct UnbreakableTexts: Sendable {
  private let texts: [[UInt8]]

  static let none = UnbreakableTexts([])

  init(_ texts: some Collection<[UInt8]>) {
    // The longest first. Of texts with the same length, at most one can match at an index.
    self.texts = texts.sorted { $0.count > $1.count }
  }

  func adding(_ others: [[UInt8]]) -> UnbreakableTexts {
    others.isEmpty ? self : UnbreakableTexts(texts + others)
  }

  var isEmpty: Bool { texts.isEmpty }

  var areASCII: Bool { texts.allSatisfy { $0.allSatisfy { $0 < 0x80 } } }

  /// Returns the length in bytes of the unbreakable text at `index`; `nil` if there is none.
  func length(at index: Int, in bytes: Span<UInt8>) -> Int? {
    for text in texts
    where bytes[index] == text[0] && bytes.has(text, at: index) {
      return text.count
    }
    return nil
  }
}
