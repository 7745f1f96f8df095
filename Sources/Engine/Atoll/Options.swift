public import AtollComments
public import AtollRows

/// The options of a rendering, apart from the theme and the templates.
///
/// The same story, theme, templates and options give the same bytes on every machine. Nothing comes
/// from the system: the time and the time zone are options, too.
public struct Options: Hashable, Sendable {
  /// An output format.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// A complete HTML document.
    case page
    /// One HTML element with its style, to be placed in another page.
    case fragment
    /// One comment with some of its ancestors, as an HTML element.
    case card
    /// Lines for a terminal, with escape sequences only for colors, text attributes and links.
    case ansi
    /// Plain text, for emails and wherever markup cannot be used.
    case text
    /// A whole email: its text and its HTML in one message, as in an `.eml` file.
    case email
    /// The HTML of an email with inline styles, for programs that build the message themselves.
    case emailHTML = "email-html"
    /// The text of an email.
    case emailText = "email-text"
    /// The structured data (JSON-LD) as a separate file, for a page that embeds the `fragment`.
    case jsonLD = "json-ld"
    /// A feed whose entries are the comments (Atom, RFC 4287 and RFC 4685).
    case atom

    /// True if the format is a page or a part of one.
    public var isHTML: Bool {
      switch self {
      case .page, .fragment, .card: true
      case .ansi, .text, .email, .emailHTML, .emailText, .jsonLD, .atom: false
      }
    }

