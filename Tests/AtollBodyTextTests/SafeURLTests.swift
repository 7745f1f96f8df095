import AtollBodyText
import AtollBytes
import Testing

@Suite struct SafeURLTests {
  @Test(arguments: [
    ("https://ign.com", "https://ign.com"),
    ("HTTPS://IGN.Com/A?b=c&d#e", "https://ign.com/A?b=c&d#e"),
    ("http://a.b/'\"<>`{|}^%zz%20", "http://a.b/%27%22%3C%3E%60%7B%7C%7D%5E%25zz%20"),
    ("http://a.b/é漢", "http://a.b/%C3%A9%E6%BC%A2"),
    ("mailto:me@ign.com?bcc=x@y.z", "mailto:me@ign.com"),
    ("MailTo:a.b+c@IGN.com", "mailto:a.b+c@ign.com"),
    ("http://a.b:8080", "http://a.b:8080"),
    ("http://a.b:/c", "http://a.b/c"),
    ("http://a.b./", "http://a.b./"),
    ("http://127.0.0.1/", "http://127.0.0.1/"),
    ("http://a.b/@c:d@e", "http://a.b/@c:d@e"),
  ])
  func normalizesSafeAddresses(address: String, expected: String) {
    #expect(SafeURL(address)?.string == expected)
    #expect(SafeURL(expected)?.string == expected)
  }

  @Test(arguments: [
    "", "ign.com", "//ign.com", "/a", "javascript:alert(1)", "java\nscript:alert(1)",
    "\u{1}javascript:x", "vbscript:x", "blob:https://a.b", "view-source:https://a.b", "tel:1",
    " https://ign.com", "https://ign.com ", "https://ign.com/\u{1}", "https://ign.com/a b",
    "https://ign.com\\@evil.com", "https:\\\\ign.com", "https:/\u{0}/a.b", "https://user@ign.com",
    "https://a:b@ign.com", "https://", "https:///a", "https://?", "https://#", "https://a..b",
    "https://.a", "https://.", "https://-a.b", "https://a-.b", "data:text/html,x",
    "https://a.b/\u{202E}x", "https://a.b/\u{85}", "https://a\u{2044}b.com", "https://a\u{FF0E}b",
    "mailto:", "mailto:a", "mailto:@b", "mailto:a@b@c", "mailto:a@", "mailto:a%40b@c",
    "http:ign.com", "http:/ign.com", "https://[::1]/", "https://a.b:99999/", "https://a.b:8a/",
    "https://a:1:2/", "https://a%2eb/", "ftp://a.b", "http\u{212A}://a.b", "https://a\u{37E}b",
  ])
  func rejectsUnsafeAddresses(address: String) {
    #expect(SafeURL(address) == nil)
  }

  /// The samples of RFC 3492 (7.1), and names in use.
  @Test(arguments: [
    ("münchen.de", "xn--mnchen-3ya.de"), ("MÜNCHEN.de", "xn--mnchen-3ya.de"),
    ("bücher.example", "xn--bcher-kva.example"), ("例え.jp", "xn--r8jz45g.jp"),
    ("例え。jp", "xn--r8jz45g.jp"), ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
    ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"),
    ("उदाहरण.परीक्षा", "xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g"),
    ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
    ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
    ("안녕하세요.한국", "xn--o70b841ad5c9qb763b.xn--3e0b707e"), ("ŽENA.cz", "xn--ena-b3a.cz"),
  ])
  func writesHostsInASCII(host: String, expected: String) {
    #expect(SafeURL("https://\(host)/")?.string == "https://\(expected)/")
  }

  @Test func writesHostsInLowerCase() {
    for capitals in ["ĹĽŇ", "ŹŻŽ", "Ÿ", "ȘȚ", "ƠƯ", "ΆΈΉΊΌΎΏ", "ӀӁЍ", "ԱՖ", "ÀÞĀĶŊŶΑΫЏЯҀҊ", "ẞẠỸ"] {
      let lower = SafeURL("https://a\(capitals.lowercased()).example/")
      #expect(lower != nil && SafeURL("https://a\(capitals).example/") == lower, "\(capitals)")
    }
    #expect(SafeURL("https://ᎠᎷ.example/")?.string == "https://xn--58d0c.example/")
    #expect(SafeURL("https://İ.example/") == nil)
  }

  @Test(arguments: [
    ("https://ign.com", false), ("https://münchen.de", false), ("https://日本語テスト.jp", false),
    ("https://пример.рф", false), ("https://ελλάδα.gr", false),
    ("https://pаypal.com", true), ("https://аррӏе.com", true), ("https://αpple.com", true),
    ("https://ignש.com", true),
  ])
  func marksHostsThatMixScriptsAsSuspicious(address: String, isSuspicious: Bool) {
    #expect(SafeURL(address)?.hasSuspiciousHost == isSuspicious)
  }

  @Test func limitsTheLengthOfAddresses() {
    let long = String(repeating: "x", count: SafeURL.maximumLength - 12)
    #expect(SafeURL("https://a.b/" + long)?.bytes.count == SafeURL.maximumLength)
    #expect(SafeURL("https://a.b/x" + long) == nil)
    #expect(SafeURL("https://a.b/" + String(repeating: "é", count: 400)) == nil)
  }

  /// Random bytes after a valid beginning: accepted addresses must be safe in any attribute.
  @Test func writesOnlyHarmlessBytes() {
    var state: UInt64 = 7
    let alphabet = Array(
      "aZ09.-_:/?#@%&='\"<>`\\^{|}[]();,+!*$~ \u{1}\u{7F}éаш漢\u{202E}\u{85}".utf8)
    for round in 0..<20_000 {
      var address = Array((round % 3 == 0 ? "mailto:" : "https://a").utf8)
      for _ in 0..<10 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        address.append(alphabet[Int((state >> 33) % UInt64(alphabet.count))])
      }
      guard let url = SafeURL(address) else { continue }
      let isHarmless = url.bytes.allSatisfy {
        $0 > 0x20 && $0 < 0x7F && !"\"'<>`\\".utf8.contains($0)
      }
      #expect(isHarmless && !url.host.isEmpty)
      #expect(SafeURL(url.bytes)?.bytes == url.bytes)
    }
  }

  @Test func readsAnAddressFromASlice() {
    let bytes = Array("xx https://ign.com yy".utf8)
    #expect(SafeURL(Slice(3..<18), of: bytes)?.string == "https://ign.com")
    #expect(SafeURL(Slice(3..<99), of: bytes) == nil)
  }
}
