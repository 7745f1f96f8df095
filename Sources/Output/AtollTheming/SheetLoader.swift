import AtollBytes

/// Finds, checks and minifies the style sheets of a theme, in the order `theme.json` lists them.
struct SheetLoader {
  let files: [StyleFile]
  let tokenFile: TokenFile
  let base: Theme?
  private(set) var document: CheckedSheet?
  /// The custom properties that the sheets themselves declare.
  private(set) var declaredProperties: [String] = []
  /// The full paths of the mail sheets, for themes that extend this one.
  private(set) var emailSheetPaths: [String] = []

  /// The custom properties for ranks; a comment's `style` attribute sets them for sorting by CSS.
  static let rankProperties = ["--n", "--o", "--l", "--r"]

  mutating func loadPageSheets(reporting errors: inout SourceErrorList) -> [CheckedSheet] {
    var checks: [StyleSheetCheck] = []
    for listed in tokenFile.styles {
      guard let sheet = find(listed, reporting: &errors) else { continue }
      var check = StyleSheetCheck(sheet, isDocument: false)
      check.visitSheet(reporting: &errors)
      checks.append(check)
    }
    if let sheet = files.first(where: { $0.path == Theme.documentName }) {
      var check = StyleSheetCheck(sheet, isDocument: true)
      check.visitSheet(reporting: &errors)
      document = CheckedSheet(path: sheet.path, css: (base?.document?.css ?? []) + check.css)
      checkUsedProperties(in: [check], reporting: &errors)
    } else {
      document = base?.document
    }
    declaredProperties = checks.flatMap(\.declaredProperties) + (base?.declaredProperties ?? [])
    checkUsedProperties(in: checks, reporting: &errors)
    checkUnlistedFiles(reporting: &errors)
    checkForStructure(reporting: &errors)
    let sheets = checks.map { CheckedSheet(path: $0.file.path, css: $0.css) }
    return (base?.sheets ?? []) + sheets
  }

  /// Returns the rules of the mail sheets: those of the theme that this one extends, then its own.
  ///
  /// If there are none, the built-in plain sheet is used.
  mutating func loadEmailStyles(
    for name: String, tokens: Theme.Tokens, reporting errors: inout SourceErrorList
  ) -> EmailStyles {
    var sheets = (base?.emailSheetPaths ?? []).compactMap { Theme.embeddedSheet($0) }
    for listed in tokenFile.emailStyles {
      guard let sheet = find(listed, reporting: &errors) else { continue }
      sheets.append(sheet)
      // The path by which a theme that extends this one finds the sheet.
      let isOwn = files.contains { $0.path == listed.path }
      emailSheetPaths.append(isOwn ? "\(name)/\(listed.path)" : listed.path)
    }
    if sheets.isEmpty, let sheet = Theme.embeddedSheet(Theme.plainEmailSheet) {
      sheets = [sheet]
      emailSheetPaths = [sheet.path]
    }
    var rules: [EmailRule] = []
    for sheet in sheets {
      var reader = EmailSheetReader(sheet, tokens: tokens)
      reader.visitSheet(reporting: &errors)
      rules.append(contentsOf: reader.rules)
    }
    return EmailStyles(rules: rules)
  }

  private func find(
    _ listed: TokenFile.ListedSheet, reporting errors: inout SourceErrorList
  ) -> StyleFile? {
    let path = listed.path
    if isPath(path, toFileNamed: Theme.documentName) {
      errors.add(
        "'\(Theme.documentName)' must not be listed; that of the theme or of the extended theme is used"
          + " anyway", in: tokenFile.file, at: listed.offset)
      return nil
    }
    let own = files.first { $0.path == path }
    if let sheet = own ?? Theme.embeddedSheet(path) { return sheet }
    errors.add(
      "there is no style sheet '\(path)'", in: tokenFile.file, at: listed.offset,
      suggesting: nearest(to: path, among: availableSheetPaths))
    return nil
  }

  private func isPath(_ path: String, toFileNamed name: String) -> Bool {
    path.split(separator: "/").last == name[...]
  }

  private var availableSheetPaths: [String] {
    (files.map(\.path).filter { $0.hasSuffix(".css") } + Theme.embeddedSheetPaths)
      .filter { !$0.hasSuffix(Theme.documentName) }
  }

  /// Reports custom properties that are neither tokens nor ranks, and that no sheet of this theme
  /// or of its base theme declares.
  private func checkUsedProperties(
    in checks: [StyleSheetCheck], reporting errors: inout SourceErrorList
  ) {
    let declared = checks.flatMap(\.declaredProperties) + (base?.declaredProperties ?? [])
    let known = Set(Theme.customProperties + declared + Self.rankProperties)
    for check in checks {
      for (name, offset) in check.usedProperties where !known.contains(name) {
        errors.add(
          "the custom property '\(name)' is not known", in: check.file, at: offset,
          suggesting: nearest(to: name, among: Theme.customProperties + declared))
      }
    }
  }

  /// Reports a theme that neither extends another one nor lists a `structure.css`, whose rules
  /// spoilers, folding and sorting need.
  private func checkForStructure(reporting errors: inout SourceErrorList) {
    if base != nil || !tokenFile.areMembersKnown { return }
    if tokenFile.styles.contains(where: { isPath($0.path, toFileNamed: "structure.css") }) {
      return
    }
    errors.add(
      "a theme without 'extends' must list 'plain/structure.css' first in 'styles', because spoilers,"
        + " folding and sorting depend on it", in: tokenFile.file)
  }

  /// Reports a theme whose avatars are initials, if no sheet has a rule that shows them.
  ///
  /// `card.css` does not count, because its rule only changes the size of the avatars.
  func checkForInitials(in sheets: [CheckedSheet], reporting errors: inout SourceErrorList) {
    let areDrawn = sheets.contains {
      !isPath($0.path, toFileNamed: "card.css") && $0.css.contains(bytes: "data-i".utf8)
    }
    guard !areDrawn, errors.isEmpty, let entry = tokenFile.entry(in: "", named: "avatars") else {
      return
    }
    errors.add(
      "no style sheet draws the initials; extend 'ign', or write a rule for"
        + " '.atoll .a-n[data-i]::before' with 'content: attr(data-i)'", in: tokenFile.file,
      at: entry.valueOffset)
  }

  /// Reports style sheets that `theme.json` does not list, since they would silently have no
  /// effect.
  private func checkUnlistedFiles(reporting errors: inout SourceErrorList) {
    if !tokenFile.areMembersKnown { return }
    let sheets = tokenFile.styles + tokenFile.emailStyles
    let listed = sheets.map(\.path) + [Theme.documentName, Theme.tokenFileName]
    for file in files where !listed.contains(file.path) {
      errors.add(
        "'styles' in \(Theme.tokenFileName) does not list this file", in: file,
        suggesting: nearest(to: file.path, among: sheets.map(\.path)))
    }
  }
}
