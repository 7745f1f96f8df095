import AtollBytes
import AtollSnapshots

/// The results of a run in Markdown, for a pull request or a job summary.
///
/// Findings quote what users wrote. They are written as code spans, because markup and mentions
/// have no effect there.
struct MarkdownSummary {
  /// The texts with which such a file can begin.
  static let beginnings = ["### "]

  /// The maximum length in bytes, a little below GitHub's limit of 65,536 characters.
  static let maximumLength = 60_000
  /// The maximum number of findings listed for a cause.
  static let maximumFindingCount = 10
  /// The maximum number of snapshots listed for a cause.
  static let maximumSnapshotCount = 50
  /// The maximum length of a code span in Unicode scalars; the rest is cut off.
  private static let maximumCodeLength = 300

  let results: VerifyResults

  func text() -> String {
    var text = "### \(results.runName): \(results.headline)\n"
    // These lists are short, and the causes get the rest of the space.
    let end =
      Self.listSection(
        "Obsolete references", texts: results.obsoleteReferences.map(\.text),
        atMost: Self.maximumSnapshotCount)
      + Self.listSection(
        "Edits that no snapshot shows", texts: results.unseenEdits.map(\.description),
        atMost: Self.maximumFindingCount)
    let groups = results.groups
    let omissionNote = { (count: Int) in "\n… and \(count) more causes.\n" }
    let limit = Self.maximumLength - end.utf8.count - omissionNote(groups.count).utf8.count
    for (index, group) in groups.enumerated() {
      let part = section(of: group)
      if text.utf8.count + part.utf8.count > limit {
        text += omissionNote(groups.count - index)
        break
      }
      text += part
    }
    return text + end
  }

  /// Returns a section with a list of texts; empty if there are none.
  private static func listSection(_ title: String, texts: [String], atMost limit: Int) -> String {
    if texts.isEmpty { return "" }
    let lines = texts.prefix(limit).map { "- \(code($0))\n" }
    return "\n**\(title)**\n\n" + lines.joined() + omissionLine(over: limit, of: texts.count)
  }

  private func section(of group: VerifyResults.Group) -> String {
    let count = group.entries.count
    let reasons = group.reasons
    var text = "\n**\(Self.code(reasons[0]))**"
    text += ": \(counted(count, noun: "snapshot"))\n\n"
    for reason in reasons.dropFirst().prefix(Self.maximumFindingCount) {
      text += "- \(Self.code(reason))\n"
    }
    text += Self.omissionLine(over: Self.maximumFindingCount + 1, of: reasons.count)
    text += "\n<details><summary>\(count == 1 ? "The snapshot" : "The snapshots")</summary>\n\n"
    for entry in group.entries.prefix(Self.maximumSnapshotCount) {
      text += "- \(Self.code(entry.name)) \(entry.state.rawValue)"
      if let path = results.picturePath(of: entry) { text += ": screenshot \(Self.code(path))" }
      text += "\n"
    }
    text += Self.omissionLine(over: Self.maximumSnapshotCount, of: count)
    text += "\n</details>\n"
    if group.entries.contains(where: \.state.isPending) {
      let option = SnapshotText.storeOption(results.storeFolder)
      let command = "atoll snapshot accept --cause \(group.cause.name)\(option)"
      text += "\nTo accept: \(Self.code(command))\n"
    }
    return text
  }

  private static func omissionLine(over limit: Int, of count: Int) -> String {
    count > limit ? "- … and \(count - limit) more\n" : ""
  }

  /// Returns text as a code span, whatever backticks it contains.
  static func code(_ text: String) -> String {
    let scalars = text.unicodeScalars
    var shown = escapingInvisibles(String(scalars.prefix(maximumCodeLength)))
    if scalars.count > maximumCodeLength { shown += "…" }
    var (longest, run) = (0, 0)
    for byte in shown.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let gap = shown.hasPrefix("`") || shown.hasSuffix("`") || shown.isEmpty ? " " : ""
    return fence + gap + shown + gap + fence
  }
}
