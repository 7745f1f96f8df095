import AtollBytes

/// The wait that a server asks for in `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The longest wait, in seconds; longer waits are shortened to it.
  private static let maximumSeconds = 86_400

  /// Returns the wait that a response asks for: a number of seconds, or the time until a date;
  /// `nil` if it asks for none.
  ///
  /// The time until a date is measured from the server's own clock, which the `Date` header gives.
  static func requestedWait(of response: TransportResponse) -> Duration? {
    guard let text = response.value(of: "Retry-After") else { return nil }
    if let seconds = Int(text) { return .seconds(max(0, min(seconds, maximumSeconds))) }
    guard let end = seconds(ofHTTPDate: text),
      let now = response.value(of: "Date").flatMap({ seconds(ofHTTPDate: $0) })
    else { return nil }
    return .seconds(max(0, min(end - now, maximumSeconds)))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds since 1970 for a date in HTTP's format (RFC 9110, section 5.6.7):
  /// `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func seconds(ofHTTPDate text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]),
      (1970...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":").map { Int($0) ?? -1 }
    guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]),
      (0...60).contains(clock[2])
    else { return nil }
    let days = CalendarDay.daysSince1970(year: year, month: month + 1, day: day)
    return ((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
  }
}
