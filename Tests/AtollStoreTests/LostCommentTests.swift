import AtollBytes
import Testing

@testable import AtollStore

/// Runs in which comments disappear, and runs whose end cannot be written.
struct LostCommentTests {
  /// Makes a run of ten stories, the first of which has so many comments, and so many lost ones.
  private static func run(
    _ site: SmallSite, comments: Int, lost: Int,
    _ change: (inout PublishingRules) -> Void = { _ in }
  ) throws -> SiteRun.Outcome {
    let run = try site.begin(options: "usual", change)
    let lookup = try run.lookup()
    for number in 0..<10 {
      let count = number == 0 ? comments : 10
      try SmallSite.add(
        "s\(number)", "\(count) comments", to: run, lookup, comments: count,
        lost: number == 0 ? lost : 0)
    }
    return try run.finish(RunCounts(stories: 10, failures: 0))
  }

  @Test func holdsBackARunThatLosesTooManyComments() throws {
    let site = try SmallSite()
    _ = try Self.run(site, comments: 110, lost: 50)
    let error = #expect(throws: Failure.self) { try Self.run(site, comments: 80, lost: 30) }
    #expect(error?.kind == .heldBack)
    #expect(error?.message.hasPrefix("30 of 200 comments would disappear") == true)
    #expect(throws: Failure.self) {
      try Self.run(site, comments: 80, lost: 30) { $0.removalLimit = .count(100) }
    }
    #expect(try SiteStore(site.path).runs().count == 1)
    let outcome = try Self.run(site, comments: 80, lost: 30) { $0.removalLimit = .percentage(15) }
    #expect(outcome.lostComments == 30 && outcome.removedComments == 30)
  }

  @Test func acceptsThatCommentsDisappearBecauseTheyWereDeletedOrRejected() throws {
    let site = try SmallSite()
    _ = try Self.run(site, comments: 110, lost: 0)
    let outcome = try Self.run(site, comments: 20, lost: 10)
    #expect(outcome.lostComments == 10 && outcome.removedComments == 90)
    #expect(outcome.previousComments == 200)
    #expect(PublishingRules().warns(removedComments: 90, of: 200))
    #expect(!PublishingRules().warns(removedComments: 19, of: 200))
  }

  /// Makes a run of ten stories with 200 comments, and then one in which the first story comes once
  /// for each number of comments.
  private static func run(versions: [Int], lost: Int) throws -> SiteRun.Outcome {
    let site = try SmallSite()
    _ = try Self.run(site, comments: 110, lost: 0)
    let run = try site.begin(options: "usual") { _ in }
    let lookup = try run.lookup()
    for comments in versions {
      try SmallSite.add(
        "s0", "\(comments) comments", to: run, lookup, comments: comments, lost: lost)
    }
    for number in 1..<10 {
      try SmallSite.add("s\(number)", "10 comments", to: run, lookup, comments: 10, lost: 0)
    }
    return try run.finish(RunCounts(stories: 10, failures: 0))
  }

  @Test func countsOnlyTheLastOfTwoVersionsOfAStoryInARun() throws {
    let outcome = try Self.run(versions: [60, 109], lost: 60)
    #expect(outcome.removedComments == 1 && outcome.lostComments == 1)
  }

  @Test func countsNoCommentsAsRemovedIfALaterVersionOfTheStoryIsUnchanged() throws {
    let outcome = try Self.run(versions: [10, 110], lost: 100)
    #expect(outcome.removedComments == 0 && outcome.lostComments == 0)
  }

  @Test func makesARunCurrentOnlyIfItsEndCanBeWritten() throws {
    let site = try SmallSite()
    try site.run(["a": "one"])
    let run = try site.begin()
    try SmallSite.add("a", "two", to: run, try run.lookup())
    #expect(throws: Failure.self) {
      try run.finish(RunCounts(stories: 1, failures: 0)) { _ in
      } willCommit: { outcome in
        throw Failure(.inputOutput, message: "full after run \(outcome.number)")
      }
    }
    #expect(try site.stories() == ["a: one"])
  }
}
