import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import AtollLayout

/// The options that decide which comments are shown, in which order, and how they are arranged.
extension DisplayArguments {
  static let body = Option<Self>.optional(
    "body", placeholder: "SYNTAX", as: .word, to: \.options.bodySyntax,
    group: .input, help: "Read all comment bodies in this syntax, whatever the input says.",
    default: "as the input says")

  static let order: [Option<Self>] = [
    .value(
      "sort", placeholder: "ORDER", as: .word, to: \.options.sort, group: .comments,
      help:
        "The order of root comments, which answer no other. For most-replies, only direct replies count.",
      default: "newest"
    ).markedAsCommon,
    .value(
      "reply-sort", placeholder: "ORDER", as: .word, to: \.options.replySort, group: .comments,
      help: "The order of replies.", default: "oldest"),
  ]

  static let foldedIDs = Option<Self>.list(
    "fold", placeholder: "ID", as: .text, to: \.foldedIDs, group: .comments,
    help: "Fold the replies to this comment. Can be given more than once.")
  static let folding = [foldedIDs] + foldLimits
  static let foldLimits: [Option<Self>] = [
    .optional(
      "fold-depth", placeholder: "N", as: .foldDepth, to: \.foldDepth, group: .comments,
      help: "Fold all replies below this level; 1 leaves only root comments, none folds none.",
      default: "3 on a page or fragment of more than 200 comments"),
    .optional(
      "fold-size", placeholder: "N", as: .count(1...Int.max), to: \.foldSize, group: .comments,
      help: "Fold the replies to every comment that has more than N, replies to replies included."),
  ]

  static let limits: [Option<Self>] = [
    .optional(
      "max-depth", placeholder: "N", as: .count(Options.depthLimits), to: \.options.maxDepth,
      group: .comments,
      help: "Leave out replies deeper than N levels, and say how many."),
    .optional(
      "max-comments", placeholder: "N", as: .count(Options.commentLimits),
      to: \.options.maxComments,
      group: .comments,
      help:
        "Leave out all but the first N comments, and say how many; in a feed, all but the newest."
    ).markedAsCommon,
    .optional(
      "roots", placeholder: "A..B", as: .range, to: \.options.roots, group: .comments,
      help: """
        Show only root comments A to B - 1, counted from 0: 0..10 shows the first ten. If only new \
        comments are shown, root comments without any do not count.
        """),
  ]

  static let previous = Option<Self>.optional(
    "previous", placeholder: "FILE", as: .file, to: \.previousFile, group: .comments,
    help: """
      Like --since, but show only comments that are not in this earlier version of the thread.
      """)

  static let since = Option<Self>.moment(
    "since", to: \.options.since, group: .comments,
    help: """
      Show only comments written after this moment, which are new, and the comments they answer.
      """
  ).markedAsCommon

  private static let newCommentDisplay: [Option<Self>] = [
    .flag(
      "only-new", isNegatable: true, to: \.options.showsOnlyNew, group: .comments,
      help: "Leave the other comments out; --no-only-new shows them, too, and marks the new ones.",
      default: "on"),
    .optionalFlag(
      "notices", to: \.options.showsNotices, group: .comments,
      help: "Show the announcement, the infobox and the question box above the comments.",
      default: "on; off where only new comments are shown"),
  ]

  /// The options for new comments, without `--previous`.
  static let newCommentsWithoutPrevious = [since] + newCommentDisplay
  static let newComments = [since, previous] + newCommentDisplay

  static let maxBodyBytes = maxBodyBytes(default: Options().maxBodyBytes)

  static func maxBodyBytes(default count: Int) -> Option<Self> {
    .value(
      "max-body-bytes", placeholder: "N", as: .count(Options.bodyByteLimits),
      to: \.options.maxBodyBytes,
      group: .comments,
      help: "Cut the text of a comment after this many bytes.", default: "\(count)")
  }

  static let layout: [Option<Self>] =
    [
      .value(
        "depth-cap", placeholder: "N", as: .count(1...64), to: \.options.depthCap,
        group: .appearance,
        help:
          "Indent replies down to this level; deeper ones name the comment they answer instead.",
        default: "6"),
      keepInfobox,
    ] + localeAndDates

  private static let keepInfobox = Option<Self>.flag(
    "keep-infobox", isNegatable: true, to: \.options.keepsInfoboxWhenClosed, group: .appearance,
    help: "Show the infobox on closed stories, too.")

