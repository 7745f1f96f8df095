import AtollBodyText
import Testing

@Suite struct SanitizerTests {
  static let media: [TextSanitizer.Medium] = [.markup, .terminal]
  static let fields: [TextSanitizer.Field] = [.body, .line, .address]

  /// Ordinary text in many scripts, which must stay unchanged.
  @Test(arguments: [
    "Plain text, with “quotes” – and dashes… naïve café Ångström",
    "e\u{301}\u{323} and Việt Nam",
    "क्‍ष र्‍य नमस्ते श्री क्‌ष", "শ্রীমান্‌ র‍্যাব", "ശ്രീ അവന്‍", "සිංහල ශ්‍රී ක්‍ෂ", "தமிழ் తెలుగు ಕನ್ನಡ ਪੰਜਾਬੀ",
    "می‌خواهم نمی‌دانم", "السلام عليكم ه‍ ٢٠٢٦", "שָׁלוֹם עולם", "اُردُو پاکستان",
    "ภาษาไทย ไม่มีปัญหา", "ភាសាខ្មែរ", "မြန်မာဘာသာ", "ລາວ", "བོད་སྐད་",
    "日本語のコメント、葛\u{E0100}城。", "简体中文，繁體字", "한국어 댓글", "ｆｕｌｌ　ｗｉｄｔｈ",
    "Ελληνικά Русский Українська Հայերեն ქართული አማርኛ",
    "😀 👍🏽 👩‍🚀 👩🏽‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈 🏴‍☠️ ❤️‍🔥 👁️‍🗨️ 🧑🏿‍🤝‍🧑🏻", "🇩🇪 🇯🇵 🇺🇦", "1️⃣ #️⃣ *️⃣ ©️ ™️ ☺︎ ↔️",
    "ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ\u{180B}", "∩\u{FE00} 1 ≠ 2 × 3 ÷ 4 € £ ¥ ₿", "𝒜𝕓𝔠 𐌰𐌱 𒀀 𓀀",
  ])
  func keepsOrdinaryText(text: String) {
    for medium in Self.media {
      for field in [TextSanitizer.Field.body, .line] {
        #expect(sanitized(text, medium, field) == text)
      }
    }
  }

  @Test func keepsValidSubdivisionFlagsInMarkup() {
    let england = "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
    #expect(sanitized("a \(england)!", .markup, .body) == "a \(england)!")
    #expect(sanitized(england, .terminal, .body) == "🏴")
    #expect(sanitized("🏴\u{E0061}\u{E0062}\u{E0063}\u{E007F}", .markup, .body) == "🏴")
    #expect(sanitized("a\u{E0068}\u{E0069}\u{E007F}", .markup, .body) == "a")
  }

  @Test(arguments: [
    ("a\u{0}b\u{1B}[2Jc\u{7F}d\u{9B}2Je", "ab[2Jcd2Je"),
    ("a\r\nb\rc\u{85}d\u{2028}e\u{2029}f", "a\nb\nc\nd\ne\nf"),
    ("\u{202E}gpj.exe\u{202C} \u{2066}x\u{2069} \u{200E}y", "gpj.exe x y"),
    ("שלום\u{200F}! \u{200F}\u{200F}", "שלום\u{200F}! \u{200F}"),
    ("a\u{200B}b\u{2060}c\u{FEFF}d\u{AD}e\u{180E}f\u{2064}g\u{206F}h\u{FFF9}", "abcdefgh"),
    ("a\u{200D}b\u{200C}c 😀\u{200D}x", "abc 😀x"),
    ("a\u{FE0F}\u{FE0F} ❤\u{FE0F}\u{FE0F}\u{FE0E} b\u{E0100}\u{FE00}", "a ❤\u{FE0F} b"),
    ("क\u{200D}\u{200D}\u{200C}", "क\u{200D}"),
    ("a\u{E000}b\u{FFFE}c\u{10FFFF}d\u{378}e", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e"),
    (
      "z" + String(repeating: "\u{335}", count: 20) + "a",
      "z" + String(repeating: "\u{335}", count: 8) + "a"
    ),
    ("\u{301}a", "a"),
    ("ไทย\u{200B}ไทย", "ไทยไทย"),
  ])
  func removesOrReplacesUnsafeCharacters(text: String, expected: String) {
    #expect(sanitized(text, .markup, .body).debugDescription == expected.debugDescription)
  }

  @Test func replacesLineBreaksInSingleLineFields() {
    #expect(sanitized("a\nb\tc\r\nd\u{2028}e", .markup, .line) == "a b c d e")
    #expect(sanitized("a\nb\tc", .terminal, .body) == "a\nb c")
    #expect(sanitized("שלום\u{200F}", .terminal, .line) == "שלום")
  }

  @Test func repairsInvalidUTF8() {
    let bytes: [UInt8] = [0x61, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF5, 0xE2, 0x82]
    let result = AtollBodyText.sanitized(bytes, for: .markup, as: .body)
    #expect(
      String(validating: result, as: UTF8.self) == "a" + String(repeating: "\u{FFFD}", count: 8))
  }

