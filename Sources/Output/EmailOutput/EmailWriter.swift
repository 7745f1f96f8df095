package import BodyText
package import Bytes
package import Layout
package import TerminalOutput

package import MarkupWriting
import Templating

/// Writes the blocks of one story as a mail: its HTML, its text, or the whole message of both.
///
/// The text of a message stands before its HTML, and what names the message before both. So both parts are
/// drawn side by side at first, and a message that is no larger than `mostKept` is complete before
/// any of it is passed on. Of a larger one what is drawn until then decides how it is encoded and named; from
/// there on its text is passed on as it is drawn, and the blocks come a second time for its HTML.
package struct EmailWriter: ~Copyable, BlockWriter {
  /// What is written of a mail.
  package enum Part: Hashable, Sendable {
    case message, html, text
  }

  /// How much of the HTML a block of a comment is.
  package struct Weight: Sendable {
    package let position: Int32
    /// Bytes, those that have to be encoded as what they come to about.
    package let count: Int
  }

  /// What becomes of what is drawn.
  private enum Stage {
    /// It is kept.
    case keeping
    /// It is the text, and passed on.
    case passingText
    /// It is the HTML, and passed on.
    case passingHTML
    /// It is the HTML, of which only the length is asked.
    case counting
    /// Nothing is to be drawn any more.
    case done
  }

  private let templates: EmailTemplates
  private let list: BlockList
  private let part: Part
  private let headers: MailHeaders
  private var filler: TemplateFiller
  private var textWriter: TerminalWriter
  private var html: MessagePart
  private var text = MessagePart(capacity: 64 * 1024, mayHaveReferences: false)
  private var message: MessageWriter?
  private var stage: Stage
  private let isFlowed: Bool
  /// Whether what the HTML comes to is asked, and nothing passed on.
  private let isMeasured: Bool
  /// What decides how blocks look and need not show in the first of them.
  private let settings: String
  /// Reused for what is counted.
  private var counted = OutputBuffer(capacity: 64)
  /// The comments' template; shared with the attempts before this one.
  private var straightComments: StraightPrograms
  /// How many bytes the HTML comes to as it is sent, if that is measured; known when all is drawn.
  package private(set) var encodedHTMLCount = 0
  /// How much of the HTML each comment is, if that is measured.
  package private(set) var weights: [Weight] = []
  /// How much of what is drawn was weighed.
  private var weighedCount = 0
  /// The blocks that have to come once more, for the HTML.
  package private(set) var blocksToComeAgain: Range<Int>?
  /// Whether all that was drawn is here, to be handed on.
  package private(set) var isWhole = false
  /// Whether something came that is in lines too long where characters are written as references.
  package private(set) var needsQuoting: Bool

  /// A message of more than this is passed on before it is complete.
  private static let mostKept = 1 << 20
  /// What is drawn is passed on in pieces that fit into the fastest memory.
  private static let pieceSize = 16 * 1024

  package init(
    _ part: Part, _ templates: EmailTemplates, _ list: BlockList, _ headers: MailHeaders,
    text: consuming TerminalWriter, isFlowed: Bool, isMeasured: Bool, settings: String,
    needsQuoting: Bool = false, straight: consuming StraightPrograms? = nil
  ) {
    self.isFlowed = isFlowed
    self.isMeasured = isMeasured
    self.settings = settings
    self.needsQuoting = needsQuoting
    switch part {
    case .html where !isMeasured: stage = .passingHTML
    case .text where !isMeasured: stage = .passingText
    case .message, .html, .text: stage = .keeping
    }
    html = MessagePart(
      capacity: 64 * 1024, mayHaveReferences: !templates.keepsSpaces && !needsQuoting)
    straightComments = straight ?? StraightPrograms(templates.comment.program)
    self.part = part
    self.templates = templates
    self.list = list
    self.headers = headers
    textWriter = text
    textWriter.unsubscribeURL = headers.unsubscribeURL
    var options = TemplateFiller.Options()
    var mail = TemplateFiller.Mail()
    mail.preheader = Preheader(list).bytes()
    mail.unsubscribeURL = headers.unsubscribeURL
    options.mail = mail
    filler = TemplateFiller(list, options)
  }

  private var drawsText: Bool {
    switch stage {
    case .keeping: part != .html
    case .passingText: true
    case .passingHTML, .counting, .done: false
    }
  }

  private var drawsHTML: Bool {
    switch stage {
    case .keeping: part != .text || isMeasured
    case .passingHTML, .counting: true
    case .passingText, .done: false
    }
  }

  // MARK: Blocks

  package mutating func begin(_ out: inout OutputBuffer) {
    if drawsText { textWriter.begin(&text.drawn) }
    if drawsHTML {
      run(templates.frame.before)
      html.drawn.append(contentsOf: templates.head)
      run(templates.frame.between)
    }
    weighedCount = html.drawn.count
  }

  package mutating func write(_ index: Int, _ body: RichText, _ out: inout OutputBuffer) {
    if drawsText {
      addAddress(of: list.blocks[index])
      textWriter.write(index, body, &text.drawn)
    }
    if drawsHTML { writeHTML(index, body) }
    switch stage {
    case .keeping:
      if isMeasured { weigh(index) }
      if text.drawn.count + html.drawn.count >= Self.mostKept { letGo(behind: index, &out) }
    case .passingText:
      if text.drawn.count >= Self.pieceSize { text.pass(to: &out) }
      if message != nil { lookForLongAddress(index, body) }
    case .passingHTML: if html.drawn.count >= Self.pieceSize { html.pass(to: &out) }
    case .counting:
      weigh(index)
      if html.drawn.count >= Self.pieceSize { count(isEnd: false) }
      lookForLongAddress(index, body)
    case .done: break
    }
  }

  package mutating func finish(_ out: inout OutputBuffer) {
    if drawsText { textWriter.finish(&text.drawn) }
    if drawsHTML {
      run(templates.frame.after)
      html.drawn.append(UInt8(ascii: "\n"))
    }
    switch stage {
    case .keeping:
      isWhole = true
      settle()
    case .passingText:
      text.end(&out)
      if let message {
        if needsQuoting { html.forgoReferences() }
        message.beginHTML(html.encoding, &out)
        html.pass(to: &out)
        stage = .passingHTML
        return
      }
    case .passingHTML:
      html.end(&out)
      message?.finish(&out)
      blocksToComeAgain = nil
    case .counting: count(isEnd: true)
    case .done: break
    }
    stage = .done
  }

  // MARK: Passing on

  /// Lets go of what was kept, since it is becoming too much.
  private mutating func letGo(behind index: Int, _ out: inout OutputBuffer) {
    settle()
    if isMeasured {
      stage = .counting
      encodedHTMLCount = 0
      count(isEnd: false)
      return
    }
    let message = MessageWriter(headers, name: name(), isFlowed: isFlowed)
    message.begin(&out)
    message.beginText(text.encoding, &out)
    text.pass(to: &out)
    self.message = message
    stage = .passingText
    blocksToComeAgain = (index + 1)..<list.blocks.count
  }

  private mutating func settle() {
    if part == .message { _ = text.settle(isWhole: isWhole) }
    encodedHTMLCount = part == .message || isMeasured ? html.settle(isWhole: isWhole) : 0
  }

  /// Takes note of an address that is longer than a line may be: that is all of a comment that can be nowhere
  /// broken.
  private mutating func lookForLongAddress(_ index: Int, _ body: borrowing RichText) {
    let block = list.blocks[index]
    guard !needsQuoting else { return }
    needsQuoting = list.hasAddress(
      longerThan: Self.longestAddress, beforeID: filler.permalinks.lengthWithoutID, block)
    // The longest reference, as `&#126;`, has six bytes.
    let longestAsItIs = Self.longestAddress / 6
    guard body.textCount > longestAsItIs else { return }
    for token in body.tokens where Int(token.text.count) > longestAsItIs {
      guard case .linkOpen = token.kind else { continue }
      let references = body.text[token.text.range].count(where: ActiveCharacters.contains)
      if Int(token.text.count) + 5 * references > Self.longestAddress { needsQuoting = true }
    }
  }

  /// The longest address that fits on one line with its tag.
  private static let longestAddress = 800

  private mutating func count(isEnd: Bool) {
    if isEnd { html.end(&counted) } else { html.pass(to: &counted) }
    encodedHTMLCount += counted.count
    counted.clear()
    weighedCount = 0
  }

  /// Takes note of how much was drawn for a block.
  private mutating func weigh(_ index: Int) {
    let start = weighedCount
    weighedCount = html.drawn.count
    let position = list.blocks[index].position
    guard position >= 0 else { return }
    let tally = unsafe html.drawn.withBytes {
      unsafe ByteTally(of: UnsafeBufferPointer(rebasing: $0[start...]))
    }
    // Each byte beyond ASCII comes to three, in quoted-printable and about so as a reference.
    weights.append(
      Weight(
        position: position, count: html.drawn.count - start + tally.lines + 2 * tally.high))
  }

  /// Hands out what was made of the comments' template, when all is drawn, for the next attempt.
  package mutating func takeStraightComments() -> StraightPrograms {
    var taken = StraightPrograms(.empty)
    swap(&taken, &straightComments)
    return taken
  }

  /// Appends what is whole.
  package mutating func handOn(to out: inout OutputBuffer) {
    switch part {
    case .html: unsafe html.drawn.withBytes { unsafe out.append(contentsOf: $0) }
    case .text: unsafe text.drawn.withBytes { unsafe out.append(contentsOf: $0) }
    case .message:
      let message = MessageWriter(headers, name: name(), isFlowed: isFlowed)
      message.begin(&out)
      message.beginText(text.encoding, &out)
      text.end(&out)
      message.beginHTML(html.encoding, &out)
      html.end(&out)
      message.finish(&out)
    }
  }

  /// Tells the message apart from every other: by all that is in it, or, if that is not drawn yet, by what
  /// is, and by everything that the rest is drawn from.
  private func name() -> String {
    var mark = MessageMark()
    for line in headers.lines { mark.add("\(line.name): \(line.words.joined(separator: " "))") }
    unsafe text.drawn.withBytes { unsafe mark.add($0) }
    unsafe html.drawn.withBytes { unsafe mark.add($0) }
    if !isWhole {
      mark.add(settings)
      mark.add(list.bytes)
      for block in list.blocks { mark.add(block, isNew: list.isNew(block)) }
    }
    return mark.text
  }

  // MARK: Drawing

  /// Gives the text the address that the HTML links to.
  private mutating func addAddress(of block: Block) {
    switch block.kind {
    case .comment, .featured, .hiddenReplies:
      let face = list.face(of: block)
      guard filler.permalinks.hasAddress(face.permalink, of: list.bytes) else { return }
      filler.permalinks.appendPlain(face, of: list.bytes, to: &textWriter.address)
    case .moreComments:
      if let url = filler.permalinks.story { textWriter.address.append(contentsOf: url.bytes) }
    case .announcement, .infobox, .questionBox, .closed, .heading, .tombstone, .noComments: break
    }
  }

  private mutating func writeHTML(_ index: Int, _ body: RichText) {
    let block = list.blocks[index]
    // Patterns, as `==` would go through the type's table of witnesses.
    if case .heading = block.kind, index + 1 < list.blocks.count,
      case .noComments = list.blocks[index + 1].kind
    {
      return
    }
    var hasBody = !body.isEmpty
    if case .closed = block.kind { hasBody = true }
    filler.enter(index, block, hasBody: hasBody)
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
      filler.choose(among: &straightComments)
      var step = filler.run(straightComments, from: 0, &html.drawn)
      while let next = step {
        templates.comment.body.append(body, to: &html.drawn)
        step = filler.run(straightComments, from: next, &html.drawn)
      }
    case .tombstone: run(templates.tombstone)
    case .hiddenReplies: run(templates.hiddenReplies)
    case .moreComments: run(templates.moreComments)
    case .noComments: run(templates.noComments)
    }
    // Keeps lines short, so that mails need no encoding.
    html.drawn.append(UInt8(ascii: "\n"))
  }

  private mutating func run(_ program: Program) {
    var step = filler.run(program, from: 0, &html.drawn)
    while let next = step { step = filler.run(program, from: next, &html.drawn) }
  }

  private mutating func run(_ bodied: EmailTemplates.Bodied, _ body: borrowing RichText) {
    run(bodied.program, bodied.body, body)
  }

  private mutating func run(
    _ program: Program, _ markup: EmailBodyMarkup, _ body: borrowing RichText
  ) {
    var step = filler.run(program, from: 0, &html.drawn)
    while let next = step {
      if case .closed = filler.scope.block.kind, body.isEmpty {
        // The server gave no words.
        html.drawn.append("<p>")
        list.wording.append(list.closedPhrase, to: &html.drawn)
        html.drawn.append("</p>")
      } else {
        markup.append(body, to: &html.drawn)
      }
      step = filler.run(program, from: next, &html.drawn)
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
    list.appendCommentCount(to: &out)
    var names: [Slice] = []
    for block in list.blocks where block.kind == .comment || block.kind == .featured {
      if list.isKnown(block) { continue }
      let name = list.face(of: block).author
      guard !name.isEmpty,
        !names.contains(where: { list.bytes[$0.range] == list.bytes[name.range] })
      else { continue }
      guard out.count + Int(name.count) + 2 <= Self.limit else { break }
      if names.isEmpty { out.append(": ") } else { out.append(", ") }
      let isIsolated = list.wording.isolates(list.bytes[name.range])
      if isIsolated { out.append(Isolate.begin) }
      out.append(name, of: list.bytes)
      if isIsolated { out.append(Isolate.end) }
      names.append(name)
      if names.count == 6 { break }
    }
    return out.bytes()
  }
}
