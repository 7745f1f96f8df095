import Bytes
import Comments

extension Timestamp {
  /// The moment an ISO 8601 text tells: a day, or a day and a time, in UTC unless it names an offset.
  init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    let found = unsafe bytes.withUnsafeBufferPointer { unsafe Bytes.milliseconds(ofISO8601: $0) }
    guard let found else { return nil }
    self.init(milliseconds: found)
  }
}
