import AtollPageShots

/// The space for screenshots in a report.
///
/// All screenshots share this space: what small ones do not need is left for later ones.
struct ScreenshotBudget {
  private var remainingBytes: Int
  private var remainingSnapshotCount: Int

  /// The maximum size of all screenshots in bytes.
  ///
  /// Base64 makes screenshots a third larger, and a report has at most 5 MB.
  private static let maximumBytes = 3_500_000
  /// The minimum number of rows that are shown of a screenshot, however many snapshots there are.
  private static let minimumRowCount = 120
  /// The number of rows that are shown above the first difference and below the last one.
  private static let marginRowCount = 60

  init(for count: Int) { (remainingBytes, remainingSnapshotCount) = (Self.maximumBytes, count) }

  /// The old and the new screenshot of a snapshot, as a report shows them.
  struct Excerpt {
    var old: [UInt8]?
    var new: [UInt8]?
    /// The rows that are shown; `nil` if all are shown.
    var rows: Range<Int>?
    /// The number of rows of the taller screenshot; 0 if the files are shown unchanged.
    var totalRowCount = 0
  }

  /// Returns the screenshots of the next snapshot: whole, or the same rows of both if they are too
  /// large.
  mutating func excerpt(of files: SnapshotFiles) -> Excerpt {
    let share = remainingBytes / max(remainingSnapshotCount, 1)
    let excerpt = excerpt(of: files, within: share)
    remainingBytes -= (excerpt.old?.count ?? 0) + (excerpt.new?.count ?? 0)
    remainingSnapshotCount -= 1
    return excerpt
  }

  private func excerpt(of files: SnapshotFiles, within share: Int) -> Excerpt {
    let whole = Excerpt(old: files.old, new: files.new)
    let size = (files.old?.count ?? 0) + (files.new?.count ?? 0)
    guard size > share, let newFile = files.new, let new = try? PNGReader.read(newFile) else {
      return whole
    }
    let old = files.old.flatMap { try? PNGReader.read($0) }
    let height = max(old?.height ?? 0, new.height)
    var rows = 0..<height
    if let old {
      let boxes = Comparison(old, new).boxes
      let top = boxes.map(\.top).min() ?? 0
      let bottom = boxes.map(\.bottom).max() ?? height
      rows = max(top - Self.marginRowCount, 0)..<min(bottom + Self.marginRowCount, height)
    }
    // Browsers compress for speed, so three times as many rows may fit when they are compressed
    // again.
    let expected = max(height * share / size * 3, Self.minimumRowCount)
    rows = rows.lowerBound..<min(rows.lowerBound + expected, rows.upperBound)
    // Most excerpts fit immediately, and the others after a few steps.
    while true {
      let (before, after) = (Self.file(of: old, rows: rows), Self.file(of: new, rows: rows))
      let size = (before?.count ?? 0) + (after?.count ?? 0)
      if size <= share || rows.count <= Self.minimumRowCount {
        return Excerpt(
          old: before, new: after, rows: rows.count == height ? nil : rows, totalRowCount: height)
      }
      let fitting = rows.count * share / size * 9 / 10
      rows = rows.lowerBound..<rows.lowerBound + max(fitting, Self.minimumRowCount)
    }
  }

  /// Returns rows of a bitmap as a PNG file; `nil` if the bitmap has none of these rows.
  private static func file(of picture: Bitmap?, rows: Range<Int>) -> [UInt8]? {
    guard let picture, rows.lowerBound < picture.height else { return nil }
    return PNGWriter.write(picture.cropped(toRows: rows.clamped(to: 0..<picture.height)))
  }
}
