import AtollBytes
import AtollTheming
import TestSupport
import Testing

@testable import AtollTerminalOutput

@Suite struct ClusterTests {
  private static func clusters(_ text: String) -> [Cluster] {
    var clusters: [Cluster] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let cluster = Cluster(in: bytes.span, at: index, ambiguousWidth: 1)
      clusters.append(cluster)
      index += cluster.length
    }
    return clusters
  }

  private static func width(_ text: String) -> Int {
    clusters(text).reduce(0) { $0 + $1.width }
  }

  /// `GraphemeBreakTest.txt` of Unicode 17, without its comments.
  @Test func passesTheGraphemeBreakTestsOfUnicode() throws {
    let lines = String(
      decoding: try Repository.bytes("Tests/Fixtures/unicode/grapheme-breaks.txt"), as: UTF8.self
    )
    .split(separator: "\n")
    #expect(lines.count == 766)
    for line in lines {
      let expected = line.split(separator: "÷", omittingEmptySubsequences: true)
        .map { part in
          part.split(whereSeparator: { $0 == " " || $0 == "×" })
            .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
        }
        .filter { !$0.isEmpty }
      let lengths = expected.map { $0.reduce(0) { $0 + UTF8.width($1) } }
      var text = String.UnicodeScalarView()
      expected.joined().forEach { text.append($0) }
      let found = Self.clusters(String(text)).map(\.length)
      if found != lengths { Issue.record("\(line): \(found)") }
    }
  }

  /// `emoji-test.txt` of Emoji 15.0: every fully qualified sequence.
  @Test func measuresEveryEmojiAsTwoColumns() throws {
    let emoji = String(
      decoding: try Repository.bytes("Tests/Fixtures/unicode/emoji.txt"), as: UTF8.self
    )
    .split(separator: "\n")
    #expect(emoji.count == 3655)
    for sequence in emoji {
      let clusters = Self.clusters(String(sequence))
      if clusters.count != 1 || clusters[0].width != 2 {
        Issue.record("\(sequence): \(clusters.map(\.width))")
      }
    }
  }

  @Test(arguments: [
    ("e\u{301}", 1), ("漢", 2), ("ｶ", 1), ("Ａ", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("☺", 1), ("☺\u{FE0F}", 2), ("❤\u{FE0E}", 1), ("1\u{FE0F}\u{20E3}", 2), ("🇩🇪", 2), ("🇩", 2),
    ("का", 2), ("กำ", 2), ("\u{A0}", 1), ("…", 1), ("☰", 2), ("🫩", 2),
    // If a terminal may show the parts next to each other, their widths are added.
    ("a\u{1F3FB}", 3), ("ｶﾞ", 2),
  ])
  func measuresTheWidthOfAGraphemeCluster(text: String, columns: Int) {
    #expect(Self.width(text) == columns)
  }

  /// A letter with a hundred vowels must not count as one column.
  @Test(arguments: ["ᄀ", "ﾞ", "का", "ำ", "\u{1F3FB}"])
  func splitsOverlongGraphemeClusters(part: String) {
    let text = "가" + String(repeating: part, count: 100)
    #expect(Self.clusters(text).allSatisfy { $0.width <= 10 })
    #expect(Self.width(text) >= 100)
  }

  /// The table contains only valid classes.
  @Test func hasAValidWidthAndBreakClassForEveryScalar() {
    for scalar in UInt32(0)...0x10FFFF {
      let kind = DisplayKind(of: scalar)
      guard GraphemeClass(rawValue: kind.grapheme.rawValue) != nil,
        CellWidth(rawValue: kind.width.rawValue) != nil,
        BreakClass(rawValue: kind.breakClass.rawValue) != nil
      else {
        Issue.record("U+\(String(scalar, radix: 16))")
        return
      }
    }
  }

  /// The roles of a theme and the styles of the writer are matched by their numbers.
  @Test func numbersTerminalRolesInTheOrderOfTheirDeclaration() {
    for (index, role) in TerminalRole.allCases.enumerated() { #expect(role.index == index) }
  }
}
