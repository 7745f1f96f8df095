import AtollBytes

/// Shortened lists of a theme's fonts for emails, which repeat the list in every cell.
enum MailFonts {
  private static let browserOnlyFonts = ["system-ui", "-apple-system", "BlinkMacSystemFont"]

  /// Fonts that come with the systems that mail programs run on.
  private static let commonFonts: Set<String> = [
    "Arial", "Helvetica", "Georgia", "Times New Roman", "Verdana", "Tahoma", "Trebuchet MS",
    "Courier New", "Menlo", "Consolas",
  ]

  /// The font to write before each generic family if no other font is left.
  ///
  /// If a list has only the generic family, Outlook for Windows shows Times New Roman.
  private static let defaultFonts = [
    "sans-serif": "Arial", "serif": "Georgia", "monospace": "Courier New",
  ]

  /// Returns a list's first font, then up to two common fonts after it, then the generic family.
  ///
  /// Fonts that only browsers know are left out.
  ///
  /// For example, `system-ui, 'Segoe UI', Roboto, Arial, sans-serif` becomes
  /// `Segoe UI,Arial,sans-serif`.
  static func list(of fonts: String) -> String {
    let names = fonts.split(separator: ",").map { name in
      name.replacing(text: "'", with: "").split(separator: " ").joined(separator: " ")
    }
    let generic = names.last { defaultFonts.keys.contains($0) } ?? "sans-serif"
    let named = names.filter {
      !browserOnlyFonts.contains($0) && !$0.hasPrefix("ui-") && defaultFonts[$0] == nil
        && !$0.isEmpty
    }
    var kept = Array(named.prefix(1))
    kept += named.dropFirst().filter { commonFonts.contains($0) }.prefix(2)
    if kept.isEmpty, let font = defaultFonts[generic] { kept = [font] }
    return (kept.map(quoted) + [generic]).joined(separator: ",")
  }

  /// Returns a font name, in quotation marks if one of its words is not an identifier (CSS Fonts 4,
  /// 2.1.1).
  private static func quoted(_ name: String) -> String {
    let isPlain = name.split(separator: " ").allSatisfy { word in
      word.utf8.first.map { !(48...57).contains($0) } ?? false
        && word.utf8.allSatisfy { isNamePart($0) }
    }
    return isPlain ? name : "'\(name)'"
  }
}
