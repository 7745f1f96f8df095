import Testing

@testable import AtollTheming

/// The font lists of mails.
struct MailFontsTests {
  @Test(arguments: [
    ("system-ui, 'Segoe UI', Roboto, Arial, sans-serif", "Segoe UI,Arial,sans-serif"),
    ("", "Arial,sans-serif"), ("Georgia, serif", "Georgia,serif"),
    // The combining accent forms one character with the quotation mark, but the bytes stay separate.
    ("'a'\u{301};color:red", "'a\u{301};color:red',sans-serif"),
  ])
  func keepsTheFirstFontAndCommonFonts(fonts: String, list: String) {
    #expect(
      Array(MailFonts.list(of: fonts).utf8) == Array(list.utf8), "\(MailFonts.list(of: fonts))")
  }
}

/// The font lists of themes.
struct FontListTests {
  @Test(arguments: [
    "system-ui,-apple-system,'Segoe UI', Roboto ,'Helvetica Neue',Arial,sans-serif",
    "Times New Roman", "'Source Serif 4',serif", "'游ゴシック', serif", "Übung Sans,'inherit'", "--x",
  ])
  func acceptsListsThatBrowsersUnderstand(list: String) {
    #expect(FontList.problem(in: list) == nil)
  }
}
