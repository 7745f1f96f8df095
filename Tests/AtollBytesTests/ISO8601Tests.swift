import Testing

@testable import AtollBytes

@Suite struct ISO8601Tests {
  func time(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    return milliseconds(ofISO8601: bytes.span)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00.000Z", 0), ("1970-01-01", 0), ("1969-12-31T23:59:59.999Z", -1),
    ("2024-02-29T12:30:15.250Z", 1_709_209_815_250), ("2024-02-29 12:30:15.25", 1_709_209_815_250),
    ("2024-02-29T12:30:15.2509999Z", 1_709_209_815_250), ("2024-02-29T12:30Z", 1_709_209_800_000),
    ("2024-02-29T14:30:15,25+02:00", 1_709_209_815_250),
    ("2024-02-29T07:30:15.250-0500", 1_709_209_815_250),
    ("2000-02-29T00:00:00+00", 951_782_400_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("0001-01-01", -62_135_596_800_000), ("2024-02-28T24:00:00Z", 1_709_164_800_000),
  ])
  func readsTimes(text: String, expected: Int64) {
    #expect(time(text) == expected)
  }

  @Test(arguments: [
    "", "2024", "2024-13-01", "2024-00-01", "2023-02-29", "2024-02-30", "1900-02-29",
    "2024-01-01T24:59:00Z", "2024-01-01T24:00:01Z", "2024-01-01T25:00:00Z", "2024-01-01T00:60:00Z",
    "2024-01-01T00:00:61Z", "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00:00.000X", "2024-01-01T00:00:00.000Zz", "2024-01-01T00:00:00+24:00", "soon",
    "2024-01-01T00:00:00.00:Z", "2024-01-0/T00:00:00.000Z",
  ])
  func rejectsInvalidTimes(text: String) {
    #expect(time(text) == nil)
  }

  @Test func readsEveryDateOfFourCenturies() {
    var expected: Int64 = -11_676_096_000_000  // 1600-01-01
    for year in 1600..<2000 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, days) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        .enumerated()
      {
        for day in 1...days {
          func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
          let date = "\(year)-\(two(month + 1))-\(two(day))"
          if time(date) != expected || time(date + "T00:00:00.000Z") != expected {
            Issue.record("\(date)")
          }
          expected += 86_400_000
        }
      }
    }
  }
}
