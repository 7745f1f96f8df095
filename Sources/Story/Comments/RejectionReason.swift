/// The reason for which moderators rejected a comment, for a mail to its author.
public struct RejectionReason: Hashable, Sendable {
  /// The rule that the comment broke, by the names of Coral.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case offensive = "OFFENSIVE"
    case abusive = "ABUSIVE"
    case spam = "SPAM"
    case bannedWord = "BANNED_WORD"
    case advertising = "AD"
    case illegal = "ILLEGAL_CONTENT"
    case harassment = "HARASSMENT_BULLYING"
    case misinformation = "MISINFORMATION"
    case hateSpeech = "HATE_SPEECH"
    case irrelevant = "IRRELEVANT_CONTENT"
  }

  /// The rule, which is named in the language of the mail.
  public var code: Code?
  /// The words of the moderators, as they are; empty if there are none.
  public var explanation: String

  /// A reason.
  public init(code: Code? = nil, explanation: String = "") {
    self.code = code
    self.explanation = explanation
  }

  /// The reason that a text gives: the name of a code, or any words.
  public init(_ text: String) {
    code = Code(rawValue: text)
    explanation = code == nil ? text : ""
  }
}
