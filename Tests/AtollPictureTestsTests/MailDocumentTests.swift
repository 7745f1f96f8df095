import Atoll
import AtollSnapshots
import TestSupport
import Testing

@testable import AtollPictureTests

/// The HTML part of a message, as mail clients display it.
@Suite struct MailDocumentTests {
  static func message(_ encoding: String, _ body: String) -> [UInt8] {
    Array(
      """
      Subject: x
      Content-Type: multipart/alternative;
       boundary="=_a"

      --=_a
      Content-Type: text/plain; charset=utf-8

      <p>no</p>
      --=_a
      Content-Type: text/html; charset=utf-8
      Content-Transfer-Encoding: \(encoding)

      \(body)
      --=_a--

      """.utf8)
  }

  @Test(arguments: [
    ("7bit", "<p>&#206;le</p>", "<p>&#206;le</p>"),
    ("quoted-printable", "<p a=3D\"1\">=C3=8E=\nle</p>=20", "<p a=\"1\">Île</p> "),
    ("base64", "PHA+w45s\nZTwvcD4NCg==", "<p>Île</p>"),
  ])
  func decodesEveryTransferEncoding(encoding: String, body: String, expected: String) throws {
    let mail = try #require(MailDocument(message: Self.message(encoding, body)))
    var html = String(decoding: mail.html, as: UTF8.self)
    while html.hasSuffix("\n") { html.removeLast() }
    #expect(html == expected)
  }

  @Test func doesNotFindHTMLInAPlainTextMessage() {
    #expect(MailDocument(message: Array("Subject: x\n\nhello\n".utf8)) == nil)
  }

  @Test func removesMarkupThatAMailClientDoesNotSupport() throws {
    let source = """
      <html lang="en"><head><style>.a{color:red}</style><style>@media (width<9px){p{color:red}}</style></head>\
      <body style="color:red"><img src="x.png" alt="A"><table style="max-width:9px"><tr><td class="b" \
      style="color:red;border-radius:2px;max-width:9px;position:fixed;width:calc(1px)">style="position:fixed"</td>\
      </tr></table></body></html>
      """
    let mail = try #require(MailDocument(message: Self.message("7bit", source)))
    func html(_ client: SuiteCase.Client) -> String {
      String(decoding: mail.html(in: client), as: UTF8.self)
    }
    #expect(
      html(.gmail).contains(
        """
        <html><head></head><body style="margin:0"><img src="x.png" alt="A">\
        <table style="max-width:9px"><tr><td class="b" \
        style="color:red;border-radius:2px;max-width:9px;width:calc(1px)">style="position:fixed"</td>
        """), "\(html(.gmail))")
    #expect(
      html(.outlookWindows).contains(
        """
        <html lang="en"><head><style>.a{color:red}</style></head><body style="color:red">\
        <img src="x.png" alt="A"><table style="max-width:9px"><tr><td class="b" style="color:red">\
        style="position:fixed"</td>
        """), "\(html(.outlookWindows))")
    #expect(html(.noImages).contains("<img alt=\"A\">"))
    #expect(html(.inverted).contains("invert(1)"))
    #expect(mail.html(in: .whole) == mail.html)
  }
}
