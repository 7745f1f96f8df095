import AtollBytes

/// A style sheet that passed the check, minified.
struct CheckedSheet: Hashable, Sendable {
  let path: String
  let css: [UInt8]
}

/// Checks a style sheet rule by rule, and writes it again in minified form.
///
/// Unknown at-rules and functions are errors; `SheetLoader` reports unknown custom properties. So a
/// theme can style everything below its root, but can neither load anything nor reach anything
/// else.
struct StyleSheetCheck: StyleSheetVisitor {
  private enum Block { case group, rule, page }

  let file: StyleFile
  /// True if this is `document.css`, which also styles what surrounds the root.
  let isDocument: Bool
  private(set) var css: [UInt8] = []
  /// The theme's own custom properties that the sheet declares.
  private(set) var declaredProperties: [String] = []
  private(set) var usedProperties: [(name: String, offset: Int)] = []
  private var openBlocks: [(block: Block, cssStart: Int)] = []

  init(_ file: StyleFile, isDocument: Bool) {
    self.file = file
    self.isDocument = isDocument
  }

  // MARK: Structure

  mutating func openBlock(_ piece: SheetPiece, reporting errors: inout SourceErrorList) -> Bool {
    let outer = openBlocks.last?.block
    let start = css.count
    if piece.isAtRule {
      let name = piece.atRuleName
      if !allowedAtRules.contains(name) {
        let near = nearest(to: name, among: allowedAtRules)
        errors.add(
          "'@\(name)' is not allowed" + (near == nil ? allowedAtRuleList : ""), in: file,
          at: piece.start, suggesting: near)
        if near == nil { return false }
      }
      if outer == .rule || outer == .page {
        errors.add("'@\(name)' is not allowed inside a rule", in: file, at: piece.start)
      }
      checkFunctions(in: piece, reporting: &errors)
      openBlocks.append((name == "page" ? .page : .group, start))
      append(piece.bytes[...], tightenedAround: Self.isComparison)
    } else {
      if outer == .rule || outer == .page {
        errors.add(
          "rules may not be nested; write the whole selector", in: file, at: piece.start)
      }
      openBlocks.append((.rule, start))
      SelectorCheck(file: file, isDocument: isDocument).check(piece, reporting: &errors)
      checkFunctions(in: piece, reporting: &errors)
      append(piece.bytes[...], tightenedAround: Self.isCombinator)
    }
    css.append(UInt8(ascii: "{"))
    return true
  }

  private var allowedAtRules: [String] {
    ["media", "supports", "container"] + (isDocument ? ["page"] : [])
  }

  private var allowedAtRuleList: String {
    "; only these are: " + allowedAtRules.map { "@\($0)" }.joined(separator: ", ")
  }

  mutating func closeBlock() {
    guard let block = openBlocks.popLast() else { return }
    if css.last == UInt8(ascii: ";") { css.removeLast() }
    if css.last == UInt8(ascii: "{") {
      css.removeLast(css.count - block.cssStart)
    } else {
      css.append(UInt8(ascii: "}"))
    }
  }

  // MARK: Declarations

  mutating func visitDeclaration(_ piece: SheetPiece, reporting errors: inout SourceErrorList) {
    if piece.bytes.first == UInt8(ascii: "@") {
      let name = piece.atRuleName
      return errors.add(
        allowedAtRules.contains(name)
          ? "'@\(name)' needs a block: @\(name) … { … }"
          : "'@\(name)' is not allowed\(allowedAtRuleList)", in: file, at: piece.start)
    }
    guard let inner = openBlocks.last, inner.block != .group else {
      return errors.add("expected a rule", in: file, at: piece.start)
    }
    guard let colon = piece.bytes.firstIndex(of: UInt8(ascii: ":")) else {
      return errors.add("expected 'property: value'", in: file, at: piece.start)
    }
    var name = piece.bytes[..<colon]
    if name.last == 0x20 { name.removeLast() }
    checkProperty(name, at: piece.start, reporting: &errors)
    checkFunctions(in: piece, reporting: &errors)

    var value = piece.bytes[(colon + 1)...]
    if value.first == 0x20 { value.removeFirst() }
    if value.isEmpty {
      errors.add(
        "'\(String(decoding: name, as: UTF8.self))' has no value", in: file, at: piece.start)
    }
    Self.checkForColon(in: value, of: piece, in: file, reporting: &errors)
    let importantIndex = importantIndex(of: value, in: piece, reporting: &errors)
    css.append(contentsOf: name)
    css.append(UInt8(ascii: ":"))
    append(value[..<(importantIndex ?? value.endIndex)], tightenedAround: Self.isSeparator)
    if importantIndex != nil {
      if css.last == 0x20 { css.removeLast() }
      css.append(contentsOf: Theme.important)
    }
    css.append(UInt8(ascii: ";"))
  }

  /// Reports a colon in a value, which suggests that the semicolon before a property is missing.
  static func checkForColon(
    in value: ArraySlice<UInt8>, of piece: SheetPiece, in file: StyleFile,
    reporting errors: inout SourceErrorList
  ) {
    var nesting = SelectorCheck.Nesting()
    for (index, byte) in zip(value.indices, value) where nesting.isOutside(reading: byte) {
      guard byte == UInt8(ascii: ":") else { continue }
      errors.add(
        "a ':' is not allowed in a value; a ';' may be missing before it", in: file,
        at: piece.offset(at: index))
      return
    }
  }