  static let localeAndDates: [Option<Self>] = [
    .value(
      "locale", placeholder: "LANGUAGE", as: .language, to: \.options.language, group: .appearance,
      help: "The language of atoll's own text.", default: "en"
    ).markedAsCommon.suggested(for: "lang", "language"),
    LocaleCommands.fileOption,
    .value(
      "zone", placeholder: "ZONE", as: .zone, group: .appearance,
      help: "The time zone of dates: UTC, +02:00, Europe/Berlin or local.", default: "UTC"
    ) {
      $0.options.zone = $1.rules
      $0.zoneFileBytes = $1.fileBytes
    }.markedAsCommon.suggested(for: "timezone", "time-zone", "tz"),
    .value(
      "now", placeholder: "MOMENT", as: .absoluteMoment, group: .appearance,
      help: """
        Show dates relative to this moment, such as 2026-07-31T18:30:00Z or now. Other options then take \
        moments before it: 36h, 7d, 2w, today or yesterday.
        """
    ) { arguments, moment in
      arguments.options.now = moment.timestamp(now: nil, zone: arguments.options.zone.zone)
    }.inStep(1),
  ]
}

/// The options for pages, fragments, cards and mails.
extension DisplayArguments {
  /// The options for showing one comment, for commands that offer several formats.
  static let oneComment = comment(
    "Show only this comment, below those that it answers.")
  /// The options for showing one comment, for the command that writes only cards.
  static let commentOfCard = comment("The comment, which is shown below those that it answers.")

  private static func comment(_ help: String) -> [Option<Self>] {
    [
      .optional(
        "comment", placeholder: "ID", as: .text, to: \.options.focus, group: .comments, help: help
      ).markedAsCommon,
      .value(
        "ancestors", placeholder: "K", as: .count(Options.ancestorCounts),
        to: \.options.ancestorCount,
        group: .comments,
        help: "With --comment: show at most K of the comments that it answers.", default: "1"),
    ]
  }

  static let scheme = Option<Self>.value(
    "scheme", placeholder: "SCHEME", as: .word, to: \.options.scheme, group: .appearance,
    help: """
      light, dark, auto (as the reader's system is set), or host (the CSS property color-scheme of the \
      page around a fragment or card).
      """,
    default: "auto")

  /// The scheme of a whole document, which has no page around it.
  static let schemeOfDocument = Option<Self>.value(
    "scheme", placeholder: "SCHEME", as: .word(of: [.light, .dark, .auto], named: \.rawValue),
    to: \.options.scheme, group: .appearance,
    help: "light, dark, or auto (as the reader's system is set; the picture is light then).",
    default: "auto")

  static let classNames: [Option<Self>] = [
    .flag(
      "coral-classes", to: \.writesCoralClasses, group: .appearance,
      help: "Write Coral's class names in addition to atoll's, for style sheets made for Coral."),
    .flag(
      "talk-classes", to: \.writesTalkClasses, group: .appearance,
      help: "Write Talk's class names in addition to atoll's, for style sheets made for Talk."),
  ]

  static let style = Option<Self>.optional(
    "style", placeholder: "NAME", as: .style, to: \.style, group: .appearance,
    help: "The theme: a built-in one, or a folder.", default: "ign"
  ).markedAsCommon.suggested(for: "theme")

  static let templateFolder = Option<Self>.optional(
    "templates", placeholder: "DIR", as: .folder, to: \.templateFolder, group: .appearance,
    help: "Use the templates in this folder instead of the built-in ones of the same name."
  ).markedAsCommon

  private static let styleSheet = Option<Self>.optional(
    "style-sheet", placeholder: "ADDRESS", as: .text, to: \.options.styleSheetAddress,
    group: .appearance,
    help: """
      Link to the style sheet at this address instead of including a copy, so that many pages can \
      share one. `atoll theme css` writes the file to serve there. An address that begins with // is \
      on another host, which the page then trusts.
      """)

  static let sheets: [Option<Self>] = [
    style, scheme, headingLevel, styleSheet, templateFolder,
  ]

  static let images = Option<Self>.value(
    "images", placeholder: "HOW", as: .word, to: \.options.images, group: .appearance,
    help: """
      Show the media of comments as links (link), as names without addresses (off), or as images that \
      readers load from other servers, with pictures of authors (load); see docs/coral.md.
      """,
    default: "link")

