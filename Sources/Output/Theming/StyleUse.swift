/// The classes and elements that a piece of markup has, which decide what rules of a sheet can apply to it.
package struct StyleUse: Hashable, Sendable {
  /// The number of elements of each class, up to `mostCounted`.
  private(set) var classes: [String: Int] = [:]
  /// The beginnings of classes whose ends are filled in later, such as `a-g-`.
  private(set) var prefixes: Set<String> = []
  /// The names of elements; `nil` if any element may occur.
  private(set) var elements: Set<String>?

  /// No selector asks for more elements of one class around each other than a theme has rails.
  package static let mostCounted = 9

  /// The byte in place of a value in the markup of a template.
  package static let hole: UInt8 = 0x01
  /// The byte at the beginning and at the end of a section in the markup of a template.
  package static let seam: UInt8 = 0x02

  /// The use of finished markup: all that is in it, and nothing else.
  package init(finished markup: Span<UInt8>) {
    elements = []
    scan(markup)
    // A class that is needed once is needed whether there are two or twenty.
    for (name, count) in classes { classes[name] = min(count, Self.mostCounted) }
  }

  /// The use of the markup of templates, of which each part may occur any number of times, around any body.
  package init(templates markup: Span<UInt8>, bodyClasses: [String]) {
    elements = nil
    scan(markup)
    for name in bodyClasses { classes[name] = Self.mostCounted }
    for name in classes.keys { classes[name] = Self.mostCounted }
  }

  /// Returns how many elements at most have a class.
  func count(of name: String) -> Int {
    if let count = classes[name] { return count }
    return prefixes.contains(where: name.hasPrefix) ? Self.mostCounted : 0
  }

  // MARK: Scanning

  /// Reads the tags of markup that Atoll wrote: names are in lower case, and values in double quotes.
  private mutating func scan(_ markup: Span<UInt8>) {
    var index = 0
    while index < markup.count {
      guard markup[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      index += 1
      let start = index
      while index < markup.count, isNamePart(markup[index]) { index += 1 }
      if index > start { elements?.insert(markup.text(start..<index)) }
      scanAttributes(markup, &index)
    }
  }

  private mutating func scanAttributes(_ markup: Span<UInt8>, _ index: inout Int) {
    var nameStart = index
    while index < markup.count, markup[index] != UInt8(ascii: ">") {
      let byte = markup[index]
      if byte == UInt8(ascii: "\"") {
        let start = index + 1
        index = start
        while index < markup.count, markup[index] != UInt8(ascii: "\"") { index += 1 }
        if markup.text(nameStart..<start - 1) == "class=" { addClasses(markup, start..<index) }
      } else if !isNamePart(byte), byte != UInt8(ascii: "=") {
        nameStart = index + 1
      }
      index += 1
    }
  }

  private mutating func addClasses(_ markup: Span<UInt8>, _ range: Range<Int>) {
    var start = range.lowerBound
    for index in range.lowerBound...range.upperBound
    where index == range.upperBound || markup[index] == 0x20 {
      addClass(markup, start..<index)
      start = index + 1
    }
  }

  /// Adds one class, or its beginning if a hole or a section is within it.
  private mutating func addClass(_ markup: Span<UInt8>, _ range: Range<Int>) {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, markup[start] == Self.seam { start += 1 }
    while start < end, markup[end - 1] == Self.seam { end -= 1 }
    guard start < end else { return }
    for index in start..<end where markup[index] == Self.hole || markup[index] == Self.seam {
      prefixes.insert(markup.text(start..<index))
      return
    }
    classes[markup.text(start..<end), default: 0] += 1
  }
}

extension Span<UInt8> {
  fileprivate func text(_ range: Range<Int>) -> String {
    var text: [UInt8] = []
    for index in range { text.append(self[index]) }
    return String(decoding: text, as: UTF8.self)
  }
}