    /// True if the format is an email or a part of one.
    public var isMail: Bool {
      switch self {
      case .email, .emailHTML, .emailText: true
      case .page, .fragment, .card, .ansi, .text, .jsonLD, .atom: false
      }
    }
  }

  /// The condition under which readers can sort the comments of a page or fragment.
  public enum SortControls: String, Hashable, Sendable, CaseIterable {
    /// On for an undivided page with 2 to `Renderer.sortControlLimit` comments whose replies are
    /// indented (`depthCap`); off otherwise.
    case auto
    /// On for every page and fragment; cards have none.
    case on
    /// Off for every output.
    case off
  }

  /// The class names written into markup.
  public enum ClassNames: String, Hashable, Sendable, CaseIterable {
    /// Only Atoll's.
    case atoll
    /// Atoll's and Coral's, so that a publisher's CSS for Coral keeps working.
    case coral
    /// Atoll's and those of Talk 4.
    case talk
  }

  /// The choice between light and dark colors.
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    /// Whichever the reader's system prefers.
    case auto
    /// Light, whatever the reader's system prefers.
    case light
    /// Dark, whatever the reader's system prefers.
    case dark
    /// As set by the page around a fragment or a card, with the CSS property `color-scheme`.
    case host
  }

  /// The output format.
  public var format = Format.page
  /// The order of the comments at the root.
  public var sort = CommentOrder.newest
  /// The order of the replies to a comment.
  public var replySort = CommentOrder.oldest
  /// The branches that are folded.
  ///
  /// On a page or fragment, they are closed, and readers can open them. Structured data contains
  /// them, too. In other formats, they are left out and counted.
  public var folding = Folding.none
  /// True if replies below the third level are folded as well, on a page or fragment of more than
  /// 200 comments.
  ///
  /// This has no effect on a thread that is divided into pages, since its pages are short enough.
  public var foldsLongThreads = true
  /// The deepest level that is indented more than the level above; the root is level 1.
  ///
  /// Deeper replies name the author to whom they reply. Emails and narrow terminals have a lower
  /// limit.
  public var depthCap = 6
  /// The deepest level of comments that are shown, or `nil` for no limit; the root is level 1.
  ///
  /// Deeper replies are left out and counted.
  public var maxDepth: Int?
  /// The maximum number of comments shown, or `nil` for no limit; others are left out and counted.
  ///
  /// A feed has the newest comments.
  public var maxComments: Int?
  /// The indices of the root comments that are shown, from 0 in display order; `nil` for all.
  ///
  /// Negative indices select nothing. If only new comments are shown, the indices count only the
  /// root comments that are new or have new replies.
  public var roots: Range<Int>?
  /// True if closed stories of Talk keep the infobox, which Talk's own page leaves out; closed
  /// stories of Coral always keep it.
  public var keepsInfoboxWhenClosed = false
  /// The syntax of comment bodies; `nil` uses that of the input.
  public var bodySyntax: Body.Syntax?
  /// The maximum length of a comment's body in bytes; the rest is cut off.
  public var maxBodyBytes = 16_384
  /// The language of Atoll's own text: a BCP 47 tag such as `nl`, `pt-BR` or `zh-TW`.
  ///
  /// The nearest of `Options.languages` is used.
  public var language = "en"
  /// A publisher's own language file, which is used if `language` matches its tag.
  public var languageFile: LanguageSource?
  /// The time zone of dates.
  public var zone = TimeZoneRules.utc
  /// The moment of the rendering; if `nil`, dates are absolute.
  ///
  /// If it is set, dates are relative: `5 minutes ago`.
  public var now: Timestamp?
  /// The time after which comments are new; `nil` if new comments do not depend on time.
  public var since: Timestamp?
  /// The ids of the comments that readers have seen, or `nil` if those are not known.
  ///
  /// All other comments are new; if `since` is set too, only those written after that time.
  public var seen: Set<String>?
  /// True if only new comments and their ancestors are shown when `since` or `seen` is given.
  ///
  /// If `false`, all comments are shown, and new ones are marked.
  public var showsOnlyNew = true
  /// The treatment of pictures from other servers: media in comments and pictures of authors.
  public var images = ImageDisplay.link
  /// True if the announcement, the infobox and the question box are shown.
  ///
  /// If `nil`, they are shown unless only new comments are shown.
  public var showsNotices: Bool?
  /// The id of the comment that a card, an email or a text output is about; pages and fragments
  /// show whole threads.
  public var focus: String?
  package var card = CardOptions()
  /// The choice of comments from multiple stories for a digest; see `Renderer.render(digestOf:)`.
  public var digest: DigestOptions?
  /// The maximum number of ancestors shown with the `focus` comment.
  public var ancestorCount = 1
  /// The sort controls of the page.
  public var sortControls = SortControls.auto
  /// The addresses that the output contains.
  public var addresses = AddressOptions()
  /// The instructions for search engines.
  public var search = SearchOptions()
  /// The structured data (JSON-LD) for search engines.
  public var structuredData = StructuredDataOptions()
  /// The address of the style sheet: an http or https URL, or a path such as `/comments.css`.
  ///
  /// If `nil`, each output contains the sheet. Many pages on one site are far smaller if they share
  /// one sheet; serve `Renderer.styleSheet` at its address.
  public var styleSheetAddress: String?
  /// The limit for one page, if a thread is to be divided into pages that link to one another.
  ///
  /// `Renderer.renderPages` writes them; only the format `page` can be divided.
  public var pageLimit: PageLimit?
  /// The address of the folder from which the pages of a thread are served, ending in a slash.
  ///
  /// If set, the canonical address of each page is its own, unless `addresses.canonical` is `none`.
  public var pagesAddress: String?
  /// The options of an archive.
  public var archive = ArchiveOptions()
  /// The level of the heading of a fragment or card, 2 to 5; the names of authors are headings one
  /// level below it.
  public var headingLevel = Options.defaultHeadingLevel
  /// The class names in the markup: only Atoll's, or those of Coral or Talk 4 as well.
  public var classNames = ClassNames.atoll
  /// The choice between light and dark colors.
  ///
  /// With `auto` or `host`, a terminal's background is unknown, so only the sixteen colors that its
  /// user chose are used.
  public var scheme = Scheme.auto
  /// The capabilities of the terminal; the width and the characters apply to plain text too.
  public var terminal = TerminalOptions()
  /// The headers and limits of an email.
  public var mail = MailOptions()

  /// Creates the default options.
  public init() {}
}
