/// The category of a number in the Unicode plural rules (UTS #35, part 3, 5).
enum PluralCategory: String, CatalogueKey {
  case zero, one, two, few, many, other
}

/// A condition under which a whole number has a category: `n % 100 = 3..10` is `few` in Arabic.
///
/// The first rule of a language that matches decides; a number that matches none is `other`.
struct PluralRule: Sendable {
  let category: PluralCategory
  /// 0 compares the number itself.
  var modulo: UInt = 0
  var from: UInt = 0
  var to: UInt = 0

  func matches(_ number: UInt) -> Bool {
    let rest = modulo == 0 ? number : number % modulo
    return from <= rest && rest <= to
  }
}
