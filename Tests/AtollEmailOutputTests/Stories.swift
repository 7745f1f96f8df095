import Atoll
import AtollComments
import Foundation
import TestSupport

/// Stories for tests of mails.
enum Stories {
  /// Every story of the fixtures: single files, and folders with database rows.
  static let files = [
    "Tests/Fixtures/atoll-document.json", "Tests/Fixtures/coral-response.json",
    "Tests/Fixtures/talk4-response.json", "Sources/Command/AtollCommand/Demo/story.json",
    "Sources/Command/AtollCommand/Demo/specimen.json",
    "Sources/Command/AtollCommand/Demo/specimen-closed.json",
    "Tests/Fixtures/talk4-dump-relaxed", "Tests/Fixtures/talk4-dump-canonical",
    "Tests/Fixtures/coral-dump-relaxed", "Tests/Fixtures/coral-dump-canonical",
  ]

  static func story(at path: String) throws -> Story {
    var paths = [path]
    if !path.hasSuffix(".json") {
      let folder = Repository.url(path).path
      paths = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .map { "\(path)/\($0)" }
    }
    return try Reading(
      paths.map {
        InputSource(name: $0, bytes: try Repository.bytes($0))
      }
    ).story
  }

  /// Returns a story of `count` comments: comments 0, 3, 6, … are roots, the others reply to the comment before them.
  static func story(
    of count: Int, title: String = "A story", featured: Set<Int> = [],
    body: (Int) -> String = { "Comment number \($0), with a few words more than it needs." }
  ) throws -> Story {
    var comments: [[String: Any]] = []
    for index in 0..<count {
      var comment: [String: Any] = [
        "id": "c\(index)", "author": ["name": "Author \(index)"], "likes": index * 7 % 101,
        "createdAt": 1_785_000_000_000 + index * 60_000,
        "body": body(index),
      ]
      if index % 3 != 0 { comment["parentId"] = "c\(index - 1)" }
      if featured.contains(index) { comment["tags"] = ["FEATURED"] }
      comments.append(comment)
    }
    let document: [String: Any] = [
      "atoll": 1,
      "story": ["id": "s", "title": title, "url": "https://www.example.com/s", "server": "coral"],
      "comments": comments,
    ]
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: document))
    return try Reading([InputSource(name: "thread.json", bytes: bytes)]).story
  }

  /// Returns the bytes of a mail, or of one of its parts.
  static func mail(
    _ story: Story, _ format: Options.Format = .email, _ change: (inout Options) -> Void = { _ in }
  ) throws -> [UInt8] {
    var options = Options()
    options.format = format
    change(&options)
    return try Renderer(options: options).render(story).bytes
  }

  static func text(
    _ story: Story, _ format: Options.Format, _ change: (inout Options) -> Void = { _ in }
  ) throws -> String {
    String(decoding: try mail(story, format, change), as: UTF8.self)
  }
}
