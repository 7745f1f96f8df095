import BodyText
import Bytes
import Layout
import Theming

extension TerminalWriter {
  /// Writes a parsed body.
  mutating func write(_ body: RichText, of block: Block, _ out: inout OutputBuffer) {
    if case .closed = block.kind, body.isEmpty {
      put(list.closedPhrase, .plain, &out)
      return
    }
    var depths: [Lines.Depth] = []
    var items: [Int] = []
    for token in body.tokens {
      switch token.kind {
      case .text, .code:
        put(Array(body.text[token.text.range]), .body, &out)
      case .lineBreak, .paragraphClose, .headingClose: lines.end(&out)
      case .quoteOpen: depths.append(lines.enter(Array("> ".utf8), columns: 2))
      case .quoteClose, .itemClose:
        lines.end(&out)
        if let depth = depths.popLast() { lines.leave(depth, &out) }
      case .bulletListOpen: items.append(-1)
      case .orderedListOpen: items.append(Int(token.number))
      case .bulletListClose, .orderedListClose: items.removeLast()
      case .itemOpen:
        let number = items.last ?? -1
        if number >= 0 { items[items.count - 1] += 1 }
        let mark = number < 0 ? "- " : "\(number). "
        depths.append(lines.enter(mark: Array(mark.utf8), columns: mark.utf8.count))
      case .codeBlock:
        for line in body.text[token.text.range].split(separator: 0x0A) {
          put(Array(line), .line, &out)
          lines.end(&out)
        }
      case .rule:
        put(glyphs.rule, &out)
        lines.end(&out)
      case .linkHost:
        lines.space()
        put(Array("(".utf8) + body.text[token.text.range] + Array(")".utf8), .line, &out)
      case .paragraphOpen, .headingOpen, .emphasisOpen, .emphasisClose, .strongOpen,
        .strongClose, .strikethroughOpen, .strikethroughClose, .spoilerOpen, .spoilerClose,
        .sarcasmOpen, .sarcasmClose, .linkOpen, .linkClose:
        break
      }
    }
  }
}
