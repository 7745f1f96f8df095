/// What one language of the catalogue says.
///
/// No text may hold `< > & " '`, so that a wording can stand in any context as it is.
protocol LanguageWords {
  static func words(for phrase: Phrase) -> StaticString
  static func forms(of phrase: CountedPhrase) -> PluralForms
  /// The name of a month, 1 to 12, as it stands inside a date.
  static func month(_ number: Int) -> StaticString
}

extension Language {
  func words(for phrase: Phrase) -> StaticString {
    switch self {
    case .english: English.words(for: phrase)
    case .german: German.words(for: phrase)
    case .spanish: Spanish.words(for: phrase)
    case .french: French.words(for: phrase)
    case .japanese: Japanese.words(for: phrase)
    case .arabic: Arabic.words(for: phrase)
    }
  }

  func forms(of phrase: CountedPhrase) -> PluralForms {
    switch self {
    case .english: English.forms(of: phrase)
    case .german: German.forms(of: phrase)
    case .spanish: Spanish.forms(of: phrase)
    case .french: French.forms(of: phrase)
    case .japanese: Japanese.forms(of: phrase)
    case .arabic: Arabic.forms(of: phrase)
    }
  }

  func month(_ number: Int) -> StaticString {
    switch self {
    case .english: English.month(number)
    case .german: German.month(number)
    case .spanish: Spanish.month(number)
    case .french: French.month(number)
    case .japanese: Japanese.month(number)
    case .arabic: Arabic.month(number)
    }
  }
}
