import AtollBytes

/// Reads a mail sheet: rules for elements and classes, with tokens resolved.
///
/// `MailLinter` checks later which properties mail clients support.
struct EmailSheetReader: StyleSheetVisitor {
  let file: StyleFile
  let tokens: Theme.Tokens
  private let colors: (light: MailColors, dark: MailColors)
  private(set) var rules: [EmailRule] = []
  private var selectors: [EmailSelector] = []
  private var declarations: [EmailDeclaration] = []
  private var isInRule = false

  init(_ file: StyleFile, tokens: Theme.Tokens) {
    self.file = file
    self.tokens = tokens
    colors = (MailColors(tokens.palette(.light)), MailColors(tokens.palette(.dark)))
  }

  // MARK: Rules

  mutating func openBlock(_ piece: SheetPiece, reporting errors: inout SourceErrorList) -> Bool {
    if isInRule {
      errors.add("rules may not be nested; write the whole selector", in: file, at: piece.start)
    }
    if piece.isAtRule {
      let name = piece.atRuleName
      errors.add(
        "'@\(name)' is not allowed in a mail sheet; dark colours are taken from the tokens",
        in: file, at: piece.start)
      return false
    }
    isInRule = true
    selectors = []
    declarations = []
    for part in piece.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let text = String(decoding: part, as: UTF8.self)
      if let selector = EmailSelector(text) {
        selectors.append(selector)
      } else {
        errors.add(
          "the selector '\(text)' may have only elements, classes, spaces and '>'", in: file,
          at: piece.start)
      }
    }
    return true
  }

  mutating func closeBlock() {
    isInRule = false
    for selector in selectors where !declarations.isEmpty {
      rules.append(EmailRule(selector: selector, declarations: declarations))
    }
    selectors = []
    declarations = []
  }

  // MARK: Declarations

  mutating func visitDeclaration(_ piece: SheetPiece, reporting errors: inout SourceErrorList) {
    guard isInRule else {
      return errors.add("expected a rule", in: file, at: piece.start)
    }
    let parts = piece.bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard parts.count == 2 else {
      return errors.add("expected 'property: value'", in: file, at: piece.start)
    }
    let name = String(decoding: parts[0].filter { $0 != 0x20 }, as: UTF8.self)
    guard !name.isEmpty, name.utf8.allSatisfy(isNamePart), !name.hasPrefix("--") else {
      return errors.add("the property '\(name)' is not allowed", in: file, at: piece.start)
    }
    StyleSheetCheck.checkForColon(in: parts[1], of: piece, in: file, reporting: &errors)
    let value = Self.compactValue(parts[1])
    if value.contains(where: { $0 == 0x22 || $0 == UInt8(ascii: "!") || $0 == 0x3C }) {
      return errors.add(
        "a value in a mail sheet may not have '\"', '!' or '<' in it", in: file, at: piece.start)
    }
    StyleSheetCheck.reportUnknownFunctions(in: piece, of: file, to: &errors)
    guard let light = resolved(value, for: .light, in: piece, reporting: &errors),
      let dark = resolved(value, for: .dark, in: piece, reporting: &errors)
    else { return }
    declarations.append(
      EmailDeclaration(
        property: name, light: light, dark: dark, file: file, offset: piece.start))
  }

  /// Returns the bytes of a value, without spaces at its beginning and after commas.
  ///
  /// The value stays in bytes, since searching in strings would take longer than the rest of the
  /// reading. Unless the templates are precompiled, every email waits for this.
  private static func compactValue(_ text: some Collection<UInt8>) -> [UInt8] {
    var value: [UInt8] = []
    for byte in text where byte != 0x20 || !(value.last ?? UInt8(ascii: ",") == UInt8(ascii: ",")) {
      value.append(byte)
    }
    return value
  }

  /// Returns the value with every `var()` replaced with its token; `nil` if a token is unknown.
  private func resolved(
    _ value: [UInt8], for kind: PaletteKind, in piece: SheetPiece,
    reporting errors: inout SourceErrorList
  ) -> String? {
    var result: [UInt8] = []
    var rest = value[...]
    while let first = rest.first {
      guard first == UInt8(ascii: "v"), rest.starts(with: "var(".utf8) else {
        result.append(first)
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { return nil }
      let argument = rest[..<end].dropFirst("var(".utf8.count).filter { $0 != 0x20 }
      let name = String(decoding: argument, as: UTF8.self)
      guard
        let known = tokens.emailValue(of: name, colors: kind == .light ? colors.light : colors.dark)
      else {
        errors.add(
          "the custom property '\(name)' is not known", in: file, at: piece.start,
          suggesting: nearest(to: name, among: Theme.customProperties))
        return nil
      }
      result += known.utf8
      rest = rest[(end + 1)...]
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension EmailSelector {
  /// Creates a selector from text; `nil` if a mail sheet may not contain it.
  init?(_ text: String) {
    var parts: [Part] = []
    var isChild = false
    let spaced = text.utf8.flatMap { $0 == UInt8(ascii: ">") ? [0x20, $0, 0x20] : [$0] }
    for word in String(decoding: spaced, as: UTF8.self).split(separator: " ") {
      if word == ">" {
        guard !isChild, !parts.isEmpty else { return nil }
        isChild = true
        continue
      }
      guard let part = Self.part(word, isChild: isChild) else { return nil }
      parts.append(part)
      isChild = false
    }
    guard !parts.isEmpty, !isChild else { return nil }
    self.parts = parts
    var written = ""
    for part in parts {
      if !written.isEmpty { written += part.isChild ? ">" : " " }
      written += (part.element ?? "") + part.classes.map { ".\($0)" }.joined()
    }
    self.text = written
  }

  private static func part(_ word: Substring, isChild: Bool) -> Part? {
    let names = word.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = names.first, names.count > 1 || !first.isEmpty else { return nil }
    let isPlain = names.enumerated().allSatisfy { index, name in
      (index == 0 || !name.isEmpty)
        && name.utf8.allSatisfy { isNamePart($0) && $0 == lowercase($0) && $0 != 0x5F }
    }
    guard isPlain else { return nil }
    return Part(
      element: first.isEmpty ? nil : String(first), classes: names.dropFirst().map(String.init),
      isChild: isChild)
  }
}

extension Theme.Tokens {
  /// Returns a token's value in an email, by the name of its custom property.
  func emailValue(of property: String, colors: MailColors) -> String? {
    guard property.hasPrefix(Theme.tokenPrefix) else { return nil }
    let name = String(property.dropFirst(Theme.tokenPrefix.utf8.count))
    if let token = ColorToken(rawValue: name) { return colors[token].hexadecimal }
    if let index = LengthToken.allCases.firstIndex(where: { $0.rawValue == name }) {
      return "\(lengths[index])px"
    }
    if let index = FontToken.allCases.firstIndex(where: { "font-\($0.rawValue)" == name }) {
      return MailFonts.list(of: fonts[index])
    }
    for (index, token) in SizeToken.allCases.enumerated() {
      if name == "size-\(token.rawValue)" { return "\(sizes[index].size)px" }
      if name == "line-\(token.rawValue)" { return "\(sizes[index].lineHeight)px" }
    }
    return nil
  }
}
