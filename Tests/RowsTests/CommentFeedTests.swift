import Comments
import Rows
import Testing

@Suite struct CommentFeedTests {
  @Test(arguments: 0..<60, TableDouble<FeedRun.Cell>.Refreshing.allCases)
  func keepsATableViewConsistentThroughRandomActions(
    seed: Int, refreshing: TableDouble<FeedRun.Cell>.Refreshing
  ) throws {
    var run = FeedRun(seed: seed, count: seed * 2, refreshing: refreshing)
    for _ in 0..<60 { try run.step() }
  }
}