  @Test(arguments: [
    "", " \u{3000}\u{A0}", "\u{3164}", "\u{115F}\u{2800}", "\u{200B}\u{202E}\u{301}",
  ])
  func recognizesInvisibleNames(name: String) {
    #expect(isEmptyToTheEye(name))
    #expect(!isEmptyToTheEye(name + "x"))
  }

  /// Every scalar after a letter, an ideograph and a pictograph, in runs of 512.
  @Test func removesEveryForbiddenScalar() {
    for first in stride(from: UInt32(0), to: 0x110000, by: 512) {
      // The planes with assigned scalars are tried in every medium and field.
      let isAssigned = first < 0x20000 || first == 0xE0000
      for medium in isAssigned ? Self.media : [.markup] {
        for field in isAssigned ? Self.fields : [.body] {
          var text: [UInt8] = []
          for value in first..<first + 512 {
            guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else {
              continue
            }
            text += [0x61]
            text += bytes
            if isAssigned {
              text += [0xE8, 0x91, 0x9B]
              text += bytes
              text += [0xE2, 0x9D, 0xA4]
              text += bytes
            }
          }
          let once = AtollBodyText.sanitized(text, for: medium, as: field)
          let isStable = AtollBodyText.sanitized(once, for: medium, as: field) == once
          if let trouble = isStable ? trouble(once, medium, field) : "twice is not once" {
            Issue.record("U+\(String(first, radix: 16)) and on, \(medium), \(field): \(trouble)")
            return
          }
        }
      }
    }
  }

  /// Scalars that the standard library of this machine knows as assigned are kept.
  ///
  /// Only scalars up to Unicode 16 are checked, since an older machine knows no more.
  @Test func keepsAssignedScalars() {
    for value in UInt32(0xA0)..<0x33480 {
      guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { continue }
      let properties = scalar.properties
      guard let age = properties.age, age.major <= 16, properties.generalCategory != .unassigned,
        properties.generalCategory != .privateUse, value != 0xFFFD
      else { continue }
      if AtollBodyText.sanitized([0x61] + Array(bytes), for: .markup, as: .body).suffix(3) == [
        0xEF, 0xBF, 0xBD,
      ] {
        Issue.record("U+\(String(value, radix: 16)) is assigned")
        return
      }
    }
  }

  /// Random runs of scalars with special rules: sanitizing is idempotent, and marks do not pile up.
  @Test(arguments: media, fields)
  func leavesSanitizedTextUnchanged(medium: TextSanitizer.Medium, field: TextSanitizer.Field) {
    let scalars: [Unicode.Scalar] = [
      "a", "1", " ", "\n", "\r", "\t", "\u{0}", "\u{1B}", "\u{85}", "\u{2028}", "\u{200B}",
      "\u{200C}", "\u{200D}",
      "\u{200E}", "\u{200F}", "\u{61C}", "\u{202E}", "\u{2066}", "\u{FE0F}", "\u{FE00}",
      "\u{E0100}", "\u{180B}",
      "\u{301}", "\u{20E3}", "\u{94D}", "क", "م", "ש", "ไ", "葛", "❤", "😀", "\u{1F3FD}", "🏴",
      "\u{E0067}",
      "\u{E0062}", "\u{E0065}", "\u{E006E}", "\u{E007F}", "\u{E000}", "\u{FFFD}", "\u{3164}", "∩",
      "ᠮ", "\u{AD}",
    ]
    var state: UInt64 = 42
    for _ in 0..<3000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(scalars[Int((state >> 33) % UInt64(scalars.count))])
      }
      let once = AtollBodyText.sanitized(Array(String(text).utf8), for: medium, as: field)
      if AtollBodyText.sanitized(once, for: medium, as: field) != once
        || trouble(once, medium, field) != nil
      {
        Issue.record("\(String(text).debugDescription)")
        return
      }
    }
  }

  private func sanitized(
    _ text: String, _ medium: TextSanitizer.Medium, _ field: TextSanitizer.Field
  ) -> String {
    String(
      decoding: AtollBodyText.sanitized(Array(text.utf8), for: medium, as: field), as: UTF8.self)
  }

  private func isEmptyToTheEye(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return isVisuallyEmpty(bytes.span)
  }

  /// The table of forbidden scalars, written independently.
  private func trouble(
    _ bytes: [UInt8], _ medium: TextSanitizer.Medium, _ field: TextSanitizer.Field
  ) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "not UTF-8" }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where field == .body: break
      case 0x09 where field == .body && medium == .markup: break
      case 0..<0x20, 0x7F...0x9F: return "a control"
      case 0x2028, 0x2029, 0x202A...0x202E, 0x2060...0x206F, 0x200B, 0xFEFF, 0x180E, 0xAD,
        0xFFF9...0xFFFB:
        return "a format character"
      case 0xE000...0xF8FF, 0xFDD0...0xFDEF, 0xF0000...0x10FFFF: return "a private one"
      case 0xE0000...0xE007F where medium == .terminal: return "a tag"
      case 0x200E, 0x200F, 0x61C:
        if field == .address || medium == .terminal && field == .line { return "a mark" }
      case let value where value & 0xFFFE == 0xFFFE: return "no character"
      default: break
      }
    }
    return nil
  }
}
