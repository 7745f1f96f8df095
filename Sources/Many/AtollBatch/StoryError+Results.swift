import Atoll
import AtollBytes
import AtollStoryDecoding

extension StoryError {
  /// The reason in the result line of a story without output.
  enum Code: String {
    /// Invalid or truncated JSON.
    case badJSON = "bad_json"
    /// The JSON is not a story in a known form, or its recipients are invalid.
    case schema
    /// There is no key, or a store does not accept it.
    case noKey = "no_key"
    case tooLarge = "too_large"
    case timeout
    case render
  }

  var code: Code {
    switch reason {
    case .notJSON, .brokenJSON, .wrongEncoding: .badJSON
    case .empty, .unknownForm, .wrongForm, .noStory, .multipleStories, .storyNotFound: .schema
    case .noKey, .unknownKey: .noKey
    case .tooLarge: .tooLarge
    case .timeout: .timeout
    case .rendering: .render
    }
  }

  /// Creates the error of a story from any error that was thrown while it was processed.
  init(_ error: any Error) {
    switch error {
    case let error as StoryError: self = error
    case let error as JSONError:
      self.init(
        .brokenJSON, message: "the line is not valid JSON: \(error.reason.message)",
        at: Place(input: "", byte: error.offset, line: 1, column: error.offset + 1))
    case let error as AtollError:
      self.init(.rendering, message: error.message, advice: error.advice ?? "")
    default: self.init(.rendering, message: Failure(error).message)
    }
  }
}
