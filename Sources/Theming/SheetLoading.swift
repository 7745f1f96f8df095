import Bytes

/// Finds, checks and minifies the style sheets of a theme, in the order `theme.json` lists them.
struct SheetLoading {
  let files: [StyleFile]
  let tokenFile: TokenFile
  let base: Theme?
  private(set) var document: CheckedSheet?
  /// The custom properties that the sheets themselves declare.
  private(set) var ownProperties: [String] = []

  init(files: [StyleFile], tokenFile: TokenFile, base: Theme?) {
    self.files = files
    self.tokenFile = tokenFile
    self.base = base
  }

  /// The ranks that sorting by style alone reads from a comment's style attribute.
  static let ranks = ["--n", "--o", "--l", "--r"]

  mutating func load(_ errors: inout ErrorList) -> [CheckedSheet] {
    var checks: [StyleSheetCheck] = []
    for (path, offset) in tokenFile.styles {
      if let sheet = find(path) {
        var check = StyleSheetCheck(sheet, isDocument: false)
        check.run(&errors)
        checks.append(check)
      } else {
        errors.add(
          "there is no style sheet '\(path)'", in: tokenFile.file, at: offset,
          suggesting: nearest(to: path, among: known))
      }
    }
    if let sheet = files.first(where: { $0.path == Theme.documentName }) {
      var check = StyleSheetCheck(sheet, isDocument: true)
      check.run(&errors)
      document = CheckedSheet(path: sheet.path, css: check.css)
      checkUses([check], &errors)
    } else {
      document = base?.document
    }
    ownProperties = checks.flatMap(\.declared) + (base?.ownProperties ?? [])
    checkUses(checks, &errors)
    checkStrays(&errors)
    let own = checks.map { CheckedSheet(path: $0.file.path, css: $0.css) }
    return (base?.sheets ?? []) + own
  }

  private func find(_ path: String) -> StyleFile? {
    files.first { $0.path == path && path != Theme.documentName } ?? Theme.embeddedSheet(path)
  }

  private var known: [String] {
    files.map(\.path).filter { $0.hasSuffix(".css") && $0 != Theme.documentName }
      + Theme.embeddedSheetPaths
  }

  /// Every custom property must be a token, a rank, or one the theme's own sheets declare.
  private func checkUses(_ checks: [StyleSheetCheck], _ errors: inout ErrorList) {
    let tokens = Theme.customProperties
    let declared = checks.flatMap(\.declared) + (base?.ownProperties ?? [])
    for check in checks {
      for (name, offset) in check.used
      where !tokens.contains(name) && !declared.contains(name) && !Self.ranks.contains(name) {
        errors.add(
          "the custom property '\(name)' is not known", in: check.file, at: offset,
          suggesting: nearest(to: name, among: tokens + declared))
      }
    }
  }

  /// A sheet that nothing lists would silently do nothing.
  private func checkStrays(_ errors: inout ErrorList) {
    let listed = tokenFile.styles.map(\.path) + [Theme.documentName, Theme.tokenFileName]
    for file in files where !listed.contains(file.path) {
      errors.add(
        "'styles' in \(Theme.tokenFileName) does not list this file", in: file,
        suggesting: nearest(to: file.path, among: tokenFile.styles.map(\.path)))
    }
  }
}
