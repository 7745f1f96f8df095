/// The text of a comment, as it is typed and as servers store it.
enum CommentText {
  /// The same text with a line feed at the end of each line, whatever the system it comes from
  /// writes there.
  static func withPlainLineEnds(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  /// Typed text, without markup, as the HTML that Coral expects.
  static func html(of text: String) -> String {
    var html = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\n": html += "<br>"
      case _: html.unicodeScalars.append(scalar)
      }
    }
    return html
  }

  /// Returns whether two bodies have the same words; markup and spaces, which servers change, are ignored.
  static func saysTheSame(_ html: String, as text: String) -> Bool {
    words(ofHTML: html) == words(of: text)
  }

  private static func words(of text: String) -> [String] {
    text.split { $0.isWhitespace }.map(String.init)
  }

  private static func words(ofHTML html: String) -> [String] {
    var text = ""
    var rest = html[...]
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">") {
        // A link can be inside a word; everything else that Coral keeps is between words.
        let tag = rest[rest.startIndex...end].lowercased()
        let isInline = ["<a", "</a", "<b>", "</b", "<i>", "</i", "<s", "</s", "<em", "</em"]
          .contains { tag.hasPrefix($0) }
        if !isInline { text += " " }
        rest = rest[rest.index(after: end)...]
      } else if first == "&", let (character, length) = entity(rest) {
        text += character
        rest = rest.dropFirst(length)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    return words(of: text)
  }

  private static func entity(_ text: Substring) -> (String, Int)? {
    guard let end = text.prefix(12).firstIndex(of: ";") else { return nil }
    let name = text[text.index(after: text.startIndex)..<end]
    let length = text.distance(from: text.startIndex, to: end) + 1
    let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]
    if let character = known[String(name)] { return (character, length) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.hasPrefix("x") || digits.hasPrefix("X")
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { (String(Character($0)), length) }
  }
}
