/// A number of stories, or a share of all.
package enum CountLimit: Hashable, Sendable {
  case none
  case count(Int)
  /// Of a hundred.
  case share(Double)

  /// Returns whether a number is over the limit, however many there will be in all.
  package func isPassed(_ number: Int) -> Bool {
    if case .count(let most) = self { return number > most }
    return false
  }

  /// Returns whether a number of so many is over the limit.
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
  /// Whether the disk has to have every output before.
  package var waitsForDisk = true
  /// How many stories may disappear at once; the usual limit if there is none.
  package var removalLimit: CountLimit?
  /// How many stories may fail.
  package var errorLimit = CountLimit.none
  /// Whether stories that did not come in stay while lines cannot be read.
  package var keepsMissing = true

  package init() {}

  /// The share of the current run that may disappear without being asked for, of a hundred.
  package static let usualShare = 10.0
  /// So many may disappear in any case: the share of a small store is a story or two.
  package static let usualCount = 20

  /// Returns whether more of the current run would disappear than is allowed.
  func holdsBack(removed: Int, of all: Int) -> Bool {
    if let removalLimit { return removalLimit.isPassed(removed, of: all) }
    return CountLimit.count(Self.usualCount).isPassed(removed)
      && CountLimit.share(Self.usualShare).isPassed(removed, of: all)
  }

  /// Checks that not too many stories have failed, and not all of them.
  func check(_ results: DrawingResults, of store: StoreFolder) throws(StoreError) {
    let hasNone = results.stories > 0 && results.failures == results.stories
    guard hasNone || errorLimit.isPassed(results.failures, of: results.stories) else { return }
    throw StoreError(
      .failed, store.path,
      "\(results.failures) of \(results.stories) stories failed, "
        + (hasNone ? "and a run without any is not published" : "more than allowed"),
      advice: "their result lines say why")
  }
}

/// How many stories were to be drawn, and how many of them could not be.
package struct DrawingResults: Hashable, Sendable {
  package var stories: Int
  package var failures: Int

  package init(stories: Int, failures: Int) {
    self.stories = stories
    self.failures = failures
  }
}
