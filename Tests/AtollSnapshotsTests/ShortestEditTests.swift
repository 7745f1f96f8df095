import AtollSnapshots
import TestSupport
import Testing

/// The shortest edit, compared with a slow search for the longest common subsequence.
@Suite struct ShortestEditTests {
  private func longestCommonCount(_ old: [Int], _ new: [Int]) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for element in old {
      var corner = 0
      for index in new.indices {
        let above = row[index + 1]
        row[index + 1] = element == new[index] ? corner + 1 : max(above, row[index])
        corner = above
      }
    }
    return row[new.count]
  }

  @Test func keepsTheLongestCommonSubsequence() throws {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<300 {
      let (old, new) = (
        (0..<random.next(below: 12)).map { _ in random.next(below: 4) },
        (0..<random.next(below: 12)).map { _ in random.next(below: 4) }
      )
      let pairs = try #require(ShortestEdit.keptPairs(old, new, atMost: 100))
      #expect(pairs.count == longestCommonCount(old, new), "\(old) \(new)")
      #expect(pairs.allSatisfy { old[$0.0] == new[$0.1] })
      for (one, next) in zip(pairs, pairs.dropFirst()) {
        #expect(one.0 < next.0 && one.1 < next.1)
      }
    }
  }

  @Test func returnsNilIfTheShortestEditIsLongerThanTheLimit() {
    #expect(ShortestEdit.keptPairs([1, 2, 3], [4, 5, 6], atMost: 5) == nil)
    #expect(ShortestEdit.keptPairs([1, 2, 3], [4, 5, 6], atMost: 6)?.isEmpty == true)
  }
}
