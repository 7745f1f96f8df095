/// The classes and elements that a piece of markup has, which decide what rules of a sheet can apply to it.
package struct StyleUse: Hashable, Sendable {
  /// The number of elements of each class, up to `mostCounted`.
  private(set) var classes: [String: Int] = [:]
  private(set) var elements: Set<String> = []

  /// No selector asks for more elements of one class around each other than a theme has rails.
  package static let mostCounted = 9

  /// The use of finished markup: all that is in it, and nothing else.
  package init(finished markup: Span<UInt8>) {
    scan(markup)
    // A class that is needed once is needed whether there are two or twenty.
    for (name, count) in classes { classes[name] = min(count, Self.mostCounted) }
  }

  /// Returns how many elements at most have a class.
  func count(of name: String) -> Int { classes[name] ?? 0 }

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
      if index > start { elements.insert(markup.text(start..<index)) }
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
      if start < index { classes[markup.text(start..<index), default: 0] += 1 }
      start = index + 1
    }
  }
}

extension Span<UInt8> {
  fileprivate func text(_ range: Range<Int>) -> String {
    var text: [UInt8] = []
    for index in range { text.append(self[index]) }
    return String(decoding: text, as: UTF8.self)
  }
}