  private static let sortControls = Option<Self>.value(
    "sort-controls", placeholder: "WHEN", as: .word, to: \.options.sortControls, group: .appearance,
    help: """
      Let readers sort the comments of a page or fragment; auto does on pages that are neither very \
      large nor divided, with a depth cap of 2 or more.
      """,
    default: "auto")

  private static let jsonLD = Option<Self>.flag(
    "json-ld", isNegatable: true, to: \.options.writesJSONLD, group: .appearance,
    help: "Short for --structured-data auto and --structured-data none.", default: "on")

  static let markup = Array<Option<Self>>(
    joining: sheets,
    [images, sortControls, jsonLD], structuredData, addresses, classNames)
}

extension DisplayArguments {
  /// The mail options of commands that can write a single mail.
  static let singleMail = sharedMail + MailOptions.singleMailOptions.nested(at: \Self.options.mail)

  /// The options for mails about rejected comments.
  static let rejectionMail = MailOptions.rejectionOptions.nested(at: \Self.options.mail)

  /// The mail options that also apply if a command writes many mails.
  static let sharedMail =
    MailOptions.sharedMailOptions.nested(at: \Self.options.mail) + [
      .moment(
        "mail-date", to: \.options.mail.date, from: Timestamp(milliseconds: 0), group: .mail,
        help: "The date of the mail.", default: "--now, or the time of sending")
    ]
}

extension MailOptions {
  /// The options that apply only to a single mail, such as its Message-ID.
  fileprivate static let singleMailOptions: [Option<Self>] = [
    .list(
      "mail-to", placeholder: "MAILBOX", as: .header { $0.to = [$1] }, to: \.to, group: .mail,
      help: "A recipient. Can be given more than once."),
    .optional(
      "message-id", placeholder: "ID", as: .header { $0.messageID = $1 }, to: \.messageID,
      group: .mail,
      help: "The Message-ID, such as 1@example.com.", default: "made from the content"),
    .list(
      "references", placeholder: "ID", as: .header { $0.references = [$1] }, to: \.references,
      group: .mail,
      help: """
        The Message-ID of an earlier mail, so that mail programs show both as one conversation. Can \
        be given more than once, the oldest first.
        """),
  ]

  fileprivate static let rejectionOptions: [Option<Self>] = [
    .value(
      "rejection-reason", placeholder: "TEXT", as: .text, group: .mail,
      help: """
        In a mail about a rejected comment, the reason: a text, or a code of Coral such as SPAM, which is \
        translated.
        """
    ) { $0.rejection = RejectionReason($1) },
    .optional(
      "guidelines", placeholder: "URL", as: .text, to: \.guidelines, group: .mail,
      help: "In a mail about a rejected comment, the address of the rules of your site."),
  ]

  fileprivate static let sharedMailOptions: [Option<Self>] = [
    .optional(
      "mail-from", placeholder: "MAILBOX", as: .header { $0.from = $1 }, to: \.from, group: .mail,
      help: "The sender: Name <name@example.com>.", default: "none: the mail is a draft"),
    .optional(
      "reply-to", placeholder: "MAILBOX", as: .header { $0.replyTo = $1 }, to: \.replyTo,
      group: .mail,
      help: "The address for answers."),
    .optional(
      "subject", placeholder: "TEXT", as: .header { $0.subject = $1 }, to: \.subject, group: .mail,
      help: "The subject.",
      default: "the number of comments, or of new ones, and the title"),
    .optional(
      "list-id", placeholder: "ID", as: .header { $0.listID = $1 }, to: \.listID, group: .mail,
      help: "The List-Id, such as tidewalker.comments.example.com."),
    .list(
      "unsubscribe", placeholder: "URL", as: .header { $0.unsubscribe = [$1] }, to: \.unsubscribe,
      group: .mail,
      help: "An https or mailto address for unsubscribing. Can be given more than once."),
    .optional(
      "unsubscribe-tag", placeholder: "TEXT", as: .header { $0.unsubscribeTag = $1 },
      to: \.unsubscribeTag,
      group: .mail,
      help: """
        A merge tag of your mailing service instead of the address for unsubscribing, such as \
        *|UNSUB|*, or an https address with merge tags in it.
        """),
    .optional(
      "view-url", placeholder: "URL", as: .header { $0.viewURL = $1 }, to: \.viewURL, group: .mail,
      help: "The address of this mail on the web, or a merge tag for it."),
    .optional(
      "logo-url", placeholder: "URL", as: .text, to: \.logoURL, group: .mail,
      help:
        "The https address of the publisher's logo, shown 32 pixels high at the top of the mail."),
    .optional(
      "reason", placeholder: "TEXT", as: .text, to: \.reason, group: .mail,
      help: "The reason why readers get the mail, in a sentence at its end."),
    .optional(
      "footer", placeholder: "MARKDOWN", as: .text, to: \.footer, group: .mail,
      help: "A text at the end of the mail, such as your postal address."),
    .value(
      "max-email-bytes", placeholder: "N", as: .count(MailOptions.byteLimits), group: .mail,
      help: """
        Limit the HTML, as it is sent, to this many bytes: leave out comments, and say how many. 0 \
        means no limit.
        """,
      default: "90000"
    ) { $0.maxBytes = $1 == 0 ? nil : $1 },
    allow,
  ]

