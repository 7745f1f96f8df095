import AtollBytes
import AtollComments
package import AtollLayout

extension Refusal {
  /// Returns a sentence that tells the reader why the server refused.
  ///
  /// The sentences are in the languages that Atoll is translated into; any other tag gives English.
  /// For `Reason.other`, the sentence is the server's own message, if there is one. For all other
  /// reasons, that message is not used, since Talk 4 sends none.
  public func localizedMessage(in language: String = "en") -> String {
    let language = Language.best(for: language)
    if case .suspended(let until?) = reason {
      let wording = Wording(language: language, zone: .utc, dateStyle: .absolute)
      return language.text(phrase, inserting: "\(wording.timeText(until.milliseconds)) UTC")
    }
    if case .other = reason, !message.isEmpty { return message }
    return language.text(phrase)
  }

  /// The phrase for the reason, which is translated into every language of Atoll.
  package var phrase: RefusalPhrase {
    switch reason {
    case .storyClosed: .storyClosed
    case .commentingDisabled: .commentingDisabled
    case .storyArchived: .storyArchived
    case .tooShort: .tooShort
    case .tooLong: .tooLong
    case .editWindowOver: .editWindowOver
    case .notSignedIn: .notSignedIn
    case .banned: .banned
    case .suspended(until: nil): .suspended
    case .suspended: .suspendedUntil
    case .warned: .warned
    case .emailNotVerified: .emailNotVerified
    case .noName: .noName
    case .rateLimited: .rateLimited
    case .toxic: .toxic
    case .spam: .spam
    case .repeated: .repeated
    case .parentNotVisible: .parentNotVisible
    case .storyNotFound: .storyNotFound
    case .commentNotFound: .commentNotFound
    case .notAllowed: .notAllowed
    case .notSupported: .notSupported
    case .other: .other
    }
  }

  /// The tags of the languages that the sentences are translated into.
  public static var languages: [String] { Language.tags }
}

extension PostOutcome {
  /// Returns a sentence for the reader, or `nil` if the comment is published.
  public func localizedMessage(in language: String = "en") -> String? {
    switch self {
    case .published: nil
    case .rejected(_, let hasBannedWord):
      Language.best(for: language).text(hasBannedWord ? .bannedWord : .rejected)
    case .heldForReview: Language.best(for: language).text(.heldForReview)
    case .refused(let refusal): refusal.localizedMessage(in: language)
    }
  }
}

extension Language {
  /// Returns the language that fits a tag, or English.
  fileprivate static func best(for tag: String) -> Language {
    bestTag(for: tag).flatMap(named) ?? english
  }
}
