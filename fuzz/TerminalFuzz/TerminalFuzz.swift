import Atoll
import AtollComments

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Renders generated texts as names, titles and bodies with many options, and checks that the output is safe for terminals.
///
/// `TerminalFuzz [COUNT [SEED]]`. It is a program and not a target of libFuzzer, whose `main` would also be linked into the
/// tool that embeds the styles.
@main struct TerminalFuzz {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let count = numbers.first ?? 100_000
    var source = Source(state: numbers.dropFirst().first ?? 1)
    var offences = 0
    for _ in 0..<count {
      let text = source.text()
      guard let offence = offence(in: text, selectedBy: [source.byte(), source.byte()]) else {
        continue
      }
      offences += 1
      print(offence, text)
    }
    print("\(count) texts, \(offences) that are not safe for a terminal")
    if offences > 0 { exit(1) }
  }

  private static func offence(in text: [UInt8], selectedBy bytes: [UInt8]) -> String? {
    let options = options(from: bytes)
    let input = [InputSource(name: "fuzz.json", bytes: document(text))]
    let rendering: Rendering
    do {
      rendering = try Renderer(options: options).render(Reading(input, as: .atoll).story)
    } catch {
      return "\(error)"
    }
    var grammar = ByteGrammar(
      allowsSequences: options.format == .ansi,
      isFlowed: options.format == .text && options.terminal.isFlowed)
    return grammar.offence(in: rendering.bytes)
  }
}

/// Generates texts of characters on which terminals and Markdown act (SplitMix64).
private struct Source {
  var state: UInt64

  private static let pieces: [[UInt8]] =
    [
      "a", "word", " ", " ", "\n", "\n\n", "\t", "\r", "\r\n", ".", "\u{1B}", "\u{1B}[",
      "\u{1B}]8;;",
      "\u{1B}]0;title\u{7}", "\u{1B}\\", "\u{9B}", "\u{9D}", "\u{90}", "[31m", "2J", ";", "\u{7}",
      "\u{8}", "\u{7F}", "\u{0}", "\u{85}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}",
      "\u{200B}",
      "\u{200D}", "\u{200F}", "\u{FEFF}", "\u{FE0F}", "\u{20E3}", "\u{E0041}", "\u{301}", "\u{600}",
      "\u{600} ", "\u{110BD}\u{A0}", " \u{301}", "\u{A0}", "\u{2003}", "\u{202F}", "\u{3000}",
      "漢\u{3000}",
      "\u{301}\u{302}",
      "é", "漢字", "。", "「", "かな", "한국어", "שלום", "مرحبا", "ไทย", "👩‍👩‍👧", "🇩🇪", "🏴", "☺", "\u{1F3FB}",
      "**", "*", "_", "`", "```\n", "~~", "# ", "> ", "- ", "1. ", "---\n", "[a](http://b.c)",
      "[paypal.com](http://evil.example)", "http://a.b/\u{202E}c", "<http://a.b>", "||", "<b>",
      "&#27;",
      "&lt;", "sixteen letters.", "averylongwordthatfitsintonolinewhatsoeveranditgoesonandonandon",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x9B],
    ]

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  mutating func text() -> [UInt8] {
    (0..<next() % 40).flatMap { _ in Self.pieces[Int(next() % UInt64(Self.pieces.count))] }
  }
}

/// Returns the options that two bytes select.
private func options(from bytes: [UInt8]) -> Options {
  var options = Options()
  options.format = bytes[0] & 1 == 0 ? .ansi : .text
  options.scheme = .dark
  options.terminal.colors = TerminalOptions.Colors.allCases[Int(bytes[0] >> 1 & 3)]
  options.terminal.writesHyperlinks = bytes[0] & 8 != 0
  options.terminal.charset = bytes[0] & 16 == 0 ? .utf8 : .ascii
  options.terminal.spoilers = bytes[0] & 32 == 0 ? .hide : .show
  options.terminal.isFlowed = bytes[0] & 64 != 0
  options.terminal.ambiguousWidth = bytes[0] & 128 == 0 ? 1 : 2
  options.terminal.width = TerminalOptions.widths.lowerBound + Int(bytes[1] & 63)
  return options
}

/// Returns a document with a comment and a reply in which all texts are the same.
private func document(_ text: [UInt8]) -> [UInt8] {
  let string = quoted(text)
  var out: [UInt8] = []
  func add(_ json: String) { out += Array(json.utf8) }
  add("{\"atoll\":1,\"story\":{\"title\":")
  out += string
  add(",\"infobox\":")
  out += string
  add("},\"comments\":[{\"id\":\"1\",\"author\":")
  out += string
  add(",\"body\":")
  out += string
  add("},{\"id\":\"2\",\"parentId\":\"1\",\"body\":")
  out += string
  add("}]}")
  return out
}

private func quoted(_ text: [UInt8]) -> [UInt8] {
  var out: [UInt8] = [0x22]
  for byte in text {
    switch byte {
    case 0x22, 0x5C: out += [0x5C, byte]
    case 0..<0x20:
      let digits = String(byte, radix: 16)
      out += Array("\\u00\(byte < 16 ? "0" : "")\(digits)".utf8)
    case _: out.append(byte)
    }
  }
  out.append(0x22)
  return out
}
