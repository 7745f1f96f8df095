import Atoll
import AtollArguments
import AtollBatch
import AtollBytes
import AtollComments
import AtollStore

extension Console {
  /// Warns about failed stories or mails, if there are any, and says why the first one failed.
  func warn(aboutFailures counts: BatchCounts, of unit: String, at place: String?) {
    guard counts.failures > 0 else { return }
    let first = counts.firstFailure
    warn(
      "\(grouped(counts.failures)) of \(grouped(counts.results)) \(unit) failed"
        + (first.map { "; the first: \($0.reason)" } ?? ""),
      at: place)
  }

  /// Warns about collections that a dump lacks, and about rows that cannot be read.
  ///
  /// Rows that cannot be read are reported only with a store. Without a store, the result lines
  /// contain these warnings.
  func warn(about outcome: BatchRun.Outcome, of input: BatchInput, hasStore: Bool) {
    if let dump = outcome.dump, let place = input.placeOfDump {
      if !dump.hasRowsOfUsers {
        warn(
          "the dump has no rows of users, so authors have no names", at: place,
          advice: "export the collection users, too")
      }
      if !dump.hasRowsOfStories {
        warn(
          "the dump has no rows of stories, so stories have neither titles nor addresses",
          at: place, advice: "export the collection stories (of Talk 4: assets), too")
      }
    }
    warn(
      aboutGapsOf: outcome.counts, in: outcome.dump, at: input.placeOfDump ?? input.name,
      advice: "\(hasStore ? "with --explain, " : "the ")result lines have all of them")
    if hasStore { warn(aboutUnreadableRowsOf: outcome.counts, in: outcome.dump) }
  }

  /// Warns about rows that cannot be read in a dump, or in rows that other processes have rendered.
  func warn(aboutUnreadableRowsOf counts: BatchCounts, in dump: DumpSummary? = nil) {
    let count = dump?.unreadableRowCount ?? counts.brokenRows + counts.brokenJoinedRows
    guard count > 0 else { return }
    let first = dump?.firstUnreadableRow.map { ", the first at \($0)" } ?? ""
    warn(
      "rows that cannot be read: \(grouped(count))\(first)",
      advice: "what is in them is missing; export them again")
  }

  /// Warns about authors and stories that have no rows, and about problems that hide a part of the
  /// rendered stories from readers.
  ///
  /// For each kind of problem, `advice` says where all of them are.
  func warn(
    aboutGapsOf counts: BatchCounts, in dump: DumpSummary? = nil, at place: String, advice: String
  ) {
    if dump?.hasRowsOfUsers != false, counts.commentsWithoutUser > 0 {
      warn(
        "comments whose authors have no names, because their users are missing: "
          + grouped(counts.commentsWithoutUser), at: place,
        advice: "check that the export of the users is complete")
    }
    if dump?.hasRowsOfStories != false, counts.storiesWithoutRow > 0 {
      warn(
        "stories without titles and addresses, because their rows are missing: "
          + grouped(counts.storiesWithoutRow), at: place,
        advice: "check that the export of the stories is complete")
    }
    for code in Diagnostic.Code.allCases {
      guard let loss = counts.losses[code] else { continue }
      warn(
        "\(code.rawValue): \(grouped(loss.problemCount)) in \(counted(loss.storyCount, noun: "story")), "
          + "the first in '\(loss.keyOfFirst)': \(loss.first)", at: place, advice: advice)
    }
  }

  func warnOfUnfinishedErasure(in store: String) {
    warn(
      "an erasure is not finished: the file may still contain what was erased", at: store,
      advice: "end the process that has the store open; then the next command finishes it")
  }

  /// Warns about an unfinished erasure, and about removed, kept and repeated stories.
  ///
  /// Removed stories are reported only if there are so many that it may be a mistake. A repeated
  /// story has the same key as another story of the input. The command that undoes the run,
  /// `atoll store rollback`, needs `options`, such as ` --run 12`.
  func warn(
    about stored: SiteRun.Outcome, of store: String, rules: PublishingRules,
    rollbackOptions options: String = ""
  ) {
    if stored.hasUnfinishedErasure { warnOfUnfinishedErasure(in: store) }
    if rules.warns(removed: stored.removed, of: stored.previousStories) {
      let keys = stored.removedKeys.map {
        "'\(String(decoding: $0, as: UTF8.self))'"
      }
      let others = stored.removed > keys.count ? " and others" : ""
      warn(
        "\(counted(stored.removed, noun: "story")) of \(grouped(stored.previousStories)) disappeared from the store: "
          + keys.joined(separator: ", ") + others,
        advice: "if that is not intended: atoll store rollback \(quotedForShell(store))\(options)")
    }
    if rules.warns(removedComments: stored.removedComments, of: stored.previousComments) {
      warn(
        "\(grouped(stored.removedComments)) of \(grouped(stored.previousComments)) comments disappeared from "
          + "their stories", at: store,
        advice: "if that is not intended: atoll store rollback \(quotedForShell(store))\(options)")
    }
    // If the input has only changes, all other stories are kept on purpose.
    if stored.keptMissing > 0, !rules.inputHasOnlyChanges {
      let first = stored.firstUnreadableLine.map { ", the first at line \($0)" } ?? ""
      warn(
        "stories missing from the input: \(grouped(stored.keptMissing)), kept because they may be in "
          + "\(counted(stored.unreadableLineCount, noun: "line")) that cannot be read\(first)",
        advice: "repair the lines, or remove the stories with --no-keep-missing")
    }
    if stored.keptWithOtherOptions > 0 {
      warn(
        "stories that were not rendered: \(grouped(stored.keptWithOtherOptions)), whose outputs were made "
          + "with other options", at: store,
        advice: "repair their lines; until then they may show what the new options hide")
    }
    if stored.repeated > 0 {
      let key = String(decoding: stored.repeatedKey ?? [], as: UTF8.self)
      warn(
        "stories with the key of another story: \(grouped(stored.repeated)), such as '\(key)'",
        advice: "only the last story with a key is in the store")
    }
  }
}

extension PublishingRules {
  /// Throws an error if the input has only changes, but an option is about missing stories.
  func checkChanges(_ common: CommonArguments) throws {
    guard inputHasOnlyChanges else { return }
    try common.given.reject(
      [Self.maxRemoved, Self.keepMissing].map(\.description.name),
      advice: "leave one of the two out"
    ) { "with --changes no story is removed, so \($0) has no effect" }
  }
}

extension BatchArguments {
  /// Throws an error if options would have no effect.
  func rejectOptionsWithoutEffect() throws {
    try common.given.rejectRepetition(of: "store", advice: "run the command once for each store")
    if display.options.since == nil {
      try common.given.reject(
        campaignName == nil ? ["only-new", "skip-empty"] : ["only-new"],
        advice: "add --since MOMENT or --since-store STORE"
      ) { "\($0) needs to know which comments are new" }
    }
    try settings.publishing.checkChanges(common)
  }
}
