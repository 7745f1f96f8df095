import Bytes

/// The facts about a story that lists of stories show: its title, its address, and the time of its latest comment.
package struct StoryListing: Hashable, Sendable {
  /// The title with its JSON escapes; empty if there is none.
  package private(set) var title: [UInt8] = []
  /// The address of the story on its site, with its JSON escapes; empty if there is none.
  package private(set) var address: [UInt8] = []
  /// The time of the latest comment in milliseconds since 1970; `nil` if no comment has one.
  package private(set) var latest: Int?

  /// The most bytes of a title and of an address; a longer title is cut, a longer address is left out.
  private static let longestTitle = 400
  private static let longestAddress = 2000

  package init(title: String, address: String, latest: Int?) {
    var short = title[...]
    while short.utf8.count > Self.longestTitle { short = short.dropLast() }
    self.title = ManifestEntry.key(Array(short.utf8))
    if address.utf8.count <= Self.longestAddress {
      self.address = ManifestEntry.key(Array(address.utf8))
    }
    // Times before 1970 are mistakes.
    self.latest = latest.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Reads the fields of a manifest's line, each of which can be missing; `nil` if one of them is damaged.
  init?(_ scanner: inout ManifestScanner, of bytes: [UInt8]) {
    if scanner.skip(",\"title\":") {
      guard let text = scanner.text() else { return nil }
      title = Array(bytes[text])
    }
    if scanner.skip(",\"url\":") {
      guard let text = scanner.text() else { return nil }
      address = Array(bytes[text])
    }
    if scanner.skip(",\"latest\":") {
      guard let time = scanner.number() else { return nil }
      latest = time
    }
  }

  private init() {}

  package static let none = StoryListing()
}

extension OutputBuffer {
  mutating func append(_ listing: StoryListing) {
    if !listing.title.isEmpty { append(member: "title", escaped: listing.title) }
    if !listing.address.isEmpty { append(member: "url", escaped: listing.address) }
    if let latest = listing.latest { append(member: "latest", latest) }
  }
}
