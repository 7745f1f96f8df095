import Arguments
import Atoll
import Bytes

extension DisplayArguments {
  static let addresses: [Option<Self>] = [
    .value(
      "permalinks", placeholder: "WHERE", as: .permalinks, group: .appearance,
      help: """
        The target of the link on a comment's time: page (the comment in the output itself), server (the \
        comment on its server), none, or an address with {id}, such as \
        https://example.com/talk/{story}.html#c-{id}.
        """,
      default: "server; page if the server is unknown"
    ) { $0.options.addresses.permalinks = $1 },
    .optional(
      "anchors", placeholder: "PREFIX", as: .text, to: \.options.addresses.anchorPrefix,
      group: .appearance,
      help: """
        Give comments ids that begin with PREFIX, so that links can lead to them, in fragments and \
        cards, too. Fragments on one page need different prefixes if they show the same comments.
        """,
      default: "c- on pages; no ids elsewhere"),
    .value(
      "canonical", placeholder: "ADDRESS", as: .canonical, group: .appearance,
      help: """
        The address under which search engines list the page (rel=canonical): story (the address of \
        the story), self (the address given with --permalinks, without its #), none, or an address, in \
        which {story} is replaced by the id of the story.
        """,
      default: "story"
    ) { $0.options.addresses.canonical = $1 },
    .optional(
      "feed", placeholder: "ADDRESS", as: .text, to: \.options.addresses.feed, group: .appearance,
      help: """
        The address of the Atom feed of these comments: pages link to it, and the feed names it as its \
        own address.
        """),
    .list(
      "robots", placeholder: "DIRECTIVE", as: .text, to: \.options.search.robots,
      group: .appearance,
      help: """
        Tell search engines how to treat the page, such as noindex or max-snippet:50. Can be given more \
        than once.
        """),
    .flag(
      "no-snippets", to: \.options.search.forbidsSnippets, group: .appearance,
      help: "Ask search engines to quote nothing of the comments (data-nosnippet)."),
  ]
}

extension ValueForm where Value == AddressOptions.Permalinks {
  /// `page`, `server`, `none`, or an address with `{id}`.
  static var permalinks: ValueForm {
    ValueForm(.suggestions(["page", "server", "none"])) { text in
      switch text {
      case "page": return .page
      case "server": return .server
      case "none": return .none
      case _:
        guard isAddress(text) else {
          throw Failure.invalidValue(text, expected: "page, server, none, or an address with {id}")
        }
        return .template(text)
      }
    }
  }
}

extension ValueForm where Value == AddressOptions.Canonical {
  /// `story`, `self`, `none`, or an address.
  static var canonical: ValueForm {
    ValueForm(.suggestions(["story", "self", "none"])) { text in
      switch text {
      case "story": return .story
      case "self": return .page
      case "none": return .none
      case _:
        guard isAddress(text) else {
          throw Failure.invalidValue(text, expected: "story, self, none, or an address")
        }
        return .template(text)
      }
    }
  }
}

/// Returns whether text is meant as an address rather than a keyword; the library validates it.
private func isAddress(_ text: String) -> Bool { text.contains("/") || text.hasPrefix("{") }
