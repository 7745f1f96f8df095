import AtollComments
import AtollStoryDecoding
import Testing

/// Parents in threads so long that ids are indexed in several batches.
@Suite struct ParentTests {
  private static let count = 150

  /// Decodes comments with the given parents, and returns the parents in the story.
  private func parents(
    name: (Int) -> String = { "c\($0)" }, of parent: (Int) -> Int?
  ) throws -> [Int?] {
    let comments = (0..<Self.count).map { index in
      let parentID = parent(index).map { #","parentId":"\#(name($0))""# } ?? ""
      return #"{"id":"\#(name(index))"\#(parentID),"createdAt":"2024-02-29T12:30:15.250Z"}"#
    }
    let decoded = try decode(#"{"atoll":1,"comments":[\#(comments.joined(separator: ","))]}"#)
    #expect(decoded.story.count == Self.count)
    #expect(decoded.comments.allSatisfy { $0.createdAt?.milliseconds == 1_709_209_815_250 })
    return decoded.story.positions.map { position in
      decoded.story.parent(of: position).map { Int($0.index) }
    }
  }

  private func check(name: (Int) -> String = { "c\($0)" }, _ parent: (Int) -> Int?) throws {
    #expect(try parents(name: name, of: parent) == (0..<Self.count).map(parent))
  }

  @Test(arguments: [1, 2, 31, 32, 33, 64, 149])
  func findsParentsThatPrecedeTheirReplies(distance: Int) throws {
    try check { $0 < distance ? nil : $0 - distance }
  }

  @Test(arguments: [1, 2, 31, 32, 33, 64, 149])
  func findsParentsThatFollowTheirReplies(distance: Int) throws {
    try check { $0 + distance < Self.count ? $0 + distance : nil }
  }

  @Test(arguments: [0, 5, 31, 32, 40, 149])
  func findsParentsWithRepairedIDs(mended: Int) throws {
    try check(name: { $0 == mended ? #"\ud800x\#($0)"# : "c\($0)" }) { $0 == 0 ? nil : $0 / 2 }
  }

  @Test func findsParentsByIDsOfAnyLength() throws {
    try check(name: { String(repeating: "i", count: $0 % 40) + "\($0)" }) { $0 == 0 ? nil : $0 / 3 }
  }

  @Test func findsParentsOfNestedReplies() throws {
    let depth = 100
    let inner = (0..<depth).reversed().reduce("") { inner, level in
      #"{"id":"c\#(level)","replies":[\#(inner)]}"#
    }
    let last = #"{"id":"last","parentId":"c99"}"#
    let decoded = try decode(#"{"atoll":1,"comments":[\#(inner),\#(last)]}"#)
    for level in 0...depth {
      let position = decoded.story.position(of: level == depth ? "last" : "c\(level)")
      let found = try #require(position)
      let parent = decoded.story.parent(of: found)
      #expect(
        parent.map { decoded.story.comment(at: $0).id } == (level == 0 ? nil : "c\(level - 1)"))
    }
  }
}
