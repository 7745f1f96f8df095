/// A problem in the content that does not stop the rendering.
///
/// Diagnostics are collected while a story is read and laid out, and returned with the result. The
/// command prints them; with `--strict` any of them is a failure.
public struct Diagnostic: Hashable, Sendable {
  /// A kind of problem; the raw values are stable names for programs.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Bytes that are not UTF-8 were replaced by U+FFFD.
    case invalidUTF8 = "invalid-utf8"
    /// A NUL or a lone surrogate was replaced by U+FFFD.
    case badScalar = "bad-scalar"
    /// A string, a number or a key breaks a rule of JSON, but could be read.
    case nonstandardJSON = "not-json"
    /// The input ends too early or is broken; everything before that point is used.
    case truncatedInput = "truncated-input"
    /// The value of a field has the wrong type and was ignored.
    case wrongType = "wrong-type"
    /// A key or a word is unknown, or a number is out of its range.
    case unknownValue = "unknown-value"
    /// A comment is hidden, because an unknown key or value may mean that it is not public.
    case hiddenComment = "hidden-comment"
    /// A comment had no id and was given one.
    case missingID = "missing-id"
    /// A comment's id was too long and was replaced.
    case longID = "long-id"
    /// Two comments have the same id, or several rows of one comment, user or story differ.
    ///
    /// The second comment was given a new id, or left out if it was identical. Of rows that differ,
    /// one was used.
    case duplicateID = "duplicate-id"
    /// A comment's parent is not in the input; the comment is shown at the root or, in a database
    /// export, left out.
    case missingParent = "missing-parent"
    /// Comments are replies to each other; the cycle was cut.
    case parentCycle = "parent-cycle"
    /// A row or an object could not be used.
    case unusableRow = "unusable-row"
    /// The server has more comments than the story holds.
    case incompleteStory = "incomplete-story"
    /// Comments are left out, because the server lists them nowhere on the page of the story.
    case notListed = "not-listed"
    /// The server answered with errors, with or without data.
    case serverError = "server-error"
    /// A body exceeded a limit; its markup was flattened or is shown as plain text.
    case bodySimplified = "body-simplified"
    /// A body exceeded the byte limit and was cut.
    case bodyCut = "body-cut"
    /// A link's address was removed because it is not safe or exceeds a limit.
    case unsafeURL = "unsafe-url"
    /// The story closes at a certain time, but the current time was not given.
    case undecidedClosing = "undecided-closing"
    /// A name or a label exceeded the byte limit and was cut.
    case nameCut = "name-cut"
    /// A comment has more badges and tags than are shown.
    case labelsLeftOut = "labels-left-out"
    /// An email exceeds the size limit even without the comments that can be left out.
    case mailTooLarge = "mail-too-large"
    /// A page of a divided thread exceeds the size limit.
    case pageTooLarge = "page-too-large"
    /// A comment was left out because it needs more bytes than an email's size limit leaves for it.
    case commentTooLarge = "comment-too-large"
    /// A story has no structured data of the chosen kind.
    case noStructuredData = "no-structured-data"
    /// More diagnostics of a kind were left out of the list.
    case suppressed = "suppressed"
    /// The requested range of root comments begins after the last root comment.
    case noRoots = "no-roots"
  }

  /// A place in the input.
  public enum Place: Hashable, Sendable {
    /// A JSON path, such as `$.comments[12].likes`.
    case path(String)
    /// A byte offset, counted from 0, in the input with this name.
    case byte(Int, of: String)
    /// A syntax error in the input with this name: the line and the column in bytes, both counted
    /// from 1, and the byte offset, counted from 0.
    case line(Int, column: Int, byte: Int, of: String)
    /// A comment, by its id.
    case comment(String)
    /// The input as a whole.
    case input
  }

  /// The kind of problem.
  public var code: Code
  /// A sentence about the problem and how it was handled.
  public var message: String
  /// The place of the problem in the input.
  public var place: Place

  /// Creates a diagnostic from the kind, the description and the place of a problem.
  public init(_ code: Code, message: String, at place: Place) {
    self.code = code
    self.message = message
    self.place = place
  }
}
