import Atoll
import Bytes
import StoryDecoding

/// The reason why a story in a batch has no output; it is written to the story's result line.
struct StoryFailure: Error {
  enum Code: String {
    /// Invalid or truncated JSON.
    case badJSON = "bad_json"
    /// JSON, but not a story in a known form, or without valid recipients.
    case schema
    /// There is no key, or a store does not accept it.
    case noKey = "no_key"
    case tooLarge = "too_large"
    case timeout
    case render
  }

  let code: Code
  var message: String
  /// The byte offset in the line, if it is known.
  var byte: Int?
  /// Whether the line may also contain other stories: its end is missing, and what follows may be
  /// the next line.
  var mayHideStories = false
  /// Whether the line is intact and names no story, so that it cannot be a story of an earlier run.
  var isLineWithoutStory = false

  init(_ code: Code, message: String, at byte: Int? = nil, isLineWithoutStory: Bool = false) {
    self.isLineWithoutStory = isLineWithoutStory
    self.code = code
    self.message = message
    self.byte = byte
  }

  /// Creates the failure of a story from the error that was thrown while it was processed.
  init(_ error: any Error) {
    switch error {
    case let failure as StoryFailure: self = failure
    case let error as DecodingError: self.init(error)
    case let error as JSONError:
      self.init(
        .badJSON, message: "the line is not valid JSON: \(error.reason.message)", at: error.offset)
    case let error as AtollError:
      self.init(
        .render, message: [error.message, error.advice].compactMap(\.self).joined(separator: "; "))
    default: self.init(.render, message: Failure(error).message)
    }
  }

  private init(_ error: DecodingError) {
    let code: Code =
      switch error.reason {
      case .notJSON, .brokenJSON, .wrongEncoding: .badJSON
      case .tooLarge: .tooLarge
      case .empty, .unknownForm, .wrongForm, .noStory, .multipleStories, .storyNotFound: .schema
      }
    self.init(code, message: "\(error.message); \(error.advice)", at: error.place?.byte)
  }
}
