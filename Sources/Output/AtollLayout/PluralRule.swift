import AtollBytes

/// The category of a number in the Unicode plural rules (UTS #35, part 3, section 5).
enum PluralCategory: String, LanguageFileKey {
  case zero, one, two, few, many, other
}

/// The operands of a number in plural rules (UTS #35, part 3, section 5.1.1): whole, or with one
/// decimal place.
struct PluralOperands {
  /// The digits before the decimal mark: the operand `i`.
  var whole: UInt
  /// The digit after the decimal mark, if one is shown: the operand `f`.
  var tenths: UInt?

  init(_ number: Int) { whole = number.magnitude }

  init(whole: UInt, tenths: UInt) {
    self.whole = whole
    self.tenths = tenths
  }
}

/// The plural rules of a language, in the notation of ICU:
/// `one: i = 1 and v = 0; few: n % 100 = 3..10`.
///
/// The first rule that applies decides; if none does, the category is `other`. The conditions are
/// stored as a flat list of ranges (UTS #35, part 3, section 5.1), so that evaluating them needs no
/// memory management.
struct PluralRules: Sendable {
  private var steps: [Step] = []
  /// The categories that numbers can have, in order of declaration; `other` is the last.
  private(set) var categories: [PluralCategory] = [.other]
  /// The precomputed categories of small numbers, by the number.
  private var smallNumberCategories: [PluralCategory] = []

  /// One range of a relation; the relation `i % 10 = 2..4,7` is stored as two steps.
  fileprivate struct Step: Sendable {
    let category: PluralCategory
    var operand: UInt8
    /// The modulus; 0 means that the operand itself is compared.
    var modulo: UInt = 0
    var range: ClosedRange<UInt> = 0...0
    var isNegated = false
    var endsRelation = false
    /// True if this is the last step of a group of relations joined by `and`.
    var endsConjunction = false
  }

  /// Creates the rules of a language without plurals.
  init() {}

  /// Creates rules from their notation; `nil` if it is invalid.
  init?(_ text: String) {
    var found: Set<PluralCategory> = [.other]
    for rule in text.split(separator: ";") {
      let parts = rule.split(separator: ":", maxSplits: 1)
      guard parts.count == 2,
        let category = PluralCategory(rawValue: String(parts[0].filter { $0 != " " })),
        found.insert(category).inserted
      else { return nil }
      guard add(parts[1].split(separator: " "), for: category) else { return nil }
    }
    categories = PluralCategory.allCases.filter(found.contains)
    smallNumberCategories = (0..<32).map { category(of: PluralOperands($0)) }
  }

  /// Adds the condition for a category; returns `false` if it is invalid.
  ///
  /// A condition consists of relations such as `i % 10 = 2..4,7`, joined by `and` and `or`.
  private mutating func add(_ words: [Substring], for category: PluralCategory) -> Bool {
    for conjunction in words.split(separator: "or", omittingEmptySubsequences: false) {
      for relation in conjunction.split(separator: "and", omittingEmptySubsequences: false) {
        guard addRelation(Array(relation), for: category) else { return false }
      }
      steps[steps.count - 1].endsConjunction = true
    }
    return true
  }

  private mutating func addRelation(_ words: [Substring], for category: PluralCategory) -> Bool {
    guard words.count == 3 || words.count == 5 && words[1] == "%",
      let operand = words[0].utf8.first, words[0].utf8.count == 1,
      "niftvwec".utf8.contains(operand)
    else { return false }
    var step = Step(category: category, operand: operand)
    if words.count == 5 {
      guard let modulo = UInt(words[2]), modulo > 0 else { return false }
      step.modulo = modulo
    }
    let sign = words[words.count - 2]
    guard sign == "=" || sign == "!=" else { return false }
    step.isNegated = sign == "!="
    for range in words[words.count - 1].split(separator: ",", omittingEmptySubsequences: false) {
      let ends = range.split(separator: ".", omittingEmptySubsequences: false)
      guard ends.count == 1 || ends.count == 3 && ends[1].isEmpty,
        let first = UInt(ends[0]), let last = UInt(ends[ends.count - 1]), first <= last
      else { return false }
      step.range = first...last
      steps.append(step)
    }
    steps[steps.count - 1].endsRelation = true
    return true
  }

  func category(of number: PluralOperands) -> PluralCategory {
    if number.tenths == nil, number.whole < smallNumberCategories.count {
      return smallNumberCategories[Int(number.whole)]
    }
    var conjunctionHolds = true
    var relationHolds = false
    // An iterator would retain the steps for every count.
    var index = 0
    while index < steps.count {
      if conjunctionHolds, !relationHolds { relationHolds = steps[index].holds(for: number) }
      if steps[index].endsRelation {
        conjunctionHolds = conjunctionHolds && relationHolds != steps[index].isNegated
        relationHolds = false
        if steps[index].endsConjunction {
          if conjunctionHolds { return steps[index].category }
          conjunctionHolds = true
        }
      }
      index &+= 1
    }
    return .other
  }
}

extension PluralRules.Step {
  /// Returns whether the operand of a number is in the range.
  @inline(__always)
  fileprivate func holds(for number: PluralOperands) -> Bool {
    let value: UInt
    switch operand {
    case UInt8(ascii: "i"): value = number.whole
    case UInt8(ascii: "n"):
      if let tenths = number.tenths, tenths > 0 { return false }
      value = number.whole
    case UInt8(ascii: "v"): value = number.tenths == nil ? 0 : 1
    case UInt8(ascii: "w"): value = number.tenths ?? 0 == 0 ? 0 : 1
    case UInt8(ascii: "f"), UInt8(ascii: "t"): value = number.tenths ?? 0
    // `e` and `c`: no number is written with an exponent.
    default: value = 0
    }
    return range.contains(modulo == 0 ? value : value % modulo)
  }
}
