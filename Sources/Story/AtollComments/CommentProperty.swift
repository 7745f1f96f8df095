/// A property by which comments are chosen for a digest.
public enum CommentProperty: String, Hashable, Sendable, CaseIterable {
  /// Featured by the editors.
  case featured
  /// Written by staff, a moderator or an administrator.
  case staff
  /// Written after a given time, or not among the comments that readers have already seen.
  case new
}
