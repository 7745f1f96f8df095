import AtollBytes

/// A time zone: the offset of local time from UTC at every moment.
///
/// The offset is either fixed or follows the transitions in a compiled zone file (TZif). A zone is
/// created from values that the caller supplies; nothing is read from the system.
package struct Zone: Hashable, Sendable {
  /// Moments, in seconds since 1970, at which the offset changes, in ascending order.
  let transitions: [Int64]
  /// The offsets in seconds: before the first transition, then after each.
  let offsets: [Int32]
  /// The rule after the last transition, if the file has one.
  let rule: ZoneRule?
  /// The offset in seconds if it never changes, otherwise `nil`.
  let fixedOffset: Int?

  package static let utc = Zone(offsetSeconds: 0)

  /// Creates a zone with a fixed offset from UTC in minutes, positive to the east, at most 26 hours
  /// in either direction.
  package init(offsetMinutes: Int) {
    self.init(offsetSeconds: min(max(offsetMinutes, -26 * 60), 26 * 60) * 60)
  }

  private init(offsetSeconds: Int) {
    self.init(transitions: [], offsets: [Int32(truncatingIfNeeded: offsetSeconds)], rule: nil)
  }

  init(transitions: [Int64], offsets: [Int32], rule: ZoneRule?) {
    self.transitions = transitions
    self.offsets = offsets
    self.rule = rule
    fixedOffset = transitions.isEmpty && rule == nil ? Int(offsets[0]) : nil
  }

  /// Returns the zone's offset from UTC in seconds at a moment, given in seconds since 1970.
  package func offset(at seconds: Int64) -> Int {
    if let fixedOffset { return fixedOffset }
    guard let last = transitions.last else { return rule?.offset(at: seconds) ?? Int(offsets[0]) }
    if seconds >= last {
      return rule?.offset(at: seconds) ?? Int(offsets[transitions.count])
    }
    return Int(offsets[partitioningIndex(of: transitions) { $0 <= seconds }])
  }
}
