import AtollBodyParsing
import AtollBodyText
import AtollBytes
import AtollComments

/// Parses generated bodies with the fast path for plain bodies and with libcmark, and prints each body with different results.
///
/// `BothWays` enumerates all bodies of a few small alphabets up to some length, about 90 million; `BothWays COUNT [SEED]`
/// generates COUNT longer ones. Both take minutes in a release build.
@main struct BothWays {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    if let count = numbers.first {
      random(count: Int(count), seed: numbers.count > 1 ? numbers[1] : 1)
    } else {
      short()
      scalars()
    }
  }

  private var plainParser = BodyParser()
  private var cmarkParser = BodyParser()
  private var plain = RichText()
  private var parsed = RichText()
  private var tried = 0
  private var different = 0

  private init() { cmarkParser.usesPlainMarkdownParser = false }

  /// The alphabets, each with the maximum length of its bodies.
  private static let alphabets: [([String], Int)] = [
    (["a", " ", "\n", "*", "_"], 10),
    (["a", " ", "*", "**", ".", "\n"], 8),
    (["a", "*", "**", " ", "_", "a*b", "*a*", ".", "\n"], 7),
    (["a", " ", "_", "*", "(", "["], 8),
    (["a", " ", "_", "__", "é", "*", ")"], 7),
    (["a", " ", "\n", "> ", ">", "- ", "1. ", "2) "], 7),
    (["a", " ", "\n", "\n\n", "-", "+", "*", "1", ".", ")"], 7),
    (["a", " ", "\n", "* ", "# ", "#", "=", "-", "~", ">"], 7),
    (["a", " ", "\n", "```", "`", "\n```\n", "> ", "- "], 7),
    (["a", " ", "\t", "\n", "```", "`", "~", "> "], 7),
    (["a", " ", "`", "*", "[", "]", "(", ")"], 7),
    (["[", "]", "(", ")", "a", "!", ":", "\n", "/"], 7),
    (["[a](", "[a]", ")", "http://a.b", " ", "*", "&", ";", "\\", "amp", "\n", "_"], 6),
    (["a", "*", "**", "_", "[a](http://b.c)", "`a`", " ", "\n", "\n\n", "- ", "> ", "# "], 6),
    (["- a", "\n", "\n\n", "1. a", "2. b", "+ a", "b", "> b", "---", " "], 7),
    (["---", "***", "___", "--", "\n", "\n\n", " ", "a", "- a", "> a"], 7),
    (["<", "3", " ", "&", "a", ";", "*", "`", "\n", "[", "]"], 6),
  ]

  /// Marks next to words, and characters that could change their meaning.
  private static let pieces: [String] = [
    "a", "b", "word", "Zz", " ", " ", " ", "  ", "   ", "\n", "\n", "\n\n", " \n", "  \n", ".", ",",
    "!", "?", "'", "\"", "1", "12", "1.", "1. ", "2. ", "2) ", "1234567890.", "999999999. ", "3 ",
    "&", "& ", "&a", "&amp;", ";", "#", "# ", "## ", "###### ", "####### ", " #", "<", "<3", "< ",
    "<3@b>", "<b>", ">", "> ", "> ", ">> ", "-", "- ", "- ", "* ", "* ", "+ ", "+", "=", "===",
    "---", "***", "~", "~~~", "|", "{", "}", "^", "$", "%", "/", ":", "@", "(", ")", "](", "[", "]",
    "[x]", "[x]: /y\n", "![", "[a](http://b.c)", "[a b](https://b.c/d_e*f)",
    "[www.a.b](http://b.c)",
    "[a](javascript:b)", "[a](b)", "[a](http://b.c \"d\")", "[a](<http://b.c>)", "[a]()", "[](b)",
    "*", "*", "**", "**", "_", "_", "__", "*a*", "**a**", "_a_", "__a__", " *a", "a* ", " **a",
    "a** ", " _a", "a_ ", "a_b", "a*b", "`", "``", "```", "`a`", "`a b`", "` a `", "`*`", "\n```\n",
    "```\na\n```\n", "```swift\n", "\n    a", "\t", "\\", "\\*", "\r", "\r\n", "\u{0}", "\u{1}",
    "\u{7F}",
    "é", "漢", "😀", "ü*", "*Ü", "**重要**", "a*b", "a*b*c", "f*ck", "```\t\n", "- a\n\n", "1. a\n\n",
    "\n---\n", "\n\n---\n\n",
    "\u{A0}", "\u{2003}", "\u{2028}", "\u{FEFF}", "«", "http://a.b", "https://",
    "://",
    "www.", "WWW.", "www.a.b/(c)", "www.a.b", "HTTP://X.y_z", "mailto:a@b.c", "<http://a.b>",
    "> a\n", "> *a\n", "- a\n", "* a\n", "1. a\n", "2. a\n", "1) a\n", "# a\n", "\n- ", "\n> ",
    "\n# ",
    "+1", "-5", "#1", "~5", "=)", "-)", "+a", "sixteen bytes so",
    "thirty-two bytes of quiet words ",
  ]

  private static func short() {
    var both = BothWays()
    for (alphabet, length) in alphabets {
      both.tryAll(alphabet.map { Array($0.utf8) }, length)
      both.say("\(alphabet)")
    }
  }

  /// All scalars, each next to delimiters on both sides.
  private static func scalars() {
    var both = BothWays()
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for (before, after) in contexts {
        both.tryOne(Array((before + String(Character(scalar)) + after).utf8))
      }
    }
    both.say("scalars beside delimiters")
  }

  private static let contexts = [
    ("*", "a*"), ("*a", "*"), ("**", "**"), ("_", "a_"), ("_a", "_"), ("a", "_b"), ("a_", "b"),
    ("", "*a* "), ("*a*", ""), ("a ", "_a_"), ("(*", ".*)"), ("_.", "_"),
  ]

  private static func random(count: Int, seed: UInt64) {
    var both = BothWays()
    var state = seed
    var body: [UInt8] = []
    let pieces = pieces.map { Array($0.utf8) }
    for _ in 0..<count {
      body.removeAll(keepingCapacity: true)
      // Bodies of few pieces are plain more often.
      let room = 1 + next(&state) % 16
      let variety = 2 + next(&state) % 9
      let first = next(&state)
      for _ in 0..<room {
        let choice = next(&state) % (variety + 4)
        let piece =
          choice < variety
          ? (first &+ choice &* 0x9E37_79B9) % UInt64(pieces.count)
          : next(&state) % UInt64(pieces.count)
        body += pieces[Int(piece)]
      }
      both.tryOne(body)
    }
    both.say("random from \(seed)")
  }

  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ (mixed >> 31)) >> 1
  }

  private mutating func tryAll(_ alphabet: [[UInt8]], _ length: Int) {
    var letters: [Int] = []
    var body: [UInt8] = []
    while true {
      // The next body in order, one letter longer after all bodies of a length.
      var place = 0
      while place < letters.count, letters[place] == alphabet.count - 1 {
        letters[place] = 0
        place += 1
      }
      if place < letters.count { letters[place] += 1 } else { letters.append(0) }
      if letters.count > length { return }
      body.removeAll(keepingCapacity: true)
      for letter in letters { body += alphabet[letter] }
      tryOne(body)
    }
  }

  private mutating func tryOne(_ body: [UInt8]) {
    tried += 1
    let report = plainParser.parse(body, syntax: .markdown, into: &plain)
    let cmarkReport = cmarkParser.parse(body, syntax: .markdown, into: &parsed)
    // Bodies that are not given to libcmark because of their cost may still take the fast path.
    if cmarkReport.isSimplified || report == cmarkReport && isSame() { return }
    different += 1
    if different <= 20 { print(String(decoding: body, as: UTF8.self).debugDescription) }
  }

  private func isSame() -> Bool {
    guard plain.tokenCount == parsed.tokenCount else { return false }
    for index in plain.tokens.indices {
      let (one, other) = (plain.tokens[index], parsed.tokens[index])
      guard one.kind == other.kind, one.number == other.number, one.text.count == other.text.count,
        plain.text[one.text.range] == parsed.text[other.text.range]
      else { return false }
    }
    return plain.hasConsistentPlainness
  }

  private mutating func say(_ name: String) {
    print("\(tried) bodies, \(different) differ: \(name)")
    (tried, different) = (0, 0)
  }
}
