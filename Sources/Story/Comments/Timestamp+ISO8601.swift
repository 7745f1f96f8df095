import Bytes

extension Timestamp {
  /// Reads a moment in ISO 8601: a day, or a day and a time, in UTC unless it names an offset.
  package init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    let found = unsafe bytes.withUnsafeBufferPointer { unsafe Bytes.milliseconds(ofISO8601: $0) }
    guard let found else { return nil }
    self.init(milliseconds: found)
  }

  /// The moment in ISO 8601 and UTC, with its `Z`: `2024-05-01T12:34:56.789Z`.
  package var iso8601: String { Bytes.iso8601(milliseconds: milliseconds) }
}
