import AtollComments
import AtollLayout
import Foundation
import Testing

@testable import AtollCommand

/// Moments on the command line, such as `2026-07-31`, `7d` or `yesterday`.
struct MomentTests {
  private static let now = Timestamp(iso8601: "2026-07-31T18:30:00Z")
  private static let berlin = "/usr/share/zoneinfo/Europe/Berlin"

  private func text(_ moment: String, now: String, zone: Zone = .utc) -> String? {
    Moment(moment)?.timestamp(now: Timestamp(iso8601: now), zone: zone)?.iso8601
  }

  @Test(arguments: [
    ("36h", "2026-07-30T06:30:00Z"), ("7d", "2026-07-24T18:30:00Z"),
    ("2w", "2026-07-17T18:30:00Z"), ("0h", "2026-07-31T18:30:00Z"),
    ("today", "2026-07-31T00:00:00Z"), ("yesterday", "2026-07-30T00:00:00Z"),
    ("2026-07-01", "2026-07-01T00:00:00Z"),
  ])
  func countsRelativeMomentsBackFromNow(moment: String, expected: String) {
    #expect(text(moment, now: "2026-07-31T18:30:00Z") == expected)
  }

  @Test(arguments: [
    "", "d", "h", "7", "7D", "-7d", "+7d", " 7d", "7 d", "7d ", "7.5d", "7m", "7dd", "d7", "0x7d",
    "٧d", "Today", "tomorrow", "876601h", "36526d", "5218w", "99999999999999999999d",
    "9223372036854775807h", "999999999999999999w",
  ])
  func rejectsTextThatIsNotAMoment(text: String) { #expect(Moment(text) == nil) }

  @Test(arguments: ["876600h", "36525d", "5217w"])
  func acceptsMomentsUpToAHundredYearsAgo(text: String) {
    #expect(Moment(text)?.timestamp(now: Self.now, zone: .utc)?.isKnown == true)
  }

  @Test func readsMomentsGivenInHoursOrDays() {
    for count in 0...2000 {
      #expect(Moment("\(count)h") == .before(milliseconds: Int64(count) * 3_600_000))
      #expect(Moment("\(count)d") == Moment("\(count * 24)h"))
      #expect(Moment("0\(count)d") == Moment("\(count)d"))
    }
  }

  @Test func readsAnyThreeCharactersWithoutCrashing() {
    let letters = Array("0179dhw-+. :TZtoday")
    for first in letters {
      for second in letters {
        for third in letters {
          _ = Moment(String([first, second, third]))?.timestamp(now: Self.now, zone: .utc)
        }
      }
    }
  }

  /// The day before the clocks change has 24 hours, the day of the change 23 or 25.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: berlin), "tzdata is not installed"),
    arguments: [
      ("today", "2026-03-29T20:00:00Z", "2026-03-28T23:00:00Z"),
      ("yesterday", "2026-03-30T00:30:00Z", "2026-03-28T23:00:00Z"),
      ("today", "2026-10-25T20:00:00Z", "2026-10-24T22:00:00Z"),
      ("yesterday", "2026-10-26T12:00:00Z", "2026-10-24T22:00:00Z"),
      ("today", "2026-07-31T22:30:00Z", "2026-07-31T22:00:00Z"),
      ("today", "1969-12-31T22:30:00Z", "1969-12-30T23:00:00Z"),
      ("2026-03-29", "2026-07-31T22:30:00Z", "2026-03-28T23:00:00Z"),
      ("2026-03-30", "2026-07-31T22:30:00Z", "2026-03-29T22:00:00Z"),
      ("2026-10-25", "2026-07-31T22:30:00Z", "2026-10-24T22:00:00Z"),
      ("2026-10-26T00:00:00Z", "2026-07-31T22:30:00Z", "2026-10-26T00:00:00Z"),
    ])
  func beginsDaysAtMidnightInTheTimeZone(moment: String, now: String, expected: String) throws {
    let zone = try #require(
      Zone(tzif: Array(try Data(contentsOf: URL(filePath: Self.berlin)))))
    #expect(text(moment, now: now, zone: zone) == expected)
  }

  /// In Chile, the clocks go from midnight to 01:00; in Cuba, from 01:00 back to midnight.
  @Test(
    .enabled(if: TestMachine.hasZone("Asia/Beirut"), "tzdata is not installed"),
    arguments: [
      ("America/Santiago", "2024-09-08", "2024-09-08T04:00:00Z"),
      ("America/Santiago", "2024-09-09", "2024-09-09T03:00:00Z"),
      ("America/Havana", "2024-11-03", "2024-11-03T04:00:00Z"),
      ("America/Havana", "2024-11-04", "2024-11-04T05:00:00Z"),
      ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
      ("Asia/Beirut", "2024-03-31", "2024-03-30T22:00:00Z"),
    ])
  func findsTheStartOfDaysWithASkippedOrRepeatedMidnight(
    name: String, day: String, expected: String
  ) throws {
    let file = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
    let zone = try #require(Zone(tzif: Array(file)))
    #expect(text(day, now: "2026-07-31T18:30:00Z", zone: zone) == expected)
  }

  @Test(arguments: ["--now 2026-07-31 --zone +12:00", "--zone +12:00 --now 2026-07-31"])
  func appliesTheTimeZoneToADateInTheOptionNow(options: String) throws {
    let folder = try Fixture.folder(Fixture.small.replacing("2026-07-31T", with: "2026-07-30T"))
    let outcome = try Command.bash(
      """
      atoll render -q thread.json -f text \(options) > a
      atoll render -q thread.json -f text --now 2026-07-31T00:00:00+12:00 --zone +12:00 | cmp a -
      atoll render -q thread.json -f text \(options) --since today --skip-empty; echo $?
      """, in: folder)
    #expect(outcome.output == "6\n", "\(outcome)")
  }

  @Test(arguments: [
    "render thread.json --now 2026-07-31T12:30:00Z --since 1h -f text",
    "render thread.json --since 1h -f text --now 2026-07-31T12:30:00Z",
    "render thread.json --since yesterday -f text --now 2026-08-01 --no-only-new",
    "digest thread.json --only new --since 1h --now 2026-07-31T12:30:00Z -f text",
    "batch lines.ndjson --since 1h --now 2026-07-31T12:30:00Z -f text",
  ])
  func acceptsARelativeMomentAsTheValueOfSince(command: String) throws {
    let folder = try Fixture.folder()
    try Data((Fixture.small.replacing("\n", with: "") + "\n").utf8).write(
      to: folder.appending(path: "lines.ndjson"))
    let outcome = try Command.bash("atoll \(command)", in: folder)
    #expect(outcome.status == 0 && outcome.output.contains("Late"), "\(outcome)")
    #expect(outcome.output.contains("Hello") == command.contains("no-only-new"))
  }

  @Test(arguments: ["--since 7d", "--archive today", "-f email --mail-date yesterday"])
  func requiresTheOptionNowForRelativeMoments(options: String) throws {
    let outcome = try Command.bash(
      "atoll render thread.json \(options)", in: try Fixture.folder())
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("relative moment without --now for option '--"))
    #expect(outcome.errors.contains("add --now MOMENT; --now now reads the clock"))
  }

  @Test func refusesAMailDateBefore1970() throws {
    let outcome = try Command.bash(
      "atoll render thread.json -f email --mail-date 0001-01-01", in: try Fixture.folder())
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains(
        "too early a moment for option '--mail-date'; the earliest one is 1970-01-01T00:00:00Z"),
      "\(outcome.errors)")
  }

  @Test(arguments: ["render", "batch", "digest"])
  func explainsInvalidMomentsTheSameWayInAllCommands(command: String) throws {
    let outcome = try Command.bash(
      "atoll \(command) thread.json --since 7m; atoll \(command) thread.json --now 7d",
      in: try Fixture.folder())
    let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    let moment = "expected a moment such as 2026-07-31T18:30:00Z, 2026-07-31 or now"
    let relative = ", or one before --now: 36h, 7d, 2w, today or yesterday"
    #expect(lines.count == 2)
    #expect(
      lines.first == "error: invalid value '7m' for option '--since'; \(moment)\(relative)")
    #expect(lines.last == "error: invalid value '7d' for option '--now'; \(moment)")
  }
}
