/// A property by which comments are chosen for a digest.
public enum CommentProperty: String, Hashable, Sendable, CaseIterable {
  /// Featured by the editors.
  case featured
  /// Written by staff, a moderator or an administrator.
  case staff
  /// Written after a moment, or not among those that readers have seen.
  case new
}
