import AtollBodyText
import AtollBytes
import AtollLayout
import AtollMarkupWriting

extension OutputBuffer {
  mutating func appendJSON(_ phrase: Phrase, in wording: Wording) {
    var words = OutputBuffer(capacity: 64)
    wording.append(phrase, to: &words)
    appendJSON(words, as: .line)
  }

  /// Appends the text of a body as part of a JSON string, without formatting, with line breaks
  /// between blocks.
  ///
  /// Spoilers are replaced with `…`, since search engines would show their text uncovered.
  mutating func appendJSON(textOf body: borrowing RichText) {
    let text = body.text
    let areWordsPlain = body.hasPlainWords
    var isAfterBreak = false
    var hasText = false
    var spoilerDepth = 0
    for index in 0..<body.tokenCount {
      let token = body.token(at: index)
      // Everything in a spoiler is left out.
      switch token.kind {
      case .spoilerClose: spoilerDepth -= 1
      case .spoilerOpen where spoilerDepth > 0: spoilerDepth += 1
      case _ where spoilerDepth > 0: break
      case .text:
        if isAfterBreak, hasText { append("\\n") }
        isAfterBreak = false
        hasText = true
        if areWordsPlain {
          appendJSON(plainWords: token.text, of: text)
        } else {
          appendJSON(token.text, of: text, as: .body)
        }
      case .code, .codeBlock:
        let isBlock = if case .codeBlock = token.kind { true } else { false }
        if isAfterBreak || isBlock, hasText { append("\\n") }
        isAfterBreak = isBlock
        hasText = true
        appendJSON(token.text, of: text, as: .body)
      case .lineBreak, .thematicBreak, .paragraphOpen, .paragraphClose, .headingOpen, .headingClose,
        .itemOpen, .itemClose, .rowOpen, .rowClose, .cellOpen, .cellClose:
        isAfterBreak = true
      case .spoilerOpen:
        if isAfterBreak, hasText { append("\\n") }
        isAfterBreak = false
        hasText = true
        append("…")
        spoilerDepth = 1
      case .tableOpen, .tableClose, .quoteOpen, .quoteClose, .bulletListOpen, .bulletListClose,
        .orderedListOpen,
        .orderedListClose, .emphasisOpen, .emphasisClose, .strongOpen, .strongClose,
        .strikethroughOpen, .strikethroughClose, .sarcasmOpen, .sarcasmClose, .linkOpen,
        .linkClose, .linkHost:
        break
      }
    }
  }
}
