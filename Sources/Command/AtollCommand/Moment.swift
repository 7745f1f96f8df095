import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import AtollLayout
import AtollOperatingSystem

/// A moment as written on the command line: a fixed time, or a time relative to `--now`.
enum Moment: Hashable, Sendable {
  case absolute(Timestamp)
  /// `2026-07-31`: a day in the time zone given by `--zone`. The value is the beginning of this day
  /// in UTC.
  case date(Timestamp)
  /// `7d`: this long before `--now`.
  case before(milliseconds: Int64)
  /// `today` and `yesterday`: the beginning of a day in the time zone given by `--zone`.
  case startOfDay(daysAgo: Int)

  /// The maximum number of hours before `--now`: a hundred years.
  static let maximumHours = 24 * 36_525

  /// The length of a date without a time, such as `2026-07-31`.
  private static let dateLength = 10
  private static let millisecondsPerHour: Int64 = 3_600_000
  private static let units = [
    (suffix: "h", hours: 1), (suffix: "d", hours: 24), (suffix: "w", hours: 7 * 24),
  ]

  init?(_ text: String) {
    switch text {
    case "now": self = .absolute(Timestamp(milliseconds: SystemClock.currentMilliseconds))
    case "today": self = .startOfDay(daysAgo: 0)
    case "yesterday": self = .startOfDay(daysAgo: 1)
    case _:
      if let hours = Self.hours(text) {
        self = .before(milliseconds: Int64(hours) * Self.millisecondsPerHour)
      } else if let moment = Timestamp(iso8601: text) {
        self = text.utf8.count == Self.dateLength ? .date(moment) : .absolute(moment)
      } else {
        return nil
      }
    }
  }

  /// Returns a duration such as `36h`, `7d` or `2w` in hours.
  private static func hours(_ text: String) -> Int? {
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
      let count = wholeNumber(Array(text.utf8.dropLast())[...]),
      count <= maximumHours / unit.hours
    else { return nil }
    return count * unit.hours
  }

  /// Returns the point in time; `nil` if the moment is relative and `now` is `nil`.
  func timestamp(now: Timestamp?, zone: Zone) -> Timestamp? {
    switch self {
    case .absolute(let moment): moment
    case .date(let date): zone.timestamp(ofLocalSeconds: date.milliseconds / 1000)
    case .before(let milliseconds):
      now.map { Timestamp(milliseconds: $0.milliseconds - milliseconds) }
    case .startOfDay(let daysAgo): now.map { zone.startOfDay(of: $0, daysAgo: daysAgo) }
    }
  }
}

extension Zone {
  private static let secondsPerDay: Int64 = 86_400

  /// Returns the beginning of the day that is `daysAgo` days before the day of a moment.
  fileprivate func startOfDay(of moment: Timestamp, daysAgo: Int) -> Timestamp {
    let seconds = flooredQuotient(of: moment.milliseconds, dividedBy: 1000)
    let today = flooredQuotient(
      of: seconds + Int64(offset(at: seconds)), dividedBy: Self.secondsPerDay)
    return self.timestamp(ofLocalSeconds: (today - Int64(daysAgo)) * Self.secondsPerDay)
  }

  /// Returns the first moment at which the clocks of the zone show a date and time.
  ///
  /// A time that the clocks skip is read with the offset before the change: 02:30 becomes 03:30.
  /// `local` is the date and time in seconds, as if it were in UTC.
  fileprivate func timestamp(ofLocalSeconds local: Int64) -> Timestamp {
    // The offset may change on that day.
    let first = local - Int64(offset(at: local - Self.secondsPerDay))
    let second = local - Int64(offset(at: first))
    let isSkipped = local - Int64(offset(at: second)) != second
    return Timestamp(milliseconds: (isSkipped ? first : second) * 1000)
  }
}

/// Returns a quotient rounded down, also for negative numbers (moments before 1970).
private func flooredQuotient(of number: Int64, dividedBy divisor: Int64) -> Int64 {
  number / divisor - (number % divisor < 0 ? 1 : 0)
}

extension ValueForm where Value == Moment {
  /// A date, a date with a time, `now` (which reads the clock), or a moment relative to `--now`.
  static var moment: ValueForm {
    ValueForm(
      .suggestions(["now", "today", "yesterday", "7d"]),
      expected: """
        a moment such as 2026-07-31T18:30:00Z, 2026-07-31 or now, or one before --now: 36h, 7d, 2w, \
        today or yesterday
        """
    ) { Moment($0) }
  }

  /// A moment that is not relative to `--now`.
  static var absoluteMoment: ValueForm {
    ValueForm(
      .suggestions(["now"]), expected: "a moment such as 2026-07-31T18:30:00Z, 2026-07-31 or now"
    ) { text in
      let moment = Moment(text)
      return switch moment {
      case .absolute, .date: moment
      case .before, .startOfDay, nil: nil
      }
    }
  }
}

extension Option where Target == DisplayArguments {
  /// Returns an option whose value is a moment; it can be relative to `--now`.
  static func moment(
    _ name: String, to path: @autoclosure @escaping ArgumentPath<Target, Timestamp?>,
    from earliest: Timestamp? = nil, group: OptionGroup, help: String,
    default defaultText: String? = nil
  ) -> Option {
    value(
      name, placeholder: "MOMENT", as: .moment, group: group, help: help, default: defaultText
    ) { arguments, moment in
      let options = arguments.options
      guard let moment = moment.timestamp(now: options.now, zone: options.zone.zone) else {
        throw Failure(
          commandLine: "relative moment without --now",
          advice: "add --now MOMENT; --now now reads the clock"
        )
      }
      if let earliest, moment < earliest {
        throw Failure(
          commandLine: "too early a moment",
          advice: "the earliest one is \(earliest.iso8601)")
      }
      arguments[keyPath: path()] = moment
    }
    .inStep(lastStep)
  }
}
