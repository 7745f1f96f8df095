package import AtollComments
package import AtollStore

package struct BatchSettings: Sendable {
  /// The JSON key whose value is the id of a story that `fetch --all` could not fetch.
  package static let notFetchedKey: StaticString = "notFetched"

  /// The form of all lines; `nil` to detect it for each line.
  package var form: InputForm?
  /// True if lines begin with their key and a tab.
  package var linesBeginWithKey = false
  /// True if each line is a row of a story, after the story's key and a tab.
  package var groupsRows = false
  /// The rows of settings that are joined with the rows of each story, if `groupsRows` is set.
  package var settingsRows: [[UInt8]] = []
  /// The maximum length of a line, in bytes.
  package var maximumLineLength = defaultMaximumLineLength
  package static let defaultMaximumLineLength = 64 << 20
  /// The number of comments beyond which a story fails; `nil` for no limit.
  package var maximumCommentCount: Int?
  /// True if a story without new comments has a result without an output.
  package var skipsStoriesWithNothingNew = false
  /// The run that determines which comments of each story are new; if `nil`, `Options.since`
  /// determines it.
  package var earlierRun: EarlierRun?
  /// The campaign, with an email for each recipient that a line names; `nil` for one output for
  /// each story.
  package var campaign: Campaign?
  /// True if each line is a notification from Coral, or a request with multiple notifications.
  ///
  /// Each notification has its own result, unless some are combined.
  package var readsNotifications = false
  /// True if a line's notifications to the same reader are combined into one email.
  package var combinesNotifications = false
  /// The time limit for a story; `nil` for no limit.
  package var timeLimitMilliseconds: Int64?
  package var threadCount = 1
  /// True if a last line confirms that the run is complete.
  package var writesTrailer = true
  /// Everything that outputs depend on, apart from the stories.
  package var recipe: Recipe?
  /// True if result lines contain the hashes of their input and output; result lines for a store
  /// always do.
  package var writesHashes = false
  /// The address of the folder with the cards of all stories, ending in a slash; if `nil`, results
  /// do not name a card.
  package var cardAddress: String?
  /// True if the result lines will be loaded into a store later; then a header line has the recipe.
  package var isForLoading = false
  /// True if a run into a store writes the reason why each story was rendered or removed.
  package var writesReasons = false
  /// The path of the store for the outputs; if `nil`, each output is part of its result line.
  package var storePath: String?
  /// The conditions for publishing a store's run; if there is no store, only the error limit
  /// applies.
  package var publishing = PublishingRules()

  /// True if outputs go into a store, now or later.
  var isForStore: Bool { storePath != nil || isForLoading }

  package init() {}
}
