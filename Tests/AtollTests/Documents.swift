import Atoll
import AtollComments
import Foundation
import TestSupport

/// Atoll documents that tests render: the demo, the specimen sheets, and parts of them.
struct Document {
  var story: [String: Any]
  var comments: [[String: Any]]

  /// Loads one of the documents that are built into the command.
  init(demo name: String) throws {
    let file = Repository.url("Sources/Command/AtollCommand/Demo/\(name).json")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    story = json?["story"] as? [String: Any] ?? [:]
    comments = json?["comments"] as? [[String: Any]] ?? []
  }

  init(story: [String: Any] = [:], comments: [[String: Any]] = []) {
    self.story = story
    self.comments = comments
  }

  func read() throws -> Story {
    let json: [String: Any] = ["atoll": 1, "story": story, "comments": comments]
    let bytes = try JSONSerialization.data(withJSONObject: json, options: .sortedKeys)
    return try Reading([InputSource(name: "document.json", bytes: Array(bytes))]).story
  }

  /// The ids of the root comments, in the order of the document.
  var roots: [String] {
    let ids = Set(comments.compactMap { $0["id"] as? String })
    return comments.compactMap { comment in
      let parent = comment["parentId"] as? String
      return parent.map(ids.contains) == true ? nil : comment["id"] as? String
    }
  }

  /// Returns the document with only one root comment and its replies, and without notices.
  func branch(_ root: String) -> Document {
    var kept: Set<String> = [root]
    var branch = self
    branch.comments = comments.filter { comment in
      let id = comment["id"] as? String ?? ""
      if let parent = comment["parentId"] as? String, kept.contains(parent) { kept.insert(id) }
      return kept.contains(id)
    }
    for key in ["announcement", "infobox", "questionBox", "closed", "ratings", "commentCount"] {
      branch.story[key] = nil
    }
    return branch
  }

  /// Returns the document with changed fields of the story.
  func with(_ facts: [String: Any]) -> Document {
    var copy = self
    copy.story.merge(facts) { _, new in new }
    return copy
  }
}