  static let allow = Option<Self>.list(
    "allow", placeholder: "FEATURE", as: .text, to: \.allowedFeatures, group: .mail,
    help: """
      Allow templates and themes to use a feature that some mail clients do not support, such as \
      css-float. Can be given more than once.
      """)
}

extension DisplayArguments {
  static let terminal: [Option<Self>] = [
    .optional(
      "width", placeholder: "N", as: .count(TerminalOptions.widths), to: \.width, group: .terminal,
      help: "The maximum width of a line of ansi or text.",
      default: "the terminal's width, or 80; 72 for text"),
    .value(
      "hyperlinks", placeholder: "WHEN", as: .word, to: \.hyperlinks, group: .terminal,
      help: """
        Write links in ansi so that the terminal can open them; auto does if the output is coloured \
        and goes to a terminal. Otherwise links are numbered, and their addresses follow below.
        """,
      default: "auto"),
    .optionalFlag(
      "ascii", to: \.usesASCII, group: .terminal, help: "Write ansi and text in ASCII only.",
      default: "on for a terminal whose locale is not UTF-8"),
    .value(
      "spoilers", placeholder: "WHAT", as: .word, to: \.options.terminal.spoilers, group: .terminal,
      help: "Show the text of spoilers in ansi, text and mails, or hide it.", default: "hide"),
    .value(
      "ambiguous-width", placeholder: "N", as: .count(TerminalOptions.ambiguousWidths),
      to: \.options.terminal.ambiguousWidth,
      group: .terminal,
      help:
        "The columns of characters whose width Unicode calls ambiguous: 2 with East Asian fonts.",
      default: "1"),
    .flag(
      "flowed", isNegatable: true, to: \.options.terminal.isFlowed, group: .terminal,
      help: "Write text so that mail programs can reflow it (format=flowed).", default: "off"),
  ]
}

/// The options that apply only to some outputs.
extension DisplayArguments {
  /// The options for threads; they have no effect if only one comment is shown.
  static let threadOptions =
    (order + folding + limits + newComments + [sortControls, keepInfobox]).map(
      \.description)

  /// Throws an error if an option does not apply to the format, which is `nil` for blocks as JSON.
  static func check(
    _ given: GivenOptions, of options: Options, for format: Options.Format?
  ) throws {
    for limit in FormatRestriction.all
    where format.map({ !limit.formats.contains($0) }) ?? !limit.allowsJSON {
      for name in limit.names where given.contains(name) {
        guard limit.value == nil || limit.isSet(options) else { continue }
        throw Failure(
          commandLine: limit.message(
            naming: given.spelling(of: name), usedWith: format?.rawValue ?? RenderFormat.json.name),
          advice: FormatRestriction.advice)
      }
    }
  }
}

extension FormatRestriction {
  /// Returns the names of the formats that an option applies to, except those that a command lacks.
  ///
  /// The list is empty if the option applies to all formats, or if its group's heading names them.
  static func formats(of option: OptionDescription, except missing: Set<String> = []) -> [String] {
    switch option.group {
    case .mail, .terminal: []
    default: formats(of: option.name, except: missing)
    }
  }
}

extension Options {
  /// True if structured data is written; setting it chooses the kind `auto` or `none`.
  fileprivate var writesJSONLD: Bool {
    get { structuredData.kind != .none }
    set { structuredData.kind = newValue ? .auto : .none }
  }
}
