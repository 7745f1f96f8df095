import Bytes

/// A style sheet that passed the check, minified, with the custom properties it makes and uses.
struct CheckedSheet: Sendable {
  let path: String
  let css: [UInt8]
}

/// Checks one style sheet rule by rule, and writes it again without what browsers do not need.
///
/// The vocabulary is closed: at-rules, functions and custom properties that are not known are
/// errors. So a theme can style everything below its root, and can load nothing and reach nothing
/// else.
struct StyleSheetCheck: StyleSheetVisitor {
  private enum Block { case group, rule, other }

  let file: StyleFile
  /// `document.css` styles what lies around the root as well.
  let isDocument: Bool
  private(set) var css: [UInt8] = []
  /// Custom properties of the theme's own, as the sheets of it declare them.
  private(set) var declared: [String] = []
  private(set) var used: [(name: String, offset: Int)] = []
  private var opened: [(block: Block, offset: Int, cssStart: Int)] = []

  init(_ file: StyleFile, isDocument: Bool) {
    self.file = file
    self.isDocument = isDocument
  }

  var openPlaces: [Int] { opened.map(\.offset) }

  // MARK: Structure

  mutating func open(
    _ piece: SheetPiece, at offset: Int, _ errors: inout ErrorList
  ) {
    let outer = opened.last?.block
    let start = css.count
    if piece.bytes.first == UInt8(ascii: "@") {
      let name = String(decoding: piece.bytes.dropFirst().prefix { isNamePart($0) }, as: UTF8.self)
      let known = isDocument ? ["media", "supports", "container", "page"] : Self.groups
      if !known.contains(name) {
        errors.add(
          "'@\(name)' is not allowed", in: file, at: piece.start,
          suggesting: nearest(to: name, among: known))
      }
      if outer == .rule || outer == .other {
        errors.add("'@\(name)' may not stand inside a rule", in: file, at: piece.start)
      }
      checkFunctions(in: piece, &errors)
      opened.append((name == "page" ? .other : .group, offset, start))
      css.append(contentsOf: piece.bytes)
    } else {
      if outer == .rule || outer == .other {
        errors.add(
          "rules do not nest here; write the selector whole", in: file, at: piece.start)
      }
      opened.append((.rule, offset, start))
      SelectorCheck(file: file, isDocument: isDocument).check(piece, &errors)
      checkFunctions(in: piece, &errors)
      css.append(contentsOf: Self.tightened(piece.bytes, around: [0x2C, 0x3E, 0x7E]))
    }
    css.append(UInt8(ascii: "{"))
  }

  private static let groups = ["media", "supports", "container"]

  mutating func close(at offset: Int, _ errors: inout ErrorList) {
    guard let block = opened.popLast() else {
      return errors.add("a '}' that nothing opened", in: file, at: offset)
    }
    if css.last == UInt8(ascii: ";") { css.removeLast() }
    if css.last == UInt8(ascii: "{") {
      css.removeLast(css.count - block.cssStart)
    } else {
      css.append(UInt8(ascii: "}"))
    }
  }

  // MARK: Declarations

  mutating func state(_ piece: SheetPiece, _ errors: inout ErrorList) {
    if piece.bytes.first == UInt8(ascii: "@") {
      let name = String(decoding: piece.bytes.dropFirst().prefix { isNamePart($0) }, as: UTF8.self)
      return errors.add("'@\(name)' is not allowed", in: file, at: piece.start)
    }
    guard let inner = opened.last, inner.block != .group else {
      return errors.add("expected a rule", in: file, at: piece.start)
    }
    guard let colon = piece.bytes.firstIndex(of: UInt8(ascii: ":")) else {
      return errors.add("expected 'property: value'", in: file, at: piece.start)
    }
    var nameBytes = Array(piece.bytes[..<colon])
    if nameBytes.last == 0x20 { nameBytes.removeLast() }
    let name = String(decoding: nameBytes, as: UTF8.self)
    checkProperty(name, at: piece.start, &errors)
    checkFunctions(in: piece, &errors)
    collectUses(in: piece, &errors)

    var value = Array(piece.bytes[(colon + 1)...])
    if value.first == 0x20 { value.removeFirst() }
    if value.isEmpty {
      errors.add("'\(name)' has no value", in: file, at: piece.start)
    }
    css.append(contentsOf: nameBytes)
    css.append(UInt8(ascii: ":"))
    css.append(contentsOf: Self.tightened(value, around: [0x2C, 0x21]))
    css.append(UInt8(ascii: ";"))
  }

