package import AtollBodyText
package import AtollLayout
package import AtollTemplating
package import AtollTheming

package import AtollMarkupWriting

package import AtollBytes
import Synchronization

/// Compiled email templates.
///
/// Their literals contain the styles and everything else that is the same for every story. This is
/// a class so that passing it on copies nothing.
package final class EmailTemplates: Sendable {
  package struct Settings: Sendable {
    package var wording: Wording
    package var scheme = ColorScheme.auto
    /// HTML and CSS features that are allowed although not all clients support them.
    package var allowedFeatures: [String] = []
    package var showsSpoilers = false
    package var form = Form.thread
    package var addresses = AddressSettings.default
    package var logo: SafeURL?

    package init(wording: Wording) { self.wording = wording }
  }

  /// A kind of email; only the templates that it uses are compiled, and only their styles are in
  /// its head.
  package enum Form: Hashable, Sendable, NumberedCases {
    case thread
    /// One comment, with the comments it answers quoted above it.
    case notification
    /// Comments from multiple stories.
    case digest
  }

  /// A template with an insertion point for a body, and the markup of the body's elements there.
  final class BodyTemplate: Sendable {
    let program: Program
    private let body: BodyMarkup
    /// The markup of a body that runs in the opposite direction to the email's language.
    ///
    /// Few emails have such a body, so the markup is created when it is first needed.
    private let mirroredBody = Mutex<BodyMarkup?>(nil)
    private let tags: StyledTags?
    private let settings: Settings

    init(_ program: Program, tags: StyledTags?, settings: Settings) {
      self.program = program
      self.tags = tags
      self.settings = settings
      body = Self.markup(tags, settings: settings)
    }

    private static func markup(
      _ tags: StyledTags?, settings: Settings, isMirrored: Bool = false
    ) -> BodyMarkup {
      var bodyTags = tags?.bodyTags(settings) ?? BodyTags(linkEnd: [], spoiler: [])
      if isMirrored { bodyTags.isRightToLeft?.toggle() }
      return BodyMarkup(bodyTags)
    }

    /// Returns the markup for a body; `isMirrored` says whether the body runs in the opposite
    /// direction to the email's language.
    func body(isMirrored: Bool) -> BodyMarkup {
      guard isMirrored else { return body }
      return mirroredBody.withLock { mirroredBody in
        let markup =
          mirroredBody ?? Self.markup(tags?.mirrored, settings: settings, isMirrored: true)
        mirroredBody = markup
        return markup
      }
    }
  }

  let settings: Settings
  let frame: FrameProgram
  let head: EmailHead
  let announcement, infobox, questionBox, closed, featured, comment, notice, quoted: BodyTemplate
  /// True if a template has raw text, or an element that shows all of its spaces, so that no line
  /// break may be added.
  let keepsSpaces: Bool
  /// The text part's template, split at the place for its blocks.
  let text: SplitProgram
  /// The markup of the sender's own text at the end of an email.
  let footer: BodyMarkup
  /// The verbatim texts (`{{"text"}}`) of all templates.
  package let verbatims: Set<[UInt8]>
  let comments, tombstone, hiddenReplies, moreComments, noComments, story: Program

  /// Creates templates with a theme's styles in their tags: precompiled ones if there are any.
  package convenience init(
    _ set: TemplateSet, styles: @autoclosure () -> EmailStyles, of theme: String? = nil,
    settings: Settings
  ) throws(SourceErrors) {
    if let theme, let compiled = StyledTemplates(compiled: theme, from: set, settings: settings) {
      self.init(compiled, settings: settings)
    } else {
      self.init(try StyledTemplates(set, styles: styles(), settings: settings), settings: settings)
    }
  }

  /// Creates templates from styled ones; writes what is the same for every story into their
  /// literals.
  init(_ styled: StyledTemplates, settings: Settings) {
    self.settings = settings
    let constants = ConstantFields(
      settings.wording,
      flags: [
        .isPage: false, .isFragment: false, .isCard: false, .anchors: false,
        .coralClasses: false, .talkClasses: false, .hasRobots: false, .noSnippet: false,
        .showsInitials: false,
      ])
    func program(_ file: EmailTemplateFile) -> Program {
      constants.folded(styled.programs[file] ?? .empty, isPlainText: file == .text)
    }
    func bodyTemplate(_ file: EmailTemplateFile) -> BodyTemplate {
      BodyTemplate(program(file), tags: styled.bodies[file], settings: settings)
    }
    frame = FrameProgram(program(.message), at: .style)
    footer = BodyMarkup(styled.footer.bodyTags(settings))
    text = SplitProgram(program(.text), at: .blocks)
    announcement = bodyTemplate(.announcement)
    infobox = bodyTemplate(.infobox)
    questionBox = bodyTemplate(.questionBox)
    closed = bodyTemplate(.closed)
    featured = bodyTemplate(.featured)
    comment = bodyTemplate(settings.form == .digest ? .chosen : .comment)
    notice = bodyTemplate(.notice)
    quoted = bodyTemplate(.quoted)
    comments = program(.comments)
    tombstone = program(.tombstone)
    hiddenReplies = program(.hiddenReplies)
    moreComments = program(.moreComments)
    noComments = program(.noComments)
    story = program(.story)
    verbatims = styled.verbatims
    keepsSpaces = styled.keepsSpaces
    head = EmailHead(styled.rules, settings: settings)
  }
}
