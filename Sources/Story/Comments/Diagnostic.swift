/// A problem worth reporting that did not stop the work.
///
/// Diagnostics are data: collected while reading and laying out, part of the result, printed by the
/// command. `--strict` turns any of them into a failure.
public struct Diagnostic: Hashable, Sendable {
  /// What kind of trouble it is; stable names for machines.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The bytes were not UTF-8; the bad ones became U+FFFD.
    case invalidUTF8 = "invalid-utf8"
    /// A NUL or lone surrogate became U+FFFD.
    case badScalar = "bad-scalar"
    /// The input ended too early, or broke; what was whole before is kept.
    case truncatedInput = "truncated-input"
    /// A field held a value of the wrong type and was passed over.
    case wrongType = "wrong-type"
    /// A word that should be one of a known few was not.
    case unknownValue = "unknown-value"
    /// A comment had no id and was given one.
    case missingID = "missing-id"
    /// A comment's id was too long and it was given another.
    case longID = "long-id"
    /// Two comments had one id; the second was given another.
    case duplicateID = "duplicate-id"
    /// A comment's parent is not in the input; the comment stands at the root.
    case missingParent = "missing-parent"
    /// Comments answered one another in a circle; the circle was cut.
    case parentCycle = "parent-cycle"
    /// A row could not be used at all.
    case unusableRow = "unusable-row"
    /// The server says there are more comments than the input holds.
    case incompleteStory = "incomplete-story"
    /// The server answered with errors beside, or instead of, data.
    case serverError = "server-error"
    /// A body was over a limit and is shown as plain text.
    case bodySimplified = "body-simplified"
    /// A body was over the byte limit and was cut.
    case bodyCut = "body-cut"
    /// An address was refused.
    case unsafeURL = "unsafe-url"
    /// The story closes at a set time, and no clock was given to tell whether it has.
    case undecidedClosing = "undecided-closing"
    /// The comment that was asked for is not in the story.
    case unknownComment = "unknown-comment"
    /// A name or a label was over the byte limit and was cut.
    case nameCut = "name-cut"
    /// A mail is larger than it may be with no comment left in it.
    case mailTooLarge = "mail-too-large"
    /// A comment would fill a mail by itself and was left out of it.
    case commentTooLarge = "comment-too-large"
    /// More of the same kind were left out of the list.
    case suppressed = "suppressed"
  }

  /// Where in the input it happened.
  public enum Place: Hashable, Sendable {
    /// A JSON path, such as `$.comments[12].likes`.
    case path(String)
    /// A byte of an input, counted from 0, and the input's name.
    case byte(Int, of: String)
    /// A comment, by its id.
    case comment(String)
    /// Nowhere in particular.
    case input
  }

  /// What kind of trouble it is.
  public var code: Code
  /// What happened and what was done about it, in a sentence.
  public var message: String
  /// Where in the input it happened.
  public var place: Place

  /// A diagnostic.
  public init(_ code: Code, _ message: String, at place: Place) {
    self.code = code
    self.message = message
    self.place = place
  }
}