  private mutating func checkProperty(_ name: String, at offset: Int, _ errors: inout ErrorList) {
    if name.hasPrefix("--") {
      guard name.hasPrefix("--a-"), name.utf8.count > 4,
        name.utf8.dropFirst(2).allSatisfy(isNamePart)
      else {
        return errors.add(
          "'\(name)' cannot be set here; a theme's own custom properties begin with --a-, and"
            + " tokens are set in theme.json", in: file, at: offset)
      }
      declared.append(name)
    } else if name.isEmpty || !name.utf8.allSatisfy({ isLowercaseOrHyphen($0) })
      || Self.refused.contains(name)
    {
      errors.add("the property '\(name)' is not allowed", in: file, at: offset)
    }
  }

  private static let refused = ["behavior", "-moz-binding", "src", "-ms-behavior"]

  // MARK: Functions and custom properties

  /// Every function of CSS that can neither load anything nor run anything.
  static let functions = [
    "var", "calc", "min", "max", "clamp", "attr", "counter", "counters", "env", "rgb", "hsl",
    "oklch", "oklab", "color-mix", "light-dark", "linear-gradient", "radial-gradient",
    "conic-gradient", "repeating-linear-gradient", "minmax", "repeat", "fit-content", "rotate",
    "translate", "translateX", "translateY", "scale", "skew", "cubic-bezier", "steps", "linear",
    "polygon", "circle", "ellipse", "inset", "round", "blur", "opacity", "is", "where", "not",
    "has",
    "nth-child", "nth-last-child", "nth-of-type", "lang", "dir", "and", "or", "selector", "style",
  ]

  private func checkFunctions(in piece: SheetPiece, _ errors: inout ErrorList) {
    let bytes = piece.bytes
    var quote: UInt8 = 0
    for (index, byte) in bytes.enumerated() {
      if quote != 0 {
        if byte == quote { quote = 0 }
        continue
      }
      if byte == 0x22 || byte == 0x27 { quote = byte }
      guard byte == UInt8(ascii: "("), index > 0 else { continue }
      var start = index
      while start > 0, isNamePart(bytes[start - 1]) { start -= 1 }
      guard start < index else { continue }
      let name = String(decoding: bytes[start..<index], as: UTF8.self)
      if !Self.functions.contains(name) {
        errors.add(
          "the function '\(name)()' is not allowed", in: file, at: piece.offset(at: start),
          suggesting: nearest(to: name, among: Self.functions))
      }
    }
  }

  private mutating func collectUses(in piece: SheetPiece, _ errors: inout ErrorList) {
    let bytes = piece.bytes
    let mark = Array("var(".utf8)
    var index = 0
    while index + mark.count <= bytes.count {
      guard bytes[index...].starts(with: mark) else {
        index += 1
        continue
      }
      index += mark.count
      while index < bytes.count, bytes[index] == 0x20 { index += 1 }
      let name = bytes[index...].prefix { isNamePart($0) }
      used.append((String(decoding: name, as: UTF8.self), piece.offset(at: index)))
    }
  }

  // MARK: Writing

  /// The same text without the blanks beside these bytes, strings left alone.
  private static func tightened(_ bytes: [UInt8], around tight: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var quote: UInt8 = 0
    for byte in bytes {
      if quote != 0 {
        if byte == quote { quote = 0 }
        result.append(byte)
        continue
      }
      if byte == 0x22 || byte == 0x27 { quote = byte }
      if tight.contains(byte), result.last == 0x20 { result.removeLast() }
      if byte == 0x20, let last = result.last, tight.contains(last) { continue }
      result.append(byte)
    }
    return result
  }
}

func isNamePart(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
  default: false
  }
}

private func isLowercaseOrHyphen(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "-") || (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
}
