import Bytes

/// The private configuration of fontconfig: only the fonts of the store, none of them hinted.
///
/// Every generic family of CSS has a font that no other family has, so that a wrong family shows. For a
/// character that no font of the page has, fonts are asked in a fixed order; otherwise fontconfig takes
/// the first file that has the character, which for Arabic is a monospaced one. For Chinese and Japanese it would
/// depend on the language of the page, and Chromium remembers the font of a character from page to page.
enum FontSettings {
  /// Returns the configuration for the fonts in a folder.
  static func text(inPlace folder: String) -> String {
    EmbeddedData.text(of: "fonts.conf").replacing(text: "{{folder}}", with: folder)
  }
}
