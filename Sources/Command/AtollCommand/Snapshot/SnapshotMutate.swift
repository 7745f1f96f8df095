import AtollBytes
import AtollPictureTests

/// The work of `atoll snapshot mutate`, which tests whether the suite notices edits to the theme.
enum SnapshotMutate {
  static func run(_ arguments: SnapshotArguments) throws {
    let console = Console(arguments.common)
    let run = try SuiteCommand.suiteRun(for: arguments)
    let (environment, work) = try SuiteCommand.browserEnvironment(ofStoreIn: run.storeFolder)
    let mutation = try StyleMutation(of: run, environment: environment, work: work)
    let edits = chosenEdits(mutation.edits, by: arguments)
    let outcomes = try mutation.outcomes(of: edits) { tried in
      console.note("\(tried) of \(edits.count) edits tried")
    }
    let report = MutationReport(of: edits, outcomes: outcomes)
    try console.print(arguments.writesJSON ? report.json : report.text)
    if report.unseenCount > 0 {
      throw Failure(
        .other,
        message: report.unseenCount == 1
          ? "1 edit of the theme changes no screenshot of the suite"
          : "\(report.unseenCount) edits of the theme change no screenshot of the suite",
        advice: "add cases that show them, or remove rules that have no effect")
    }
    let unnamedCount = report.seenCount - report.namedCount
    if unnamedCount > 0 {
      throw Failure(
        .other,
        message: unnamedCount == 1
          ? "1 edit changes a screenshot, but no finding names it"
          : "\(unnamedCount) edits change a screenshot, but no finding names them")
    }
  }

  /// Returns the edits of the shard; with `--limit`, returns only some of them, evenly spaced.
  private static func chosenEdits(
    _ edits: [StyleEdit], by arguments: SnapshotArguments
  ) -> [StyleEdit] {
    var edits = edits
    if let shard = arguments.shard {
      edits = edits.indices.filter { $0 % shard.count == shard.index }.map { edits[$0] }
    }
    guard let limit = arguments.editLimit, limit < edits.count else {
      return edits
    }
    return (0..<limit).map { edits[$0 * edits.count / limit] }
  }
}
