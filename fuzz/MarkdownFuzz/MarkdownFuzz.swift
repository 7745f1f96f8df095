import BodyParsing
import BodyText
import Comments

/// Any body, both ways through Markdown: the plain path and libcmark must give the same.
@c(LLVMFuzzerTestOneInput)
func fuzzMarkdown(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let body = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  var parser = BodyParser()
  var plain = RichText()
  var parsed = RichText()
  let plainReport = parser.parse(body, syntax: .markdown, into: &plain)
  parser.takesPlainPath = false
  let parsedReport = parser.parse(body, syntax: .markdown, into: &parsed)
  // What libcmark is spared, the plain path may well take.
  if parsedReport.isSimplified { return 0 }
  precondition(plainReport == parsedReport)
  precondition(plain.tokenCount == parsed.tokenCount)
  for (one, other) in zip(plain.tokens, parsed.tokens) {
    precondition(one.kind == other.kind && one.number == other.number)
    precondition(plain.bytes(of: one) == parsed.bytes(of: other))
  }
  precondition(plain.keepsItsWord)
  return 0
}
