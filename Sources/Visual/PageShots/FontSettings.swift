/// The private configuration of fontconfig: only the fonts of the store, none of them hinted, and which
/// of them generic families come to.
enum FontSettings {
  private static let sans = ["Inter", "Noto Sans"]
  private static let serif = ["Noto Serif"] + sans
  private static let mono = ["DejaVu Sans Mono"]

  /// Which fonts the generic families of CSS come to, the best first; each has one that no other has.
  private static let families: [(generic: String, fonts: [String])] = [
    ("sans", sans), ("sans-serif", sans), ("system-ui", sans), ("ui-sans-serif", sans),
    ("ui-rounded", sans), ("serif", serif), ("ui-serif", serif),
    ("cursive", ["Comic Neue"] + sans), ("fantasy", ["Noto Serif Display"] + sans),
    ("mono", mono), ("monospace", mono), ("ui-monospace", mono), ("emoji", ["Noto Color Emoji"]),
  ]

  /// Which fonts are asked first for a character that no font of the page has.
  ///
  /// Without this order, the first file that has the character is taken: for Arabic, one for programs.
  private static let fallbacks =
    sans + [
      "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Tamil",
      "Noto Sans Thai",
    ]

  private static let drawing = [
    ("antialias", "<bool>true</bool>"), ("hinting", "<bool>false</bool>"),
    ("autohint", "<bool>false</bool>"), ("hintstyle", "<const>hintnone</const>"),
    ("rgba", "<const>none</const>"), ("embeddedbitmap", "<bool>false</bool>"),
  ]

  /// The configuration for fonts that lie in a folder.
  static func text(inPlace place: String) -> String {
    let edits = drawing.map {
      "    <edit name=\"\($0.0)\" mode=\"assign\">\($0.1)</edit>\n"
    }
    let aliases = families.map { family in
      let names = family.fonts.map { "<family>\($0)</family>" }.joined()
      return "  <alias binding=\"strong\"><family>\(family.generic)</family>"
        + "<prefer>\(names)</prefer></alias>\n"
    }
    let last = fallbacks.map {
      "    <edit name=\"family\" mode=\"append_last\" binding=\"strong\">"
        + "<string>\($0)</string></edit>\n"
    }
    return """
      <?xml version="1.0"?>
      <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig>
        <dir>\(place)/files</dir>
        <cachedir>\(place)/cache</cachedir>
        <match target="pattern">
      \(edits.joined())  </match>
        <match target="font">
      \(edits.joined())  </match>
      \(aliases.joined())  <match target="pattern">
      \(last.joined())  </match>
      </fontconfig>

      """
  }
}
