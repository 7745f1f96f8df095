import AtollBytes
import AtollComments
import AtollLayout
import CoralClient

extension Refusal {
  /// The reason as one word, for programs.
  var word: String {
    if case .suspended = reason { return RefusalPhrase.suspended.rawValue }
    return phrase.rawValue.replacing(text: "_", with: "-")
  }

  /// The reason as a sentence, followed by the server's message if it says more.
  var sentence: String {
    let sentence = reasonSentence
    return message.isEmpty || message == sentence ? sentence : "\(sentence) (\(message))"
  }

  private var reasonSentence: String {
    switch reason {
    case .storyClosed: "the story is closed for comments"
    case .commentingDisabled: "commenting is disabled on the whole site"
    case .storyArchived: "the story is archived and closed for comments"
    case .tooShort: "the comment is too short"
    case .tooLong: "the comment is too long"
    case .editWindowOver: "the time for editing the comment is over"
    case .notSignedIn: "you are not signed in; use 'atoll sign-in', --token-file or ATOLL_TOKEN"
    case .banned: "the account is banned"
    case .suspended(let until?): "the account is suspended until \(until.iso8601)"
    case .suspended(nil): "the account is suspended"
    case .warned: "the account has a warning that its owner must confirm on the site first"
    case .emailNotVerified: "the mail address of the account is not confirmed"
    case .noName:
      "the account has no name that the site accepts; choose one on its pages first"
    case .rateLimited(let wait?):
      "too many requests; try again in \(wait.components.seconds) s"
    case .rateLimited(nil): "too many requests; try again in a few seconds"
    case .toxic: "the comment looks toxic"
    case .spam: "the comment looks like spam"
    case .repeated: "the comment repeats your previous one"
    case .parentNotVisible: "the comment that it replies to is hidden or does not exist"
    case .storyNotFound: "the server has no such story"
    case .commentNotFound: "the server has no such comment"
    case .notAllowed: "the account may not do this"
    case .notSupported: "the server has no likes"
    case .other(let code): "the server refuses: \(code)"
    }
  }
}

extension ClientError.Kind {
  /// The reason as one word, for programs, if an error is a refusal; otherwise `nil`.
  var refusalWord: String? {
    switch self {
    case .tokenRejected: "token-rejected"
    case .storyNotFound: "story-not-found"
    case .commentNotFound: "comment-not-found"
    case .refused, .rawQueryRefused, .unknownOperation: "other"
    case .badAddress, .unreachable, .untrusted, .timedOut, .badAnswer, .tooLarge, .redirected,
      .notACoralServer, .signInRefused, .rateLimited, .wouldCreateStory, .outcomeUnknown,
      .cancelled, .badDocument:
      nil
    }
  }
}
