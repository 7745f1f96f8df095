import AtollBodyParsing
import AtollBodyText
import AtollComments

/// Checks that any body in HTML or plain syntax gives balanced tokens, and text that is text.
@c(LLVMFuzzerTestOneInput)
func fuzzHTML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let body = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  var parser = BodyParser()
  var richText = RichText()
  for syntax in [Body.Syntax.html, .plain] {
    _ = parser.parse(body, syntax: syntax, into: &richText)
    var depth = 0
    for token in richText.tokens {
      switch token.kind {
      case .paragraphOpen, .headingOpen, .quoteOpen, .bulletListOpen, .orderedListOpen, .itemOpen,
        .tableOpen, .rowOpen, .cellOpen, .emphasisOpen, .strongOpen, .strikethroughOpen,
        .spoilerOpen, .sarcasmOpen, .linkOpen:
        depth += 1
      case .paragraphClose, .headingClose, .quoteClose, .bulletListClose, .orderedListClose,
        .itemClose, .tableClose, .rowClose, .cellClose, .emphasisClose, .strongClose,
        .strikethroughClose, .spoilerClose,
        .sarcasmClose, .linkClose:
        depth -= 1
      case .codeBlock, .thematicBreak, .text, .lineBreak, .code, .linkHost: break
      }
      precondition(
        depth >= 0 && depth <= BodyLimits.maximumBlockDepth + BodyLimits.maximumInlineDepth)
      let text = Array(richText.bytes(of: token))
      precondition(String(validating: text, as: UTF8.self) != nil)
      if token.kind == .linkOpen { precondition(SafeURL(text)?.bytes == text) }
    }
    precondition(depth == 0)
  }
  return 0
}
