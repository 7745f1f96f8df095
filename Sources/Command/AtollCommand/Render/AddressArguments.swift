import Atoll
import AtollArguments
import AtollBytes

extension DisplayArguments {
  static let addresses: [Option<Self>] = [
    .value(
      "permalinks", placeholder: "WHERE",
      as: ValueForm<AddressOptions.Permalinks>.address(
        or: ["page": .page, "server": .server, "none": .none],
        expected: "page, server, none, or an address with {id}"
      ) { .template($0) }, to: \.options.addresses.permalinks, group: .appearance,
      help: """
        The target of the link on a comment's time: page (the comment in the output itself), server (the \
        comment on its server), none, or an address with {id}, such as \
        https://example.com/talk/{story}.html#c-{id}. {file} and {url} are the id in names of exported \
        files and the address of the story.
        """,
      default: "server; page if the server is unknown"),
    .optional(
      "anchors", placeholder: "PREFIX", as: .text, to: \.options.addresses.anchorPrefix,
      group: .appearance,
      help: """
        Give comments ids that begin with PREFIX, so that links can lead to them, in fragments and \
        cards, too. Fragments on one page need different prefixes if they show the same comments.
        """,
      default: "c- on pages; no ids elsewhere"),
    .value(
      "canonical", placeholder: "ADDRESS",
      as: ValueForm<AddressOptions.Canonical>.address(
        or: ["story": .story, "self": .page, "none": .none],
        expected: "story, self, none, or an address"
      ) { .template($0) }, to: \.options.addresses.canonical, group: .appearance,
      help: """
        The address under which search engines list the page (rel=canonical): story (the address of \
        the story), self (the address given with --permalinks, without its #), none, or an address, which \
        can contain {story}, the id of the story, {file}, the id as in the names of exported files, or \
        {url}, the address of the story.
        """,
      default: "story"),
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

extension ValueForm where Value: Sendable {
  /// Returns the form of one of a few words, or of an address, which the library validates.
  fileprivate static func address(
    or words: KeyValuePairs<String, Value>, expected: String,
    value: @escaping @Sendable (String) -> Value
  ) -> ValueForm {
    ValueForm(.suggestions(words.map(\.key)), expected: expected) { text in
      if let word = words.first(where: { $0.key == text }) { return word.value }
      return text.contains("/") || text.hasPrefix("{") ? value(text) : nil
    }
  }
}
