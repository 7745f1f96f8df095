import Atoll
import Snapshots
import TestSupport
import Testing

@testable import PictureTests

/// Pictures of mails show the HTML that a mail program finds in the message.
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
  func decodesEveryEncoding(encoding: String, body: String, expected: String) throws {
    let mail = try #require(MailDocument(message: Self.message(encoding, body)))
    var html = String(decoding: mail.html, as: UTF8.self)
    while html.hasSuffix("\n") { html.removeLast() }
    #expect(html == expected)
  }

  @Test func aMessageWithoutHTMLHasNone() {
    #expect(MailDocument(message: Array("Subject: x\n\nhello\n".utf8)) == nil)
  }

  @Test func clientsTakeAwayWhatTheyDo() throws {
    let source = """
      <html><head><style>.a{color:red}</style></head><body class="a"><img src="x.png" alt="A">\
      <p style="color:red" class="b">1 class="c"</p></body></html>
      """
    let mail = try #require(MailDocument(message: Self.message("7bit", source)))
    let bare = String(decoding: mail.html(in: .bare), as: UTF8.self)
    #expect(
      !bare.contains("<style>") && !bare.contains("class=\"a\"") && !bare.contains("class=\"b\""))
    #expect(bare.contains("style=\"color:red\"") && bare.contains("1 class=\"c\""))
    let noImages = String(decoding: mail.html(in: .noImages), as: UTF8.self)
    #expect(noImages.contains("<img alt=\"A\">"))
    #expect(String(decoding: mail.html(in: .inverted), as: UTF8.self).contains("invert(1)"))
    #expect(mail.html(in: .whole) == mail.html)
  }
}
