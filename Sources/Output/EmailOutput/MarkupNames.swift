import Bytes

/// The elements and classes in the HTML of an email.
struct MarkupNames {
  private var elements: Set<String> = []
  private var classes: Set<String> = []

  /// Creates the sets from HTML with attributes in double quotation marks, as the templates write
  /// them.
  init(_ html: Span<UInt8>) {
    let attribute = Array(" class=\"".utf8)
    var index = 0
    while index < html.count {
      // User text has no `<`, and no quotation marks in attributes.
      let byte = html[index]
      index += 1
      if byte == UInt8(ascii: "<") {
        let name = Self.prefix(of: html, from: index) { isLetterOrDigit($0) }
        elements.insert(name)
        index += name.utf8.count
      } else if byte == attribute[0],
        html.has(attribute, at: index - 1)
      {
        index += attribute.count - 1
        let names = Self.prefix(of: html, from: index) { $0 != UInt8(ascii: "\"") }
        classes.formUnion(names.split(separator: " ").map(String.init))
        index += names.utf8.count
      }
    }
  }

  /// Returns the longest run of bytes from `start` on that satisfy a condition, as a string.
  private static func prefix(
    of html: Span<UInt8>, from start: Int, while isPart: (UInt8) -> Bool
  ) -> String {
    var end = start
    while end < html.count, isPart(html[end]) { end += 1 }
    return String(decoding: html.extracting(start..<end))
  }

  /// Returns whether the HTML has an element, such as `h3`, or a class, such as `.meta`.
  func contains(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: ".")
      ? classes.contains(String(name.dropFirst())) : elements.contains(name)
  }
}
