package import AtollBodyText
package import AtollBytes
package import AtollComments

/// A parser that turns bodies into `RichText`, one after the other.
///
/// Whatever a body contains, the tokens are properly nested, no deeper than `BodyLimits` allows,
/// and the work is bounded. A parser is cheap to create, and may be kept for a whole rendering.
package struct BodyParser {
  package var limits: BodyLimits
  /// True if `PlainMarkdown` parses plain Markdown; if false, libcmark parses all Markdown.
  ///
  /// Both give the same result, and `PlainMarkdown` is faster.
  package var usesPlainMarkdownParser = true
  /// True if bare addresses in Markdown become links.
  ///
  /// `PlainMarkdown` always makes links of them, so with `false`, libcmark parses all Markdown.
  package var linksBareAddresses = true
  package var htmlVocabulary = HTMLVocabulary.comment

  package init(limits: BodyLimits = BodyLimits()) {
    self.limits = limits
  }

  /// Parses the slice `body` of `bytes` and leaves the result in `richText`, which it clears first.
  package mutating func parse(
    _ body: Slice, of bytes: [UInt8], syntax: Body.Syntax, into richText: inout RichText
  ) -> BodyReport {
    richText.clear()
    var report = BodyReport()
    guard !body.isEmpty, body.end <= bytes.count else { return report }
    let all = bytes.span
    let end = endWithinCap(of: body, in: all, report: &report)
    guard end > Int(body.start) else { return report }
    let readable = all.extracting(Int(body.start)...)
    let count = end - Int(body.start)
    if parse(readable, count: count, as: syntax, into: &richText, report: &report) {
      return report
    }
    let repaired = repairedUTF8(Array(readable.extracting(..<count))).bytes
    richText.clear()
    report = BodyReport()
    report.isRepaired = true
    report.isTruncated = body.count > limits.byteCap
    _ = parse(repaired.span, count: repaired.count, as: syntax, into: &richText, report: &report)
    return report
  }

  /// Parses a publisher's notice; see `PublisherText`.
  package mutating func parse(
    publisherText body: Slice, of bytes: [UInt8], breaksLines: Bool, into richText: inout RichText
  ) -> BodyReport {
    // Most notices have no markup that `PublisherText` reads differently from a reader's comment.
    let text = bytes[body.range]
    let hasPublisherMarkup = text.contains { byte in
      byte == UInt8(ascii: "<") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "~")
    }
    if !hasPublisherMarkup, breaksLines || !text.contains(0x0A) {
      return parse(body, of: bytes, syntax: .markdown, into: &richText)
    }
    richText.clear()
    var report = BodyReport()
    let end = endWithinCap(of: body, in: bytes.span, report: &report)
    let part = repairedUTF8(Array(bytes[Int(body.start)..<end])).bytes
    if MarkdownScan.result(for: part.span).isParsedInLinearTime {
      PublisherText.parse(part, breaksLines: breaksLines, into: &richText, report: &report)
    } else {
      report.isSimplified = true
      PlainText.parse(part.span, into: &richText)
    }
    return report
  }

  package mutating func parse(
    _ bytes: [UInt8], syntax: Body.Syntax, into richText: inout RichText
  ) -> BodyReport {
    parse(Slice(0..<bytes.count), of: bytes, syntax: syntax, into: &richText)
  }

  /// Returns the end of the body, cut to the cap but never inside a character.
  private func endWithinCap(
    of body: Slice, in bytes: Span<UInt8>, report: inout BodyReport
  ) -> Int {
    guard body.count > limits.byteCap else { return body.end }
    report.isTruncated = true
    let cap = Int(body.start) + limits.byteCap
    var end = cap
    while end > Int(body.start), cap - end < 4, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  /// Parses bytes; returns `false` if they are not UTF-8.
  ///
  /// The body is the first `count` bytes of `readable`. A scan that reads sixteen bytes at a time
  /// may load bytes after the body, but they never affect the result.
  private func parse(
    _ readable: Span<UInt8>, count: Int, as syntax: Body.Syntax,
    into richText: inout RichText, report: inout BodyReport
  ) -> Bool {
    let bytes = readable.extracting(..<count)
    switch syntax {
    case .markdown:
      return parseMarkdown(readable, count: count, into: &richText, report: &report)
    case .html:
      guard firstInvalidUTF8(in: bytes) == nil else { return false }
      HTMLDialect.parse(
        readable, count: count, vocabulary: htmlVocabulary, into: &richText, report: &report)
    case .plain:
      guard firstInvalidUTF8(in: bytes) == nil else { return false }
      PlainText.parse(bytes, into: &richText)
    }
    return true
  }

  private func parseMarkdown(
    _ readable: Span<UInt8>, count: Int, into richText: inout RichText, report: inout BodyReport
  ) -> Bool {
    let bytes = readable.extracting(..<count)
    if usesPlainMarkdownParser, linksBareAddresses {
      switch PlainMarkdown.parse(readable, count: count, into: &richText, report: &report) {
      case .ascii: return true
      case .beyondASCII: return firstInvalidUTF8(in: bytes) == nil
      case .notPlain:
        richText.clear()
        report.refusedLinkCount = 0
      }
    }
    let scan = MarkdownScan.result(for: bytes)
    guard scan.isASCII || firstInvalidUTF8(in: bytes) == nil else { return false }
    if scan.isParsedInLinearTime {
      Markdown.parse(
        bytes, mayHoldAddress: scan.mayHoldAddress && linksBareAddresses, into: &richText,
        report: &report)
    } else {
      report.isSimplified = true
      PlainText.parse(bytes, into: &richText)
    }
    return true
  }
}
