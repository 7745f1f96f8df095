import Bytes
import OperatingSystem
import Snapshots

/// `atoll snapshot init`: a suite to begin with, and what git has to ignore.
enum SnapshotInit {
  static func run(_ invocation: Invocation) throws(Stop) {
    let store = SnapshotCommands.store(invocation)
    let console = Console(invocation)
    let style = invocation.value(RenderOptions.style) ?? SuiteCase.usualStyle
    let suite = suite(of: invocation.operands, style: suite(path: style, in: store), in: store)
    // A suite that cannot be read is not written.
    do { _ = try Suite(Array(suite.utf8), named: Suite.fileName).plan() } catch {
      throw .failure(.badInput, error.message, at: error.path)
    }
    try FolderWriting.write(
      [(Suite.fileName, Array(suite.utf8)), (".gitignore", Array(ignored.utf8))], into: store,
      console)
    let option = SnapshotText.storeOption(store)
    console.say(
      .note,
      "next: 'atoll snapshot verify\(option)', then 'atoll snapshot review\(option)' to accept")
  }

  /// What waits for a decision is in no repository; `.work` ignores itself.
  private static let ignored = "*\(SnapshotName.pendingSuffix)\n"

  private static func suite(of stories: [String], style: String, in store: String) -> String {
    var cases: [String] = []
    for (id, story) in zip(ids(of: stories), stories) {
      let path = JSONTree.string(suite(path: story, in: store)).text
      cases.append("{\"id\": \"\(id)\", \"story\": \(path), \"accessibility\": true}")
    }
    if cases.isEmpty {
      cases = [
        """
        {"id": "specimen", "demo": "specimen", "options": ["--max-depth", "11"], "accessibility": true}
        """,
        "{\"id\": \"closed\", \"demo\": \"specimen-closed\", \"accessibility\": true}",
      ]
    }
    return """
      {
        "suite": "look",
        "styles": [\(JSONTree.string(style).text)],
        "widths": [390, 1200],
        "schemes": ["light", "dark"],
        "cases": [
          \(cases.joined(separator: ",\n    "))
        ]
      }

      """
  }

  /// Returns a path as a suite has it, from the folder that the store is in.
  private static func suite(path: String, in store: String) -> String {
    let isHere = !store.utf8.contains(UInt8(ascii: "/"))
    return isHere || Words.styles.contains(path) ? path : absolutePath(path)
  }

  /// Returns an id for each file: its name as far as it can be in an id, with a number where another
  /// has the same.
  private static func ids(of stories: [String]) -> [String] {
    var known: [String: Int] = [:]
    return stories.map { story in
      let file = story.split(separator: "/").last ?? "story"
      let stem = file.prefix { $0 != "." }.lowercased()
      let plain = stem.map { SnapshotName(String($0)) == nil ? "-" : $0 }
      let id = plain.isEmpty ? "story" : String(plain)
      known[id, default: 0] += 1
      let count = known[id] ?? 1
      return count == 1 ? id : "\(id)-\(count)"
    }
  }
}
