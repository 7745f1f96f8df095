package import Atoll
import AtollComments

/// One of the views on the preview page: a format, shown for a certain screen and preferences.
package struct PreviewView: Hashable, Sendable {
  /// A group of views, in the order of the page.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    case page, fragment, card, mail, terminal, specimen

    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  /// The thread that is shown.
  package enum Subject: Hashable, Sendable { case story, specimen }

  /// The way in which a view shows the output.
  package enum Treatment: Hashable, Sendable {
    case asIs
    /// With the rules for readers who prefer more contrast.
    case moreContrast
    /// As a fragment or a card in a page of a site.
    case inHost
    /// Without `<style>`, as some mail clients show it.
    case withoutStyle
    /// Terminal output, converted to HTML.
    case terminal
  }

  package enum Scheme: String, Hashable, Sendable { case light, dark }

  package let id: String
  package let group: Group
  package let title: String
  package var format = Options.Format.page
  package var width = 390
  package var scheme = Scheme.light
  package var language = "en"
  package var treatment = Treatment.asIs
  package var subject = Subject.story

  package static let all: [PreviewView] = [
    PreviewView(id: "page", group: .page, title: "Page, phone"),
    PreviewView(id: "page-dark", group: .page, title: "Page, phone, dark", scheme: .dark),
    PreviewView(
      id: "page-contrast", group: .page, title: "Page, phone, more contrast",
      treatment: .moreContrast),
    PreviewView(
      id: "page-rtl", group: .page, title: "Page, phone, right to left", language: "ar"),
    PreviewView(id: "page-wide", group: .page, title: "Page, desktop", width: 1000),
    PreviewView(
      id: "page-wide-dark", group: .page, title: "Page, desktop, dark", width: 1000, scheme: .dark),
    PreviewView(
      id: "fragment", group: .fragment, title: "Fragment in a site, phone", format: .fragment,
      treatment: .inHost),
    PreviewView(
      id: "fragment-wide-dark", group: .fragment, title: "Fragment in a site, desktop, dark",
      format: .fragment, width: 1000, scheme: .dark, treatment: .inHost),
    PreviewView(
      id: "card", group: .card, title: "Card in a site", format: .card, treatment: .inHost),
    PreviewView(
      id: "card-dark", group: .card, title: "Card in a site, dark", format: .card, scheme: .dark,
      treatment: .inHost),
    PreviewView(id: "mail", group: .mail, title: "Mail, phone", format: .emailHTML),
    PreviewView(
      id: "mail-dark", group: .mail, title: "Mail, phone, dark", format: .emailHTML, scheme: .dark),
    PreviewView(
      id: "mail-bare", group: .mail, title: "Mail without its style sheet", format: .emailHTML,
      treatment: .withoutStyle),
    PreviewView(
      id: "mail-wide", group: .mail, title: "Mail, desktop", format: .emailHTML, width: 720),
    PreviewView(
      id: "terminal-dark", group: .terminal, title: "Terminal, dark", format: .ansi, width: 720,
      scheme: .dark, treatment: .terminal),
    PreviewView(
      id: "terminal", group: .terminal, title: "Terminal, light", format: .ansi, width: 720,
      treatment: .terminal),
    PreviewView(
      id: "specimen", group: .specimen, title: "Every element, phone", subject: .specimen),
    PreviewView(
      id: "specimen-wide-dark", group: .specimen, title: "Every element, desktop, dark",
      width: 1000, scheme: .dark, subject: .specimen),
  ]

  /// The depth limit of the specimen; deeper replies are left out, so that the note about
  /// them is shown.
  private static let specimenDepth = 11

  /// Returns the options for rendering a story in this view; `nil` for a card if there is no
  /// comment to show.
  func options(for story: Story) -> Options? {
    var options = Options()
    options.format = format
    options.language = language
    options.maxDepth = subject == .specimen ? Self.specimenDepth : nil
    // The scheme of a mail always follows the reader's system; see `PreviewSite.document`.
    if !format.isMail { options.scheme = scheme == .dark ? .dark : .light }
    if treatment == .terminal { options.terminal.colors = .trueColor }
    if format == .card {
      guard let focus = Self.cardComment(of: story) else { return nil }
      options.focus = focus
      options.ancestorCount = 2
    }
    return options
  }

  /// Returns the id of the first reply to a reply, or else of the first reply, or else of
  /// the first comment.
  private static func cardComment(of story: Story) -> String? {
    let replies = story.positions.filter { story.parent(of: $0) != nil }
    let deep = replies.first { reply in
      story.parent(of: reply).flatMap { story.parent(of: $0) } != nil
    }
    return (deep ?? replies.first ?? story.positions.first).map { story.comment(at: $0).id }
  }
}
