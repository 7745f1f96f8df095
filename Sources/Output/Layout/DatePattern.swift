import Bytes

/// The order of day, month and year in a language, and the text between them: `{day}. {month} {year}, {time}`.
struct DatePattern: Sendable {
  enum Part: Hashable, Sendable {
    case text(Slice)
    case day, month, year
  }

  private(set) var parts: [Part] = []
  /// The names of the months, as written inside a date.
  let months: [Slice]
  /// The text of the first day of a month: `1er` in French.
  let firstDay: Slice

  /// The most bytes of a date without the time; `TextCursor` has no room for more.
  static let longest = 80

  /// Reads the pattern; returns `nil` if a part is missing or the longest date would be too long.
  init?(_ content: LanguageFile, of bytes: [UInt8]) {
    months = content.months
    firstDay = content.firstDay
    // Text and fields alternate; `{time}` and the empty text after it are not part of the day.
    let pieces = bytes[content.date.range].split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}")
    }
    guard pieces.count == 9, pieces[7].elementsEqual("time".utf8), pieces[8].isEmpty else {
      return nil
    }
    for (index, piece) in pieces.dropLast(2).enumerated() {
      let text = Slice(piece.startIndex..<piece.endIndex)
      if !index.isMultiple(of: 2) {
        guard let field = Self.fields[bytes.string(text)] else { return nil }
        parts.append(field)
      } else if !text.isEmpty {
        parts.append(.text(text))
      }
    }
    let isComplete = Self.fields.values.allSatisfy { parts.contains($0) }
    guard isComplete, longestDay <= Self.longest else { return nil }
  }

  private static let fields: [String: Part] = ["day": .day, "month": .month, "year": .year]

  private var longestDay: Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .text(let text): sum + Int(text.count)
      case .day: sum + max(2, Int(firstDay.count))
      case .month: sum + (months.map { Int($0.count) }.max() ?? 0)
      case .year: sum + 4
      }
    }
  }

  /// The pattern of a language without a file.
  init() {
    months = Array(repeating: .empty, count: 12)
    firstDay = .empty
  }
}
