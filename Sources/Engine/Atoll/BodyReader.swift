import AtollBodyParsing
import AtollBodyText
import AtollBytes
import AtollComments
import AtollLayout

/// A reader that parses each block's body just before the block is written, always into the same
/// value.
struct BodyReader: ~Copyable {
  private(set) var text = RichText()
  private(set) var diagnostics = DiagnosticList()
  private var parser: BodyParser
  /// The syntax of comments; `nil` uses that of the input.
  private var syntax: Body.Syntax?
  private var byteCap: Int

  init() {
    byteCap = Options().maxBodyBytes
    parser = BodyParser(limits: BodyLimits(byteCap: byteCap))
  }

  /// Prepares for a story from `server`, and keeps the allocated memory.
  mutating func begin(with options: Options, server: StoryMetadata.Server) {
    syntax = options.bodySyntax
    diagnostics = DiagnosticList()
    if options.maxBodyBytes != byteCap {
      byteCap = options.maxBodyBytes
      parser = BodyParser(limits: BodyLimits(byteCap: byteCap))
    }
    parser.htmlVocabulary =
      switch server {
      case .coral: .coralComment
      case .talk4: .comment
      case .unknown: .full
      }
  }

  /// Parses the body of the block at `index` into `text`, and prefetches the memory of the next
  /// blocks if the input is large.
  mutating func read(at index: Int, of list: BlockList) {
    if list.bytes.count > Self.assumedCacheSize { prefetch(after: index, of: list) }
    read(list.blocks[index], of: list)
  }

  /// The size in bytes above which the input is prefetched.
  ///
  /// A smaller input is assumed to be still in the processor's caches after decoding.
  private static let assumedCacheSize = 512 * 1024
  /// The distances, in blocks, at which a comment's record and its text are prefetched before the
  /// comment is written.
  ///
  /// Writing that many blocks takes about as long as one fetch from memory.
  private static let (recordDistance, textDistance) = (9, 3)

  private func prefetch(after index: Int, of list: BlockList) {
    let blocks = list.blocks
    if index + Self.recordDistance < blocks.count {
      unsafe list.withRecord(of: blocks[index + Self.recordDistance]) {
        unsafe Prefetching.fetch($0)
      }
    }
    if index + Self.textDistance < blocks.count {
      unsafe list.withMemoryToPrefetch(of: blocks[index + Self.textDistance]) {
        unsafe Prefetching.fetch($0)
      }
    }
  }

  private mutating func read(_ block: Block, of list: BlockList) {
    text.clear()
    guard let body = list.body(of: block), !body.text.isEmpty else { return }
    // Notices are always Markdown: `syntax` is only for comments.
    let isComment = block.position >= 0
    let report =
      body.isFromPublisher
      ? parser.parse(
        publisherText: body.text, of: list.bytes, breaksLines: list.header.server != .talk4,
        into: &text)
      : parser.parse(
        body.text, of: list.bytes, syntax: isComment ? syntax ?? body.syntax : body.syntax,
        into: &text)
    if report.isTruncated { text.endWithEllipsis() }
    if !report.isFaultless { addDiagnostics(from: report, of: block, in: list) }
  }

  /// Returns the parsed form of Markdown that the sender of an email wrote.
  static func parsed(_ markdown: [UInt8], linkingBareAddresses: Bool) -> RichText {
    var text = RichText()
    var parser = BodyParser(limits: BodyLimits(byteCap: Options().maxBodyBytes))
    parser.linksBareAddresses = linkingBareAddresses
    _ = parser.parse(markdown, syntax: .markdown, into: &text)
    return text
  }

  /// Returns the beginning of a comment's text: at most `limit` characters, and an ellipsis if it
  /// is cut.
  mutating func excerpt(
    of position: Position, in story: Story, upTo limit: Int, spoilersAs label: String
  ) -> String {
    parse(position, in: story)
    return text.excerpt(upTo: limit, spoilersAs: label)
  }

  /// Returns whether readers see any text in a comment.
  mutating func hasVisibleText(_ position: Position, in story: Story) -> Bool {
    parse(position, in: story)
    return text.hasVisibleText
  }

  private mutating func parse(_ position: Position, in story: Story) {
    let record = story.comments[Int(position.index)]
    text.clear()
    guard !record.body.isEmpty else { return }
    _ = parser.parse(record.body, of: story.bytes, syntax: syntax ?? record.syntax, into: &text)
  }

  private mutating func addDiagnostics(from report: BodyReport, of block: Block, in list: BlockList)
  {
    let place = place(of: block, in: list)
    if report.isSimplified {
      diagnostics.add(
        .bodySimplified,
        message:
          "the body is nested too deeply or takes too long to parse; its markup was simplified",
        at: place)
    }
    if report.isTruncated {
      diagnostics.add(.bodyCut, message: "the body is longer than the limit and was cut", at: place)
    }
    if report.refusedLinkCount > 0 {
      diagnostics.add(
        .unsafeURL,
        message: report.refusedLinkCount == 1
          ? "1 of its links became plain text, because its address is unsafe or over a limit"
          : "\(report.refusedLinkCount) of its links became plain text, because their addresses are unsafe or over a limit",
        at: place)
    }
  }

  private func place(of block: Block, in list: BlockList) -> Diagnostic.Place {
    block.position < 0 ? .input : .comment(list.bytes.string(list.view(of: block).id))
  }
}
