import Testing

@testable import Theming

/// The fonts of mails.
struct MailFontsTests {
  @Test(arguments: [
    ("system-ui, 'Segoe UI', Roboto, Arial, sans-serif", "Segoe UI,Arial,sans-serif"),
    ("", "Arial,sans-serif"), ("Georgia, serif", "Georgia,serif"),
    // The combining accent makes another character of the quotation mark, but not another byte.
    ("'a'\u{301};color:red", "'a\u{301};color:red',sans-serif"),
  ])
  func keepsTheFirstFontAndTheCommonOnes(fonts: String, list: String) {
    #expect(
      Array(MailFonts.list(of: fonts).utf8) == Array(list.utf8), "\(MailFonts.list(of: fonts))")
  }
}
