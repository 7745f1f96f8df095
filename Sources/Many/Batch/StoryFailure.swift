import Atoll
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
  /// Whether the line is intact and names no story, so that it cannot be a story of an earlier run.
  var isLineWithoutStory = false

  init(_ code: Code, message: String, at byte: Int? = nil, isLineWithoutStory: Bool = false) {
    self.isLineWithoutStory = isLineWithoutStory
    self.code = code
    self.message = message
    self.byte = byte
  }

  /// Creates the failure that ended a rendering.
  init(rendering error: RenderingError<StoryFailure>) {
    switch error {
    case .rendering(let error): self.init(rendering: error)
    case .sink(let failure): self = failure
    }
  }

  /// Creates the failure of a renderer.
  init(rendering error: AtollError) {
    self.init(
      .render, message: [error.message, error.advice].compactMap(\.self).joined(separator: "; "))
  }

  init(_ error: DecodingError) {
    let code: Code =
      switch error.reason {
      case .notJSON, .brokenJSON, .wrongEncoding: .badJSON
      case .tooLarge: .tooLarge
      case .empty, .unknownForm, .wrongForm, .noStory, .multipleStories, .storyNotFound: .schema
      }
    self.init(code, message: "\(error.message); \(error.advice)", at: error.place?.byte)
  }
}
