import AtollBytes
public import AtollComments
import AtollStoryDecoding

// Apps can keep stories on the device, without the module `Atoll`, which needs libcmark.
extension Story {
  /// Reads a story from an Atoll document, such as the one that `document()` returned.
  ///
  /// ```swift
  /// let cached = try Story(document: Array(Data(contentsOf: file)))
  /// ```
  ///
  /// Values that are missing or wrong in a single comment are repaired. If the JSON has a mistake
  /// before the end of the first comment, or is not a story, the error is of the kind `badDocument`
  /// and names a line and a column, or the path of a value, such as `$.comments`.
  public init(document: [UInt8]) throws(ClientError) {
    self = try translatingErrors(
      of: StoryDecoder.decode(document, named: "", as: .atoll)
    ) { (error: StoryError) in
      var place = ""
      if let at = error.place { place = "line \(at.line), column \(at.column): " }
      if let path = error.path { place += "\(path): " }
      return ClientError(
        .badDocument, message: place + error.message,
        advice: error.advice.isEmpty || error.setting != nil ? nil : error.advice)
    }.story
  }

  /// Returns the story as an Atoll document, from which `init(document:)` reads it again.
  ///
  /// It has neither the reader's own states nor the limits on the length of comments. Comments that
  /// are hidden because the reader ignores their authors stay hidden; `FetchOptions` can show them.
  public func document() -> [UInt8] { AtollDocumentWriter.document(of: self) }
}
