import Atoll
import AtollArguments
import AtollComments
import AtollOperatingSystem
import Testing

@testable import AtollCommand

struct ValueTests {
  @Test(
    arguments: [
      ("1970-01-01", 0), ("1970-01-01T00:00:00Z", 0), ("2000-02-29", 951_782_400_000),
      ("2026-07-31T18:30:00Z", 1_785_522_600_000), ("2026-07-31t18:30z", 1_785_522_600_000),
      ("2026-07-31 20:30:00+02:00", 1_785_522_600_000),
      ("2026-07-31T18:30:00.25Z", 1_785_522_600_250),
      ("2026-07-31T18:30:00.123456Z", 1_785_522_600_123),
      ("2026-07-31T13:00:00-0530", 1_785_522_600_000), ("1969-12-31T23:59:59Z", -1000),
      ("0000-03-01", -62_162_035_200_000),
    ] as [(String, Int64)])
  func readsISO8601Timestamps(text: String, milliseconds: Int64) {
    #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2026", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29", "2026-01-32",
    "2026-1-1", "2026-01-01T", "2026-01-01T10:60", "2026-01-01T10:00:00.",
    "2026-01-01T10:00:00Z ", "2026-01-01T10:00+", "2026-01-01T10:00+02:60", "２０２６-01-01",
  ])
  func rejectsInvalidISO8601Timestamps(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test(arguments: [("UTC", 0), ("Z", 0), ("+02:00", 120), ("-0530", -330), ("+9", 540)])
  func readsATimeZoneOffset(text: String, minutes: Int) throws {
    let setting = try ValueForm.zone.value(of: text)
    #expect(setting.rules == TimeZoneRules(offsetMinutes: minutes) && setting.fileBytes == nil)
  }

  @Test(arguments: [
    ("local", "/etc/localtime"), ("Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin"),
    ("America/Argentina/Ushuaia", "/usr/share/zoneinfo/America/Argentina/Ushuaia"),
    ("Etc/GMT+5", "/usr/share/zoneinfo/Etc/GMT+5"),
  ])
  func readsTheFileOfATimeZone(text: String, path: String) throws {
    let bytes = try? WholeFile.bytes(of: path, atMost: 1 << 20, accepting: .regular)
    #expect(try bytes == nil || ValueForm.zone.value(of: text).fileBytes == bytes)
  }

  @Test func escapesControlCharacters() {
    #expect(
      escapingInvisibles("a\u{1B}[31m\u{202E}\u{85}b\nc é")
        == "a\\u{1b}[31m\\u{202e}\\u{85}b\\u{a}c é")
  }
}
