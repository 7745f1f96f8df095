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
    words(of: Body(html, syntax: .html).plainText) == words(of: text)
  }

  private static func words(of text: String) -> [String] {
    text.split { $0.isWhitespace }.map(String.init)
  }
}
