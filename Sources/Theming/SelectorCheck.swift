/// Checks that every selector of a rule begins at the root and stays below it.
struct SelectorCheck {
  let file: StyleFile
  let isDocument: Bool

  func check(_ piece: SheetPiece, _ errors: inout ErrorList) {
    let bytes = piece.bytes
    if bytes.isEmpty { return errors.add("a rule without a selector", in: file, at: piece.start) }
    var start = 0
    var depth = 0
    for index in 0...bytes.count {
      let byte = index < bytes.count ? bytes[index] : UInt8(ascii: ",")
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      guard byte == UInt8(ascii: ","), depth <= 0 else { continue }
      while start < index, bytes[start] == 0x20 { start += 1 }
      checkOne(bytes[start..<index], at: piece.offset(at: start), &errors)
      start = index + 1
    }
  }

  private func checkOne(
    _ selector: ArraySlice<UInt8>, at offset: Int, _ errors: inout ErrorList
  ) {
    let roots = isDocument ? Self.documentRoots : Self.roots
    guard let root = roots.first(where: { selector.starts(with: $0.utf8) }) else {
      let all = roots.map { "'\($0)'" }.joined(separator: ", ")
      return add("must begin with \(all)", selector, at: offset, &errors)
    }
    let rest = selector.dropFirst(root.utf8.count)
    if let next = rest.first, isNamePart(next) {
      return add("must begin with '\(root)'", selector, at: offset, &errors)
    }
    if !isDocument, reachesSibling(rest) {
      add("reaches beside the root", selector, at: offset, &errors)
    }
  }

  private static let roots = [".atoll"]
  private static let documentRoots = [".atoll", ":root", "html", "body"]

  private func add(
    _ trouble: String, _ selector: ArraySlice<UInt8>, at offset: Int, _ errors: inout ErrorList
  ) {
    let text = String(decoding: selector, as: UTF8.self)
    errors.add("the selector '\(text)' \(trouble)", in: file, at: offset)
  }

  /// Whether the first combinator after the root goes to a sibling.
  private func reachesSibling(_ rest: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    var quote: UInt8 = 0
    var rootEnded = false
    for byte in rest {
      if quote != 0 {
        if byte == quote { quote = 0 }
        continue
      }
      switch byte {
      case 0x22, 0x27: quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "+") where depth == 0, UInt8(ascii: "~") where depth == 0: return true
      case UInt8(ascii: ">") where depth == 0: return false
      case 0x20 where depth == 0: rootEnded = true
      default: if rootEnded { return false }
      }
    }
    return false
  }
}
