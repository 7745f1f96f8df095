import AtollBytes

/// A limit on a number of stories, absolute or as a percentage of all.
package enum CountLimit: Hashable, Sendable {
  case none
  case count(Int)
  case percentage(Double)

  /// Returns whether a number exceeds an absolute limit.
  ///
  /// A percentage is never exceeded here, since the number of all stories is not known yet.
  package func isExceeded(by number: Int) -> Bool {
    if case .count(let maximum) = self { return number > maximum }
    return false
  }

  package func isExceeded(by number: Int, of all: Int) -> Bool {
    switch self {
    case .none: false
    case .count(let maximum): number > maximum
    case .percentage(let maximum): Double(number) * 100 > maximum * Double(all)
    }
  }
}

/// The conditions under which a run becomes the current one.
package struct PublishingRules: Hashable, Sendable {
  /// True if all outputs have to be on the disk before the run becomes the current one.
  package var waitsForDisk = true
  /// The limit on the stories that one run may remove; `nil` for the default limit.
  package var removalLimit: CountLimit?
  /// The limit on the stories that may fail; `nil` for the default limit.
  package var errorLimit: CountLimit?
  /// True if stories that are missing from the input are kept if some input lines cannot be read.
  package var keepsMissingStories = true
  /// True if the input contains only changed stories; all others are kept.
  package var inputHasOnlyChanges = false

  /// The number of earlier runs that are kept, so that a rollback can restore them.
  package var keptRunCount = 10

  package init() {}

  package static let defaultRemovalPercentage = 10.0
  /// The number of stories that may disappear by default, whatever their percentage of the run.
  ///
  /// In a store with fewer than 40 stories, half of them may disappear.
  package static let defaultRemovalCount = 20
  /// The default limit on the percentage of a run's stories that fail, and on the percentage of its
  /// rows that are unreadable.
  package static let defaultErrorPercentage = 50.0

  /// Returns whether more stories of the current run would disappear than the limit allows.
  func holdsBack(removed: Int, of all: Int) -> Bool {
    if let removalLimit { return removalLimit.isExceeded(by: removed, of: all) }
    return removed > min(Self.defaultRemovalCount, (all + 1) / 2)
      && CountLimit.percentage(Self.defaultRemovalPercentage).isExceeded(by: removed, of: all)
  }

  /// Returns whether more comments of the current run would be lost than the limit allows.
  ///
  /// A limit that is a number of stories does not apply to comments. An input that has only changes
  /// has no limit.
  func holdsBack(lostComments: Int, of all: Int) -> Bool {
    if inputHasOnlyChanges { return false }
    var rules = self
    if case .count? = removalLimit { rules.removalLimit = nil }
    return rules.holdsBack(removed: lostComments, of: all)
  }

  /// Returns whether no limit was given, and so many comments disappear that it may be a mistake.
  package func warns(removedComments: Int, of all: Int) -> Bool {
    removalLimit == nil && holdsBack(removed: removedComments, of: all)
  }

  /// Returns whether no limit was given, and an unusual percentage of stories disappears.
  ///
  /// This may be a mistake even if a small store is allowed to lose these stories.
  package func warns(removed: Int, of all: Int) -> Bool {
    removalLimit == nil
      && CountLimit.percentage(Self.defaultRemovalPercentage).isExceeded(by: removed, of: all)
  }

  /// The limit on failed stories that applies: the given one or the default one.
  package var effectiveErrorLimit: CountLimit {
    errorLimit ?? .percentage(Self.defaultErrorPercentage)
  }

  /// Returns whether too many rows are broken; an error limit that is a percentage also applies to
  /// rows.
  package func rejectsRows(broken: Int, of all: Int) -> Bool {
    var limit = CountLimit.percentage(Self.defaultErrorPercentage)
    if case .percentage? = errorLimit { limit = effectiveErrorLimit }
    return limit.isExceeded(by: broken, of: all)
  }

  /// Checks that neither all stories nor too many of them failed.
  func check(_ results: RunCounts, of store: String) throws {
    let haveAllFailed = results.stories > 0 && results.failures == results.stories
    guard haveAllFailed || effectiveErrorLimit.isExceeded(by: results.failures, of: results.stories)
    else {
      return
    }
    throw Failure(
      .other,
      message: "\(results.failures) of \(results.stories) stories failed, "
        + (haveAllFailed ? "so there is no run to publish" : "more than --max-errors allows"),
      at: store,
      advice: "see their result lines"
        + (haveAllFailed || errorLimit != nil ? "" : "; if that is intended, add --max-errors 100%")
    )
  }
}

package struct RunCounts: Hashable, Sendable {
  package var stories: Int
  package var failures: Int

  package init(stories: Int, failures: Int) {
    self.stories = stories
    self.failures = failures
  }
}
