public import AtollComments

import AtollStoryDecoding

/// A story, and the report of how it was read.
public struct Reading: Sendable {
  /// The story.
  public var story: Story
  /// The form of the input.
  public var form: InputForm
  /// The problems that were repaired or ignored.
  public var diagnostics: [Diagnostic]
  /// The number of comments left out: unpublished ones and, in an export, all replies below them or
  /// below missing comments.
  public var droppedCount: Int
  private let summary: ReadingSummary

  /// Sentences about the input; the first one names its form.
  public var notes: [String] { summary.sentences }

  /// Reads a story from one or more inputs.
  ///
  /// - Parameters:
  ///   - inputs: One input, or multiple inputs that belong together: pages of one story, files of
  ///     one export. They are consumed: their bytes become the story's text.
  ///   - form: The form of the inputs; `nil` detects it.
  ///   - storyID: The id of the story to read, if an export contains several.
  public init(
    _ inputs: consuming [InputSource], as form: InputForm? = nil, storyID: String? = nil
  ) throws(AtollError) {
    var files: [InputFile] = []
    while let input = inputs.popLast() {
      files.append(InputFile(name: input.name, bytes: input.bytes))
    }
    files.reverse()
    var scratch = DecodingScratch()
    self = try Reading(consume files, as: form, storyID: storyID, in: &scratch)
  }

  /// Reads a story from the bytes of one input.
  ///
  /// - Parameters:
  ///   - bytes: The input; it becomes the story's text.
  ///   - name: Its name in messages.
  ///   - form: The form of the input; `nil` detects it.
  ///   - storyID: The id of the story to read, if the input contains several.
  public init(
    _ bytes: consuming [UInt8], named name: String = "input", as form: InputForm? = nil,
    storyID: String? = nil
  ) throws(AtollError) {
    try self.init([InputSource(name: name, bytes: bytes)], as: form, storyID: storyID)
  }

  /// Reads a story from a copy of the bytes of one input; `StoryReader` does so without allocating
  /// new memory for each story.
  public init(
    _ bytes: Span<UInt8>, named name: String = "input", as form: InputForm? = nil,
    storyID: String? = nil
  ) throws(AtollError) {
    try self.init([InputSource(name: name, bytes: bytes)], as: form, storyID: storyID)
  }

  /// Reads a story from a file.
  ///
  /// ```swift
  /// let reading = try Reading(file: "thread.json")
  /// ```
  public init(
    file path: String, as form: InputForm? = nil, storyID: String? = nil
  ) throws(AtollError) {
    try self.init([InputSource(file: path)], as: form, storyID: storyID)
  }

  init(
    _ files: consuming [InputFile], as form: InputForm?, storyID: String?,
    in scratch: inout DecodingScratch
  ) throws(AtollError) {
    let onlyName = files.count == 1 ? files[0].name : ""
    do throws(StoryError) {
      let decoded = try StoryDecoder.decode(
        files, as: form, storyID: storyID, in: &scratch)
      story = decoded.story
      self.form = decoded.form
      summary = decoded.summary
      diagnostics = decoded.diagnostics.list()
      droppedCount = decoded.droppedCount
    } catch {
      throw AtollError(decoding: error, inFile: onlyName)
    }
  }
}

extension AtollError {
  /// Creates the error for an input that is not a story.
  ///
  /// `name` is the file's name, in case the error does not say which input it is about.
  init(decoding error: StoryError, inFile name: String = "") {
    var place = error.input.isEmpty ? name : error.input
    if let at = error.place { place = "\(at.input):\(at.line):\(at.column)" }
    if let path = error.path { place += place.isEmpty ? path : " (\(path))" }
    self.init(.input, message: error.message, at: place.isEmpty ? nil : place, advice: error.advice)
    switch error.setting {
    case .form: self = naming(.from)
    case .notification: self = naming(.notification)
    case .storyID: self = naming(.story)
    case nil: break
    }
  }
}
