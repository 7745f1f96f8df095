import AtollBytes
import Testing

@testable import AtollBodyText

/// The characters and colours of authors without a picture.
@Suite struct InitialsTests {
  private func initials(_ name: String) -> String {
    // The name is a part of a text, as in a story.
    let bytes = Array("<\(name)>".utf8)
    let initials = Initials(of: Slice(1..<bytes.count - 1), in: bytes)
    return [initials.first, initials.second].map {
      String(decoding: bytes[$0.range], as: UTF8.self)
    }.joined()
  }

  @Test(arguments: [
    ("Priya N.", "PN"), ("Critical_Kraken", "CK"), ("MossyBoots", "MB"), ("lanternjaw", "l"),
    ("x", "x"),
    ("old_salt_1979", "os"), ("7th_wave", "7w"), ("O'Brien", "OB"), ("  Ada", "A"),
    ("Борис К.", "БК"), ("Ólafur Þór", "ÓÞ"),
    ("E\u{301}mile Zola", "E\u{301}Z"), ("Ada עדה", "A"), ("<script>alert(1)", "sa"),
    ("{{author}}", "a"),
  ])
  func usesTheFirstLettersOfTheFirstTwoWordsAsInitials(name: String, expected: String) {
    #expect(initials(name) == expected)
  }

  @Test(arguments: [
    ("山田 太郎", "山"), ("ナギサ", "ナ"), ("김민준", "김"), ("سارة", "س"), ("محمد علي", "م"), ("נועה", "נ"),
    ("प्रिया", "प"), ("🐙 octo", "🐙"), ("👨‍👩‍👧‍👦 Family", "👨‍👩‍👧‍👦"), ("👍🏽", "👍🏽"), ("🇳🇱🇧🇪", "🇳🇱"), ("❤️", "❤️"),
  ])
  func usesOneCharacterAsInitialsForOtherScriptsAndEmoji(name: String, expected: String) {
    #expect(initials(name) == expected)
  }

  @Test(arguments: [
    ("___", "_"), ("?!", "?"), ("", ""), ("\u{200B}\u{3000}", ""), ("\u{202E}exe", "e"),
  ])
  func usesOnlyVisibleCharactersAsInitials(name: String, expected: String) {
    #expect(initials(name) == expected)
  }

  @Test func readsOnlyTheStartOfALongName() {
    let marks = String(repeating: "\u{301}", count: 10_000)
    #expect(initials("Z\(marks) Y") == "Z\u{301}")
    #expect(initials(String(repeating: "👨\u{200D}", count: 10_000)).utf8.count <= 40)
    #expect(initials(String(repeating: "a", count: 100_000) + " b") == "a")
  }

  @Test func acceptsAnyBytesInAName() {
    for byte in UInt8.min...UInt8.max {
      let bytes = [byte, 0x20, byte]
      let initials = Initials(of: Slice(0..<3), in: bytes)
      #expect(initials.first.end <= 3 && initials.second.end <= 3)
      #expect((1...Initials.colorCount).contains(Initials.color(of: Slice(0..<3), in: bytes)))
    }
  }

  @Test func derivesTheColorOfInitialsFromTheNameAlone() {
    func color(_ name: String, after text: String = "") -> Int {
      let bytes = Array((text + name).utf8)
      return Initials.color(of: Slice(text.utf8.count..<bytes.count), in: bytes)
    }
    let names = (0..<6000).map { "Author \($0)" }
    let counts = Dictionary(grouping: names.map { color($0) }, by: { $0 }).mapValues(\.count)
    #expect(counts.keys.sorted() == [1, 2, 3, 4, 5, 6])
    #expect(counts.values.allSatisfy { (800...1200).contains($0) })
    #expect(names.allSatisfy { color($0, after: "somewhere else") == color($0) })
    // Snapshots and caches rely on the same colours in every version and on every machine.
    #expect(["lanternjaw", "MossyBoots", "سارة"].map { color($0) } == [3, 3, 1])
  }
}
