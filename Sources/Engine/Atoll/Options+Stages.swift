import AtollBodyText
import AtollBytes
public import AtollComments
import AtollHTMLOutput
package import AtollLayout
import AtollTerminalOutput
import AtollTheming

/// The settings for each stage of a rendering, made from the options.
extension Options {
  func check() throws(AtollError) {
    guard languageTag != nil else {
      throw AtollError(
        .options, message: "unknown language '\(language)'",
        advice: Language.advice(forUnknown: language))
    }
    guard format != .card || focus != nil || card.comments != nil else {
      throw AtollError(
        .options, message: "a card is about one comment", advice: "say which by its id")
    }
    guard depthCap >= 1 else {
      throw AtollError(
        .options, message: "the depth cap must be at least 1", advice: "1 indents nothing")
    }
    if sortControls == .on, depthCap == 1 {
      throw AtollError(
        aboutOptions: .depthCap,
        message: "readers cannot sort a thread whose replies are not indented",
        advice: "set the depth cap to 2 or more")
    }
    try checkFormat()
    try checkArchive()
    try checkPages()
    try checkNumbers()
    if let guidelines = mail.guidelines, SafeURL(guidelines) == nil {
      throw AtollError(
        aboutOptions: .guidelines, message: "'\(guidelines)' is not the address of guidelines",
        advice: "write an address such as https://www.example.com/rules")
    }
    try search.check()
    try checkStructuredData()
  }

