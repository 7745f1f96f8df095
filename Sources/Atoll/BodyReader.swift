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
  private let syntax: Body.Syntax?

  init(_ options: Options) {
    syntax = options.bodySyntax
    parser = BodyParser(limits: BodyLimits(byteCap: options.maxBodyBytes))
  }

  /// Has the body of a block fetched that will be read a few blocks later.
  func expect(_ block: Block, of list: BlockList) {
    if let body = list.body(of: block) { parser.expect(body.text, of: list.bytes) }
  }

  mutating func read(_ block: Block, of list: BlockList) {
    text.clear()
    guard let body = list.body(of: block), !body.text.isEmpty else { return }
    let isComment = block.kind == .comment || block.kind == .featured
    let report = parser.parse(
      body.text, of: list.bytes,
      syntax: BodySyntax(isComment ? syntax ?? body.syntax : body.syntax),
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

extension BodySyntax {
  init(_ syntax: Body.Syntax) {
    switch syntax {
    case .markdown: self = .markdown
    case .html: self = .html
    case .plain: self = .plain
    }
  }
}
