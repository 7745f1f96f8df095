import BodyParsing
import BodyText
import Bytes
import Comments
import Layout

/// Parses each block's body just before the block is written, into one reused value.
struct BodyReader: ~Copyable {
  private(set) var text = RichText()
  private(set) var diagnostics = DiagnosticList()
  private var parser: BodyParser
  /// How comments are read, whatever the input says.
  ///
  /// Notices are always Markdown.
  private var syntax: Body.Syntax?
  private var byteCap: Int

  init() {
    byteCap = Options().maxBodyBytes
    parser = BodyParser(limits: BodyLimits(byteCap: byteCap))
  }

  /// Turns to another story, and keeps the memory.
  mutating func begin(_ options: Options) {
    syntax = options.bodySyntax
    diagnostics = DiagnosticList()
    if options.maxBodyBytes != byteCap {
      byteCap = options.maxBodyBytes
      parser = BodyParser(limits: BodyLimits(byteCap: byteCap))
    }
  }

  /// Whether `lookAhead` is worth its while: a small story is still near, as it was read a moment ago.
  static func needsLookAhead(in list: BlockList) -> Bool { list.bytes.count > nearBytes }

  /// Has fetched what is known of a comment that is read in a while, and the text of one read sooner.
  ///
  /// A thread is not written in the order of its input, so each comment would wait for memory twice:
  /// for its record, and for its text.
  func lookAhead(of index: Int, in list: BlockList) {
    let blocks = list.blocks
    if index + Self.recordsAhead < blocks.count {
      unsafe list.withRecord(of: blocks[index + Self.recordsAhead]) {
        unsafe parser.expect(record: $0)
      }
    }
    if index + Self.textsAhead < blocks.count,
      let body = list.body(of: blocks[index + Self.textsAhead])
    {
      parser.expect(body.text, of: list.bytes)
      unsafe list.withRecordsBehind(blocks[index + Self.textsAhead]) {
        unsafe parser.expect(record: $0)
      }
    }
  }

  /// What the processor's own memory is sure to hold.
  private static let nearBytes = 512 * 1024
  /// How many blocks before its turn something is fetched: about as long as memory takes to answer.
  private static let recordsAhead = 9
  private static let textsAhead = 3

  mutating func read(_ block: Block, of list: BlockList) {
    text.clear()
    guard let body = list.body(of: block), !body.text.isEmpty else { return }
    // Notices are written in Markdown, whatever the comments are written in.
    let isComment = block.position >= 0
    let report = parser.parse(
      body.text, of: list.bytes, syntax: isComment ? syntax ?? body.syntax : body.syntax,
      into: &text)
    if !report.isFaultless { note(report, of: block, in: list) }
  }

  private mutating func note(_ report: BodyReport, of block: Block, in list: BlockList) {
    let place = place(of: block, in: list)
    if report.isSimplified {
      diagnostics.add(
        .bodySimplified, "the body nests too deeply or is too tangled; it is shown as plain text",
        at: place)
    }
    if report.isCut {
      diagnostics.add(.bodyCut, "the body is longer than the limit and was cut", at: place)
    }
    if report.refusedLinks > 0 {
      diagnostics.add(
        .unsafeURL, "\(report.refusedLinks) of its links lead to addresses that are not safe",
        at: place)
    }
  }

  private func place(of block: Block, in list: BlockList) -> Diagnostic.Place {
    block.position < 0 ? .input : .comment(list.bytes.string(list.face(of: block).id))
  }
}
