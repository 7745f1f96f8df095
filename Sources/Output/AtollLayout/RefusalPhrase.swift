import AtollBytes

/// A sentence in which a client tells readers what became of their comment or action.
///
/// The raw value is its key in the language files, under `refusals`.
package enum RefusalPhrase: String, LanguageFileKey {
  case storyClosed = "story_closed"
  case commentingDisabled = "commenting_disabled"
  case storyArchived = "story_archived"
  case tooShort = "too_short"
  case tooLong = "too_long"
  case editWindowOver = "edit_window_over"
  case notSignedIn = "not_signed_in"
  case banned
  case suspended
  /// `@` marks the place of the date.
  case suspendedUntil = "suspended_until"
  case warned
  case emailNotVerified = "email_not_verified"
  case noName = "no_name"
  case rateLimited = "rate_limited"
  case toxic
  case spam
  case repeated
  case parentNotVisible = "parent_not_visible"
  case storyNotFound = "story_not_found"
  case commentNotFound = "comment_not_found"
  case notAllowed = "not_allowed"
  case notSupported = "not_supported"
  case other
  // Outcomes of a post that was not refused.
  case heldForReview = "held_for_review"
  case rejected
  case bannedWord = "banned_word"
}

extension Language {
  /// Returns a sentence, with its `@` replaced by `text`.
  package func text(_ phrase: RefusalPhrase, inserting text: String = "") -> String {
    bytes.string(content.refusals[phrase.index])
      .split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: text)
  }
}
