package import Hashing
package import Store
package import Comments

/// The settings of a batch.
package struct BatchSettings: Sendable {
  /// The form of all lines; `nil` to detect it for each.
  package var form: InputForm?
  /// Lines begin with their key and a tab.
  package var stripsKey = false
  /// Each line is a row of a story, after the story's key and a tab.
  package var groupsRows = false
  /// The rows of settings that such stories are joined with.
  package var joinedSettings: [[UInt8]] = []
  package var longestLine = 64 << 20
  package var mostComments: Int?
  /// A story without new comments has a result without an output.
  package var skipsEmpty = false
  /// The run after whose comments those of each story are new, in place of `Options.since`.
  package var earlierRun: EarlierRun?
  /// The mails to the recipients that each line names; `nil` for one output of each story.
  package var campaign: Campaign?
  /// Each line is a notification of Coral, or a request with several, and each of these has a result.
  package var readsNotifications = false
  /// The notifications of a line to one reader are one mail.
  package var combinesNotifications = false
  /// The milliseconds that a story may take.
  package var timeLimit: Int64?
  package var threads = 1
  /// A last line confirms that the run is complete.
  package var writesTrailer = true
  package var version: String
  /// The hash of everything besides the stories that outputs depend on.
  package var fingerprint: ContentHash
  /// Result lines have the hashes of their input and output, as those of a store always do.
  package var writesHashes = false
  /// The recipe of the outputs, for result lines that are loaded into a store later: they have everything that it needs.
  package var loadedRecipe: Recipe?
  /// A run into a store writes a result line for each story that was rendered or removed.
  package var explains = false
  /// The file of the store that outputs go to; without one they are part of their result lines.
  package var store: StoreSettings?
  /// The conditions for publishing a run of a store; without a store only the limit of errors counts.
  package var publishing = PublishingRules()

  /// Outputs go into a store, now or later.
  var isForStore: Bool { store != nil || loadedRecipe != nil }

  /// A store, and the recipe of its outputs.
  package struct StoreSettings: Sendable {
    package var path: String
    package var recipe: Recipe

    package init(_ path: String, _ recipe: Recipe) {
      self.path = path
      self.recipe = recipe
    }
  }

  package init(version: String, fingerprint: ContentHash) {
    self.version = version
    self.fingerprint = fingerprint
  }
}

/// The numbers of lines, stories and comments of a batch.
package struct BatchCounts: Hashable, Sendable {
  /// Lines that are not empty.
  package var lines = 0
  package var emptyLines = 0
  /// Stories, each with one result.
  package var stories = 0
  package var failures = 0
  package var comments = 0
  /// Unreadable rows of stories, which were skipped.
  package var brokenRows = 0
  /// Stories whose outputs were already in the store.
  package var unchanged = 0
  /// The first story in the order of the input that failed.
  package var firstFailure: FailedStory?

  /// A story that has no output.
  package struct FailedStory: Hashable, Sendable {
    /// The number of its line, or of its first row.
    package var line: Int
    package var reason: String
  }

  package init() {}

  mutating func add(_ other: BatchCounts) {
    lines += other.lines
    emptyLines += other.emptyLines
    stories += other.stories
    failures += other.failures
    comments += other.comments
    brokenRows += other.brokenRows
    unchanged += other.unchanged
    firstFailure = firstFailure ?? other.firstFailure
  }
}
