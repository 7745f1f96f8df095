/// The way in which an output shows pictures from other servers: media of comments and pictures of authors.
public enum ImageDisplay: String, Hashable, Sendable, CaseIterable {
  /// Media are named, without an address; authors have no pictures.
  case off
  /// Media are links with their titles; nothing is loaded.
  case link
  /// Readers load GIFs, images, stills of videos and pictures of authors from the servers that have them.
  case load
}
