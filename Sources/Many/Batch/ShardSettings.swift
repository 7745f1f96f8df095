/// The settings for cutting a dump into pieces.
package struct ShardSettings: Hashable, Sendable {
  package var pieces: Int
  package var longestLine = 64 << 20
  /// The number of bytes that sorting may keep in memory.
  package var memory = 96 << 20

  package init(pieces: Int) { self.pieces = pieces }
}

/// The number of rows in a dump, by what they describe.
package struct ShardCounts: Hashable, Sendable {
  /// Rows of comments.
  package var rows = 0
  package var rowsWithoutKey = 0
  package var stories = 0
  package var users = 0
  /// Rows of users in all pieces; a user is in each piece that has a comment by them.
  package var copiedUsers = 0
  /// Rows that no piece needs.
  package var others = 0
}
