import Arguments
import Batch
import Comments
import Hashing
import Store

/// The options for a run of a store that tells which comments are new.
struct EarlierRunArguments: Sendable {
  var store: String?
  var run: String?

  static let options: [Option<Self>] = [
    .optional(
      "since-store", "DIR", .folder, to: \.store, group: .comments,
      help: """
        Like --since, but each story has its own moment: the time of its latest comment in a run of this \
        store. All comments of other stories are new.
        """),
    .optional(
      "since-run", "RUN", .text, to: \.run, group: .comments,
      help: "With --since-store: use this run, given by its name or the beginning of it.",
      default: "the current run"),
  ]

  /// Returns the run that the options name.
  func earlierRun(_ common: CommonArguments) throws(CommandError) -> EarlierRun? {
    guard let store else {
      if run == nil { return nil }
      throw .usage("--since-run names a run of a store", advice: "add --since-store DIR")
    }
    if common.given.contains("since") {
      throw .usage(
        "--since and --since-store both say which comments are new",
        advice: "leave one of them out")
    }
    let folder = StoreFolder(store)
    let name = try StoreCommands.chosenRun(run, in: folder, common)
    return try StoreCommands.wrapped { () throws(StoreError) in try EarlierRun(name, of: folder) }
  }
}
