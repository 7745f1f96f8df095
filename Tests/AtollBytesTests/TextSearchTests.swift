import AtollBytes
import TestSupport
import Testing

/// Search, replacement and splitting of text by its bytes.
struct TextSearchTests {
  @Test(arguments: [
    ("a\"\u{301}b", "\"", "&quot;", "a&quot;\u{301}b"), ("a\r\nb", "\n", "%0A", "a\r%0Ab"),
    ("aaa", "aa", "b", "ba"), ("{key}/{key}", "{key}", "", "/"), ("", "a", "b", ""),
    ("a", "", "b", "a"), ("日本", "本", "曜", "日曜"),
  ])
  func replacesEachOccurrence(text: String, part: String, other: String, result: String) {
    #expect(Array(text.replacing(text: part, with: other).utf8) == Array(result.utf8))
  }

  @Test(arguments: [
    ("a\n\nb", "\n\n", ["a", "b"]), ("{key}", "{key}", ["", ""]), ("ab", "c", ["ab"]),
    ("::", ":", ["", "", ""]), ("a", "", ["a"]), ("x=\u{301}y", "=", ["x", "\u{301}y"]),
  ])
  func splitsAtEachSeparator(text: String, separator: String, parts: [String]) {
    let bytes = text.split(atText: separator).map { Array($0.utf8) }
    #expect(bytes == parts.map { Array($0.utf8) })
  }

  @Test func findsOnlyWholeMatches() {
    let text = "https:/https://a"
    #expect(text.firstRange(ofText: "://")?.lowerBound == text.index(text.startIndex, offsetBy: 12))
    #expect(text.contains(text: "s://a") && !text.contains(text: "://b"))
    #expect(text.contains(text: "") && !"".contains(text: "a"))
    #expect(Array("abc".utf8)[1...].firstRange(ofBytes: "c".utf8) == 2..<3)
    #expect("abc".utf8.contains(bytes: "bc".utf8) && !"abc".utf8.contains(bytes: "cb".utf8))
  }

  @Test(arguments: [
    ("a<b>c</b>d<b></b>", "ad"), ("a</b><b>c", "a</b><b>c"), ("<b>a</b>", ""), ("", ""),
    ("a<b>b<b>c</b>d</b>", "ad</b>"),
  ])
  func removesPartsBetweenTwoMarkers(text: String, rest: String) {
    #expect(text.utf8.removing(from: "<b>".utf8, through: "</b>".utf8) == Array(rest.utf8))
  }

  /// For ASCII letters, bytes and characters are the same.
  @Test func replacesASCIITextLikeTheStandardLibrary() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let text = String((0..<12).map { _ in "ab".randomElement(using: &random) ?? "a" })
      for part in ["a", "ab", "aba", "bb"] {
        #expect(text.replacing(text: part, with: "-") == text.replacing(part, with: "-"))
      }
    }
  }
}
