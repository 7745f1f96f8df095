import AtollBytes
import AtollComments
import AtollStoryDecoding
import TestSupport
import Testing

/// Small inputs of every form, for tests that try many variants of each.
enum Sample: String, CaseIterable, Sendable {
  case atoll, talk4, coral, talk4Rows, coralRows

  var form: InputForm {
    switch self {
    case .atoll: .atoll
    case .talk4: .talk4
    case .coral: .coral
    case .talk4Rows: .talk4Dump
    case .coralRows: .coralDump
    }
  }

  var text: String {
    switch self {
    case .atoll:
      #"""
      {"atoll":1,"story":{"id":"s","title":"T é","closed":{"at":"2024-01-01"},"ratings":{"average":4}},
      "comments":[{"id":"c1","author":{"id":"u","name":"A\u00e9\ud83d\ude00","badges":["b"]},"createdAt":"2024-01-01T00:00:00Z",
      "body":"x\ny","likes":1,"tags":["featured","z"],"replies":[{"id":"c2","body":"in","media":{"url":"u"}},
      {"id":"c3","parentId":"c1","body":"q","edited":true}],"rating":3},{"id":"c4","parentId":"c1","body":"end","tombstone":"rejected"}]}
      """#
    case .talk4:
      #"""
      {"data":{"asset":{"id":"s","title":"T","settings":{"infoBoxEnable":true,"infoBoxContent":"i"},
      "comments":{"nodes":[{"id":"c1","body":"x é","created_at":"2024-01-01T00:00:00Z","user":{"id":"u","username":"A"},
      "status":"NONE","tags":[{"tag":{"name":"STAFF"}}],"action_summaries":[{"__typename":"LikeActionSummary","count":2}],
      "replies":{"nodes":[{"id":"c2","body":null,"status":"ACCEPTED"},{"id":"c3","body":"\ud83d\ude00","status":"REJECTED"}]}}],
      "hasNextPage":false}}}}
      """#
    case .coral:
      #"""
      {"data":{"viewer":{"ignoredUsers":[{"id":"z"}]},"settings":{"reaction":{"label":"R"}},"story":{"id":"s","isClosed":true,
      "comments":{"edges":[{"node":{"id":"c1","body":"<b>x</b> é","createdAt":"2024-01-01T00:00:00Z",
      "author":{"id":"u","username":"A","badges":["b"]},"actionCounts":{"reaction":{"total":2}},"tags":[{"code":"STAFF"}],
      "revision":{"media":{"__typename":"YouTubeMedia","url":"y"}},"replies":{"edges":[{"node":{"id":"c2","body":"r","parent":{"id":"c1"}}}]}}}],
      "pageInfo":{"hasNextPage":false}}}}}
      """#
    case .talk4Rows:
      #"""
      {"id":"u","username":"A","password":"p","created_at":{"$date":"2024-01-01T00:00:00Z"}}
      {"id":"s","url":"https://e.com","title":"T","settings":{"questionBoxEnable":true,"questionBoxContent":"q"}}
      {"id":"c1","asset_id":"s","author_id":"u","body":"x é","status":"NONE","action_counts":{"like":{"$numberInt":"2"}},"created_at":{"$date":{"$numberLong":"1"}}}
      {"id":"c2","asset_id":"s","parent_id":"c1","author_id":null,"body":null,"status":"ACCEPTED","tags":[{"tag":{"name":"STAFF"}}]}
      """#
    case .coralRows:
      #"""
      {"id":"t","domain":"d","communityGuidelines":{},"media":{"gifs":{"enabled":true}}}
      {"tenantID":"t","id":"u","username":"A","email":"p","badges":["b"]}
      {"tenantID":"t","id":"s","url":"https://e.com","metadata":{"title":"T"},"closedAt":false,"settings":{"mode":"QA"}}
      {"id":"c1","storyID":"s","authorID":"u","revisions":[{"body":"x é","media":{"type":"giphy","url":"g"}}],"status":"NONE","actionCounts":{"REACTION":{"$numberInt":"2"}},"createdAt":{"$date":{"$numberLong":"1"}}}
      {"id":"c2","storyID":"s","parentID":"c1","authorID":null,"revisions":[],"status":"APPROVED","deletedAt":{"$date":"2024-01-01T00:00:00Z"}}
      """#
    }
  }
}

/// Inputs that were truncated or changed in transit.
@Suite struct DamageTests {
  @Test func countsTheKeptCommentsOfEachBrokenDocument() throws {
    let whole =
      #"{"atoll":1,"story":{"id":"s"},"comments":[{"id":"a","body":"x"},{"id":"b","body":"x"}"#
    let broken = #"{"atoll":1,"story":{"id":"s"},"comments":[{"id":"c","body":"x"},{"id":"#
    let decoded = try StoryDecoder.decode(Array("\(whole)]}\n\(broken)".utf8))
    let message = decoded.diagnostics.list().first { $0.code == .truncatedInput }?.message
    #expect(message?.hasSuffix("1 complete comment kept") == true, "\(message ?? "")")
  }

  @Test(arguments: Sample.allCases)
  func keepsCompleteCommentsFromATruncatedInput(sample: Sample) throws {
    let bytes = Array(sample.text.utf8)
    let whole = try StoryDecoder.decode(bytes)
    #expect(whole.form == sample.form)
    #expect(whole.problems == [])
    for length in 0..<bytes.count {
      let cut = Array(bytes[..<length])
      do throws(StoryError) {
        let decoded = try StoryDecoder.decode(cut)
        let isBetweenRows = cut.last == 0x0A || bytes[length] == 0x0A
        if !isBetweenRows, decoded.diagnostics.count(of: .truncatedInput) != 1 {
          Issue.record("cut at \(length) without a word")
        }
        for comment in decoded.comments where comment.tombstone == nil {
          let isDump = sample == .talk4Rows || sample == .coralRows
          let original = whole.comments.first { $0.id == comment.id }
          if isDump ? comment.body != original?.body : comment != original {
            Issue.record("cut at \(length), \(comment.id) is another")
          }
        }
      } catch {
        if error.advice.isEmpty { Issue.record("cut at \(length) without advice") }
      }
    }
  }

  @Test(arguments: [Sample.talk4, .coral])
  func fillsInATruncatedPageFromACompleteCopy(sample: Sample) throws {
    // A second, whole page provides what was lost at the end of the first.
    let bytes = Array(sample.text.utf8)
    let half = InputFile(name: "half", bytes: Array(bytes[..<(bytes.count * 3 / 4)]))
    let decoded = try StoryDecoder.decode([half, InputFile(name: "whole", bytes: bytes)])
    #expect(decoded.comments == (try StoryDecoder.decode(bytes).comments))
    #expect(decoded.problems.map(\.code) == [.truncatedInput])
  }

  @Test(arguments: Sample.allCases, [UInt64(1), 2])
  func decodesDamagedInputIntoAConsistentStory(sample: Sample, seed: UInt64) {
    let original = Array(sample.text.utf8)
    let alphabet =
      Array(#"{}[]",:\u0019eEx-+.nulltruefalse"#.utf8) + [0, 0x0A, 0x80, 0xC3, 0xED, 0xFF]
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &numbers) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        let other = alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)]
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: bytes[place] = other
        case 1: bytes.insert(other, at: place)
        case 2: bytes.remove(at: place)
        case 3:
          // Repeats a piece of the input.
          let end = min(bytes.count, place + Int.random(in: 1...40, using: &numbers))
          bytes.insert(contentsOf: bytes[place..<end], at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + 20))
        }
      }
      check(bytes)
    }
  }

  /// Decodes bytes and checks the invariants of the resulting story.
  private func check(_ bytes: [UInt8]) {
    guard let decoded = try? StoryDecoder.decode(bytes) else { return }
    let story = decoded.story
    var isSound = true
    for (index, comment) in story.comments.enumerated() {
      isSound = isSound && comment.parent < story.count && comment.parent != index
      isSound = isSound && comment.id.end <= story.bytes.count && !comment.id.isEmpty
      isSound = isSound && comment.body.end <= story.bytes.count
    }
    let comments = decoded.comments
    isSound = isSound && Set(comments.map { Array($0.id.utf8) }).count == comments.count
    isSound = isSound && comments.allSatisfy { !$0.body.text.utf8.contains(0) }
    if !isSound { Issue.record("from \(String(decoding: bytes, as: UTF8.self))") }
    _ = decoded.problems
  }
}
