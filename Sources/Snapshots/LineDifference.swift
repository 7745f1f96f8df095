import Bytes

/// Where two texts differ, as one hunk of a unified diff.
///
/// The hunk runs from the first line that differs to the last. That is all a person needs to see
/// what happened; who wants more has both files.
package struct LineDifference: Hashable, Sendable {
  /// Lines of context on either side, and the most lines shown of either text.
  private static let context = 2
  private static let mostLines = 12
  /// Longer lines are cut.
  private static let widest = 240

  /// The first line that differs, counted from 1.
  package let firstLine: Int
  package let text: String
  /// The first line that differs in either text, cut; empty where there is none.
  package let firstOld: String
  package let firstNew: String
  /// How many lines differ, in whichever text it is more.
  package let count: Int
  /// One name for all lines that differ.
  package let digest: String

  package init(from oldText: [UInt8], to newText: [UInt8]) {
    let lineEnd = UInt8(ascii: "\n")
    let before = oldText.split(separator: lineEnd, omittingEmptySubsequences: false)
    let after = newText.split(separator: lineEnd, omittingEmptySubsequences: false)
    let shorter = min(before.count, after.count)
    var start = 0
    while start < shorter, before[start] == after[start] { start += 1 }
    var end = 0
    while end < shorter - start, before[before.count - 1 - end] == after[after.count - 1 - end] {
      end += 1
    }
    firstLine = start + 1
    firstOld = start < before.count ? Self.cut(before[start]) : ""
    firstNew = start < after.count ? Self.cut(after[start]) : ""

    let old = before[start..<(before.count - end)]
    let new = after[start..<(after.count - end)]
    (count, digest) = Self.summary(of: old, new)

    let lead = before[max(0, start - Self.context)..<start]
    let trail = before[(before.count - end)...].prefix(Self.context)
    let first = lead.startIndex + 1
    let around = lead.count + trail.count
    var text = "@@ -\(first),\(old.count + around) +\(first),\(new.count + around) @@\n"
    text += Self.shown(lead, " ") + Self.shown(old, "-") + Self.shown(new, "+")
    self.text = text + Self.shown(trail, " ")
  }

  /// What is the same between lines that differ only counts where lines were put in or taken out.
  private static func summary(
    of old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>
  ) -> (count: Int, digest: String) {
    let differing =
      old.count == new.count ? zip(old, new).filter { $0 != $1 } : []
    let lines =
      differing.isEmpty
      ? old.map { [UInt8(ascii: "-")] + $0 } + new.map { [UInt8(ascii: "+")] + $0 }
      : differing.flatMap { [[UInt8(ascii: "-")] + $0, [UInt8(ascii: "+")] + $1] }
    let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    return (
      differing.isEmpty ? max(old.count, new.count) : differing.count,
      String(SHA256.hexadecimal(of: bytes).prefix(16))
    )
  }

  private static func cut(_ line: ArraySlice<UInt8>) -> String {
    let text = String(decoding: line.prefix(widest), as: UTF8.self)
    return line.count > widest ? text + " …" : text
  }

  private static func shown(_ lines: ArraySlice<ArraySlice<UInt8>>, _ mark: String) -> String {
    var text = ""
    for line in lines.prefix(mostLines) {
      text += mark + cut(line) + "\n"
    }
    let left = lines.count - mostLines
    return left > 0 ? text + "\(mark)… and \(left) more lines\n" : text
  }
}

extension LineDifference {
  /// The difference as a finding: the first line that differs, and what tells it from others that
  /// begin alike.
  package var finding: Finding {
    Finding(
      .line, "line \(firstLine)", old: firstOld, new: firstNew, count: count, digest: digest)
  }
}