  /// Returns the index of `!important`, or `nil` if there is none; reports any other `!`.
  ///
  /// `!important` may be in upper or lower case, and have spaces after the `!`.
  private func importantIndex(
    of value: ArraySlice<UInt8>, in piece: SheetPiece, reporting errors: inout SourceErrorList
  ) -> Int? {
    var strings = StringTracker()
    for (index, byte) in zip(value.indices, value) where !strings.isInString(reading: byte) {
      if byte == UInt8(ascii: "!") {
        let word = value[(index + 1)...].drop { $0 == 0x20 }
        if word.map(lowercase).elementsEqual("important".utf8), index > value.startIndex {
          return index
        }
        errors.add(
          "a '!' is allowed only in '!important', after the value", in: file,
          at: piece.offset(at: index))
        return nil
      }
    }
    return nil
  }

  private mutating func checkProperty(
    _ name: ArraySlice<UInt8>, at offset: Int, reporting errors: inout SourceErrorList
  ) {
    if name.starts(with: "--".utf8) {
      guard name.starts(with: "--a-".utf8), name.count > 4, name.allSatisfy(isNamePart) else {
        return errors.add(
          "'\(String(decoding: name, as: UTF8.self))' cannot be set here; a theme's own custom"
            + " properties begin with --a-, and tokens are set in theme.json",
          in: file, at: offset)
      }
      declaredProperties.append(String(decoding: name, as: UTF8.self))
    } else if !name.isEmpty, name.allSatisfy({ isLowercaseOrHyphen(lowercase($0)) }),
      !name.allSatisfy(isLowercaseOrHyphen)
    {
      errors.add(
        "the property '\(String(decoding: name, as: UTF8.self))' must be in lower case", in: file,
        at: offset)
    } else if name.isEmpty || !name.allSatisfy(isLowercaseOrHyphen)
      || Self.forbiddenProperties.contains(where: { name.elementsEqual($0.utf8) })
    {
      errors.add(
        "the property '\(String(decoding: name, as: UTF8.self))' is not allowed", in: file,
        at: offset)
    }
  }

  private static let forbiddenProperties = ["behavior", "-moz-binding", "src", "-ms-behavior"]

  // MARK: Functions and custom properties

  /// The CSS functions on the allow-list; none can load or run anything.
  private static let allowedFunctions = [
    "var", "calc", "min", "max", "clamp", "attr", "counter", "counters", "env", "rgb", "hsl",
    "oklch", "oklab", "color-mix", "light-dark", "linear-gradient", "radial-gradient",
    "conic-gradient", "repeating-linear-gradient", "minmax", "repeat", "fit-content", "rotate",
    "translate", "translateX", "translateY", "scale", "skew", "cubic-bezier", "steps", "linear",
    "polygon", "circle", "ellipse", "inset", "round", "blur", "opacity", "is", "where", "not",
    "has",
    "nth-child", "nth-last-child", "nth-of-type", "lang", "dir", "and", "or", "selector",
  ]

  /// Checks the functions, and records every custom property that is used.
  private mutating func checkFunctions(
    in piece: SheetPiece, reporting errors: inout SourceErrorList
  ) {
    Self.reportUnknownFunctions(in: piece, of: file, to: &errors)
    for function in piece.functions where piece.bytes[function].elementsEqual("var".utf8) {
      let rest = piece.bytes[(function.upperBound + 1)...].drop { $0 == 0x20 }
      let name = String(decoding: rest.prefix { isNamePart($0) }, as: UTF8.self)
      usedProperties.append((name, piece.offset(at: rest.startIndex)))
    }
  }

  static func reportUnknownFunctions(
    in piece: SheetPiece, of file: StyleFile, to errors: inout SourceErrorList
  ) {
    for function in piece.functions {
      let name = String(decoding: piece.bytes[function], as: UTF8.self)
      if allowedFunctions.contains(name) { continue }
      errors.add(
        "the function '\(name)()' is not allowed", in: file,
        at: piece.offset(at: function.lowerBound),
        suggesting: nearest(to: name, among: allowedFunctions))
    }
  }

  // MARK: Writing

  /// Appends text without the spaces next to certain bytes, except in strings.
  private mutating func append(
    _ bytes: ArraySlice<UInt8>, tightenedAround isTight: (UInt8) -> Bool
  ) {
    let start = css.count
    var strings = StringTracker()
    for byte in bytes {
      if !strings.isInString(reading: byte), css.count > start, let last = css.last {
        if last == 0x20, isTight(byte) { css.removeLast() }
        if byte == 0x20, isTight(last) { continue }
        // A zero before a decimal point is not needed.
        if byte == UInt8(ascii: "."), last == UInt8(ascii: "0"), css.count > 1,
          !isNamePart(css[css.count - 2]), css[css.count - 2] != byte
        {
          css.removeLast()
        }
        if let last = css.last, Self.mustBeApart(last, byte) { css.append(0x20) }
      }
      css.append(byte)
    }
  }

  /// Returns whether two bytes without a space between them would begin a CSS comment or could end
  /// the style element.
  private static func mustBeApart(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "/"): second == UInt8(ascii: "*")
    case UInt8(ascii: "<"): second == UInt8(ascii: "/") || second == UInt8(ascii: "!")
    default: false
    }
  }

  private static func isCombinator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "~")
      || byte == UInt8(ascii: "+")
  }

  private static func isComparison(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "=")
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "/")
  }
}

func isNamePart(_ byte: UInt8) -> Bool {
  isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
}

private func isLowercaseOrHyphen(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "-") || (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
}
