import AtollBytes

/// A built-in theme whose files were read and checked before Atoll was built.
///
/// Reading and checking the files of a theme takes as long as rendering a thousand comments. The
/// tests compare every compiled theme with its files. If files have changed since it was compiled,
/// the theme is read from its files, like any other.
struct CompiledTheme {
  let tokens: Theme.Tokens
  let sheets: [CheckedSheet]
  let document: CheckedSheet?
  let declaredProperties: [String]
  /// The full paths of the mail sheets.
  let emailSheetPaths: [String]
}

extension Theme {
  /// Creates a built-in theme without its mail rules.
  ///
  /// The result is `nil` if the theme is not compiled, if files have changed since, or if `purpose`
  /// is `.everything`.
  init?(compiled name: String, for purpose: Purpose) {
    guard EmbeddedStyles.fingerprint == CompiledTheme.fingerprint, purpose != .everything,
      let compiled = CompiledTheme(named: name)
    else { return nil }
    self.name = name
    tokens = compiled.tokens
    sheets = compiled.sheets
    document = compiled.document
    declaredProperties = compiled.declaredProperties
    emailSheetPaths = compiled.emailSheetPaths
    loadedEmailStyles = nil
  }

  /// The name of the compiled theme from which this one was created; `nil` if its files were read.
  package var builtInName: String? { loadedEmailStyles == nil ? name : nil }

  /// A number that changes whenever a file of a built-in theme does.
  package static var builtInFingerprint: UInt64 { EmbeddedStyles.fingerprint }

  /// The mail rules, with tokens resolved.
  package var emailStyles: EmailStyles {
    if let loadedEmailStyles { return loadedEmailStyles }
    do throws(SourceErrors) {
      return try Theme(name: name, files: Self.embeddedFiles(of: name), for: .mails).emailStyles
    } catch {
      // Built-in themes are checked by the tests and cannot fail here.
      return EmailStyles(rules: [])
    }
  }
}

extension Palette {
  /// Creates a palette from numbers such as `0xBF1313`, in the order of the tokens.
  init(_ colors: [UInt32]) {
    self.init(filling: Color(0))
    for (token, color) in zip(ColorToken.allCases, colors) { self[token] = Color(color) }
  }
}

extension TerminalStyle {
  init(
    _ attributes: TerminalAttributes, color: TerminalColor, light: UInt32? = nil,
    dark: UInt32? = nil
  ) {
    self.attributes = attributes
    self.color = color
    self.light = light.map(Color.init)
    self.dark = dark.map(Color.init)
  }
}

extension Color {
  /// Creates a color from a number such as `0xBF1313`.
  fileprivate init(_ number: UInt32) {
    self.init(
      red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }
}
