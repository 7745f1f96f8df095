import BodyText
import Bytes
import Layout
import MarkupWriting
import Templating

/// Writes a parsed body as mail markup: the only place that decides what a token looks like in a mail.
///
/// Which styles each element has was settled when the templates were compiled; here they are copied.
final class EmailBodyMarkup: Sendable {
  /// What opens an element, its `>` included but for links and lists.
  private let paragraph: [UInt8]
  private let heading: [UInt8]
  private let quote: [UInt8]
  private let bullets: [UInt8]
  private let numbers: [UInt8]
  private let item: [UInt8]
  private let code: [UInt8]
  private let rule: [UInt8]
  private let spoiler: [UInt8]
  private let sarcasm: [UInt8]
  private let host: [UInt8]
  /// What stands behind a link's address.
  private let link: [UInt8]
  private let spoilerLabel: [UInt8]
  private let showsSpoilers: Bool

  init(
    _ inliner: inout StyleInliner, inside ancestors: [TemplateTag],
    _ settings: EmailTemplates.Settings
  ) {
    let end = [UInt8(ascii: ">")]
    paragraph = inliner.startTag("p", inside: ancestors) + end
    heading = inliner.startTag("p", class: "heading", inside: ancestors) + end
    quote = inliner.startTag("blockquote", inside: ancestors) + end
    bullets = inliner.startTag("ul", inside: ancestors) + end
    numbers = inliner.startTag("ol", inside: ancestors)
    item = inliner.startTag("li", inside: ancestors) + end
    code = inliner.startTag("code", inside: ancestors) + end
    rule = inliner.startTag("hr", inside: ancestors) + end
    spoiler = inliner.startTag("span", class: "spoiler", inside: ancestors) + end
    sarcasm = inliner.startTag("span", class: "sarcasm", inside: ancestors) + end
    host = inliner.startTag("span", class: "host", inside: ancestors) + end
    link = Array(inliner.startTag("a", inside: ancestors).dropFirst(2)) + end
    spoilerLabel = ConstantFields.escaped(.spoiler, in: settings.wording)
    showsSpoilers = settings.showsSpoilers
  }

  /// Appends the markup of a body.
  func append(_ body: borrowing RichText, to out: inout OutputBuffer) {
    let tokens = body.tokens
    let text = body.text
    let areWordsPlain = body.hasPlainWords
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      index &+= 1
      switch token.kind {
      case .text where areWordsPlain: out.append(token.text, of: text)
      case .spoilerOpen where !showsSpoilers:
        appendCover(&out)
        index = endOfSpoiler(from: index, in: tokens)
      case _: append(token, of: text, &out)
      }
    }
  }

  private func append(_ token: Token, of text: [UInt8], _ out: inout OutputBuffer) {
    switch token.kind {
    case .text: out.appendEscaped(token.text, of: text, as: .body, opportunity: "")
    case .lineBreak: out.append("<br>")
    case .paragraphOpen: out.append(contentsOf: paragraph)
    case .paragraphClose, .headingClose: out.append("</p>\n")
    case .headingOpen: out.append(contentsOf: heading)
    case .quoteOpen: out.append(contentsOf: quote)
    case .quoteClose: out.append("</blockquote>\n")
    case .bulletListOpen: out.append(contentsOf: bullets)
    case .bulletListClose: out.append("</ul>\n")
    case .orderedListOpen: openOrderedList(from: Int(token.number), &out)
    case .orderedListClose: out.append("</ol>\n")
    case .itemOpen: out.append(contentsOf: item)
    case .itemClose: out.append("</li>\n")
    case .codeBlock: appendCode(text[token.text.range], &out)
    case .rule: out.append(contentsOf: rule)
    case .code:
      out.append(contentsOf: code)
      out.appendEscaped(token.text, of: text, as: .body, opportunity: "")
      out.append("</code>")
    case .emphasisOpen: out.append("<em>")
    case .emphasisClose: out.append("</em>")
    case .strongOpen: out.append("<strong>")
    case .strongClose: out.append("</strong>")
    case .strikethroughOpen: out.append("<s>")
    case .strikethroughClose: out.append("</s>")
    case .spoilerOpen: openSpoiler(&out)
    case .spoilerClose: out.append("</span>")
    case .sarcasmOpen: out.append(contentsOf: sarcasm)
    case .sarcasmClose: out.append("</span>")
    case .linkOpen:
      out.append("<a href=\"")
      out.appendEscaped(token.text, of: text, as: .line)
      out.append(UInt8(ascii: "\""))
      out.append(contentsOf: link)
    case .linkClose: out.append("</a>")
    case .linkHost:
      out.append(UInt8(ascii: " "))
      out.append(contentsOf: host)
      out.append(UInt8(ascii: "("))
      out.appendEscaped(token.text, of: text, as: .line)
      out.append(")</span>")
    }
  }

  // MARK: Spoilers

  /// No mail client can cover a text and show it when asked, so words stand in its place.
  private func appendCover(_ out: inout OutputBuffer) {
    openSpoiler(&out, label: "]")
    out.append("</span>")
  }

  private func openSpoiler(_ out: inout OutputBuffer, label end: StaticString = "] ") {
    out.append(contentsOf: spoiler)
    out.append(UInt8(ascii: "["))
    out.append(contentsOf: spoilerLabel)
    out.append(end)
  }

  private func endOfSpoiler(from start: Int, in tokens: ArraySlice<Token>) -> Int {
    var depth = 1
    var index = start
    while index < tokens.count, depth > 0 {
      if tokens[index].kind == .spoilerOpen { depth &+= 1 }
      if tokens[index].kind == .spoilerClose { depth &-= 1 }
      index &+= 1
    }
    return index
  }

  // MARK: Lists and code

  private func openOrderedList(from start: Int, _ out: inout OutputBuffer) {
    out.append(contentsOf: numbers)
    if start != 1 {
      out.append(" start=\"")
      out.append(decimal: start)
      out.append(UInt8(ascii: "\""))
    }
    out.append(UInt8(ascii: ">"))
  }

  /// Writes code line by line: clients keep neither its spaces nor the width of the mail otherwise.
  private func appendCode(_ code: ArraySlice<UInt8>, _ out: inout OutputBuffer) {
    out.append(contentsOf: paragraph)
    out.append(contentsOf: self.code)
    var isFirst = true
    for line in code.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !isFirst { out.append("<br>\n") }
      isFirst = false
      let words = line.drop { $0 == 0x20 || $0 == 0x09 }
      for byte in line[..<words.startIndex] {
        out.append(byte == 0x09 ? "&nbsp;&nbsp;&nbsp;&nbsp;" : "&nbsp;")
      }
      let text = Array(words)
      out.appendEscaped(Slice(0..<text.count), of: text, as: .body, opportunity: "")
    }
    out.append("</code></p>\n")
  }
}
