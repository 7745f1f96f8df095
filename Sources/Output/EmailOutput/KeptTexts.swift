import Bytes

/// Texts that an encoding leaves whole: the merge tags of the sender, which a mailing service looks for in the message as
/// it is sent.
struct KeptTexts: Sendable {
  private let texts: [[UInt8]]

  /// No texts.
  static let none = KeptTexts([])

  init(_ texts: some Collection<[UInt8]>) {
    // The longest first; of the texts of one length at most one can be at a place.
    self.texts = texts.sorted { $0.count > $1.count }
  }

  var isEmpty: Bool { texts.isEmpty }

  /// Returns the length of the text that begins at `index`; `nil` if none does.
  func length(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    for text in texts
    where unsafe bytes[index] == text[0] && bytes[index...].starts(with: text) {
      return text.count
    }
    return nil
  }
}
