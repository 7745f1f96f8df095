/// A built-in theme as its files say it, read and checked before Atoll was built.
///
/// Reading and checking the files of a theme takes as long as rendering a thousand comments. The tests compare every
/// compiled theme with its files; where the files have changed since, they are read as any other theme's.
struct CompiledTheme {
  let tokens: Theme.Tokens
  let sheets: [CheckedSheet]
  let document: CheckedSheet?
  let ownProperties: [String]
}

extension Theme {
  /// A built-in theme for outputs without mails; `nil` if it is not compiled, or its files have changed since.
  init?(compiled name: String, for purpose: Purpose) {
    guard EmbeddedStyles.fingerprint == CompiledTheme.fingerprint,
      let compiled = CompiledTheme(named: name)
    else { return nil }
    switch purpose {
    case .everything, .mails: return nil
    case .pages, .terminals: break
    }
    self.name = name
    tokens = compiled.tokens
    sheets = compiled.sheets
    document = compiled.document
    ownProperties = compiled.ownProperties
    emailSheets = []
    emailStyles = EmailStyles(rules: [])
  }
}

extension Palette {
  /// The colours as numbers such as `0xBF1313`, in the order of the tokens.
  init(_ colors: [UInt32]) {
    self.init(filling: Color(0))
    for (token, color) in zip(ColorToken.allCases, colors) { self[token] = Color(color) }
  }
}

extension TerminalStyle {
  init(
    _ attributes: TerminalAttributes, _ color: TerminalColor, light: UInt32? = nil,
    dark: UInt32? = nil
  ) {
    self.attributes = attributes
    self.color = color
    self.light = light.map(Color.init)
    self.dark = dark.map(Color.init)
  }
}

extension Color {
  /// The colour of a number such as `0xBF1313`.
  fileprivate init(_ number: UInt32) {
    self.init(
      red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }
}
