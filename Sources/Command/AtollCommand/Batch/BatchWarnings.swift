import Arguments
import Atoll
import Batch
import Bytes
import Store

extension Console {
  /// Warns about failed stories or mails, if there are any, and says why the first one failed.
  func warn(aboutFailures counts: BatchCounts, of unit: String, reading input: BatchInput) {
    guard counts.failures > 0 else { return }
    let first = counts.firstFailure
    say(
      .warning,
      message: "\(counts.failures) of \(counts.results) \(unit) failed"
        + (first.map { "; the first: \($0.reason)" } ?? ""),
      at: first.map { input.place(ofLine: $0.line) })
  }

  /// Warns about the rows that a dump lacks, and about those that cannot be read.
  ///
  /// With a store, the warnings of stories are not in result lines, so rows that cannot be read are
  /// reported here.
  func warn(about outcome: BatchRun.Outcome, of input: BatchInput, hasStore: Bool) {
    if let dump = outcome.dump, let folder = input.dumpFolder {
      if !dump.hasRowsOfUsers {
        say(
          .warning, message: "the dump has no rows of users, so authors have no names", at: folder,
          advice: "export the collection users, too")
      }
      if !dump.hasRowsOfStories {
        say(
          .warning,
          message: "the dump has no rows of stories, so stories have neither titles nor addresses",
          at: folder, advice: "export the collection stories (of Talk 4: assets), too")
      }
    }
    let count = outcome.dump?.unreadableRowCount ?? outcome.counts.brokenRows
    guard hasStore, count > 0 else { return }
    let first = outcome.dump?.firstUnreadableRow.map { ", the first at \($0)" } ?? ""
    say(
      .warning, message: "rows that cannot be read: \(grouped(count))\(first)",
      advice: "what is in them is missing; export them again")
  }
}

extension PublishingRules {
  /// Throws an error if options are about stories that are missing from the input, and it has only
  /// changes.
  func checkChanges(_ common: CommonArguments) throws {
    guard inputHasOnlyChanges else { return }
    for option in [Self.maxRemoved.description, Self.keepMissing.description]
    where common.given.contains(option.name) {
      throw Failure(
        usage: "with --changes no story is removed, so \(option.dashedName) has no effect",
        advice: "leave one of the two out")
    }
  }
}

extension BatchArguments {
  /// Throws an error if options would have no effect.
  func checkEffects() throws {
    if common.given.texts(of: "store").count > 1 {
      throw Failure(usage: "--store is given twice", advice: "run the command once for each store")
    }
    if common.given.contains("only-new"), display.options.since == nil {
      throw Failure(
        usage: "--only-new needs to know which comments are new",
        advice: "add --since MOMENT or --since-store STORE")
    }
    try settings.publishing.checkChanges(common)
  }
}
