import Bytes
import Snapshots

/// The results of a run in Markdown, for a pull request or a job summary.
///
/// Findings quote what users wrote, so they are written as code spans, where markup and mentions
/// have no effect.
struct MarkdownSummary {
  /// The length in bytes beyond which no more causes are listed; it is a little below the limit for
  /// GitHub comments.
  static let maximumLength = 60_000
  /// The maximum numbers of findings and snapshots listed for each cause.
  static let maximumFindingCount = 10
  static let maximumSnapshotCount = 50
  /// The maximum length of a finding in Unicode scalars; the rest is cut off.
  private static let maximumCodeLength = 300

  private let results: VerifyResults

  init(of results: VerifyResults) { self.results = results }

  func text() -> String {
    var text = "### \(results.runName): \(results.headline)\n"
    let groups = results.groups
    for (index, group) in groups.enumerated() {
      let part = section(of: group)
      if text.utf8.count + part.utf8.count > Self.maximumLength {
        text += "\n… and \(groups.count - index) more causes.\n"
        break
      }
      text += part
    }
    if !results.obsolete.isEmpty {
      let names = results.obsolete.prefix(Self.maximumSnapshotCount).map {
        "- \(Self.code($0.text))\n"
      }
      text += "\n**Obsolete references**\n\n" + names.joined()
      text += Self.more(than: Self.maximumSnapshotCount, of: results.obsolete.count)
    }
    if !results.uncoveredEdits.isEmpty {
      let lines = results.uncoveredEdits.prefix(Self.maximumFindingCount).map {
        "- \(Self.code($0.description))\n"
      }
      text += "\n**Edits that no snapshot shows**\n\n" + lines.joined()
      text += Self.more(than: Self.maximumFindingCount, of: results.uncoveredEdits.count)
    }
    return text
  }

  private func section(of group: VerifyResults.Group) -> String {
    let count = group.entries.count
    let reasons = group.reasons
    var text = "\n**\(Self.code(reasons[0]))**"
    text += ": \(counted(count, "snapshot"))\n\n"
    for reason in reasons.dropFirst().prefix(Self.maximumFindingCount) {
      text += "- \(Self.code(reason))\n"
    }
    text += Self.more(than: Self.maximumFindingCount + 1, of: reasons.count)
    text += "\n<details><summary>\(count == 1 ? "The snapshot" : "The snapshots")</summary>\n\n"
    for entry in group.entries.prefix(Self.maximumSnapshotCount) {
      text += "- \(Self.code(entry.name)) \(entry.state.rawValue)"
      if let path = results.picturePath(of: entry) { text += ": screenshot \(Self.code(path))" }
      text += "\n"
    }
    text += Self.more(than: Self.maximumSnapshotCount, of: count)
    text += "\n</details>\n"
    if group.entries.contains(where: \.state.isPending) {
      let option = SnapshotText.storeOption(results.store)
      let command = "atoll snapshot accept --cause \(group.cause.name)\(option)"
      text += "\nTo accept: \(Self.code(command))\n"
    }
    return text
  }

  private static func more(than limit: Int, of count: Int) -> String {
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
