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
      checkOne(Array(bytes[start..<index]), at: piece.offset(at: start), &errors)
      start = index + 1
    }
  }

  private func checkOne(_ selector: [UInt8], at offset: Int, _ errors: inout ErrorList) {
    let text = String(decoding: selector, as: UTF8.self)
    let roots = isDocument ? [".atoll", ":root", "html", "body"] : [".atoll"]
    guard let root = roots.first(where: { text.hasPrefix($0) }) else {
      let all = roots.map { "'\($0)'" }.joined(separator: ", ")
      return errors.add("the selector '\(text)' must begin with \(all)", in: file, at: offset)
    }
    let rest = Array(selector.dropFirst(root.utf8.count))
    if let next = rest.first, isNamePart(next) {
      return errors.add("the selector '\(text)' must begin with '\(root)'", in: file, at: offset)
    }
    if !isDocument, reachesSibling(rest) {
      errors.add("the selector '\(text)' reaches beside the root", in: file, at: offset)
    }
  }

  /// Whether the first combinator after the root goes to a sibling.
  private func reachesSibling(_ rest: [UInt8]) -> Bool {
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
