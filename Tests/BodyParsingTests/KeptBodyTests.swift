import BodyParsing
import BodyText
import Bytes
import Comments
import TestSupport
import Testing

/// Bodies that are kept come back as they were parsed.
@Suite struct KeptBodyTests {
  @Test(arguments: Body.Syntax.allCases)
  func bringsBackWhatWasParsed(syntax: Body.Syntax) {
    let (source, slices) = bodies(count: 4000)
    // Short enough for some to be cut.
    var parser = BodyParser(limits: BodyLimits(byteCap: 200))
    var richText = RichText()
    var kept = KeptBodies(limit: .max)
    var expected: [String] = []
    for slice in slices {
      _ = parser.parse(slice, of: source, syntax: syntax, into: &richText)
      kept.keep(richText, of: Int(slice.count))
      expected.append("\(richText.hasPlainWords) \(outline(richText))")
    }
    kept.rewind()
    for (slice, outlineBefore) in zip(slices, expected) {
      #expect(kept.next(slice, of: source, into: &richText))
      #expect("\(richText.hasPlainWords) \(outline(richText))" == outlineBefore)
      if let violation = violation(in: richText) { Issue.record("\(violation)") }
    }
  }

  @Test func keepsNoMoreThanItsLimit() {
    let (source, slices) = bodies(count: 1000)
    var parser = BodyParser()
    var richText = RichText()
    var kept = KeptBodies(limit: 2000)
    for slice in slices {
      _ = parser.parse(slice, of: source, syntax: .markdown, into: &richText)
      kept.keep(richText, of: Int(slice.count))
    }
    kept.rewind()
    let areKept = slices.map { kept.next($0, of: source, into: &richText) }
    let first = areKept.prefix { $0 }.count
    #expect(first > 10 && first < 500)
    #expect(!areKept[first...].contains(true))
  }

  private func bodies(count: Int) -> (source: [UInt8], slices: [Slice]) {
    var generator = SeededGenerator(seed: 41)
    var source: [UInt8] = []
    var slices: [Slice] = []
    for round in 0..<count {
      let body = generator.body(from: LawTests.alphabet, limit: round % 50 == 0 ? 300 : 24)
      slices.append(Slice(source.count..<source.count + body.count))
      // Not all that people send is UTF-8.
      source += round % 7 == 0 ? body.dropLast() : body[...]
      if round % 7 == 0, !body.isEmpty { source.append(0xC3) }
    }
    return (source, slices)
  }
}
