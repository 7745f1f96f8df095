import AtollComments

/// Options that only some formats use; with any other format, they are an error.
///
/// The command line checks the names of the options given, and the library checks `isSet`. The help
/// lists the formats for each option.
package struct FormatRestriction: Sendable {
  /// The names of the options on the command line.
  package let names: [String]
  /// The only value of the options that is restricted; `nil` if all their values are.
  package let value: String?
  package let formats: [Options.Format]
  /// True if the options also affect the JSON form of the blocks, which only the command writes.
  package let allowsJSON: Bool
  /// A function that returns whether the options are set; it always returns `false` for options
  /// that the library ignores in other formats.
  package let isSet: @Sendable (Options) -> Bool

  private init(
    _ names: String..., value: String? = nil, formats: [Options.Format],
    allowsJSON: Bool = false, isSet: @escaping @Sendable (Options) -> Bool = { _ in false }
  ) {
    (self.names, self.value, self.formats) = (names, value, formats)
    (self.allowsJSON, self.isSet) = (allowsJSON, isSet)
  }

  package func message(naming option: String, usedWith format: String) -> String {
    let option = value.map { "\(option) \($0)" } ?? option
    let noun = formatNames.count == 1 ? "format" : "formats"
    let names = formatNames.joined(separator: ", ")
    return "\(option) is for the \(noun) \(names), not for \(format)"
  }

  private var formatNames: [String] { formats.map(\.rawValue) + (allowsJSON ? ["json"] : []) }

  /// Returns the names of the formats that an option is for; empty if it is for all formats.
  ///
  /// `missing` contains formats that a command does not have; these are left out.
  package static func formats(of option: String, except missing: Set<String> = []) -> [String] {
    let restriction = all.first { $0.value == nil && $0.names.contains(option) }
    return restriction?.formatNames.filter { !missing.contains($0) } ?? []
  }

  package static let advice = "leave it out, or choose another format"

  private static let html = Options.Format.allCases.filter(\.isHTML)
  private static let mails = Options.Format.allCases.filter(\.isMail)
  private static let threads: [Options.Format] = [.page, .fragment, .ansi, .text] + mails
  private static let texts: [Options.Format] = [.ansi, .text, .email, .emailText]

  package static let all: [FormatRestriction] = [
    FormatRestriction("comment", "notification", formats: [.card, .ansi, .text] + mails),
    // In the library, pages and fragments ignore the focus.
    FormatRestriction("comment", formats: html + [.ansi, .text] + mails) { $0.focus != nil },
    FormatRestriction(
      "fold", "fold-depth", "fold-size", formats: threads + [.atom], allowsJSON: true),
    FormatRestriction("notices", "depth-cap", formats: threads, allowsJSON: true),
    FormatRestriction("sort", "reply-sort", formats: threads + [.jsonLD], allowsJSON: true),
    FormatRestriction("style", "scheme", formats: html + [.email, .emailHTML, .ansi]),
    FormatRestriction("scheme", value: "host", formats: [.fragment, .card]) { $0.scheme == .host },
    FormatRestriction("templates", formats: html + mails),
    FormatRestriction("style-sheet", "coral-classes", "talk-classes", formats: html),
    FormatRestriction("heading-level", formats: [.fragment, .card]) {
      $0.headingLevel != Options.defaultHeadingLevel
    },
    FormatRestriction("images", value: "load", formats: html + [.email, .emailHTML]) {
      $0.images == .load
    },
    FormatRestriction("sort-controls", formats: [.page, .fragment], allowsJSON: true),
    FormatRestriction("pages", "page-bytes", "pages-url", formats: [.page]) { $0.pageLimit != nil },
    FormatRestriction("archive", formats: [.page, .fragment]) { $0.archive.date != nil },
    FormatRestriction("json-ld", formats: [.page]),
    FormatRestriction("structured-data", formats: [.page, .jsonLD]) {
      $0.structuredData.kind != .auto && $0.structuredData.kind != .none
    },
    FormatRestriction("reviewed", formats: [.page, .jsonLD]) { $0.structuredData.reviewed != nil },
    FormatRestriction("subject-id", formats: [.page, .jsonLD]) { $0.structuredData.subject != nil },
    FormatRestriction("permalinks", formats: html + mails + [.jsonLD, .atom]) {
      $0.addresses.permalinks != .automatic
    },
    FormatRestriction("anchors", formats: html + [.jsonLD]) { $0.addresses.anchorPrefix != nil },
    FormatRestriction("canonical", formats: [.page]) { $0.addresses.canonical != .story },
    FormatRestriction("feed", formats: [.page, .atom]) { $0.addresses.feed != nil },
    FormatRestriction("robots", formats: [.page]) { !$0.search.robots.isEmpty },
    FormatRestriction("no-snippets", formats: html) { $0.search.forbidsSnippets },
    FormatRestriction(
      "notify", "mail-from", "mail-to", "reply-to", "subject", "list-id",
      "unsubscribe", "unsubscribe-tag", "view-url", "reason", "rejection-reason", "guidelines",
      "footer", "max-email-bytes", "allow", "mail-date",
      formats: mails),
    FormatRestriction("message-id", "references", formats: [.email]),
    FormatRestriction("logo-url", formats: [.email, .emailHTML]),
    FormatRestriction("width", "ascii", "ambiguous-width", formats: texts),
    FormatRestriction("flowed", formats: texts.filter { $0 != .ansi }),
    FormatRestriction("spoilers", formats: [.ansi, .text] + mails),
    FormatRestriction("hyperlinks", formats: [.ansi]),
  ]
}

extension Options {
  /// Throws an error if an option is set that the format does not use.
  func checkFormat() throws(AtollError) {
    for restriction in FormatRestriction.all
    where !restriction.formats.contains(format) && restriction.isSet(self) {
      let name = restriction.names.first.map { "'\($0)'" } ?? ""
      throw AtollError(
        .options, message: restriction.message(naming: name, usedWith: format.rawValue),
        advice: FormatRestriction.advice)
    }
  }
}
