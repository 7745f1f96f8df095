import Bytes
import Comments
import Layout

extension Refusal {
  /// Returns a sentence for the reader: why the server did not do what it was asked to.
  ///
  /// The sentences are in the languages that Atoll has words for; any other tag gets English. The reason alone decides
  /// the sentence, as Talk 4 gives no words at all.
  public func words(in language: String = "en") -> String {
    let language = Language.bestFor(language)
    switch reason {
    case .suspended(let until?):
      var date = OutputBuffer(capacity: 64)
      let wording = Wording(language: language, zone: .utc, dateStyle: .absolute)
      wording.appendTime(until.milliseconds, to: &date)
      return language.text(
        .suspendedUntil, inserting: String(decoding: date.bytes(), as: UTF8.self) + " UTC")
    case .storyClosed: return language.text(.storyClosed)
    case .commentingDisabled: return language.text(.commentingDisabled)
    case .storyArchived: return language.text(.storyArchived)
    case .tooShort: return language.text(.tooShort)
    case .tooLong: return language.text(.tooLong)
    case .editWindowOver: return language.text(.editWindowOver)
    case .notSignedIn: return language.text(.notSignedIn)
    case .banned: return language.text(.banned)
    case .suspended(until: nil): return language.text(.suspended)
    case .warned: return language.text(.warned)
    case .emailNotVerified: return language.text(.emailNotVerified)
    case .noName: return language.text(.noName)
    case .rateLimited: return language.text(.rateLimited)
    case .toxic: return language.text(.toxic)
    case .spam: return language.text(.spam)
    case .repeated: return language.text(.repeated)
    case .parentNotVisible: return language.text(.parentNotVisible)
    case .storyNotFound: return language.text(.storyNotFound)
    case .commentNotFound: return language.text(.commentNotFound)
    case .notAllowed: return language.text(.notAllowed)
    case .notSupported: return language.text(.notSupported)
    case .other: return message.isEmpty ? language.text(.other) : message
    }
  }

  /// The tags of the languages in which there are words.
  public static var languages: [String] { Language.tags }
}

extension PostOutcome {
  /// Returns a sentence for the reader, or `nil` if the comment is published and shows it.
  public func words(in language: String = "en") -> String? {
    switch self {
    case .published: nil
    case .bannedWord: Language.bestFor(language).text(.bannedWord)
    case .heldForReview: Language.bestFor(language).text(.heldForReview)
    case .refused(let refusal): refusal.words(in: language)
    }
  }
}

extension Language {
  /// Returns the language of a tag: of the whole tag, of its first part (`de` of `de-AT`), or English.
  fileprivate static func bestFor(_ tag: String) -> Language {
    let first = tag.split(separator: "-").first.map(String.init) ?? tag
    return named(tag) ?? named(first.lowercased()) ?? english
  }
}
