import AtollBytes
import AtollComments
import Foundation
import TestSupport
import Testing

@testable import AtollLayout

@Suite struct BlockJSONTests {
  /// A closed story with nearly every kind of block.
  static var full: Sketch {
    var sketch = NoticeTests.sketch(.closed)
    sketch.set(\.title, "A \"title\"")
    sketch.set(\.questionIcon, "chat")
    sketch.builder.metadata.commentCount = 20
    sketch.builder.metadata.ratingHundredths = 433
    sketch.builder.metadata.ratingCount = 87
    sketch.add("b", under: "a", by: "Ann \u{202E}\u{1B}[31m <b>") {
      $0.tags = [.featured, .staff, .review]
      $0.likes = 1204
      $0.rating = 4
      $0.flags.insert(.edited)
      $0.syntax = .html
    }
    sketch.add("c", under: "b")
    sketch.add("x") { $0.tombstone = .rejected }
    sketch.builder.labels = [sketch.builder.add(text: "Gold")]
    sketch.builder.authors[1].labelCount = 1
    sketch.builder.media = [
      MediaRecord(
        kind: .youTube, url: sketch.builder.add(text: "https://v.example/1"),
        title: sketch.builder.add(text: "A video"))
    ]
    sketch.change("b") { $0.media = 0 }
    return sketch
  }

  static func objects(_ list: BlockList) throws -> [NSDictionary] {
    let json = try JSONSerialization.jsonObject(with: Data(list.json()))
    return try #require(json as? [NSDictionary])
  }

  @Test func includesTheDisplayedTextInJSON() throws {
    let list = Self.full.list(ranksRoots: true) { $0.maxDepth = 2 }
    let objects = try Self.objects(list)
    #expect(
      objects.map { $0["kind"] as? String } == [
        "story", "announcement", "question-box", "featured", "closed", "heading", "comment",
        "comment", "hidden-replies", "tombstone", "more-comments",
      ])
    #expect(objects[0]["title"] as? String == "A \"title\"")
    #expect(objects[0]["ratingLabel"] as? String == "4.3 of 5 stars, 87 ratings")
    #expect(objects[0]["closed"] as? Bool == true)
    #expect(objects[4]["body"] as? String == "Thanks, all.")
    #expect(objects[5]["label"] as? String == "20 comments")
    #expect(objects[5]["sortLabel"] as? String == "Newest first")
    let b = objects[7]
    #expect(b["author"] as? String == "Ann \u{202E}\u{1B}[31m <b>")
    #expect(b["parentAuthor"] as? String == "author of a")
    #expect(b["time"] as? String == "4 May 2019, 12:33")
    #expect(b["datetime"] as? String == "2019-05-04T12:33:00Z")
    #expect(b["likesLabel"] as? String == "1,204 likes")
    #expect(b["ratingLabel"] as? String == "4 of 5 stars")
    #expect(b["syntax"] as? String == "html")
    #expect(b["body"] as? String == "body of b")
    func labels(_ key: String) -> [String?]? {
      (b[key] as? [NSDictionary])?.map { $0["label"] as? String }
    }
    #expect(labels("badges") == ["Staff", "Gold"])
    #expect(labels("marks") == ["Featured", "Review", "Edited"])
    #expect((b["media"] as? NSDictionary)?["label"] as? String == "Video on YouTube")
    #expect((objects[6]["ranks"] as? NSDictionary)?["newest"] as? Int == 0)
    #expect(objects[8]["label"] as? String == "1 reply hidden")
    #expect(objects[9]["reasonLabel"] as? String == "This comment was removed by a moderator.")
    #expect(objects[10]["label"] as? String == "16 more comments")
  }

  @Test func writesOneJSONObjectPerLine() {
    let lines = String(decoding: Self.full.list().json(), as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "[" && lines.last == "]")
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix("{\"kind\":\"") })
  }

  @Test func writesValidJSONForRandomStories() throws {
    for seed in 0..<60 {
      var random = SeededGenerator(seed: seed)
      let story = ThreadPropertyTests.story(&random)
      let list = BlockList(story, options: ThreadPropertyTests.options(&random))
      #expect(try Self.objects(list).count == list.blocks.count + 1)
    }
  }

  @Test func escapesUnsafeCharactersInJSONWithoutLosingText() throws {
    // The scalars from U+0001 to U+3000, in blocks of 256.
    for start in stride(from: UInt32(1), to: 0x3000, by: 0x100) {
      var text = ""
      for value in start..<start + 0x100 {
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let bytes = Array(text.utf8)
      let json = written { $0.append(fullyEscapedJSONString: Slice(0..<bytes.count), of: bytes) }
      let back = try JSONSerialization.jsonObject(
        with: Data(json.utf8), options: .fragmentsAllowed)
      #expect((back as? String).map { Array($0.utf8) } == bytes)
      #expect(
        !json.unicodeScalars.contains {
          $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.properties.isBidiControl
            || $0 == "<" || $0.value == 0x2028 || $0.value == 0x2029
        })
    }
  }
}
