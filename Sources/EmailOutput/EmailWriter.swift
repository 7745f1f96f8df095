package import BodyText
package import Bytes
package import Layout
package import TerminalOutput

package import MarkupWriting
import Templating

/// Writes the blocks of one story as a mail: its HTML, its text, or the whole message of both.
///
/// Both parts grow side by side, so that no body is parsed twice; the message is put together when
/// the last block has come. A part alone is passed on block by block, unless it is to be measured.
package struct EmailWriter: ~Copyable, BlockWriter {
  /// What is written of a mail.
  package enum Part: Hashable, Sendable {
    case message, html, text
  }

  private let templates: EmailTemplates
  private let list: BlockList
  private let part: Part
  private let headers: MailHeaders
  private var filler: TemplateFiller
  private var textWriter: TerminalWriter
  private var html: GrowingPart
  private var text = GrowingPart(capacity: 16 * 1024, mayHaveReferences: false)
  /// Whether HTML is written, if only to know what it comes to.
  private let writesHTML: Bool
  private let writesText: Bool
  private let isFlowed: Bool
  /// Whether what is written is passed on at once, since nothing has to be known of the whole.
  private let isStreamed: Bool
  /// The comments' template; shared with the attempts before this one.
  package private(set) var straightComments: StraightPrograms
  /// How many bytes the HTML comes to as it is sent; known when all is written.
  package private(set) var encodedHTMLCount = 0
  /// Whether the message came to hold what its encoding cannot, and has to be written without references.
  package var isStuck: Bool { html.isStuck }

  package init(
    _ part: Part, _ templates: EmailTemplates, _ list: BlockList, _ headers: MailHeaders,
    text: consuming TerminalWriter, isFlowed: Bool, isMeasured: Bool,
    mayHaveReferences: Bool = true, straight: consuming StraightPrograms? = nil
  ) {
    self.isFlowed = isFlowed
    isStreamed = part != .message && !isMeasured
    html = GrowingPart(
      capacity: 64 * 1024, mayHaveReferences: mayHaveReferences && !templates.keepsSpaces)
    straightComments = straight ?? StraightPrograms(templates.comment.program)
    writesHTML = part != .text || isMeasured
    writesText = part != .html
    self.part = part
    self.templates = templates
    self.list = list
    self.headers = headers
    textWriter = text
    var options = TemplateFiller.Options()
    var mail = TemplateFiller.Mail()
    mail.preheader = Preheader(list).bytes()
    mail.unsubscribeURL = headers.unsubscribeURL
    options.mail = mail
    filler = TemplateFiller(list, options)
  }

  // MARK: Blocks

  package mutating func begin(_ out: inout OutputBuffer) {
    if writesText { textWriter.begin(&text.written) }
    if writesHTML {
      run(templates.frame.before)
      html.written.append(contentsOf: templates.head)
      run(templates.frame.between)
    }
  }

  package mutating func write(_ index: Int, _ body: RichText, _ out: inout OutputBuffer) {
    if writesText { textWriter.write(index, body, &text.written) }
    if writesHTML { writeHTML(index, body) }
    passOn(&out)
  }

  private mutating func writeHTML(_ index: Int, _ body: RichText) {
    let block = list.blocks[index]
    if block.kind == .heading, index + 1 < list.blocks.count,
      list.blocks[index + 1].kind == .noComments
    {
      return
    }
    filler.enter(index, block, hasBody: block.kind == .closed || !body.isEmpty)
    if let direction = body.runsRightToLeft {
      filler.setBodyDirection(isRightToLeft: direction)
    }
    switch block.kind {
    case .announcement: run(templates.announcement, body)
    case .infobox: run(templates.infobox, body)
    case .questionBox: run(templates.questionBox, body)
    case .closed: run(templates.closed, body)
    case .featured: run(templates.featured, body)
    case .heading: run(templates.comments)
    case .comment:
      run(straightComments.program(for: filler.scope.flags), templates.comment.body, body)
    case .tombstone: run(templates.tombstone)
    case .hiddenReplies: run(templates.hiddenReplies)
    case .moreComments: run(templates.moreComments)
    case .noComments: run(templates.noComments)
    }
    // Keeps lines short, so that mails need no encoding.
    html.written.append(UInt8(ascii: "\n"))
  }

  package mutating func finish(_ out: inout OutputBuffer) {
    if writesText {
      textWriter.finish(&text.written)
      appendFoot()
    }
    if writesHTML {
      run(templates.frame.after)
      html.written.append(UInt8(ascii: "\n"))
    }
    passOn(&out)
    if part == .message {
      _ = text.finish()
      encodedHTMLCount = html.finish()
    } else if !isStreamed {
      measure()
    }
  }

  /// Finds out what the HTML comes to where no message is made of it.
  private mutating func measure() {
    let keepsSpaces = templates.keepsSpaces
    encodedHTMLCount = unsafe html.written.withBytes { text in
      unsafe keepsSpaces
        ? TransferEncoding.best(for: text).count : TransferEncoding.best(forHTML: text).count
    }
  }

  /// Passes on what a part alone has grown by, and encodes what a message has.
  private mutating func passOn(_ out: inout OutputBuffer) {
    if part == .message {
      text.advance()
      html.advance()
    } else if isStreamed {
      if writesText {
        unsafe text.written.withBytes { unsafe out.append(contentsOf: $0) }
        text.written.clear()
      } else {
        unsafe html.written.withBytes { unsafe out.append(contentsOf: $0) }
        html.written.clear()
      }
    }
  }

  /// Puts together what was not passed on before, and hands it on in pieces.
  package borrowing func handOn<Failure: Error>(
    to out: inout OutputBuffer, _ handingOn: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    switch part {
    case .html: unsafe html.written.withBytes { unsafe out.append(contentsOf: $0) }
    case .text: unsafe text.written.withBytes { unsafe out.append(contentsOf: $0) }
    case .message:
      try MessageWriter(headers, isFlowed: isFlowed)
        .write(text: text, html: html, &out, handingOn: handingOn)
    }
  }

  /// What stands below the comments in the HTML, as text.
  private mutating func appendFoot() {
    guard let url = headers.unsubscribeURL else { return }
    text.written.append(UInt8(ascii: "\n"))
    list.wording.append(.unsubscribe, to: &text.written)
    text.written.append(" <")
    text.written.append(contentsOf: url.bytes)
    text.written.append(">\n")
  }

  // MARK: Programs

  private mutating func run(_ program: Program) {
    var step = filler.run(program, from: 0, &html.written)
    while let next = step { step = filler.run(program, from: next, &html.written) }
  }

  private mutating func run(_ bodied: EmailTemplates.Bodied, _ body: borrowing RichText) {
    run(bodied.program, bodied.body, body)
  }

  private mutating func run(
    _ program: Program, _ markup: EmailBodyMarkup, _ body: borrowing RichText
  ) {
    var step = filler.run(program, from: 0, &html.written)
    while let next = step {
      if case .closed = filler.scope.block.kind, body.isEmpty {
        // The server gave no words.
        html.written.append("<p>")
        list.wording.append(list.closedPhrase, to: &html.written)
        html.written.append("</p>")
      } else {
        markup.append(body, to: &html.written)
      }
      step = filler.run(program, from: next, &html.written)
    }
  }
}

/// What mail programs show of a mail beside its subject: how many comments, and by whom.
///
/// Short enough for all of it to be shown, and nothing behind it to keep the rest away.
struct Preheader {
  private static let limit = 90
  private let list: BlockList

  init(_ list: BlockList) { self.list = list }

  func bytes() -> [UInt8] {
    var out = OutputBuffer(capacity: 256)
    list.wording.append(.comments, list.page.commentCount, to: &out)
    var names: [Slice] = []
    for block in list.blocks where block.kind == .comment || block.kind == .featured {
      let name = list.face(of: block).author
      guard !name.isEmpty,
        !names.contains(where: { list.bytes[$0.range] == list.bytes[name.range] })
      else { continue }
      guard out.count + Int(name.count) + 2 <= Self.limit else { break }
      if names.isEmpty { out.append(": ") } else { out.append(", ") }
      out.append(name, of: list.bytes)
      names.append(name)
      if names.count == 6 { break }
    }
    return out.bytes()
  }
}
