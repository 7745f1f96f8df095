/// Where two texts differ, as one hunk of a unified diff.
///
/// The hunk runs from the first line that differs to the last. That is all a person needs to see
/// what happened; who wants more has both files.
package struct LineDifference {
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

  package init(from old: [UInt8], to new: [UInt8]) {
    let lineEnd = UInt8(ascii: "\n")
    let before = old.split(separator: lineEnd, omittingEmptySubsequences: false)
    let after = new.split(separator: lineEnd, omittingEmptySubsequences: false)
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

    let lead = before[max(0, start - Self.context)..<start]
    let removed = before[start..<(before.count - end)]
    let added = after[start..<(after.count - end)]
    let trail = before[(before.count - end)...].prefix(Self.context)
    let first = lead.startIndex + 1
    let around = lead.count + trail.count
    var text = "@@ -\(first),\(removed.count + around) +\(first),\(added.count + around) @@\n"
    text += Self.shown(lead, " ") + Self.shown(removed, "-") + Self.shown(added, "+")
    self.text = text + Self.shown(trail, " ")
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
