import AtollArguments
import AtollBatch
import AtollBytes
import AtollStore

/// The options that name an earlier run in a store.
///
/// A comment is new if it is later than its story's latest comment in that run.
struct EarlierRunArguments: Sendable {
  var store: String?
  var runNumber: Int?

  static let options: [Option<Self>] = [
    .optional(
      "since-store", placeholder: "STORE", as: .file, to: \.store, group: .comments,
      help: """
        Like --since, but each story has its own moment: the time of its latest comment in a run of this \
        store, or in one before it. All comments of other stories are new.
        """),
    .optional(
      "since-run", placeholder: "N", as: .count(1...Int.max), to: \.runNumber, group: .comments,
      help: "With --since-store: use the run with this number.",
      default: "the current run"),
  ]

  /// Returns the run that the options name; `nil` if they name none.
  func earlierRun(_ common: CommonArguments) throws -> EarlierRun? {
    guard let store else {
      if runNumber == nil { return nil }
      throw Failure(
        commandLine: "--since-run names a run of a store", advice: "add --since-store STORE")
    }
    if common.given.contains("since") {
      throw Failure(
        commandLine: "--since and --since-store both say which comments are new",
        advice: "leave one of them out")
    }
    return EarlierRun(try StoreCommands.open(store, with: common).run(runNumber), of: store)
  }
}
