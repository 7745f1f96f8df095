import BodyText
import Testing

@Suite struct SafeURLTests {
  @Test(arguments: [
    ("https://ign.com", "https://ign.com"),
    ("HTTPS://IGN.Com/A?b=c&d#e", "https://ign.com/A?b=c&d#e"),
    ("http://münchen.de/ä", "http://xn--mnchen-3ya.de/%C3%A4"),
    ("http://a.b/'\"<>`{|}^%zz%20", "http://a.b/%27%22%3C%3E%60%7B%7C%7D%5E%25zz%20"),
    ("mailto:me@ign.com?bcc=x@y.z", "mailto:me@ign.com"),
    ("http://a.b:8080", "http://a.b:8080"),
  ])
  func writesTheSafeForm(address: String, expected: String) {
    #expect(SafeURL(address)?.string == expected)
  }

  @Test(arguments: [
    "", "ign.com", "//ign.com", "/a", "javascript:alert(1)", "java\nscript:alert(1)",
    " https://ign.com", "https://ign.com/\u{1}", "https://ign.com/a b",
    "https://ign.com\\@evil.com",
    "https://user@ign.com", "https://", "https:///a", "https://a..b", "https://-a.b",
    "data:text/html,x",
    "https://a.b/\u{202E}x", "https://a.b/\u{85}", "https://a\u{2044}b.com", "mailto:", "mailto:a",
    "mailto:@b", "http:ign.com", "https://[::1]/", "https://a.b:99999/", "https://a%2eb/",
    "ftp://a.b",
  ])
  func refuses(address: String) {
    #expect(SafeURL(address) == nil)
  }
}
