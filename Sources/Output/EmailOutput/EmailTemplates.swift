package import BodyText
package import Layout
package import Templating
package import Theming

package import MarkupWriting

import Bytes

/// The errors in the templates or the style sheets of mails.
package enum EmailTemplateError: Error, Sendable {
  case templates(TemplateErrors)
  case styles([ThemeError])
}

/// The compiled templates of mails, with their styles and everything else that is the same for every story written into
/// their literals.
///
/// A class, so that handing it on copies nothing.
package final class EmailTemplates: Sendable {
  /// The settings that are the same for every story.
  package struct Settings: Sendable {
    package var wording: Wording
    package var scheme = ColorScheme.auto
    /// Features of HTML and CSS that are allowed although not all clients support them.
    package var allowed: [String] = []
    /// A Boolean value indicating that the text of spoilers is written.
    package var showsSpoilers = false
    package var form = Form.thread
    package var addresses = AddressSettings.usual
    /// The address of the publisher's logo.
    package var logo: SafeURL?

    package init(wording: Wording) { self.wording = wording }
  }

  /// A kind of mail; only the templates that it uses are compiled, and only their styles are in its head.
  package enum Form: Hashable, Sendable, CaseIterable {
    /// A thread.
    case thread
    /// One comment, with the comments it answers quoted above it.
    case notice
    /// Comments of several stories.
    case digest
  }

  /// A template with a place for a body, and how the body's elements look there.
  final class Bodied: Sendable {
    let program: Program
    let body: BodyMarkup

    init(_ program: Program, _ body: BodyMarkup) {
      self.program = program
      self.body = body
    }
  }

  let settings: Settings
  let frame: FrameProgram
  /// The `<style>` elements in the head.
  let head: EmailHead
  let announcement, infobox, questionBox, closed, featured, comment, notice, quoted: Bodied
  /// A Boolean value indicating that line breaks are visible somewhere in the templates.
  let keepsSpaces: Bool
  /// The template of the text part, before and after its comments.
  let text: SplitProgram
  /// The look of the sender's own text at the end of a mail.
  let footer: BodyMarkup
  /// The verbatim texts of all templates.
  package let verbatims: Set<[UInt8]>
  let comments, tombstone, hiddenReplies, moreComments, noComments, story: Program

  package init(
    _ set: TemplateSet, _ styles: EmailStyles, settings: Settings
  ) throws(EmailTemplateError) {
    self.settings = settings
    let linter = MailLinter(allowing: settings.allowed)
    let faults = linter.errors(in: styles)
    guard faults.isEmpty else { throw .styles(faults) }

    var compiling = EmailCompiling(set, settings, StyleInliner(settings, styles, linter))
    frame = compiling.compileFrame()
    footer = compiling.footerMarkup()
    text = compiling.compileText()
    announcement = compiling.compileBodied(.announcement)
    infobox = compiling.compileBodied(.infobox)
    questionBox = compiling.compileBodied(.questionBox)
    closed = compiling.compileBodied(.closed)
    featured = compiling.compileBodied(.featured)
    comment = compiling.compileBodied(settings.form == .digest ? .chosen : .comment)
    notice = compiling.compileBodied(.notice)
    quoted = compiling.compileBodied(.quoted)
    comments = compiling.compile(.comments)
    tombstone = compiling.compile(.tombstone)
    hiddenReplies = compiling.compile(.hiddenReplies)
    moreComments = compiling.compile(.more)
    noComments = compiling.compile(.noComments)
    story = compiling.compile(.story)
    do { try compiling.gathering.log.throwIfAny() } catch { throw .templates(error) }
    verbatims = compiling.inliner.verbatims
    keepsSpaces = compiling.inliner.keepsSpaces
    head = EmailHead(styles, used: compiling.inliner.used, settings)
  }
}

/// Compiles one template after the other with the styles written into its tags.
private struct EmailCompiling {
  private let settings: EmailTemplates.Settings
  private(set) var gathering: TemplateGathering
  private(set) var inliner: StyleInliner
  /// The elements of the frame that are around every block.
  private var around: [TemplateTag] = []

  init(_ set: TemplateSet, _ settings: EmailTemplates.Settings, _ inliner: StyleInliner) {
    self.settings = settings
    self.inliner = inliner
    gathering = TemplateGathering(
      set,
      ConstantFields(
        settings.wording,
        flags: [
          .isPage: false, .isFragment: false, .isCard: false, .anchors: false,
          .coralClasses: false, .talkClasses: false, .hasRobots: false, .noSnippet: false,
        ]))
  }

  mutating func compile(_ file: EmailTemplateFile) -> Program {
    guard file.isUsed(in: settings.form) else { return .empty }
    return gathering.compile(file.rawValue, file.schema, editor: &inliner, inside: around)
  }

  mutating func compileBodied(_ file: EmailTemplateFile) -> EmailTemplates.Bodied {
    guard file.isUsed(in: settings.form) else {
      return EmailTemplates.Bodied(.empty, BodyMarkup(BodyTags(linkEnd: [], spoiler: [])))
    }
    let program = compile(file)
    let ancestors = inliner.places[InsertionPoint.body.id] ?? []
    let tags = BodyTags(&inliner, inside: ancestors, settings)
    return EmailTemplates.Bodied(program, BodyMarkup(tags))
  }

  mutating func compileText() -> SplitProgram {
    let file = EmailTemplateFile.text
    let program = gathering.compile(file.rawValue, file.schema, editor: &inliner, inside: [])
    return gathering.split(program, at: .blocks)
  }

  /// Returns the look of the footer at its place in the frame, which was compiled last.
  mutating func footerMarkup() -> BodyMarkup {
    let ancestors = inliner.places[InsertionPoint.footer.id] ?? around
    return BodyMarkup(BodyTags(&inliner, inside: ancestors, settings))
  }

  mutating func compileFrame() -> FrameProgram {
    let file = EmailTemplateFile.message
    let program = compile(file)
    around = inliner.places[InsertionPoint.blocks.id] ?? []
    return gathering.splitFrame(program, at: .style, in: file.rawValue)
  }
}

extension BodyTags {
  /// The tags of a body in a mail, with their styles.
  fileprivate init(
    _ inliner: inout StyleInliner, inside ancestors: [TemplateTag],
    _ settings: EmailTemplates.Settings
  ) {
    let end = [UInt8(ascii: ">")]
    func tag(_ name: String, class classes: String? = nil) -> [UInt8] {
      inliner.startTag(name, class: classes, inside: ancestors) + end
    }
    // No mail client can cover a text and show it when asked, so words take its place.
    let label =
      tag("span", class: "spoiler") + Array("[".utf8)
      + ConstantFields.escaped(.spoiler, in: settings.wording)
    self.init(
      linkEnd: Array("\"".utf8) + tag("a").dropFirst(2), spoiler: label + Array("] ".utf8))
    spoilerEnd = Array("</span>".utf8)
    cover = settings.showsSpoilers ? nil : label + Array("]</span>".utf8)
    paragraph = tag("p")
    heading = tag("p", class: "heading")
    quote = tag("blockquote")
    bulletList = tag("ul")
    orderedList = tag("ol").dropLast()
    item = tag("li")
    code = tag("code")
    rule = tag("hr")
    table = tag("table", class: "grid")
    cell = tag("td", class: "grid-cell")
    headingCell = tag("th", class: "grid-cell")
    sarcasm = tag("span", class: "sarcasm")
    host = Array(" ".utf8) + tag("span", class: "host") + Array("(".utf8)
    blockEnd = "\n"
    breakOpportunity = ""
    splitsCode = true
  }
}
