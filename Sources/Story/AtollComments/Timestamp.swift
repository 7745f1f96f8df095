import AtollBytes

/// A point in time in milliseconds since 1970-01-01 00:00 UTC.
///
/// With Foundation:
///
/// ```swift
/// let now = Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000))
/// let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
/// ```
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01 00:00 UTC; negative for earlier times.
  public var milliseconds: Int64

  /// Creates a point in time from milliseconds since 1970-01-01 00:00 UTC.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static let unknown = Timestamp(milliseconds: .min)
  package var isKnown: Bool { milliseconds != .min }

  /// Returns whether one time is earlier than another.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Timestamp {
  /// Returns whether the time is more than a day after `now`, so that it must be a mistake: clocks
  /// and zones differ by less.
  package func isImpossiblyLate(at now: Timestamp) -> Bool { self > now.latestPossible }

  /// The latest time that an input can plausibly have if this time is now: a day later.
  package var latestPossible: Timestamp {
    let day: Int64 = 86_400_000
    return Timestamp(milliseconds: milliseconds > .max - day ? .max : milliseconds + day)
  }

  /// Creates a time from an ISO 8601 date, with or without a time of day; it is in UTC unless an
  /// offset is given.
  package init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    guard let found = AtollBytes.milliseconds(ofISO8601: bytes.span) else { return nil }
    self.init(milliseconds: found)
  }

  /// The time in ISO 8601 and UTC: `2024-05-01T12:34:56.789Z`.
  package var iso8601: String { AtollBytes.iso8601(milliseconds: milliseconds) }
}

extension Timestamp: CustomStringConvertible {
  /// The time in ISO 8601 and UTC, such as `2024-05-01T12:34:56.789Z`.
  ///
  /// A time outside the years 1 to 9999 has the nearest date in that range.
  public var description: String { iso8601 }
}
