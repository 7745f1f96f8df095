import Bytes

/// An entry of a run that is not published yet, in the form in which entries are sorted.
struct PendingEntry {
  let entry: ManifestEntry
  /// The order of the input: of two entries with the same key, the one with the greater number counts.
  let number: UInt64
  /// The place of an output that still has to be packed.
  let staged: StagedPlace?

  /// The number and the staged place, 8 bytes each, in front of the entry.
  private static let headSize = 16
  private static let offsetBits: UInt64 = 48

  /// Returns the record that is sorted.
  static func record(
    _ entry: ManifestEntry, number: Int, staged: StagedPlace?
  ) -> OutputBuffer {
    var record = OutputBuffer(capacity: 512)
    record.append(contentsOf: bigEndianBytes(of: UInt64(number)))
    // 0 means that nothing is staged, so files are counted from 1 here.
    let place = staged.map { UInt64($0.file + 1) << offsetBits | UInt64($0.offset) } ?? 0
    record.append(contentsOf: bigEndianBytes(of: place))
    record.append(entry)
    return record
  }

  init?(_ record: Span<UInt8>) {
    let bytes = Array(record)
    guard bytes.count > Self.headSize,
      let entry = ManifestEntry(bytes, line: Self.headSize..<bytes.count - 1)
    else { return nil }
    self.entry = entry
    number = Self.number(bytes[..<8])
    let place = Self.number(bytes[8..<Self.headSize])
    staged =
      place == 0
      ? nil
      : StagedPlace(
        file: Int(place >> Self.offsetBits) - 1,
        offset: Int(place & (1 << Self.offsetBits - 1)))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension Array where Element == UInt8 {
  /// Copies the bytes of a span.
  package init(_ span: Span<UInt8>) {
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
