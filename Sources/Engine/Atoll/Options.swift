public import Comments
public import Rows

/// The options of a rendering, apart from the theme and the templates.
///
/// The same story, theme, templates and options give the same bytes on every machine. Nothing is
/// asked of the system: the clock and the zone are here or they are not used.
public struct Options: Hashable, Sendable {
  /// An output format.
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
    /// The HTML of a mail, styles in its tags, for programs that build the message themselves.
    case emailHTML = "email-html"
    /// The text of a mail.
    case emailText = "email-text"
    /// The structured data of a page as a separate file (JSON-LD), for a page that includes the fragment.
    case jsonLD = "json-ld"
    /// A feed whose entries are the comments (Atom, RFC 4287 and RFC 4685).
    case atom

    /// The format is a page or a part of one.
    public var isHTML: Bool {
      switch self {
      case .page, .fragment, .card: true
      case .ansi, .text, .email, .emailHTML, .emailText, .jsonLD, .atom: false
      }
    }

    /// The format is a mail or a part of one.
    public var isMail: Bool {
      switch self {
      case .email, .emailHTML, .emailText: true
      case .page, .fragment, .card, .ansi, .text, .jsonLD, .atom: false
      }
    }
  }

  /// The condition under which readers can sort the page.
  public enum SortControls: String, Hashable, Sendable, CaseIterable {
    /// On for a page that has several comments, is not very large and is not divided into pages; off elsewhere.
    case auto
    /// Always.
    case on
    /// Never.
    case off
  }

  /// The class names written into markup.
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
    /// As the page around a fragment or a card has it: its CSS property `color-scheme`.
    case host
  }

  /// The output format.
  public var format = Format.page
  /// The order of the comments at the root.
  public var sort = CommentOrder.newest
  /// The order of the replies to a comment.
  public var replySort = CommentOrder.oldest
  /// The branches that are folded: closed on a page or fragment, where readers can open them, and left out and counted
  /// in other formats.
  public var folding = Folding.none
  /// Folds the replies below the third level as well, on a page or fragment of more than 200 comments.
  ///
  /// The pages of a divided thread are short enough without it.
  public var foldsLongThreads = true
  /// The deepest indentation of replies; deeper ones are flattened, with the name they answer.
  public var depthCap = 6
  /// Replies deeper than this are left out and counted.
  public var maxDepth: Int?
  /// Comments past this many are left out and counted.
  public var maxComments: Int?
  /// The root comments that are shown, counted from 0.
  public var roots: Range<Int>?
  /// Shows the infobox on closed stories too, where the server's own page leaves it out.
  public var keepsInfoboxWhenClosed = false
  /// The syntax of bodies, if it is to override that of the input.
  public var bodySyntax: Body.Syntax?
  /// The most bytes of one body that are shown.
  public var maxBodyBytes = 16_384
  /// The language of Atoll's own text: a BCP 47 tag such as `nl`, `pt-BR` or `zh-TW`, for which the nearest of
  /// `Options.languages` is used.
  public var language = "en"
  /// A publisher's own language file, which is used if `language` is its tag.
  public var languageFile: LanguageSource?
  /// The time zone of dates.
  public var zone = TimeZoneRules.utc
  /// The moment of the rendering.
  ///
  /// With it, dates are relative: `5 minutes ago`.
  public var now: Timestamp?
  /// Comments written after it are new.
  public var since: Timestamp?
  /// The ids of the comments that readers have seen; others are new.
  public var seen: Set<String>?
  /// Shows only new comments and those that they answer, if `since` or `seen` is given.
  ///
  /// Otherwise all comments are shown, and new ones are marked.
  public var showsOnlyNew = true
  /// The way in which pictures from other servers are shown: media of comments and pictures of authors.
  public var images = ImageDisplay.link
  /// Shows the announcement, the infobox and the question box.
  ///
  /// `nil` shows them unless only new comments are shown.
  public var showsNotices: Bool?
  /// The comment that a card, a mail or a text is about; pages and fragments show whole threads.
  public var focus: String?
  /// The picture of a card, and the comments on it.
  package var card = CardOptions()
  /// Shows comments of several stories, chosen by what they are; see `Renderer.render(digestOf:)`.
  public var digest: DigestOptions?
  /// The number of ancestors that are shown with it.
  public var ancestors = 1
  /// The sort controls of the page.
  public var sortControls = SortControls.auto
  /// The addresses that the output writes.
  public var addresses = AddressOptions()
  /// The words of a page for search engines.
  public var search = SearchOptions()
  /// The structured data (JSON-LD) for search engines.
  public var structuredData = StructuredDataOptions()
  /// The address of the style sheet: an http or https URL, or a path such as `/comments.css`.
  ///
  /// Nothing means that each output carries it. Many pages on one site are smaller by far with one sheet
  /// for all; `Renderer.styleSheet` is what to serve there.
  public var styleSheetAddress: String?
  /// The limit of one page, if a thread is to be divided into pages that link to one another.
  ///
  /// `Renderer.renderPages` writes them; only the format `page` can be divided.
  public var pageLimit: PageLimit?
  /// The address of the folder that the pages of a thread are served from, with a slash at its end.
  ///
  /// Each page then has its own address as its canonical one.
  public var pagesAddress: String?
  /// The options of an archive.
  public var archive = ArchiveOptions()
  /// The level of the heading of a fragment or card, 2 to 5; the names of authors are one level below it.
  public var headingLevel = 2
  /// The class names of markup in addition to Atoll's own.
  public var classNames = ClassNames.atoll
  /// Light or dark, or as the reader's system has it.
  ///
  /// On a terminal of unknown background (`auto`) only the sixteen colours that its user chose are used.
  public var scheme = Scheme.auto
  /// The abilities of the terminal; the width and the characters apply to plain text too.
  public var terminal = TerminalOptions()
  /// The headers and limits of a mail.
  public var mail = MailOptions()

  /// The defaults.
  public init() {}
}
