package import Layout

/// A time zone as a value: a fixed offset, or the whole history and future of a place.
public struct TimeZoneRules: Hashable, Sendable {
  package let zone: Zone

  /// Universal time.
  public static let utc = TimeZoneRules(zone: .utc)

  private init(zone: Zone) { self.zone = zone }

  /// A fixed number of minutes east of universal time.
  public init(offsetMinutes: Int) { zone = Zone(offsetMinutes: offsetMinutes) }

  /// The rules that a compiled zone file (TZif, as in `/usr/share/zoneinfo`) holds, if it is one.
  public init?(tzif bytes: [UInt8]) {
    guard let zone = Zone(tzif: bytes) else { return nil }
    self.zone = zone
  }
}
