package import AtollLayout

/// A time zone as a value: a fixed offset, or all past and future rules of a place.
public struct TimeZoneRules: Hashable, Sendable {
  package let zone: Zone

  /// Universal time.
  public static let utc = TimeZoneRules(zone: .utc)

  private init(zone: Zone) { self.zone = zone }

  /// Creates a zone that is a fixed number of minutes east of universal time, at most 26 hours in
  /// either direction; a number beyond counts as that limit.
  public init(offsetMinutes: Int) { zone = Zone(offsetMinutes: offsetMinutes) }

  /// Creates the rules from the bytes of a compiled time zone file (TZif, RFC 9636).
  ///
  /// Such files are in `/usr/share/zoneinfo`. Returns `nil` if the bytes are not such a file.
  public init?(tzif bytes: [UInt8]) {
    guard let zone = Zone(tzif: bytes) else { return nil }
    self.zone = zone
  }
}
