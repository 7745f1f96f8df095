/// The reason why moderators rejected a comment, for an email to its author.
public struct RejectionReason: Hashable, Sendable {
  /// The rule that the comment broke; the raw values are Coral's names.
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

  /// The rule that the comment broke; `nil` if none is given.
  public var code: Code?
  /// The moderators' own words, verbatim; empty if there are none.
  public var explanation: String

  /// Creates a reason from a rule, an explanation or both.
  public init(code: Code? = nil, explanation: String = "") {
    self.code = code
    self.explanation = explanation
  }

  /// Creates a reason from text, which is either the raw value of a `Code` or an explanation.
  public init(_ text: String) {
    code = Code(rawValue: text)
    explanation = code == nil ? text : ""
  }
}
