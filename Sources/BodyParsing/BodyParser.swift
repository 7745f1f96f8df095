package import BodyText
package import Bytes

/// Turns bodies into `RichText`, one after the other.
///
/// Whatever a body holds, the tokens are balanced and properly nested, no deeper than `BodyLimits`
/// says, and the work is bounded. A parser is cheap and may be kept for a whole rendering; it works
/// on the thread it is called on.
package struct BodyParser {
  package var limits: BodyLimits
  /// Whether plain bodies go round libcmark: without it, all is the same but slower.
  package var takesPlainPath = true

  package init(limits: BodyLimits = BodyLimits()) {
    self.limits = limits
  }

  /// Parses the slice `body` of `bytes` and leaves the result in `richText`, which it clears first.
  package mutating func parse(
    _ body: Slice, of bytes: [UInt8], syntax: BodySyntax, into richText: inout RichText
  ) -> BodyReport {
    richText.clear()
    var report = BodyReport()
    guard !body.isEmpty, body.end <= bytes.count else { return report }
    unsafe bytes.withUnsafeBufferPointer { all in
      let end = unsafe cutEnd(of: body, in: all, &report)
      guard end > Int(body.start) else { return }
      let part = unsafe UnsafeBufferPointer(rebasing: all[Int(body.start)..<end])
      if unsafe firstInvalidUTF8(in: part) == nil {
        let readable = all.count - Int(body.start)
        unsafe parse(part, readable: readable, syntax, into: &richText, &report)
      } else {
        report.isRepaired = true
        unsafe repairedUTF8(Array(part)).bytes.withUnsafeBufferPointer {
          unsafe parse($0, readable: $0.count, syntax, into: &richText, &report)
        }
      }
    }
    return report
  }

  /// Parses all of `bytes`.
  package mutating func parse(
    _ bytes: [UInt8], syntax: BodySyntax, into richText: inout RichText
  ) -> BodyReport {
    parse(Slice(0..<bytes.count), of: bytes, syntax: syntax, into: &richText)
  }

  /// Where the body ends under the cap: never inside a character.
  private func cutEnd(
    of body: Slice, in bytes: UnsafeBufferPointer<UInt8>, _ report: inout BodyReport
  ) -> Int {
    guard body.count > limits.byteCap else { return body.end }
    report.isCut = true
    let cap = Int(body.start) + limits.byteCap
    var end = cap
    while end > Int(body.start), cap - end < 4, unsafe bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  /// `readable` counts the bytes that may be looked at from the first on: a scan in wide steps may
  /// look, but not see, past the end of the body.
  private func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, readable: Int, _ syntax: BodySyntax,
    into richText: inout RichText, _ report: inout BodyReport
  ) {
    switch syntax {
    case .markdown:
      if takesPlainPath,
        unsafe PlainMarkdown.parse(bytes, readable: readable, into: &richText, &report)
      {
        return
      }
      richText.clear()
      report.refusedLinks = 0
      if unsafe MarkdownScan.isHarmless(bytes) {
        unsafe Markdown.parse(bytes, into: &richText, &report)
      } else {
        report.isSimplified = true
        unsafe PlainText.parse(bytes, into: &richText, &report)
      }
    case .html: unsafe HTMLDialect.parse(bytes, readable: readable, into: &richText, &report)
    case .plain: unsafe PlainText.parse(bytes, into: &richText, &report)
    }
  }
}
