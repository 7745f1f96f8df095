import AtollBodyParsing
import AtollBodyText
import AtollComments

/// Checks that the fast path for plain bodies and libcmark give the same tokens for any body.
@c(LLVMFuzzerTestOneInput)
func fuzzMarkdown(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let body = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  var parser = BodyParser()
  var plain = RichText()
  var parsed = RichText()
  let plainReport = parser.parse(body, syntax: .markdown, into: &plain)
  parser.usesPlainMarkdownParser = false
  let parsedReport = parser.parse(body, syntax: .markdown, into: &parsed)
  // Bodies that are not given to libcmark because of their cost may still take the fast path.
  if parsedReport.isSimplified { return 0 }
  precondition(plainReport == parsedReport)
  precondition(plain.tokenCount == parsed.tokenCount)
  for (one, other) in zip(plain.tokens, parsed.tokens) {
    precondition(one.kind == other.kind && one.number == other.number)
    precondition(plain.bytes(of: one) == parsed.bytes(of: other))
  }
  precondition(plain.hasConsistentPlainness)
  return 0
}
