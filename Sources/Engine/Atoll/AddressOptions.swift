import AtollBytes
import AtollMarkupWriting

/// The addresses in an output: of its comments, of the output itself, and of its feed.
///
/// An address can contain placeholders: `{story}` for the story's id, `{file}` for the id as in the
/// names of files that a store exports, and, at its beginning, `{url}` for the story's own address
/// without its fragment. An address of comments contains `{id}` for the comment's id. For example,
/// `https://example.com/talk/{story}.html#c-{id}`.
public struct AddressOptions: Hashable, Sendable {
  /// The targets that the addresses of comments lead to.
  public enum Permalinks: Hashable, Sendable {
    /// The comment on its server; if its address there is unknown, or if the output is an archive,
    /// the comment in the output itself.
    case automatic
    /// The comment in the output itself, which is possible only if comments have ids there.
    case page
    /// The comment on its server; if its address there is unknown, it has no link.
    case server
    /// No target: times are not links.
    case none
    /// An address with the placeholder `{id}`.
    case template(String)
  }

  /// The canonical address of a page, under which search engines list it.
  public enum Canonical: Hashable, Sendable {
    /// The address of the story itself.
    case story
    /// The address of the page itself, taken from the template for permalinks.
    case page
    /// No canonical address.
    case none
    /// This address, which can contain placeholders.
    case template(String)
  }

  /// The targets that the addresses of comments lead to.
  public var permalinks = Permalinks.automatic
  /// The text before a comment's id in the `id` of its element.
  ///
  /// If `nil`, it is `c-` on pages, and comments in fragments, cards and digests have no ids. Such
  /// ids could collide with those of the page around a fragment or card.
  public var anchorPrefix: String?
  /// The canonical address of a page, under which search engines list it.
  public var canonical = Canonical.story
  /// The address of a feed with the same comments; `nil` if there is none.
  ///
  /// A page links to this address, and the feed itself names it as its own.
  public var feed: String?

  /// Creates the default options.
  public init() {}
}

/// The instructions for search engines.
public struct SearchOptions: Hashable, Sendable {
  /// The directives in a page's `<meta name="robots">`, such as `noindex`.
  public var robots: [String] = []
  /// True if search engines are asked not to quote the comments.
  public var forbidsSnippets = false

  /// Creates the default options.
  public init() {}
}

extension Options {
  private static let pagePrefix = "c-"
  private static let maximumPrefixLength = 64

  /// True if comments have ids in the output.
  var hasAnchors: Bool {
    format == .page && digest == nil
      || addresses.anchorPrefix != nil && (format.isHTML || format == .jsonLD)
  }

  func addressSettings() throws(AtollError) -> AddressSettings {
    try checkPrefix()
    return AddressSettings(
      permalinks: try permalinkTarget(),
      anchorPrefix: Array((addresses.anchorPrefix ?? Self.pagePrefix).utf8),
      canonical: try canonicalTemplate(),
      feed: try addresses.feed.map { (text) throws(AtollError) in
        try Self.addressTemplate(text, option: .feed)
      })
  }

  private func checkPrefix() throws(AtollError) {
    guard let prefix = addresses.anchorPrefix else { return }
    let isName = prefix.utf8.allSatisfy { isLetterOrDigit($0) || "-_".utf8.contains($0) }
    let beginsWithLetter = prefix.utf8.first.map(isLetter) ?? false
    guard isName, beginsWithLetter, prefix.utf8.count <= Self.maximumPrefixLength else {
      throw AtollError(
        aboutOptions: .anchors, message: "'\(prefix)' cannot begin the ids of comments",
        advice: "write a letter, then letters, digits, - and _, such as talk-")
    }
  }

  private func permalinkTarget() throws(AtollError) -> AddressSettings.PermalinkTarget {
    switch addresses.permalinks {
    case .automatic: return archive.date == nil ? .automatic : .page
    case .server: return .server
    case .none: return .none
    case .template(let text): return .template(try Self.permalinkTemplate(text))
    case .page:
      if hasAnchors { return .page }
      let output = digest == nil ? "of the format '\(format.rawValue)'" : "in a digest"
      let message = "comments \(output) have no ids to link to"
      guard format.isHTML || format == .jsonLD else {
        throw AtollError(
          aboutOptions: .permalinks, message: message,
          advice: "write an address with {id} instead")
      }
      throw AtollError(
        aboutOptions: .anchors, message: message,
        advice: "give them ids by setting their anchors, such as talk-")
    }
  }

  private func canonicalTemplate() throws(AtollError) -> AddressTemplate? {
    switch addresses.canonical {
    case .story: return .story
    case .none: return nil
    case .template(let text): return try Self.addressTemplate(text, option: .canonical)
    case .page:
      guard case .template(let text) = addresses.permalinks else {
        throw AtollError(
          aboutOptions: .canonical, .permalinks, message: "the page's own address is not known",
          advice: "write it, or permalinks with it: https://example.com/talk/{story}.html#c-{id}")
      }
      if let page = try Self.permalinkTemplate(text).withoutFragment { return page }
      throw AtollError(
        aboutOptions: .permalinks,
        message:
          "the page's own address is not known, because the permalinks have no # before {id}",
        advice: "write one, as in https://example.com/talk/{story}.html#c-{id}")
    }
  }

  private static func permalinkTemplate(_ text: String) throws(AtollError) -> AddressTemplate {
    try addressTemplate(text, requiresID: true, option: .permalinks)
  }

  /// Returns the template that an option gives; `option` is named in its errors.
  static func addressTemplate(
    _ text: String, requiresID: Bool = false, option: AtollError.OptionName
  ) throws(AtollError) -> AddressTemplate {
    try translatingErrors(of: AddressTemplate(text, requiresID: requiresID)) { (failure: Failure) in
      AtollError(
        aboutOptions: option, message: "'\(text)' cannot be an address: \(failure.message)",
        advice: "write one such as https://example.com/talk/{story}.html"
          + (requiresID ? "#c-{id}" : ""))
    }
  }
}

extension SearchOptions {
  /// The allowed directives that take no value.
  private static let plainDirectives: Set<String> = [
    "all", "noindex", "nofollow", "none", "nosnippet", "noarchive", "notranslate", "noimageindex",
    "indexifembedded",
  ]
  /// The allowed directives that take a number or a word after a colon.
  private static let directivesWithValue = [
    "max-snippet", "max-image-preview", "max-video-preview",
  ]

  func check() throws(AtollError) {
    for directive in robots where !Self.isValidDirective(directive) {
      throw AtollError(
        aboutOptions: .robots, message: "'\(directive)' is not a robots directive",
        advice: "there are \(Self.plainDirectives.sorted().joined(separator: ", ")), and "
          + Self.directivesWithValue.map { "\($0):N" }.joined(separator: ", "))
    }
  }

  private static func isValidDirective(_ directive: String) -> Bool {
    if plainDirectives.contains(directive) { return true }
    let parts = directive.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, directivesWithValue.contains(String(parts[0])) else { return false }
    if parts[0] == "max-image-preview" {
      return ["none", "standard", "large"].contains(String(parts[1]))
    }
    return parts[1] == "-1" || !parts[1].isEmpty && parts[1].utf8.allSatisfy(isDigit)
  }
}
