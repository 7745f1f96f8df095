import AtollBytes
import AtollHashing
import Testing

@testable import AtollBatch

struct ResultTextWriterTests {
  /// The text and the hash are those of the whole output, wherever the style is inserted and pieces end.
  @Test(arguments: 0...11, [1, 3, 5, 12])
  func insertsTheStyleElementAtAnyPosition(place: Int, pieceSize: Int) throws {
    let markup = Array("<p>\"a\"\n</p>".utf8)
    let style = Array("<style>\"</style>".utf8)
    try #require(markup.count == 11)
    var writer = ResultTextWriter(isHashed: true)
    writer.setOmittedStyle(ResultStyle(style), offset: place)
    var out = OutputBuffer()
    for start in stride(from: 0, to: markup.count, by: pieceSize) {
      let piece = Array(markup[start..<min(start + pieceSize, markup.count)])
      writer.append(piece.span, to: &out)
    }
    let whole = Array(markup[..<place] + style + markup[place...])
    var expected = OutputBuffer()
    expected.append(jsonStringContents: whole.span)
    #expect(out.bytes() == expected.bytes())
    #expect(writer.takeHash() == ContentHash(of: whole))
  }

  @Test func escapesOutputWithoutAStyleElement() {
    var writer = ResultTextWriter(isHashed: false)
    var out = OutputBuffer()
    writer.append(Array("a\"b".utf8).span, to: &out)
    #expect(out.bytes() == Array("a\\\"b".utf8))
    #expect(writer.takeHash() == nil)
  }
}
