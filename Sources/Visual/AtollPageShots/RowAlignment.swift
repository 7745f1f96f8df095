import AtollBytes
package import AtollSnapshots

/// The alignment of the rows of two bitmaps with the same width; finds inserted and removed rows.
///
/// An added line of text moves everything below it. Without alignment, nearly every pixel there
/// differs; after alignment, only a few rows count as inserted.
package enum RowAlignment {
  /// The maximum number of inserted and removed rows; bitmaps with more have little in common.
  private static let maximumEditCount = 1_500

  /// Returns the ranges of rows that differ, from top to bottom; the rows between them are the
  /// same.
  package static func changes(from old: Bitmap, to new: Bitmap) -> [ListChange] {
    guard old.width == new.width, old.channels == new.channels else {
      return [ListChange(old: 0..<old.height, new: 0..<new.height)]
    }
    return ShortestEdit.changes(hashes(of: old), hashes(of: new), atMost: maximumEditCount)
  }

  private static func hashes(of picture: Bitmap) -> [UInt64] {
    var hashes: [UInt64] = []
    hashes.reserveCapacity(picture.height)
    let stride = picture.stride
    let bytes = picture.bytes.span
    for y in 0..<picture.height {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      var index = y &* stride
      let end = index &+ stride
      while index &+ 8 <= end {
        hash = (hash ^ bytes.load8(at: index)) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
        index &+= 8
      }
      while index < end {
        hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3
        index &+= 1
      }
      hashes.append(hash)
    }
    return hashes
  }
}
