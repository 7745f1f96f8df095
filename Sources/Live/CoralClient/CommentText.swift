import AtollBytes
import AtollComments

/// Functions for the text of comments, as users type it and as servers store it.
enum CommentText {
  /// Returns the text as it is sent: trimmed, and with a line feed for each CR LF or CR.
  ///
  /// Coral does not count white space at the start and end of a text toward its length, but Talk
  /// does.
  static func asSent(_ text: String) -> String {
    String(CharacterLimits.trimmed(text))
      .replacing(text: "\r\n", with: "\n").replacing(text: "\r", with: "\n")
  }

  /// Returns typed text, which has no markup, as the HTML that servers expect.
  static func html(of text: String) -> String {
    text.replacing(text: "&", with: "&amp;").replacing(text: "<", with: "&lt;")
      .replacing(text: ">", with: "&gt;").replacing(text: "\n", with: "<br>")
  }

  /// Returns whether HTML and a text have the same words; markup and spaces, which servers change,
  /// are ignored.
  static func hasSameWords(_ html: String, as text: String) -> Bool {
    words(ofHTML: html) == words(of: text)
  }

  private static func words(of text: String) -> [String] {
    text.split { $0.isWhitespace }.map(String.init)
  }

  /// The beginnings of the tags that can occur inside a word; all other tags in Coral's HTML are
  /// between words.
  private static let inlineTags = [
    "<a", "</a", "<b>", "</b>", "<i>", "</i", "<s", "</s", "<em", "</em",
  ]

  private static func words(ofHTML html: String) -> [String] {
    let bytes = Array(html.utf8)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"),
        let end = bytes[index...].firstIndex(of: UInt8(ascii: ">"))
      {
        let tag = String(decoding: bytes[index...end], as: UTF8.self).lowercased()
        if !inlineTags.contains(where: tag.hasPrefix) { text.append(0x20) }
        index = end + 1
      } else if let (reference, next) = characterReference(in: bytes, at: index) {
        text += reference
        index = next
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return words(of: String(decoding: text, as: UTF8.self))
  }
}
