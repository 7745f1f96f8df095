import AtollBytes
import AtollSnapshots

/// The suite that `atoll snapshot init` writes.
package struct StarterSuite {
  private let cases: [String]
  private let style: String

  /// Creates a suite of these stories; of two built-in stories if there are none.
  ///
  /// Paths are written into the suite unchanged.
  package init(of stories: [String], style: String) {
    self.style = style
    if stories.isEmpty {
      cases = [
        """
        {"id": "specimen", "demo": "specimen", "options": ["--max-depth", "11"], "accessibility": true}
        """,
        "{\"id\": \"closed\", \"demo\": \"specimen-closed\", \"accessibility\": true}",
      ]
    } else {
      cases = zip(Self.ids(of: stories), stories).map { id, story in
        "{\"id\": \"\(id)\", \"story\": \(JSONValue.string(story).serialized), \"accessibility\": true}"
      }
    }
  }

  /// The text of `suite.json`.
  package var text: String {
    """
    {
      "suite": "look",
      "styles": [\(JSONValue.string(style).serialized)],
      "widths": [390, 1200],
      "schemes": ["light", "dark"],
      "cases": [
        \(cases.joined(separator: ",\n    "))
      ]
    }

    """
  }

  private static let maximumIDLength = 100

  /// Returns a different id for each file, made from the file's name.
  ///
  /// Each character that an id cannot contain becomes `-`. An id that is already taken gets a
  /// number, such as `story-2`. Long names are cut off, because the ids become parts of file names.
  private static func ids(of stories: [String]) -> [String] {
    var taken: Set<String> = []
    return stories.map { story in
      let file = story.split(separator: "/").last ?? "story"
      let stem = file.prefix { $0 != "." }.lowercased()
      let plain = stem.map { SnapshotName(String($0)) == nil ? "-" : $0 }
      let id = plain.isEmpty ? "story" : String(plain.prefix(maximumIDLength))
      var unique = id
      var number = 2
      while !taken.insert(unique).inserted {
        unique = "\(id)-\(number)"
        number += 1
      }
      return unique
    }
  }
}
