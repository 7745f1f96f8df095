package import AtollBodyText
package import AtollBytes
package import AtollLayout
package import AtollTerminalOutput

package import AtollMarkupWriting
import AtollTemplating

/// A writer of the blocks of a story as an email: its HTML, its text, or the whole message.
///
/// The email is built in memory; once all blocks are written, `append(to:)` appends it.
package struct EmailWriter: ~Copyable, BlockWriter {
  /// The part that is written; the raw values are those of the formats.
  package enum Part: String, Sendable {
    case message = "email"
    case html = "email-html"
    case text = "email-text"
  }

  /// The sender's own words around the comments.
  package struct SenderTexts: Sendable {
    /// The reason why the reader receives the email.
    package var reason: [UInt8] = []
    /// The sentence that states the reader's address, in place of a reason.
    package var recipientSentence: [UInt8] = []
    /// The footer, in which placeholders stand for the merge tags.
    package var footerWithPlaceholders = MergePlaceholders()
    /// The recipient's merge values; if `nil`, the tags are left to a mailing service.
    package var values: MergeValues?

    package init() {}

    /// The parsed footer, in which placeholders stand for the merge tags.
    package var footer: RichText { footerWithPlaceholders.content }

    /// The merge tags in the reason and the footer.
    package var tags: [[UInt8]] {
      MergeText.parts(of: reason).filter(\.isTag).map(\.bytes) + footerWithPlaceholders.tags
    }

    /// The merge tags in the reason that begin with `!`, such as `!fname`.
    fileprivate var tagsWithExclamationMark: [[UInt8]] {
      reason.split(separator: UInt8(ascii: "!"), omittingEmptySubsequences: false).dropFirst()
        .map { $0.prefix(while: isLetterOrDigit) }.filter { !$0.isEmpty }
        .map { [UInt8(ascii: "!")] + $0 }
    }
  }

  /// The size of one comment in the HTML.
  package struct CommentSize: Sendable {
    package let position: Int32
    /// The number of bytes, including an estimate of what their encoding adds.
    package let byteCount: Int
  }

  let templates: EmailTemplates
  var list: BlockList
  private let part: Part
  private let headers: MailHeaders
  var filler: TemplateFiller
  var textWriter: TerminalWriter
  private var html = OutputBuffer(capacity: 64 * 1024)
  var text = OutputBuffer(capacity: 64 * 1024)
  private var encodedHTML: EncodedText?
  let senderTexts: SenderTexts
  let neutralizer: TagNeutralizer
  let unbreakable: UnbreakableTexts
  /// The offset of the styles in the HTML.
  private var styleOffset = 0
  /// True if the size of the HTML is needed even if the HTML itself is not.
  private let measuresHTML: Bool
  /// The specialized programs of the comment template, reused if the email is written again.
  private var commentPrograms: SpecializedPrograms
  /// The sizes of all comments, if they are measured.
  package private(set) var commentSizes: [CommentSize] = []
  /// The length of the encoded HTML in bytes, once all blocks are written; 0 if it is not encoded.
  package private(set) var encodedHTMLCount = 0

  package init(
    _ part: Part, templates: EmailTemplates, list: BlockList, headers: MailHeaders,
    text: consuming TerminalWriter, preheader: String? = nil,
    senderTexts: SenderTexts = SenderTexts(),
    measuresHTML: Bool,
    specialized: consuming SpecializedPrograms? = nil
  ) {
    self.senderTexts = senderTexts
    neutralizer = TagNeutralizer(
      allowedWords: list.wording.bracketedWords(by: text), isASCII: text.isASCII)
    let links =
      [headers.unsubscribeLink, headers.viewLink].flatMap { $0?.mergeTexts ?? [] }
      + senderTexts.tags
    unbreakable = UnbreakableTexts(templates.verbatims.union(links))
    self.measuresHTML = measuresHTML
    commentPrograms = specialized ?? SpecializedPrograms(templates.comment.program)
    self.part = part
    self.templates = templates
    self.list = list
    self.headers = headers
    textWriter = text
    var options = TemplateFiller.Options()
    var mail = TemplateFiller.Mail()
    mail.headline = Self.headline(of: list)
    mail.preheader = preheader.map { Array($0.utf8) } ?? Preheader(list).bytes()
    mail.unsubscribeLink = headers.unsubscribeLink
    mail.viewLink = headers.viewLink
    mail.reason = senderTexts.reason
    mail.recipientSentence = senderTexts.recipientSentence
    mail.logo = templates.settings.logo
    mail.hasFooter = !senderTexts.footer.isEmpty
    options.mail = mail
    options.addresses = templates.settings.addresses
    filler = TemplateFiller(list, options: options)
  }

  /// Returns the headline for a list's notification; empty if there is none.
  private static func headline(of list: BlockList) -> [UInt8] {
    guard let notification = list.notification else { return [] }
    return Array(
      written { list.wording.append(notification, of: list.bytes, isolating: true, to: &$0) }.utf8)
  }

  private var writesText: Bool { part != .html }
  private var writesHTML: Bool { part != .text || measuresHTML }

  // MARK: Multiple stories

  /// Switches to a story in a digest, or back to the frame around all stories.
  private mutating func switchStory(to list: BlockList, text writer: consuming TerminalWriter) {
    self.list = list
    var options = filler.options
    options.mail?.headline = Self.headline(of: list)
    filler = TemplateFiller(list, options: options)
    textWriter = writer
  }

  /// Writes the heading of a story in a digest or in an email with multiple notifications; its
  /// blocks follow.
  package mutating func beginStory(_ list: BlockList, text writer: consuming TerminalWriter) {
    switchStory(to: list, text: writer)
    if writesText {
      text.append(0x0A)
      let start = text.count
      textWriter.begin(&text)
      neutralizeSequences(from: start)
    }
    if writesHTML {
      let start = html.count
      filler.write(templates.story, to: &html)
      html.append(UInt8(ascii: "\n"))
      escapeMergeTags(from: start)
    }
  }

  /// Ends the last story in a digest, and switches back to the frame around all stories.
  package mutating func finishStories(_ frame: BlockList, text writer: consuming TerminalWriter) {
    switchStory(to: frame, text: writer)
  }

  // MARK: Blocks

  package mutating func begin(_ out: inout OutputBuffer) {
    if writesText { writeFrame(templates.text.head) }
    if writesHTML {
      writeHTMLFrame(templates.frame.before)
      styleOffset = html.count
      if list.notification == nil { html.append(contentsOf: templates.head.bytes) }
      writeHTMLFrame(templates.frame.between)
    }
  }

  /// Writes a part of the HTML around the comments; this part may contain the footer.
  ///
  /// Placeholders are replaced only in the footer: users may have written the same words elsewhere.
  private mutating func writeHTMLFrame(_ program: Program, keeping tags: [[UInt8]] = []) {
    let (senderTexts, markup) = (senderTexts, templates.footer)
    let unbreakable = unbreakable.adding(tags)
    var start = html.count
    filler.write(program, to: &html) { html in
      Self.escapeMergeTags(in: &html, from: start, keeping: unbreakable)
      start = html.count
      markup.append(senderTexts.footer, to: &html)
      senderTexts.footerWithPlaceholders.restoreTags(in: &html, startingAt: start)
      start = html.count
    }
    Self.escapeMergeTags(in: &html, from: start, keeping: unbreakable)
  }

  package mutating func write(blockAt index: Int, body: RichText, to out: inout OutputBuffer) {
    if writesText {
      setTextWriterAddress(for: list.blocks[index])
      let start = text.count
      textWriter.write(blockAt: index, body: body, to: &text)
      neutralizeSequences(from: start)
    }
    if writesHTML {
      let start = html.count
      writeHTML(index, body: body)
      escapeMergeTags(from: start)
      if measuresHTML { measure(list.blocks[index], from: start) }
    }
  }

  package mutating func finish(_ out: inout OutputBuffer) {
    if writesText { writeFrame(templates.text.tail) }
    if writesHTML {
      writeHTMLFrame(templates.frame.after, keeping: senderTexts.tagsWithExclamationMark)
      html.append(UInt8(ascii: "\n"))
      if list.notification != nil { insertHead() }
    }
    if let values = senderTexts.values {
      values.fill(text: &text)
      values.fill(html: &html)
    }
    if part == .message || measuresHTML {
      let encoded = html.withBytes {
        templates.keepsSpaces
          ? EncodedText($0, keeping: unbreakable) : EncodedText(html: $0, keeping: unbreakable)
      }
      encodedHTMLCount = encoded.bytes.count
      encodedHTML = encoded
    }
  }

  /// Escapes the `!` of merge tags such as `!fname` in the HTML from `start` on.
  private mutating func escapeMergeTags(from start: Int) {
    Self.escapeMergeTags(in: &html, from: start, keeping: unbreakable)
  }

  private static func escapeMergeTags(
    in html: inout OutputBuffer, from start: Int, keeping unbreakable: UnbreakableTexts
  ) {
    let changed = html.withBytes {
      TagNeutralizer.escapingMergeTags($0.extracting(start...), keeping: unbreakable)
    }
    guard let changed else { return }
    html.truncate(to: start)
    html.append(contentsOf: changed)
  }

  /// Inserts the styles into the head of a notification: only those for elements and classes that
  /// occur.
  private mutating func insertHead() {
    var whole = OutputBuffer(capacity: html.count + 4096)
    html.withBytes { written in
      let head = templates.head.bytes(for: written)
      whole.append(contentsOf: written.extracting(..<styleOffset))
      whole.append(contentsOf: head)
      whole.append(contentsOf: written.extracting(styleOffset...))
    }
    html = whole
  }

  private mutating func measure(_ block: Block, from start: Int) {
    guard block.position >= 0 else { return }
    let counts = html.withBytes {
      ByteCounts(of: $0.extracting(start...))
    }
    // Each non-ASCII byte becomes three in quoted-printable, and about as many in a character
    // reference.
    commentSizes.append(
      CommentSize(
        position: block.position,
        byteCount: counts.totalCount + counts.lineFeedCount + 2 * counts.nonASCIICount))
  }

  // MARK: The mail

  package mutating func append(to out: inout OutputBuffer) {
    switch part {
    case .html: out.append(contentsOf: html)
    case .text: out.append(contentsOf: text)
    case .message:
      guard let encodedHTML = encodedHTML else { return }
      let encodedText = text.withBytes {
        EncodedText($0, keeping: unbreakable)
      }
      let writer = MessageWriter(
        headers: headers, id: makeMessageID(), isFlowed: textWriter.isFlowed)
      writer.append(text: encodedText, html: encodedHTML, to: &out)
    }
  }

  /// Returns an id that differs for every message with different headers, text or HTML.
  private func makeMessageID() -> String {
    var id = MessageID()
    for line in headers.lines { id.add("\(line.name): \(line.words.joined(separator: " "))") }
    text.withBytes { id.add($0) }
    html.withBytes { id.add($0) }
    return id.text
  }

  /// Takes the specialized programs of the comment template out of this writer, for the writer that
  /// writes the email again.
  ///
  /// The writer must not write any more comments.
  package mutating func takeCommentPrograms() -> SpecializedPrograms {
    var taken = SpecializedPrograms(.empty)
    swap(&taken, &commentPrograms)
    return taken
  }

  // MARK: Writing

  /// Sets the text writer's address to the one that the block links to in the HTML.
  private mutating func setTextWriterAddress(for block: Block) {
    switch block.kind {
    case .comment, .ancestor, .featured, .hiddenReplies:
      guard !list.isRejected(block) else { return }
      let view = list.view(of: block)
      guard filler.permalinks.hasAddress(view.permalink, of: list.bytes) else { return }
      filler.permalinks.appendUnescaped(view, of: list.bytes, to: &textWriter.address)
      if case .comment = block.kind, !list.header.isClosed {
        textWriter.addressLabel = view.author.isEmpty ? .reply : .replyTo
        textWriter.addressLabelName = view.author
      }
    case .moreComments:
      if let url = filler.permalinks.storyAddress {
        textWriter.address.append(contentsOf: url.bytes)
      }
    case .announcement, .infobox, .questionBox, .closed, .heading, .tombstone, .noComments: break
    }
  }

  private mutating func writeHTML(_ index: Int, body: RichText) {
    let block = list.blocks[index]
    guard !list.isHeadingOfEmptyThread(index) else { return }
    filler.enter(index, block: block, body: body)
    var isMirrored = false
    if let direction = body.runsRightToLeft() {
      filler.setBodyDirection(isRightToLeft: direction)
      isMirrored = direction != list.wording.isRightToLeft
    }
    if list.notification != nil {
      filler.updateGoneFlag()
      if list.isRejected(block) { filler.hidePermalink() }
      return write(
        list.isQuoted(block) ? templates.quoted : templates.notice, body: body,
        isMirrored: isMirrored)
    }
    switch block.kind {
    case .announcement: write(templates.announcement, body: body, isMirrored: isMirrored)
    case .infobox: write(templates.infobox, body: body, isMirrored: isMirrored)
    case .questionBox: write(templates.questionBox, body: body, isMirrored: isMirrored)
    case .closed: write(templates.closed, body: body, isMirrored: isMirrored)
    case .featured: write(templates.featured, body: body, isMirrored: isMirrored)
    case .heading: filler.write(templates.comments, to: &html)
    case .comment, .ancestor:
      filler.choose(among: &commentPrograms)
      filler.write(
        commentPrograms, body: body, as: templates.comment.body(isMirrored: isMirrored), to: &html)
    case .tombstone: filler.write(templates.tombstone, to: &html)
    case .hiddenReplies: filler.write(templates.hiddenReplies, to: &html)
    case .moreComments: filler.write(templates.moreComments, to: &html)
    case .noComments: filler.write(templates.noComments, to: &html)
    }
    // Short lines, so that most emails need no encoding.
    html.append(UInt8(ascii: "\n"))
  }

  private mutating func write(
    _ template: EmailTemplates.BodyTemplate, body: borrowing RichText, isMirrored: Bool
  ) {
    filler.write(template.program, body: body, as: template.body(isMirrored: isMirrored), to: &html)
  }
}
