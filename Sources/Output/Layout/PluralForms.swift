/// A number's class in the Unicode plural rules of some language.
enum PluralCategory: UInt8, Hashable, Sendable, CaseIterable {
  case zero, one, two, few, many, other
}

/// The forms of one counted wording; `#` stands for the number, and may be missing.
///
/// Each language makes its forms with the one initialiser below that its rules need, so a form that
/// is missing does not compile.
struct PluralForms: Sendable {
  let zero, one, two, few, many, other: StaticString

  /// Japanese, and wordings in which the number stands apart.
  init(other: StaticString) {
    (zero, one, two, few, many, self.other) = (other, other, other, other, other, other)
  }

  /// English and German.
  init(one: StaticString, other: StaticString) {
    (zero, self.one, two, few, many, self.other) = (other, one, other, other, other, other)
  }

  /// Spanish and French: `many` are whole millions, which take "de".
  init(one: StaticString, many: StaticString, other: StaticString) {
    (zero, self.one, two, few, self.many, self.other) = (other, one, other, other, many, other)
  }

  /// Arabic.
  init(
    zero: StaticString, one: StaticString, two: StaticString, few: StaticString,
    many: StaticString, other: StaticString
  ) {
    self.zero = zero
    self.one = one
    self.two = two
    self.few = few
    self.many = many
    self.other = other
  }

  subscript(category: PluralCategory) -> StaticString {
    switch category {
    case .zero: zero
    case .one: one
    case .two: two
    case .few: few
    case .many: many
    case .other: other
    }
  }
}

extension Language {
  /// The class of a whole number, by the plural rules of the Unicode CLDR.
  func pluralCategory(of count: Int) -> PluralCategory {
    let number = count.magnitude
    switch self {
    case .english, .german:
      return number == 1 ? .one : .other
    case .spanish:
      if number == 1 { return .one }
      return number != 0 && number % 1_000_000 == 0 ? .many : .other
    case .french:
      if number <= 1 { return .one }
      return number % 1_000_000 == 0 ? .many : .other
    case .japanese:
      return .other
    case .arabic:
      switch number {
      case 0: return .zero
      case 1: return .one
      case 2: return .two
      default: break
      }
      switch number % 100 {
      case 3...10: return .few
      case 11...99: return .many
      default: return .other
      }
    }
  }

  /// What stands between groups of three digits.
  var groupSeparator: StaticString {
    switch self {
    case .english, .japanese, .arabic: ","
    case .german, .spanish: "."
    case .french: "\u{202F}"
    }
  }

  /// The smallest number whose digits are grouped.
  var firstGroupedNumber: Int {
    switch self {
    case .english, .german, .french, .japanese, .arabic: 1000
    case .spanish: 10_000
    }
  }

  /// What stands before the tenths of a number.
  var decimalSeparator: StaticString {
    switch self {
    case .english, .japanese, .arabic: "."
    case .german, .spanish, .french: ","
    }
  }
}
