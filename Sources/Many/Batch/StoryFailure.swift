import Atoll
import StoryDecoding

/// The reason for which one story of a batch has no output; it is written to its result line.
struct StoryFailure: Error {
  enum Code: String {
    /// Invalid or truncated JSON.
    case badJSON = "bad_json"
    /// JSON, but not in a known form of a story.
    case schema
    /// The story of a row is unknown.
    case noKey = "no_key"
    case tooLarge = "too_large"
    case timeout
    case render
  }

  let code: Code
  var message: String
  /// The offset in the line, if it is known.
  var byte: Int?
  /// The line is intact and names no story, so it cannot be a story of an earlier run.
  var namesNoStory = false

  init(_ code: Code, _ message: String, at byte: Int? = nil, namesNoStory: Bool = false) {
    self.namesNoStory = namesNoStory
    self.code = code
    self.message = message
    self.byte = byte
  }

  /// The failure by which rendering ended.
  init(rendering error: RenderingError<StoryFailure>) {
    switch error {
    case .rendering(let error): self.init(.render, "\(error)")
    case .sink(let failure): self = failure
    }
  }

  /// The failure by which the rendering of a mail ended.
  init(rendering error: AtollError) {
    self.init(.render, [error.message, error.advice].compactMap(\.self).joined(separator: "; "))
  }

  init(_ error: DecodingError) {
    let code: Code =
      switch error.reason {
      case .notJSON, .brokenJSON, .wrongEncoding: .badJSON
      case .tooLarge: .tooLarge
      case .empty, .unknownForm, .wrongForm, .noStory, .severalStories, .storyNotFound: .schema
      }
    self.init(code, "\(error.message); \(error.advice)", at: error.place?.byte)
  }
}
