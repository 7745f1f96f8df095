import AtollBytes

/// The order of the parts of a date or a time in a language, and the text between them.
///
///     {day}. {month} {year}, {time}
///     {hour_2}:{minute}
struct DatePattern: Sendable {
  enum Part: String, Sendable {
    /// The day of the month: `4`, and with two digits `04`.
    case day, day2 = "day_2"
    case month, year
    /// The hour from 0 to 23, as `9` or `09`; or the hour from 1 to 12.
    case hour, hour2 = "hour_2", hour12 = "hour_12"
    case minute
    /// The half of the day: `PM`.
    case period
    case time
  }

  /// A part, and the text before it.
  struct Piece: Sendable {
    let text: Slice
    let part: Part
  }

  private(set) var pieces: [Piece] = []
  /// The text after the last part.
  private(set) var trailingText = Slice.empty

  /// Creates a pattern from its text; `nil` if a part is unknown or given twice, or a brace is
  /// missing.
  init?(_ pattern: Slice, of bytes: [UInt8]) {
    // Text and parts alternate.
    let texts = bytes[pattern.range].split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}")
    }.map { Slice($0.startIndex..<$0.endIndex) }
    guard let last = texts.last, !texts.count.isMultiple(of: 2) else { return nil }
    for index in stride(from: 0, to: texts.count - 1, by: 2) {
      let (text, name) = (texts[index], texts[index + 1])
      guard bytes[text.end] == UInt8(ascii: "{"), bytes[name.end] == UInt8(ascii: "}"),
        let part = Part(rawValue: bytes.string(name)), !parts.contains(part)
      else { return nil }
      pieces.append(Piece(text: text, part: part))
    }
    trailingText = last
  }

  var parts: [Part] { pieces.map(\.part) }
}

/// The way in which a language writes dates and times of day.
struct DateFormat: Sendable {
  /// The pattern of a date; its last part is the time of day.
  let date: DatePattern
  let time: DatePattern
  /// The names of the months, as written inside a date.
  let months: [Slice]
  /// The text for the first day of a month: `1er` in French.
  let firstDayOfMonth: Slice
  /// The words for the halves of a day.
  let am: Slice
  let pm: Slice
  /// True if times have the form `09:05`, as in most languages.
  let usesDefaultTimePattern: Bool

  /// The largest length of a date without the time, in bytes; the time has the rest of
  /// `TextCursor.capacity`.
  static let maximumDateLength = 80
  static let maximumTimeLength = TextCursor.capacity - maximumDateLength

  /// Creates the format of a language from its file; `nil` if a part is missing or a date or time
  /// could be too long.
  init?(_ content: LanguageContent, of bytes: [UInt8]) {
    guard let date = DatePattern(content.datePattern, of: bytes),
      let time = DatePattern(content.timePattern, of: bytes)
    else { return nil }
    (self.date, self.time) = (date, time)
    months = content.months
    firstDayOfMonth = content.firstDayOfMonth
    (am, pm) = (content.am, content.pm)
    let timePattern = bytes[content.timePattern.range]
    usesDefaultTimePattern = timePattern.elementsEqual("{hour_2}:{minute}".utf8)
    guard isComplete, maximumLength(of: date) <= Self.maximumDateLength,
      maximumLength(of: time) <= Self.maximumTimeLength
    else { return nil }
  }

  private var isComplete: Bool {
    let dateParts = date.parts.map { $0 == .day2 ? .day : $0 }
    guard dateParts.last == .time, date.trailingText.isEmpty,
      Set(dateParts) == [.day, .month, .year, .time], dateParts.count == 4
    else { return false }
    let timeParts = Set(time.parts)
    return timeParts == [.hour, .minute] || timeParts == [.hour2, .minute]
      || timeParts == [.hour12, .minute, .period] && !am.isEmpty && !pm.isEmpty
  }

  private func maximumLength(of pattern: DatePattern) -> Int {
    pattern.pieces.reduce(Int(pattern.trailingText.count)) { sum, piece in
      let length =
        switch piece.part {
        case .day: max(2, Int(firstDayOfMonth.count))
        case .day2, .hour, .hour2, .hour12, .minute: 2
        case .month: months.map { Int($0.count) }.max() ?? 0
        case .year: 4
        case .period: max(Int(am.count), Int(pm.count))
        case .time: 0
        }
      return sum + Int(piece.text.count) + length
    }
  }
}