  /// Throws an error if a number is one that the command line does not accept, either.
  private func checkNumbers() throws(AtollError) {
    let numbers: [(value: Int?, range: ClosedRange<Int>, name: String)] = [
      (headingLevel, Self.headingLevels, "level of a heading"),
      (terminal.width, TerminalOptions.widths, "width in columns"),
      (terminal.ambiguousWidth, TerminalOptions.ambiguousWidths, "width of ambiguous characters"),
      (maxBodyBytes, Self.bodyByteLimits, "limit for the bytes of a body"),
      (maxDepth, Self.depthLimits, "limit for levels"),
      (maxComments, Self.commentLimits, "limit for comments"),
      (ancestorCount, Self.ancestorCounts, "number of ancestors"),
      (mail.maxBytes, MailOptions.byteLimits, "limit for the bytes of a mail"),
    ]
    for (value, range, name) in numbers {
      guard let value, !range.contains(value) else { continue }
      throw AtollError(
        .options, message: "the \(name) cannot be \(value)",
        advice: range.upperBound == .max
          ? "choose at least \(range.lowerBound)"
          : "choose one from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// The levels that the heading of a fragment or card can have.
  public static let headingLevels = 2...5
  package static let bodyByteLimits = 64...(1 << 30)
  package static let depthLimits = 1...Int.max
  package static let commentLimits = 0...Int.max
  package static let ancestorCounts = 0...1000
  /// The level of the top heading in the templates of fragments and cards.
  static let defaultHeadingLevel = 2

  func templateSettings(
    _ form: HTMLTemplates.Form
  ) throws(AtollError) -> HTMLTemplates.Settings {
    var settings = HTMLTemplates.Settings(
      form: form, wording: Wording(language: resolvedLanguage, zone: zone.zone, now: now))
    settings.isDigest = digest != nil
    settings.writesCoralClasses = classNames == .coral
    settings.writesTalkClasses = classNames == .talk
    settings.isTopCard = format == .card && card.commentChoice == .top
    settings.isPaged = pageLimit != nil
    settings.archivedLabel = archivedLabel
    settings.headingShift = headingLevel - Self.defaultHeadingLevel
    settings.addresses = try addressSettings()
    settings.hasAnchors = hasAnchors
    settings.robots = Array(search.robots.joined(separator: ", ").utf8)
    settings.forbidsSnippets = search.forbidsSnippets
    return settings
  }

  private var depthCapForFormat: Int {
    let cap = terminalSettings.map { min(depthCap, $0.railLimit + 1) } ?? depthCap
    return format.isMail ? min(cap, Self.mailDepthCap) : cap
  }

  /// Returns the comments that are new; `nil` if the options do not say what is new.
  func newComments(in story: Story) -> CommentSet? {
    let since = digest?.sinceByStory[story.id] ?? since
    guard since != nil || seen != nil else { return nil }
    var new = CommentSet(newIn: story, since: since, seen: seen.map { CommentSet($0, in: story) })
    if seen == nil, let now {
      // They would be new forever.
      new?.remove(in: story) { $0.createdAt.isImpossiblyLate(at: now) }
    }
    if let reader = mail.recipient?.authorID { new?.removeComments(byAuthor: reader, in: story) }
    return new
  }

  /// Returns how many comments of a story are new; `nil` if the options do not say what is new.
  ///
  /// The number is 0 if `roots` begins after the last root comment that has anything new.
  public func newCommentCount(in story: Story) -> Int? {
    guard let new = newComments(in: story) else { return nil }
    if let roots, roots.lowerBound > 0, showsOnlyNewComments {
      let shown = new.withAncestors(in: story)
      let rootCount = story.comments.indices.count {
        story.comments[$0].parent < 0 && shown.contains($0)
      }
      if roots.lowerBound >= rootCount { return 0 }
    }
    return new.count
  }

  package var looksUpCommentsByID: Bool { focus != nil || seen != nil }

  /// True if one comment is shown as a notification, with its ancestors quoted above it.
  var isNotification: Bool { focus != nil && !format.isHTML }

  /// True if only new comments are shown, with their ancestors.
  var showsOnlyNewComments: Bool {
    digest == nil && !isNotification && showsOnlyNew && (since != nil || seen != nil)
  }

  func showsSortControls(_ story: Story) -> Bool {
    switch sortControls {
    case .on: format != .card
    case .off: false
    case .auto:
      // Readers of a divided thread could sort only the comments of one page. Without indentation,
      // replies are beside the root comments, and sorting would separate them.
      format == .page && pageLimit == nil && depthCap > 1 && story.count > 1
        && story.count <= Renderer.sortControlLimit
    }
  }

  /// Returns the blocks of a page about the story, whatever the format.
  package func pageBlocks(of story: Story) -> BlockList {
    var page = self
    page.format = .page
    return BlockList(
      applyingPseudonyms(to: story), options: page.layoutOptions(),
      selecting: page.selection(in: story, focus: nil))
  }

  func selection(in story: Story, focus: Position?) -> StorySelection {
    var selection = StorySelection()
    selection.newComments = newComments(in: story)
    selection.kept = showsOnlyNewComments ? selection.newComments?.withAncestors(in: story) : nil
    selection.countedRoots = selection.kept
    selection.focus = focus
    if format == .card, focus == nil, let comments = card.comments {
      selection.chosen = comments.map(\.index)
      selection.countsOthers = false
    }
    selection.ranksRoots = format.isHTML && showsSortControls(story)
    return selection
  }

  /// Returns the position of the comment that the rendering is about; `nil` if it is about a whole
  /// thread or multiple comments.
  ///
  /// It throws an error if the story lacks the comment or, for a notification, has only its
  /// tombstone.
  package func focusPosition(in story: Story) throws(AtollError) -> Position? {
    if format == .card, let comments = card.comments {
      return comments.count == 1 ? comments[0] : nil
    }
    guard let focus, format == .card || isNotification else { return nil }
    if let position = story.position(of: focus) {
      guard isNotification, let reason = story.comment(at: position).tombstone else {
        return position
      }
      throw AtollError(
        .options,
        message: "the comment '\(focus)' is not shown (\(reason.rawValue))"
      )
    }
    throw AtollError(
      .options, message: "the story has no comment '\(focus)'",
      advice: "use the id of a comment in the story")
  }

  /// True if folded replies are laid out: readers of a page can open them, and structured data
  /// describes the same comments as its page.
  private var includesFoldedReplies: Bool {
    switch format {
    case .page, .fragment, .jsonLD: true
    case .card, .ansi, .text, .email, .emailHTML, .emailText, .atom: false
    }
  }

  func layoutOptions() -> LayoutOptions {
    var layout = LayoutOptions()
    layout.language = resolvedLanguage
    layout.zone = zone.zone
    layout.now = now
    layout.sort = sort
    layout.replySort = replySort
    layout.folding = folding
    layout.includesFoldedReplies = includesFoldedReplies
    layout.foldsLongThreads = foldsLongThreads && pageLimit == nil
    layout.depthCap = depthCapForFormat
    layout.maxDepth = maxDepth
    layout.maxComments = maxComments
    layout.roots = roots
    layout.listsByTime = format == .atom
    layout.keepsInfoboxWhenClosed = keepsInfoboxWhenClosed
    layout.showsOnlyNewComments = showsOnlyNewComments
    layout.images = images
    layout.showsNotices = showsNotices ?? !showsOnlyNewComments
    layout.ancestorCount = ancestorCount
    layout.isNotification = isNotification
    layout.notification = mail.notification
    layout.rejection = mail.rejection
    layout.guidelines = mail.guidelines.flatMap { SafeURL($0) }
    return layout
  }
}

extension ColorScheme {
  init(_ scheme: Options.Scheme) {
    switch scheme {
    case .auto: self = .auto
    case .light: self = .light
    case .dark: self = .dark
    case .host: self = .host
    }
  }
}

extension Theme {
  /// Creates a theme for a format.
  ///
  /// All files of a user's theme are validated, whatever the format.
  init(_ style: Style, for format: Options.Format) throws(AtollError) {
    switch style {
    case .embedded(let name):
      self = try translatingErrors(
        of: Theme(embedded: name, for: format.themePurpose), AtollError.init(compiling:))
    case .files(let name, let files):
      let files = files.map { StyleFile(path: $0.path, bytes: $0.bytes) }
      self = try translatingErrors(
        of: Theme(name: name, files: files), AtollError.init(compiling:))
    }
  }
}

extension Options.Format {
  fileprivate var themePurpose: Theme.Purpose {
    switch self {
    case .page, .fragment, .card: .pages
    case .email, .emailHTML, .emailText: .mails
    case .ansi, .text, .jsonLD, .atom: .terminals
    }
  }

  package var contentType: String {
    switch self {
    case .page, .fragment, .card, .emailHTML: "text/html; charset=utf-8"
    case .ansi, .text, .emailText: "text/plain; charset=utf-8"
    case .email: "message/rfc822"
    case .jsonLD: "application/ld+json"
    case .atom: "application/atom+xml; charset=utf-8"
    }
  }

  /// The ending of file names in this format; web servers choose a content type by it.
  package var fileEnding: String {
    switch self {
    case .page, .fragment, .card, .emailHTML: "html"
    case .ansi, .text, .emailText: "txt"
    case .email: "eml"
    case .jsonLD: "jsonld"
    case .atom: "atom"
    }
  }
}
