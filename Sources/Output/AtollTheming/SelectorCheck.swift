import AtollBytes

/// Checks that every selector of a rule begins at the root and stays below it.
struct SelectorCheck {
  let file: StyleFile
  let isDocument: Bool

  func check(_ piece: SheetPiece, reporting errors: inout SourceErrorList) {
    let bytes = piece.bytes
    if bytes.isEmpty { return errors.add("the rule has no selector", in: file, at: piece.start) }
    for part in bytes.span.selectors(in: bytes.indices) {
      let selector = bytes[part].drop { $0 == 0x20 }
      checkOne(selector, at: piece.offset(at: selector.startIndex), reporting: &errors)
    }
  }

  private func checkOne(
    _ selector: ArraySlice<UInt8>, at offset: Int, reporting errors: inout SourceErrorList
  ) {
    if selector.starts(with: "//".utf8) {
      return errors.add("a comment is written /* … */", in: file, at: offset)
    }
    let roots = isDocument ? Self.documentRoots : Self.roots
    guard let root = roots.first(where: { selector.starts(with: $0.utf8) }) else {
      let all = roots.map { "'\($0)'" }.joined(separator: ", ")
      return add("must begin with \(all)", about: selector, at: offset, to: &errors)
    }
    let rest = selector.dropFirst(root.utf8.count)
    if let next = rest.first, isNamePart(next) {
      return add("must begin with '\(root)'", about: selector, at: offset, to: &errors)
    }
    var reader = SelectorReader(selector)
    if !reader.isValid() {
      add("cannot be parsed, so browsers drop the rule", about: selector, at: offset, to: &errors)
    } else if !isDocument, reachesSibling(rest) {
      add("matches siblings of the root", about: selector, at: offset, to: &errors)
    }
  }

  private static let roots = [".atoll"]
  private static let documentRoots = [".atoll", ":root", "html", "body"]

  private func add(
    _ problem: String, about selector: ArraySlice<UInt8>, at offset: Int,
    to errors: inout SourceErrorList
  ) {
    let text = String(decoding: selector, as: UTF8.self)
    errors.add("the selector '\(text)' \(problem)", in: file, at: offset)
  }

  /// Returns whether the first combinator after the root leads to a sibling.
  private func reachesSibling(_ rest: ArraySlice<UInt8>) -> Bool {
    var nesting = Nesting()
    var hasRootEnded = false
    for byte in rest {
      let isOutside = nesting.isOutside(reading: byte)
      switch byte {
      case UInt8(ascii: "+") where isOutside, UInt8(ascii: "~") where isOutside: return true
      case UInt8(ascii: ">") where isOutside: return false
      case 0x20 where isOutside: hasRootEnded = true
      default: if hasRootEnded { return false }
      }
    }
    return false
  }

  /// Tracks strings and brackets in a selector or a value.
  ///
  /// `StyleSheetReader` has checked that brackets are balanced and no quotation mark is escaped.
  struct Nesting {
    private var strings = StringTracker()
    private var depth = 0

    /// Reads the next byte, and returns whether it is outside of all strings and brackets.
    mutating func isOutside(reading byte: UInt8) -> Bool {
      if strings.isInString(reading: byte) { return false }
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      default: return depth == 0
      }
      return false
    }
  }
}
