import Bytes

/// The elements and classes in the HTML of an email.
struct MarkupNames {
  private var elements: Set<String> = []
  private var classes: Set<String> = []

  /// Creates the sets from HTML with attributes in double quotation marks, as the templates write
  /// them.
  init(_ html: UnsafeBufferPointer<UInt8>) {
    let attribute = Array(" class=\"".utf8)
    var index = 0
    while index < html.count {
      // User text has no `<`, and no quotation marks in attributes.
      let byte = unsafe html[index]
      index += 1
      if byte == UInt8(ascii: "<") {
        let name = unsafe Self.word(of: html, from: index) { isLetterOrDigit($0) }
        elements.insert(name)
        index += name.utf8.count
      } else if byte == attribute[0],
        unsafe html[(index - 1)...].starts(with: attribute)
      {
        index += attribute.count - 1
        let names = unsafe Self.word(of: html, from: index) { $0 != UInt8(ascii: "\"") }
        classes.formUnion(names.split(separator: " ").map(String.init))
        index += names.utf8.count
      }
    }
  }

  /// Returns the longest run of bytes from `start` on that satisfy a condition, as a string.
  private static func word(
    of html: UnsafeBufferPointer<UInt8>, from start: Int, while isPart: (UInt8) -> Bool
  ) -> String {
    unsafe String(decoding: html[start...].prefix(while: isPart), as: UTF8.self)
  }

  /// Returns whether the HTML has an element, such as `h3`, or a class, such as `.meta`.
  func contains(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: ".")
      ? classes.contains(String(name.dropFirst())) : elements.contains(name)
  }
}
