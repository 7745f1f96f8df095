public import Comments
public import Rows

/// Everything that decides what a story looks like, apart from the theme and the templates.
///
/// The same story, theme, templates and options give the same bytes on every machine. Nothing is
/// asked of the system: the clock and the zone are here or they are not used.
public struct Options: Hashable, Sendable {
  /// What is written.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// A complete HTML document.
    case page
    /// One HTML element with its style, to be placed in another page.
    case fragment
    /// One comment with some of its ancestors, as an HTML element.
    case card
    /// Lines for a terminal, with escape sequences for colours and links and for nothing else.
    case ansi
    /// Plain text, for mails and wherever else only letters go.
    case text
    /// A whole mail: its text and its HTML in one message, as an `.eml` file holds it.
    case email
    /// The HTML of a mail, styles in its tags, for whoever puts the message together.
    case emailHTML = "email-html"
    /// The text of a mail.
    case emailText = "email-text"

    /// Whether it is a page or what stands in one.
    public var isHTML: Bool {
      switch self {
      case .page, .fragment, .card: true
      case .ansi, .text, .email, .emailHTML, .emailText: false
      }
    }

    /// Whether it is a mail or a part of one.
    public var isMail: Bool {
      switch self {
      case .email, .emailHTML, .emailText: true
      case .page, .fragment, .card, .ansi, .text: false
      }
    }
  }

  /// Whether the page can be sorted by its reader.
  public enum SortControls: String, Hashable, Sendable, CaseIterable {
    /// On, unless the page is very large or has only one root comment.
    case auto
    /// Always.
    case on
    /// Never.
    case off
  }

  /// Whose class names stand beside Atoll's own.
  public enum ClassNames: String, Hashable, Sendable, CaseIterable {
    /// Only Atoll's.
    case atoll
    /// Coral's too, so that a publisher's CSS for Coral keeps working.
    case coral
    /// Talk 4's too.
    case talk
  }

  /// Light or dark, or as the reader's system has it.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// As the reader's system has it.
    case auto
    /// Light.
    case light
    /// Dark.
    case dark
  }

  /// What is written.
  public var format = Format.page
  /// The order of the comments at the root.
  public var sort = SortOrder.newest
  /// The order of the replies to a comment.
  public var replySort = SortOrder.oldest
  /// Which branches are closed.
  public var folding = Folding.none
  /// How deep replies are indented before they are flattened, with the name they answer.
  public var depthCap = 6
  /// Replies deeper than this are left out and counted.
  public var maxDepth: Int?
  /// Comments past this many are left out and counted.
  public var maxComments: Int?
  /// Which of the root comments are shown, counted from 0.
  public var roots: Range<Int>?
  /// Shows the infobox on closed stories too, where the server's own page leaves it out.
  public var keepsInfoboxWhenClosed = false
  /// How bodies are read, whatever the input says.
  public var bodySyntax: Body.Syntax?
  /// The most bytes of one body that are shown.
  public var maxBodyBytes = 16_384
  /// A language Atoll has words for: `en`, `de`, `es`, `fr`, `ja` or `ar`.
  public var language = "en"
  /// The zone in which dates are told.
  public var zone = TimeZoneRules.utc
  /// The moment of the rendering.
  ///
  /// Given, dates are told relative to it.
  public var now: Timestamp?
  /// Comments written after it are new.
  public var since: Timestamp?
  /// The ids of the comments that readers have seen; others are new.
  public var seen: Set<String>?
  /// Where it is known what is new, shows nothing else, but for what is answered; where not, all is
  /// shown and the new is marked.
  public var showsOnlyNew = true
  /// Whether the announcement, the infobox and the question box are shown; nothing stands for everywhere but
  /// in digests, which show nothing but what is new.
  public var showsNotices: Bool?
  /// The comment a card is about.
  public var focus: String?
  /// How many of its ancestors a card shows.
  public var ancestors = 1
  /// Whether the page can be sorted by its reader.
  public var sortControls = SortControls.auto
  /// Whether the page carries a description of itself for search engines.
  public var writesJSONLD = true
  /// Where browsers find the style sheet: an http or https address, or a path such as `/comments.css`.
  ///
  /// Nothing means that each output carries it. Many pages on one site are smaller by far with one sheet
  /// for all; `Renderer.styleSheet` is what to serve there.
  public var styleSheetAddress: String?
  /// Whose class names stand beside Atoll's own.
  public var classNames = ClassNames.atoll
  /// Light or dark, or as the reader's system has it.
  ///
  /// A terminal whose background nobody knows (`auto`) is written to in its owner's own sixteen
  /// colours, however many it has.
  public var scheme = Scheme.auto
  /// What the terminal can do; decides for plain text too, as far as that has lines and letters.
  public var terminal = TerminalOptions()
  /// What a mail says of itself.
  public var mail = MailOptions()

  /// The defaults.
  public init() {}
}
