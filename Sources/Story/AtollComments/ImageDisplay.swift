/// The way in which an output shows pictures from other servers: the media of comments and the
/// pictures of authors.
public enum ImageDisplay: String, Hashable, Sendable, CaseIterable {
  /// Media are named, without an address; authors have no pictures.
  case off
  /// Media are links with their titles; nothing is loaded.
  case link
  /// Readers load GIFs, images, video stills and author pictures from the servers that host them.
  case load
}
