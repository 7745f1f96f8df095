import Atoll
import Comments

/// Any text as a name, a title and a body, in some look: only what a terminal may be sent comes out,
/// and no line is wider than asked.
@c(LLVMFuzzerTestOneInput)
func fuzzTerminal(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard count > 3 else { return 0 }
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  let options = options(from: bytes)
  let text = Array(bytes[2...])
  let input = [InputSource(name: "fuzz.json", bytes: document(text))]
  guard let story = try? Reading(input, as: .atoll).story else {
    preconditionFailure("a document of ours was not read")
  }
  guard let renderer = try? Renderer(options: options), let drawn = try? renderer.render(story)
  else { preconditionFailure("the options are right") }
  var grammar = ByteGrammar(
    allowsSequences: options.format == .ansi,
    isFlowed: options.format == .text && options.terminal.flowed)
  if let offence = grammar.offence(in: drawn.bytes) { preconditionFailure(offence) }
  return 0
}

/// The look that the first two bytes ask for.
private func options(from bytes: [UInt8]) -> Options {
  var options = Options()
  options.format = bytes[0] & 1 == 0 ? .ansi : .text
  options.scheme = .dark
  options.terminal.colors = TerminalOptions.Colors.allCases[Int(bytes[0] >> 1 & 3)]
  options.terminal.hyperlinks = bytes[0] & 8 != 0
  options.terminal.charset = bytes[0] & 16 == 0 ? .utf8 : .ascii
  options.terminal.spoilers = bytes[0] & 32 == 0 ? .hide : .show
  options.terminal.flowed = bytes[0] & 64 != 0
  options.terminal.ambiguousWidth = bytes[0] & 128 == 0 ? 1 : 2
  options.terminal.width = TerminalOptions.widths.lowerBound + Int(bytes[1] & 63)
  return options
}

/// A comment and a reply, whose every text is this.
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
