import StoryDecoding

/// Why one story of many has no output; the others go on.
struct StoryFailure: Error {
  enum Code: String {
    /// What is there is no JSON, or ends before its end.
    case badJSON = "bad_json"
    /// It is JSON, but not one of the known shapes of a story.
    case schema
    /// Nothing tells to which story a row belongs.
    case noKey = "no_key"
    case tooLarge = "too_large"
    case timeout
    case render
  }

  let code: Code
  let message: String
  /// Where in the line, counted from 0, where that is known.
  var byte: Int?
  /// Whether all of the line was read, and it names no story: then it cannot be one that was drawn before.
  var namesNoStory = false

  init(_ code: Code, _ message: String, at byte: Int? = nil, namesNoStory: Bool = false) {
    self.namesNoStory = namesNoStory
    self.code = code
    self.message = message
    self.byte = byte
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
