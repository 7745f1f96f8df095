/// A moment, as milliseconds since 1970-01-01 00:00 UTC.
///
/// No calendar and no zone is involved until a moment is laid out.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since the beginning of 1970 in UTC.
  public var milliseconds: Int64

  /// The moment this many milliseconds after the beginning of 1970.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// What stands where no time was given.
  package static let unknown = Timestamp(milliseconds: .min)
  package var isKnown: Bool { milliseconds != .min }

  /// Orders moments, the earlier one first.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
