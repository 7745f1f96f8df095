import AtollBytes
import Foundation
import TestSupport
import Testing

@testable import AtollEmailOutput

/// Decoding restores the encoded text, and every line is short enough for any server.
@Suite struct TransferEncodingTests {
  static func quoted(_ text: [UInt8]) -> [UInt8] {
    var out = OutputBuffer()
    QuotedPrintable.append(text.span, to: &out)
    return out.bytes()
  }

  static func base64(_ text: [UInt8]) -> [UInt8] {
    var out = OutputBuffer()
    EncodedText.appendBase64(text.span, to: &out)
    return out.bytes()
  }

  static func references(_ html: [UInt8]) -> [UInt8]? {
    CharacterReferences.encoded(html.span)
  }

  /// Decodes quoted-printable (RFC 2045, 6.7), line by line.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "=") {
        result.append(bytes[index])
        index += 1
      } else if bytes[index + 1] == 0x0D {
        index += 3
      } else {
        let digits = String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self)
        result.append(UInt8(digits, radix: 16) ?? 0)
        index += 3
      }
    }
    return result
  }

  static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n").map { Array($0.utf8) }
  }

  /// Returns the text with the line ends of mails.
  static func mailed(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
  }

  static func text(_ seed: Int) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      [0x0A], [0x20], [0x09], [0x3D], Array("From ".utf8), [0x2E], Array("é".utf8),
      Array("海".utf8), Array("⛵️".utf8), Array(String(repeating: "x", count: 80).utf8),
      Array("word".utf8), Array("=3D".utf8), Array(" \n".utf8), Array("\n.\n".utf8),
    ]
    var text: [UInt8] = []
    for _ in 0..<random.next(below: 120) { text += pieces[random.next(below: pieces.count)] }
    return text
  }

  @Test(arguments: 0..<300)
  func roundTripsQuotedPrintable(seed: Int) {
    let text = Self.text(seed)
    let encoded = Self.quoted(text)
    let ends = text.isEmpty || text.last == 0x0A ? [] : [UInt8(0x0D), 0x0A]
    #expect(Self.decoded(encoded) == Self.mailed(text) + ends)
    for line in Self.lines(encoded) {
      #expect(line.count <= 76)
      #expect(line.last != 0x20 && line.last != 0x09)
      #expect(line.first != UInt8(ascii: ".") && !line.starts(with: "From ".utf8))
    }
  }

  @Test(arguments: 0..<100)
  func roundTripsBase64(seed: Int) throws {
    let text = Self.text(seed)
    let encoded = Self.base64(text)
    let joined = encoded.filter { $0 != 0x0D && $0 != 0x0A }
    let data = try #require(Data(base64Encoded: String(decoding: joined, as: UTF8.self)))
    #expect([UInt8](data) == Self.mailed(text))
    for line in Self.lines(encoded) { #expect(line.count <= 76) }
    let counts = ByteCounts(of: text.span)
    #expect(encoded.count == counts.base64Count)
  }

  @Test func roundTripsALongQuotedPrintableText() {
    // The text is longer than a piece, so that lines continue across pieces.
    let text = (0..<400).flatMap { Self.text($0) }
    let encoded = Self.quoted(text)
    #expect(Self.decoded(encoded).starts(with: Self.mailed(text)))
    #expect(Self.lines(encoded).allSatisfy { $0.count <= 76 })
  }

  /// HTML in any script is written in ASCII and short lines, and decodes to the same.
  @Test(arguments: 0..<300)
  func roundTripsCharacterReferences(seed: Int) throws {
    let text = Self.html(seed)
    let encoded = try #require(Self.references(text))
    #expect(encoded.allSatisfy { $0 < 0x80 })
    for line in Self.lines(encoded) {
      #expect(line.count <= 900)
      #expect(line.first != UInt8(ascii: ".") && !line.starts(with: "From ".utf8))
    }
    // Readers treat all white space between words alike.
    let whole = String(decoding: encoded, as: UTF8.self).replacing("<!--\r\n-->", with: "")
    let read = Self.dereferenced(whole)
    #expect(Self.joined(read) == Self.joined(String(decoding: text, as: UTF8.self)))
  }

  /// Returns tags and words of several scripts, with long lines but without long words.
  private static func html(_ seed: Int) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "<p style=\"margin:0 0 8px\">", "</p>\n", "<br>", "word ", "From ", ".", "é", "Ж", "海", "⛵️ ",
      "&amp;", " ", "\n", "=", "a word and another ", "שלום ",
      String(repeating: "x", count: 200) + " ",
    ]
    var text = ""
    for _ in 0..<random.next(below: 400) { text += pieces[random.next(below: pieces.count)] }
    return Array(text.utf8)
  }

  /// Line breaks are inserted only where they are invisible.
  @Test(arguments: 0..<300)
  func breaksLinesOnlyWhereBreaksAreInvisible(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      String(repeating: "x", count: 700), String(repeating: "é", count: 90), "<b>", "</b>", "&amp;",
      "<a href=\"" + String(repeating: "y", count: 1500) + "\">", "⛵️", "海", " ", "\n",
      "<td class=\"" + String(repeating: "words ", count: 300) + "\">", "--=_atoll_", "From ",
    ]
    var text = ""
    for _ in 0..<random.next(below: 16) { text += pieces[random.next(below: pieces.count)] }
    let bytes = Array(text.utf8)
    guard let encoded = Self.references(bytes) else {
      #expect(Self.longestUnbreakableLength(of: text) > 880)
      return
    }
    #expect(encoded.allSatisfy { $0 < 0x80 })
    for line in Self.lines(encoded) {
      #expect(line.count <= 900)
      #expect(!line.starts(with: "--=_".utf8))
    }
    let whole = String(decoding: encoded, as: UTF8.self).replacing("<!--\r\n-->", with: "")
    func letters(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter { $0 != " " && $0 != "\n" && $0 != "\r" }
    }
    #expect(letters(Self.dereferenced(whole)) == letters(text))
  }

  /// In a title, an HTML comment would be visible.
  @Test func breaksATitleOnlyAtSpaces() throws {
    let title = "<title>A title " + String(repeating: "海", count: 150)
    #expect(Self.references(Array("\(title)</title>".utf8)) == nil)
    let spaced = title + " " + String(repeating: "海", count: 90) + "</title>"
    #expect(Self.references(Array(spaced.utf8)) == nil)
    let short = "<title>A title " + String(repeating: "海", count: 105) + " 海</title>"
    let encoded = try #require(Self.references(Array(short.utf8)))
    #expect(!String(decoding: encoded, as: UTF8.self).contains("<!--"))
  }

  /// Returns the length of the longest piece of HTML between two spaces at which lines may end.
  private static func longestUnbreakableLength(of html: String) -> Int {
    var (longest, length, isInTag) = (0, 0, false)
    let scalars = Array(html.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if scalar == "<" || scalar == ">" { isInTag = scalar == "<" }
      let next: Unicode.Scalar? = index + 1 < scalars.count ? scalars[index + 1] : nil
      // A line does not end before what would need a reference at the start of the next one.
      if scalar == "\n" || scalar == " " && !isInTag && next != "F" && next != "-" {
        length = 0
      } else {
        length += scalar.isASCII ? 1 : "&#\(scalar.value);".utf8.count
      }
      longest = max(longest, length)
    }
    return longest
  }

  private static func dereferenced(_ text: String) -> String {
    text.replacing(/&#([0-9]+);/) { match in
      UInt32(match.1).flatMap(Unicode.Scalar.init).map { String($0) } ?? "?"
    }
  }

  private static func joined(_ text: String) -> [Substring] {
    text.unicodeScalars.split { $0 == " " || $0 == "\n" || $0 == "\r" }.map(Substring.init)
  }

  private static let kindsOfHTML: [(text: String, encoding: TransferEncoding)] = {
    let unbroken = "<p>" + String(repeating: "x", count: 1000) + "</p>"
    let tag = "<i style=\"" + String(repeating: "a ", count: 500) + "\">"
    return [
      ("<p>plain words</p>\n", .references), ("<p>une fenêtre</p>\n", .references),
      (String(repeating: "海", count: 400), .base64), (unbroken, .quotedPrintable),
      (tag, .quotedPrintable), (String(repeating: "word ", count: 500), .references),
    ]
  }()

  /// A line that cannot be broken needs another encoding.
  @Test(arguments: kindsOfHTML)
  func choosesTheSmallestEncodingForHTML(text: String, encoding: TransferEncoding) {
    let bytes = Array(text.utf8)
    #expect(
      EncodedText(html: bytes.span).encoding == encoding)
  }

  @Test(arguments: [
    ("plain words\n", "7bit"), ("une fenêtre\n", "quoted-printable"), ("海の記憶海の記憶\n", "base64"),
    (".\n", "quoted-printable"), ("From me\n", "quoted-printable"),
    ("--=_atoll_0\n", "quoted-printable"), ("-- \n--\n", "7bit"),
    (String(repeating: "x", count: 900), "7bit"),
    (String(repeating: "x", count: 901), "quoted-printable"),
  ])
  func choosesTheSmallestEncodingForText(text: String, name: String) {
    let bytes = Array(text.utf8)
    let encoding = EncodedText(bytes.span).encoding
    #expect("\(encoding.name)" == name)
  }
}
