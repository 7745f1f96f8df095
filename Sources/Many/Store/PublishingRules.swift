/// A limit on a number of stories, absolute or as a percentage of all.
package enum CountLimit: Hashable, Sendable {
  case none
  case count(Int)
  /// A percentage.
  case share(Double)

  /// Returns whether a number exceeds the limit whatever the number of all stories will be.
  package func isPassed(_ number: Int) -> Bool {
    if case .count(let most) = self { return number > most }
    return false
  }

  /// Returns whether a number exceeds the limit.
  package func isPassed(_ number: Int, of all: Int) -> Bool {
    switch self {
    case .none: false
    case .count(let most): number > most
    case .share(let most): Double(number) * 100 > most * Double(all)
    }
  }
}

/// The conditions under which a run becomes the current one.
package struct PublishingRules: Hashable, Sendable {
  /// All outputs have to be on the disk first.
  package var waitsForDisk = true
  /// The number of stories that may disappear at once; `nil` for the usual limit.
  package var removalLimit: CountLimit?
  /// The number of stories that may fail; `nil` for the usual limit.
  package var errorLimit: CountLimit?
  /// Stories that are missing from the input are kept if lines of it cannot be read.
  package var keepsMissing = true
  /// The input has only the stories that have changed; all others are kept.
  package var inputIsChanges = false

  /// The number of earlier runs that can be returned to.
  package var keptRuns = 10

  package init() {}

  /// The percentage of the current run that may usually disappear.
  package static let usualShare = 10.0
  /// The number of stories that may usually disappear even if it is a larger percentage, unless it is more than half.
  package static let usualCount = 20
  /// The percentage of the stories, or of the lines, of a run that may usually fail.
  package static let usualErrorShare = 50.0

  /// Returns whether more stories of the current run would disappear than the limit allows.
  func holdsBack(removed: Int, of all: Int) -> Bool {
    if let removalLimit { return removalLimit.isPassed(removed, of: all) }
    return removed > min(Self.usualCount, (all + 1) / 2)
      && CountLimit.share(Self.usualShare).isPassed(removed, of: all)
  }

  /// Returns whether so many stories of a small store disappear that it might be a mistake, although it is allowed.
  package func warns(removed: Int, of all: Int) -> Bool {
    removalLimit == nil && CountLimit.share(Self.usualShare).isPassed(removed, of: all)
  }

  /// The limit of stories that fail.
  package var appliedErrorLimit: CountLimit { errorLimit ?? .share(Self.usualErrorShare) }

  /// Checks that neither all stories nor too many of them failed.
  func check(_ results: RenderCounts, of store: String) throws(StoreError) {
    let hasNone = results.stories > 0 && results.failures == results.stories
    guard hasNone || appliedErrorLimit.isPassed(results.failures, of: results.stories) else {
      return
    }
    throw StoreError(
      .failed, at: store,
      message: "\(results.failures) of \(results.stories) stories failed, "
        + (hasNone ? "so there is no run to publish" : "more than --max-errors allows"),
      advice: "see their result lines"
        + (hasNone || errorLimit != nil ? "" : "; if that is intended, add --max-errors 100%"))
  }
}

/// The number of stories of a run, and of those that failed.
package struct RenderCounts: Hashable, Sendable {
  package var stories: Int
  package var failures: Int

  package init(stories: Int, failures: Int) {
    self.stories = stories
    self.failures = failures
  }
}
