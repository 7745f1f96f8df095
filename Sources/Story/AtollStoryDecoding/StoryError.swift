import AtollBytes

/// The reason why there is no output for a story: the fault, its position, and what to do.
package struct StoryError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: String, Hashable, Sendable {
    case empty, tooLarge, wrongEncoding, notJSON, brokenJSON, unknownForm, wrongForm, noStory
    case multipleStories, storyNotFound
    /// The story has no key or id, or one that the store does not accept.
    case noKey
    /// The key of the story cannot be read, so the input may belong to any story.
    case unknownKey
    case timeout, rendering
  }

  /// A position in an input: lines and columns from 1, byte offsets from 0; columns are in bytes.
  package struct Place: Hashable, Sendable {
    package var input: String
    package var byte: Int
    package var line: Int
    package var column: Int

    package init(input: String, byte: Int, line: Int, column: Int) {
      self.input = input
      self.byte = byte
      self.line = line
      self.column = column
    }
  }

  package var reason: Reason
  /// The fault, as a sentence without a period.
  package var message: String
  /// The name of the input with the fault; empty if the error is about all inputs.
  package var input: String
  package var place: Place?
  /// The JSON path of the value at fault; `nil` if there is none.
  package var path: String?
  /// The advice that completes the sentence, without a period; empty if there is none.
  package var advice: String
  /// A setting that can be wrong, by the name of its option on the command line.
  package enum Setting: String, Hashable, Sendable {
    case form = "from"
    case notification
    case storyID = "story"
  }

  /// The setting that the advice is about; the command line adds the name of its option.
  package var setting: Setting?

  package init(
    _ reason: Reason, message: String, input: String = "", at place: Place? = nil,
    path: String? = nil, advice: String = "", about setting: Setting? = nil
  ) {
    self.reason = reason
    self.message = message
    self.input = place?.input ?? input
    self.place = place
    self.path = path
    self.advice = advice
    self.setting = setting
  }

  package var description: String {
    var text = input
    if let place { text += ":\(place.line):\(place.column) (byte \(place.byte))" }
    if let path { text += (text.isEmpty ? "" : " ") + path }
    return (text.isEmpty ? "" : text + ": ") + advisedMessage
  }

  /// The message and the advice, for the command line.
  package var advisedMessage: String {
    let options: [Setting] =
      switch setting {
      case .form?: [.form]
      case .notification?: [.notification]
      // `batch` takes all stories, and has no option for one.
      case .storyID?, nil: []
      }
    let suffix = Failure.suffix(forOptions: options.map(\.rawValue))
    return advice.isEmpty ? message : "\(message); \(advice)\(suffix)"
  }
}

extension StoryError {
  /// The error for input that is larger than `JoinedInput.maximumSize`.
  static var inputOverLimit: StoryError {
    StoryError(
      .tooLarge, message: "the input is over 4 GiB",
      advice: "split it, for instance by story, and render the parts one by one")
  }
}
