/// How the layout words and arranges what is shown.
enum LayoutOptions {
  static let all = [depthCap, keepInfobox, locale, zone, now]

  static let depthCap = OptionDescription(
    name: "depth-cap", value: .of("N", .count(1...64)), group: .look,
    help: "Indent replies down to this level; deeper ones say whom they answer instead.",
    defaultText: "6")
  static let keepInfobox = OptionDescription(
    name: "keep-infobox", isNegatable: true, group: .look,
    help: "Show the infobox on closed stories too.")
  static let locale = OptionDescription(
    name: "locale", value: .of("LANGUAGE", .language(Words.languages)), group: .look,
    help: "The language of atoll's own words.", defaultText: "en")
  static let zone = OptionDescription(
    name: "zone", value: .of("ZONE", .zone), group: .look,
    help: "The zone in which dates are told: UTC, +02:00, Europe/Berlin or local.",
    defaultText: "UTC")
  static let now = OptionDescription(
    name: "now", value: .of("MOMENT", .moment), group: .look,
    help: "Tell dates relative to this moment, such as 2026-07-31T18:30:00Z or now.")
}

/// What of a thread its readers do not know yet.
enum NewsOptions {
  static let all = [since, previous, onlyNew, notices]

  static let since = OptionDescription(
    name: "since", value: .of("MOMENT", .moment), group: .choice,
    help: "Show only comments written after this moment, marked as new, with what they answer.")
  static let previous = OptionDescription(
    name: "previous", value: .of("FILE", .file), group: .choice,
    help: "Show only comments that are not in this earlier state of the thread, in the same way.")
  static let onlyNew = OptionDescription(
    name: "only-new", isNegatable: true, group: .choice,
    help: "With --no-only-new, show the other comments too, and mark the new ones.",
    defaultText: "on")
  static let notices = OptionDescription(
    name: "notices", isNegatable: true, group: .choice,
    help: "Show the announcement, the rules and the question above the comments.",
    defaultText: "on; off where only new comments are shown")
  /// For commands that write something a reader gets.
  static let skipEmpty = OptionDescription(
    name: "skip-empty", group: .choice,
    help: "With --since or --previous: write nothing and end with 6 where no comment is new.")
}

/// How `atoll render` writes what is laid out.
enum RenderOptions {
  /// The formats of the library, and the blocks as JSON.
  static let formats = Words.formats + ["json"]

  static let all =
    LayoutOptions.all + [
      comment, ancestors, style, scheme, styleSheet, templates, sortControls, jsonLD, coralClasses,
      talkClasses, maxBodyBytes,
    ]

  static let format = OptionDescription(
    name: "format", letter: "f", value: .of("FORMAT", .word(formats)), group: .output,
    help: """
      A complete page, a fragment to be placed in another page, a card of one comment, lines for a \
      terminal, plain text, a mail or its HTML or text, or the blocks as JSON.
      """,
    defaultText: "page; ansi on a terminal")
  static let comment = OptionDescription(
    name: "comment", value: .of("ID", .text), group: .choice,
    help: "The comment that a card is about. No other format takes it.")
  static let ancestors = OptionDescription(
    name: "ancestors", value: .of("K", .count(0...1000)), group: .choice,
    help: "How many of the comments it answers a card shows.", defaultText: "1")
  static let style = OptionDescription(
    name: "style", value: .of("NAME", .wordOrFolder(Words.styles)), group: .look,
    help: "The style: one that comes with atoll, or a folder.", defaultText: "ign")
  static let scheme = OptionDescription(
    name: "scheme", value: .of("SCHEME", .word(Words.schemes)), group: .look,
    help: "Light or dark, or as the reader's system has it.", defaultText: "auto")
  static let styleSheet = OptionDescription(
    name: "style-sheet", value: .of("ADDRESS", .text), group: .look,
    help: """
      Point to the style sheet at this address instead of carrying it: smaller where many pages share \
      one. `atoll theme css` writes what to serve there. An address that begins with // is on another \
      host, which the page then trusts.
      """)
  static let templates = OptionDescription(
    name: "templates", value: .of("DIR", .folder), group: .look,
    help: "Take the templates in this folder in place of those of the same name.")
  static let sortControls = OptionDescription(
    name: "sort-controls", value: .of("WHEN", .word(Words.sortControls)), group: .look,
    help: "Let readers sort the page; auto leaves it out of very large pages.",
    defaultText: "auto")
  static let jsonLD = OptionDescription(
    name: "json-ld", isNegatable: true, group: .look,
    help: "Describe the page for search engines.", defaultText: "on")
  static let coralClasses = OptionDescription(
    name: "coral-classes", group: .look,
    help: "Write Coral's class names beside atoll's, for style sheets made for Coral.")
  static let talkClasses = OptionDescription(
    name: "talk-classes", group: .look,
    help: "Write Talk's class names beside atoll's, for style sheets made for Talk.")
  static let maxBodyBytes = OptionDescription(
    name: "max-body-bytes", value: .of("N", .count(64...(1 << 30))), group: .choice,
    help: "Cut the text of a comment after this many bytes.", defaultText: "16384")
}
