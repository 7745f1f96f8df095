import Bytes

/// The private fontconfig configuration, with only the store's fonts, none of them hinted.
///
/// The generic CSS families `serif`, `sans-serif`, `monospace`, `cursive` and `fantasy` have
/// different fonts, so that a wrong family is visible.
///
/// If none of the page's fonts has a character, the other fonts are searched in a fixed order.
/// Without this order, fontconfig would take the first file that has the character, which for
/// Arabic is a monospaced font. For Chinese and Japanese, the choice would depend on the page's
/// language, and Chromium keeps a character's font from page to page.
enum FontSettings {
  static func text(inFolder folder: String) -> String {
    EmbeddedData.text(of: "fonts.conf").replacing(text: "{{folder}}", with: folder)
  }
}
