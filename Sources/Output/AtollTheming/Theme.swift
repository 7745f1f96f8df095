package import AtollBytes

/// A checked theme: tokens, and style sheets that use no other tokens.
///
/// A theme is loaded from a user's files, or from those built into the binary. It does not load if
/// it has a misspelled token, an invalid color, text too faint to read, or a style sheet that
/// reaches outside its root. All errors in tokens and sheets are reported together; contrast is
/// checked only if all colors are known.
package struct Theme: Sendable {
  package let name: String
  package let tokens: Tokens
  /// The style sheets, minified and in order.
  let sheets: [CheckedSheet]
  /// The sheet for what surrounds the root, which only a whole page uses; `nil` if there is none.
  let document: CheckedSheet?
  /// The custom properties that the sheets themselves declare.
  let declaredProperties: [String]
  /// The mail rules; `nil` in a compiled theme, whose mail sheets were not read.
  let loadedEmailStyles: EmailStyles?
  /// The full paths of the mail sheets, for themes that extend this one.
  let emailSheetPaths: [String]

  /// The values in `theme.json`.
  package struct Tokens: Hashable, Sendable {
    package let title: String
    package let rails: RailMode
    package let avatars: AvatarMode
    package let depth: DepthCap
    let fonts: [String]
    let sizes: [TypeSize]
    let lengths: [Int]
    /// The palettes in the order of their kinds.
    var palettes: [Palette]
    let terminal: [TerminalStyle?]
  }

  package static let tokenFileName = "theme.json"
  static let documentName = "document.css"
  /// The mail sheet for themes that list none.
  static let plainEmailSheet = "plain/email.css"

  /// The outputs that a theme is loaded for.
  package struct Purpose: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let pages = Self(rawValue: 1)
    package static let mails = Self(rawValue: 2)
    /// Terminals, which need only the tokens.
    package static let terminals: Self = []
    /// All outputs; every error is reported.
    package static let everything: Self = [.pages, .mails]
  }

  /// Creates a theme that is built into the binary, loading only what `purpose` needs.
  package init(
    embedded name: String, for purpose: Purpose = .everything
  ) throws(SourceErrors) {
    guard Self.embeddedNames.contains(name) else {
      let error = SourceError(
        file: name, message: "there is no theme '\(name)'",
        suggestion: nearest(to: name, among: Self.embeddedNames))
      throw SourceErrors(.theme, errors: [error])
    }
    if let compiled = Theme(compiled: name, for: purpose) {
      self = compiled
      return
    }
    try self.init(name: name, files: Self.embeddedFiles(of: name), for: purpose)
  }

  /// Creates a theme from its files; it may extend a built-in one.
  package init(
    name: String, files: [StyleFile], for purpose: Purpose = .everything
  ) throws(SourceErrors) {
    var errors = SourceErrorList(.theme)
    guard let tokenFile = files.first(where: { $0.path == Self.tokenFileName }) else {
      let missing = StyleFile(path: Self.tokenFileName, bytes: [])
      errors.add("a theme needs this file; {\"extends\": \"ign\"} is enough", in: missing)
      throw errors.sourceErrors
    }
    let raw = TokenFile(tokenFile, reporting: &errors)
    if !raw.areMembersKnown, raw.entry(in: "", named: "extends") == nil {
      throw errors.sourceErrors
    }
    if !raw.isReadable { throw errors.sourceErrors }
    let base = try Self.base(of: raw, for: purpose, reporting: &errors)

    var reader = TokenReader(file: raw, base: base?.tokens, errors: errors)
    let tokens = reader.tokens(named: name)
    errors = reader.errors
    if reader.areColorsKnown {
      Self.checkContrast(of: tokens, in: tokenFile, raw: raw, reporting: &errors)
    }
    var loader = SheetLoader(files: files, tokenFile: raw, base: base)
    let sheets = purpose.contains(.pages) ? loader.loadPageSheets(reporting: &errors) : []
    if purpose.contains(.pages), tokens.avatars == .initials {
      loader.checkForInitials(in: sheets, reporting: &errors)
    }
    loadedEmailStyles =
      purpose.contains(.mails)
      ? loader.loadEmailStyles(for: name, tokens: tokens, reporting: &errors)
      : EmailStyles(rules: [])
    try errors.throwIfAny()

    self.name = name
    self.tokens = tokens
    self.sheets = sheets
    document = loader.document
    declaredProperties = loader.declaredProperties
    emailSheetPaths = loader.emailSheetPaths
  }

  private static func base(
    of raw: TokenFile, for purpose: Purpose, reporting errors: inout SourceErrorList
  ) throws(SourceErrors) -> Theme? {
    guard let entry = raw.entry(in: "", named: "extends") else { return nil }
    let known = embeddedNames.filter { !extendsAnotherTheme(embeddedThemeNamed: $0) }
    guard case .text(let name) = entry.value, known.contains(name) else {
      var given = ""
      if case .text(let text) = entry.value { given = text }
      errors.add(
        "'extends' must name a theme that is built in and extends none itself: "
          + known.joined(separator: ", "),
        in: raw.file, at: entry.valueOffset, suggesting: nearest(to: given, among: known))
      throw errors.sourceErrors
    }
    return try Theme(embedded: name, for: purpose)
  }

  // MARK: Tokens

  package subscript(color: ColorToken, palette: PaletteKind) -> Color {
    tokens.palette(palette)[color]
  }

  package subscript(font: FontToken) -> String {
    tokens.fonts[font.index]
  }

  package subscript(size: SizeToken) -> TypeSize {
    tokens.sizes[size.index]
  }

  package subscript(length: LengthToken) -> Int {
    tokens.lengths[length.index]
  }

  package subscript(terminal role: TerminalRole) -> TerminalStyle? {
    tokens.terminal[role.index]
  }
}

extension Theme.Tokens {
  func palette(_ kind: PaletteKind) -> Palette { palettes[kind.index] }

  /// Sets the colors of avatars to the colors of plain badges, for a theme without avatars.
  mutating func useBadgeColorsForAvatars() {
    for index in palettes.indices {
      for token in ColorToken.avatars { palettes[index][token] = palettes[index][.badgePlain] }
      palettes[index][.avatarInk] = palettes[index][.badgePlainInk]
    }
  }

  /// Sets the color of all rails except the first to the edge color, for the mode `mono`.
  mutating func useEdgeColorForDeeperRails() {
    for index in palettes.indices {
      for rail in ColorToken.deeperRails { palettes[index][rail] = palettes[index][.edge] }
    }
  }
}
