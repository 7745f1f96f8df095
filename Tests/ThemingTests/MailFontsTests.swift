import Testing

@testable import Theming

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
