package import AtollBodyText
package import AtollBytes
package import AtollLayout

/// An address with placeholders for values that differ between stories and between comments.
///
/// For example, `https://example.com/talk/{story}.html#c-{id}` or `{url}#comment-{id}`.
package struct AddressTemplate: Hashable, Sendable {
  /// A value in an address, written as its name in braces: `{id}`.
  package enum Placeholder: String, Hashable, Sendable, CaseIterable {
    /// The comment's id: after a `#` in the form used in anchors, elsewhere percent-encoded.
    case id
    /// The story's id, percent-encoded.
    case story
    /// The story's id as in the names of exported files; these names are percent-encoded, so in an
    /// address their `%` is encoded again.
    case file
    /// The story's own address, without its fragment; allowed only at the beginning of a template.
    case url
  }

  private enum Part: Hashable, Sendable {
    case literal([UInt8])
    case placeholder(Placeholder)
  }

  private var parts: [Part] = []

  /// Creates a template; throws a failure if the text is not a valid one.
  ///
  /// A template for comments (`requiresID`) must contain `{id}` exactly once; any other must not
  /// contain `{id}`.
  package init(_ text: String, requiresID: Bool) throws(Failure) {
    var rest = text[...]
    while !rest.isEmpty {
      let literal = rest.prefix { $0 != "{" }
      if !literal.isEmpty { parts.append(.literal(Array(literal.utf8))) }
      rest = rest[literal.endIndex...].dropFirst()
      guard literal.endIndex < text.endIndex else { break }
      guard let end = rest.firstIndex(of: "}") else {
        throw Failure(.usage, message: "a { has no }")
      }
      guard let placeholder = Placeholder(rawValue: String(rest[..<end])) else {
        let known = Placeholder.allCases.filter { requiresID || $0 != .id }.map {
          "{\($0.rawValue)}"
        }
        throw Failure(
          .usage,
          message: "{\(rest[..<end])} is unknown; known are \(known.joined(separator: ", "))")
      }
      parts.append(.placeholder(placeholder))
      rest = rest[rest.index(after: end)...]
    }
    try check(requiresID: requiresID)
  }

  private func check(requiresID: Bool) throws(Failure) {
    let ids = parts.count { $0 == .placeholder(.id) }
    if requiresID, ids != 1 { throw Failure(.usage, message: "it must have {id} once") }
    if !requiresID, ids > 0 {
      throw Failure(.usage, message: "{id} is for the addresses of comments")
    }
    if parts.dropFirst().contains(.placeholder(.url)) {
      throw Failure(.usage, message: "{url} is a whole address, so it can only be at the beginning")
    }
    if case .literal(let first) = parts.first, parts.count > 1 {
      // Apart from `{url}`, the host must not come from the story.
      guard first.count(where: { $0 == UInt8(ascii: "/") }) >= 3 else {
        throw Failure(.usage, message: "the host must be written out")
      }
    }
    let sample = parts.map { part in
      switch part {
      case .literal(let bytes): bytes
      case .placeholder(.url): Array("https://example.com/a".utf8)
      case .placeholder(.id), .placeholder(.story), .placeholder(.file): Array("1".utf8)
      }
    }.joined()
    if sample.contains(UInt8(ascii: " ")) {
      throw Failure(.usage, message: "it contains a space")
    }
    guard let url = SafeURL(Array(sample)), url.scheme != .mailto, url.bytes == Array(sample) else {
      throw Failure(.usage, message: "it is not a plain http or https address in ASCII")
    }
  }

  /// The two parts of an address, before and after a comment's id; if the template has no `{id}`,
  /// `before` is the whole address.
  struct Halves {
    var before: [UInt8] = []
    var after: [UInt8] = []
    /// True if the id comes after a `#`.
    var isInFragment = false
  }

  /// Fills in a story's values; returns `nil` if the story lacks one that the template needs.
  func halves(for header: StoryHeader, of bytes: [UInt8], url: SafeURL?) -> Halves? {
    var halves = Halves()
    var out = OutputBuffer(capacity: 128)
    for part in parts {
      switch part {
      case .literal(let literal): out.append(contentsOf: literal)
      case .placeholder(.url):
        guard let url else { return nil }
        out.append(contentsOf: Array(url.bytes.prefix { $0 != UInt8(ascii: "#") }))
      case .placeholder(.story):
        guard !header.id.isEmpty else { return nil }
        appendPercentEncoded(header.id, of: bytes, percent: "%", to: &out)
      case .placeholder(.file):
        guard !header.id.isEmpty else { return nil }
        let name = FileNameEncoding.encoded(Array(bytes[header.id.range]))
        out.append(contentsOf: PercentEncoding.encoded(name))
      case .placeholder(.id):
        halves.before = out.bytes()
        out.clear()
      }
    }
    let last = out.bytes()
    if parts.contains(.placeholder(.id)) { halves.after = last } else { halves.before = last }
    halves.isInFragment = halves.before.contains(UInt8(ascii: "#"))
    return halves
  }

  /// Returns the address for a story; `nil` if the story lacks a value that the template needs.
  package func address(of header: StoryHeader, in bytes: [UInt8], url: SafeURL?) -> SafeURL? {
    halves(for: header, of: bytes, url: url).flatMap { SafeURL($0.before + $0.after) }
  }

  /// The template for the page that a comment's address leads to: everything before the `#`.
  ///
  /// It is `nil` if there is no `#`, or if `{id}` comes before the `#`.
  package var withoutFragment: AddressTemplate? {
    var page = self
    page.parts = []
    for part in parts {
      guard case .literal(let literal) = part, let hash = literal.firstIndex(of: UInt8(ascii: "#"))
      else {
        page.parts.append(part)
        continue
      }
      if hash > 0 { page.parts.append(.literal(Array(literal[..<hash]))) }
      return page.parts.contains(.placeholder(.id)) ? nil : page
    }
    return nil
  }
}

/// The addresses in an output: of the comments, of the output itself and of its feed.
///
/// It is a class because every writer keeps a reference to it.
package final class AddressSettings: Sendable {
  /// The destination of comment addresses.
  package enum PermalinkTarget: Hashable, Sendable {
    /// The comment on its server; if its address there is unknown, the comment in the output
    /// itself.
    case automatic
    /// The comment in the output itself.
    case page
    /// The comment on its server; if its address there is unknown, the comment has no address.
    case server
    /// Nowhere: comments have no address.
    case none
    case template(AddressTemplate)
  }

  package let permalinks: PermalinkTarget
  /// The text before a comment's id in the id of its element.
  package let anchorPrefix: [UInt8]
  /// The canonical address of the output; `nil` for none.
  package let canonical: AddressTemplate?
  /// The address of the feed with the same comments; `nil` for none.
  package let feed: AddressTemplate?

  package init(
    permalinks: PermalinkTarget = .automatic, anchorPrefix: [UInt8] = Array("c-".utf8),
    canonical: AddressTemplate? = .story, feed: AddressTemplate? = nil
  ) {
    self.permalinks = permalinks
    self.anchorPrefix = anchorPrefix
    self.canonical = canonical
    self.feed = feed
  }

  package static let `default` = AddressSettings()
}

extension AddressTemplate {
  package static let story = AddressTemplate(parts: [.placeholder(.url)])

  private init(parts: [Part]) { self.parts = parts }
}
