import AtollBytes
import Testing

@testable import AtollStore

/// The limits on how many stories a run may remove.
struct PublishingTests {
  @Test(
    arguments: [
      (nil, 21, 100, true), (nil, 20, 100, false), (nil, 20, 20, true), (nil, 100, 1000, false),
      (nil, 10, 20, false), (nil, 11, 20, true), (nil, 3, 3, true), (nil, 2, 3, false),
      (nil, 1, 1, false),
      (nil, 101, 1000, true), (CountLimit.count(3), 3, 10, false), (.count(3), 4, 1000, true),
      (.percentage(50), 5, 10, false), (.percentage(50), 6, 10, true),
      (.percentage(100), 10, 10, false),
      (.count(0), 1, 1_000_000, true), (CountLimit.none, 10, 10, false),
    ] as [(CountLimit?, Int, Int, Bool)])
  func doesNotPublishARunThatRemovesTooManyStories(
    limit: CountLimit?, removed: Int, all: Int, isHeldBack: Bool
  ) {
    var rules = PublishingRules()
    rules.removalLimit = limit
    #expect(rules.holdsBack(removed: removed, of: all) == isHeldBack)
  }

  @Test(
    arguments: [
      (nil, 20, 41, true), (nil, 1, 10, false), (nil, 2, 19, true), (CountLimit.none, 9, 10, false),
    ]
      as [(CountLimit?, Int, Int, Bool)])
  func warnsIfASmallStoreLosesManyStories(limit: CountLimit?, removed: Int, all: Int, warns: Bool) {
    var rules = PublishingRules()
    rules.removalLimit = limit
    #expect(rules.warns(removed: removed, of: all) == warns)
  }
}

/// Returns the kind of the error that a store throws.
func kind(_ body: () throws -> Void) -> Failure.Kind? {
  do {
    try body()
    return nil
  } catch {
    return (error as? Failure)?.kind
  }
}
