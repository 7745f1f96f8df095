import Bytes

/// An entry of a run that is not published yet, as it is sorted.
struct DraftEntry {
  let entry: ManifestEntry
  /// Of two with one key the one with the greater number counts.
  let number: UInt64
  /// Where the output waits that is to be packed.
  let waiting: WaitingPlace?

  /// What stands before the entry: two numbers.
  private static let headSize = 16

  /// The value of the record that an entry is sorted as.
  static func value(
    _ entry: ManifestEntry, number: Int, waiting: WaitingPlace?
  ) -> OutputBuffer {
    var value = OutputBuffer(capacity: 512)
    value.append(bigEndian: UInt64(number))
    // Nothing waits at 0: files are counted from 1.
    value.append(bigEndian: waiting.map { UInt64($0.file + 1) << 48 | UInt64($0.offset) } ?? 0)
    value.append(entry)
    return value
  }

  init?(_ value: Span<UInt8>) {
    let bytes = array(value)
    guard bytes.count > Self.headSize,
      let entry = ManifestEntry(bytes, line: Self.headSize..<bytes.count - 1)
    else { return nil }
    self.entry = entry
    number = Self.number(bytes[..<8])
    let place = Self.number(bytes[8..<Self.headSize])
    waiting =
      place == 0
      ? nil : WaitingPlace(file: Int(place >> 48) - 1, offset: Int(place & (1 << 48 - 1)))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension OutputBuffer {
  fileprivate mutating func append(bigEndian number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
