package import Hashing
package import Store
package import Comments

/// What is to become of many stories.
package struct BatchSettings: Sendable {
  /// What every line is, where that is not to be found out for each.
  package var form: InputForm?
  /// Whether lines begin with their key and a tab.
  package var stripsKey = false
  /// Rows with one key are one story.
  package var groups: Grouping?
  package var longestLine = 64 << 20
  package var mostComments: Int?
  /// Milliseconds for one story.
  package var timeLimit: Int64?
  package var threads = 1
  /// Whether a clean end is told by a last line.
  package var writesTrailer = true
  package var version: String
  /// Identifies everything but the stories that decides what the outputs look like.
  package var fingerprint: ContentHash
  /// Whether a store's run has a result line for each story that was drawn or is gone.
  package var explains = false
  /// When a store's run becomes the current one; without a store only its limit of errors counts.
  package var publishing = PublishingRules()

  /// Where the key of a row stands.
  package enum Grouping: Hashable, Sendable {
    case beforeTab
    case field(String)
  }

  package init(version: String, fingerprint: ContentHash) {
    self.version = version
    self.fingerprint = fingerprint
  }
}

/// How many of what went in and came out.
package struct BatchCounts: Hashable, Sendable {
  /// Lines with something on them.
  package var lines = 0
  package var emptyLines = 0
  /// Stories, of which one line each was written.
  package var stories = 0
  package var failures = 0
  package var comments = 0
  /// Rows of stories that were passed over.
  package var brokenRows = 0
  /// Stories whose outputs were in the store already.
  package var unchanged = 0

  package init() {}

  mutating func add(_ other: BatchCounts) {
    lines += other.lines
    emptyLines += other.emptyLines
    stories += other.stories
    failures += other.failures
    comments += other.comments
    brokenRows += other.brokenRows
    unchanged += other.unchanged
  }
}
