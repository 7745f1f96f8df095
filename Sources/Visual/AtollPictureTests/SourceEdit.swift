import AtollBytes
import AtollSnapshots

/// An edit of a source file of a suite: of a theme, a template, a story or the suite itself.
struct SourceEdit: Sendable {
  /// Consecutive lines of a file that were replaced.
  struct Hunk: Hashable, Sendable {
    /// The path below the root of the suite.
    let path: String
    /// The indices of the replaced lines in the old file.
    let old: Range<Int>
    let oldLines: [ArraySlice<UInt8>]
    /// The line number of the first of `newLines` in the new file, counted from 1.
    let line: Int
    let newLines: [ArraySlice<UInt8>]
  }

  /// The hunks of the edit; they are always applied together.
  var hunks: [Hunk]

  var editHash: String {
    var bytes: [UInt8] = []
    for hunk in hunks {
      bytes += Array("\(hunk.path)\n".utf8)
      for line in hunk.oldLines { bytes += [UInt8(ascii: "-")] + line }
      for line in hunk.newLines { bytes += [UInt8(ascii: "+")] + line }
    }
    return String(SHA256.hexadecimal(of: bytes).prefix(16))
  }

  var finding: Finding {
    func joined(_ lines: KeyPath<Hunk, [ArraySlice<UInt8>]>) -> [UInt8] {
      hunks.flatMap { $0[keyPath: lines] }.flatMap { $0 + [UInt8(ascii: "\n")] }
    }
    var finding = LineDifference(from: joined(\.oldLines), to: joined(\.newLines)).finding
    finding.selector = hunks.first.map { "\($0.path):\($0.line)" } ?? ""
    return finding
  }

  func applied(to old: [UInt8], at path: String) -> [UInt8] {
    var lines = Self.lines(of: old)
    for hunk in hunks.filter({ $0.path == path }).sorted(by: {
      $0.old.lowerBound > $1.old.lowerBound
    }) {
      lines.replaceSubrange(hunk.old, with: hunk.newLines)
    }
    return Array(lines.joined(separator: CollectionOfOne(UInt8(ascii: "\n"))))
  }

  /// Returns the edits between two versions of a file.
  ///
  /// In CSS and JSON files, if lines were replaced by the same number of lines, each line is a
  /// separate edit. In all other cases, consecutive lines are one edit.
  static func all(of path: String, from old: [UInt8], to new: [UInt8]) -> [SourceEdit] {
    let (before, after) = (lines(of: old), lines(of: new))
    let separatesLines = path.hasSuffix(".css") || path.hasSuffix(".json")
    return ShortestEdit.changes(before, after).flatMap { change in
      let count = separatesLines && change.old.count == change.new.count ? change.old.count : 1
      return (0..<count).map { index in
        func slice(_ range: Range<Int>) -> Range<Int> {
          count == 1 ? range : range.lowerBound + index..<range.lowerBound + index + 1
        }
        let (left, right) = (slice(change.old), slice(change.new))
        return SourceEdit(hunks: [
          Hunk(
            path: path, old: left, oldLines: Array(before[left]), line: right.lowerBound + 1,
            newLines: Array(after[right]))
        ])
      }
    }
  }

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
}
