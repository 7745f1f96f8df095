import TestSupport
import Testing

@testable import AtollLayout

@Suite("Zones") struct ZoneTests {
  /// A small zone compiled by `zic`: local mean time until 1893, then Central European Time, with daylight saving
  /// time by today's rule from 1996 on, five transitions long.
  static let small = bytes(
    """
    545a69663200000000000000000000000000000000000000000000000000000000000000000000010000000100000000
    000000545a69663200000000000000000000000000000000000000000000000000000000000006000000030000000dff
    ffffff6fa261f800000000315dd910000000003272b41000000000333dbb10000000003452961000000000351d9d1001
    020102010200000c88000000000e10000400001c2001084c4d54004345540043455354000a4345542d31434553542c4d
    332e352e302c4d31302e352e302f330a
    """)

  static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits: [Int] = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { (index: Int) -> UInt8 in
      UInt8(digits[index] << 4 | digits[index + 1])
    }
  }

  static let knownOffsets: [(Int64, Int)] = [
    (Int64.min / 4000, 3208), (-2_422_054_409, 3208), (-2_422_054_408, 3600),
    (828_233_999, 3600), (828_234_000, 7200), (846_377_999, 7200), (846_378_000, 3600),
    // After the table, by the rule.
    (1_556_973_240, 7200), (1_572_137_999, 7200), (1_572_138_000, 3600),
    (4_102_444_800, 3600), (4_118_000_000, 7200),
  ]

  @Test(arguments: knownOffsets)
  func appliesTheTransitionsOfACompiledTimeZone(moment: Int64, offset: Int) throws {
    let zone = try #require(Zone(tzif: Self.small))
    #expect(zone.offset(at: moment) == offset)
  }

  @Test(.enabled(if: systemZone("Europe/Berlin") != nil))
  func readsATimeZoneFileOfTheSystem() throws {
    let zone = try #require(systemZone("Europe/Berlin").flatMap { Zone(tzif: $0) })
    #expect(zone.offset(at: -2_422_054_409) == 3208)
    #expect(zone.offset(at: 354_675_599) == 3600)
    #expect(zone.offset(at: 354_675_600) == 7200)
    #expect(zone.offset(at: 4_118_000_000) == 7200)
  }

  @Test func readsTimeZoneFilesOfVersion1() throws {
    // One transition, at second 1000, from two hours west of UTC to one hour east.
    var file = Array("TZif\0".utf8)
    file += [UInt8](repeating: 0, count: 15)
    for count in [0, 0, 0, 1, 2, 4] { file += [0, 0, 0, UInt8(count)] }
    file += [0, 0, 0x03, 0xE8, 1]
    file += [0xFF, 0xFF, 0xE3, 0xE0, 0, 0]
    file += [0, 0, 0x0E, 0x10, 0, 0]
    file += Array("ABC\0".utf8)
    let zone = try #require(Zone(tzif: file))
    #expect(zone.offset(at: 999) == -7200)
    #expect(zone.offset(at: 1000) == 3600)
    #expect(Zone(tzif: file.dropLast()) == nil)
  }

  @Test func rejectsInvalidTimeZoneFiles() {
    #expect(Zone(tzif: []) == nil)
    #expect(Zone(tzif: Array("Europe/Berlin".utf8)) == nil)
    for length in Self.small.indices { #expect(Zone(tzif: Array(Self.small[..<length])) == nil) }
  }

  @Test func readsDamagedTimeZoneFilesWithoutCrashing() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      var file = Self.small
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        file[Int.random(in: 4..<file.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard let zone = Zone(tzif: file) else { continue }
      for moment in [Int64.min, -62_135_596_800, 0, 1_556_973_240, 253_402_300_799, .max] {
        #expect(abs(zone.offset(at: moment)) < 100_000)
      }
    }
  }

  static let knownRules: [(String, Int64, Int)] = [
    ("EST5EDT,M3.2.0,M11.1.0", Int64(1_541_311_199), -14_400),
    ("EST5EDT,M3.2.0,M11.1.0", 1_541_311_200, -18_000),
    ("EST5EDT,M3.2.0,M11.1.0", 1_552_201_199, -18_000),
    ("EST5EDT,M3.2.0,M11.1.0", 1_552_201_200, -14_400),
    // The southern hemisphere, with a shift of half an hour.
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 4_102_444_800, 39_600),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 4_118_000_000, 37_800),
    ("IST-5:30", 0, 19_800),
    // Ireland's summer time is its standard time.
    ("IST-1GMT0,M10.5.0,M3.5.0/1", 4_102_444_800, 0),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", 4_118_000_000, 3600),
    // Greenland changes on the day before.
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 4_102_444_800, -7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 4_118_000_000, -3600),
    // Daylight saving time all year, in the notation of the format.
    ("XXX3EDT4,0/0,J365/23", 1_577_847_599, -14_400),
    ("XXX3EDT4,0/0,J365/23", 1_577_847_600, -14_400),
    ("XXX3EDT4,0/0,J365/23", 1_593_000_000, -14_400),
    // Days counted with and without the leap day: both are 1 March 2020.
    ("AAA0BBB,J60/0,J61/0", 1_583_020_800, 3600),
    ("AAA0BBB,60/0,61/0", 1_583_020_800, 3600),
    ("AAA0BBB,J60/0,J61/0", 1_582_934_400, 0),
  ]

  @Test(arguments: knownRules)
  func appliesATimeZoneRuleInPOSIXNotation(rule: String, moment: Int64, offset: Int) throws {
    let rule = try #require(ZoneRule(posix: Array(rule.utf8)[...]))
    #expect(rule.offset(at: moment) == offset)
  }

  @Test(arguments: [
    "", "A", "AB1", "ABC", "ABC25", "<ABC1", "ABC1DEF", "ABC1DEF,M3.2.0", "ABC1DEF,M13.1.0,M1.1.0",
    "ABC1DEF,M1.6.0,M1.1.0", "ABC1DEF,M1.1.7,M1.1.0", "ABC1DEF,J0,J1", "ABC1DEF,366,1",
    "ABC1DEF,M3.2.0,M11.1.0,", "ABC1DEF,M3.2.0/168,M11.1.0", "ABC1:60",
  ])
  func rejectsInvalidTimeZoneRulesInPOSIXNotation(text: String) {
    #expect(ZoneRule(posix: Array(text.utf8)[...]) == nil)
  }

  @Test(arguments: [(0, 0), (330, 19_800), (-210, -12_600), (99_999, 93_600)])
  func appliesAFixedTimeZoneOffset(minutes: Int, seconds: Int) {
    #expect(Zone(offsetMinutes: minutes).offset(at: 1_556_973_240) == seconds)
  }
}
