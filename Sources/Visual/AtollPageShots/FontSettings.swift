import AtollBytes

/// The fontconfig configuration of the browser: only the store's fonts, and no hinting.
///
/// The generic CSS families `serif`, `sans-serif`, `monospace`, `cursive` and `fantasy` have
/// different fonts, so that a wrong family is visible.
///
/// If a character is in none of the page's fonts, the other fonts are searched in a fixed order.
/// Without this order, fontconfig would take the first file with the character; for Arabic, that is
/// a monospaced font. For Chinese and Japanese, the choice would depend on the page's language, and
/// Chromium would keep it for later pages.
enum FontSettings {
  static func text(inFolder folder: String) -> String {
    EmbeddedData.text(of: "fonts.conf").replacing(
      text: "{{folder}}", with: escapedForMarkup(folder))
  }
}
