package import Comments

/// A story, and the account of how it was read.
package struct DecodedStory: Sendable {
  package var story: Story
  /// What the input was taken for.
  package var form: InputForm
  /// What was read.
  package var noted: ReadingNotes
  /// What was mended or passed over.
  package var diagnostics: DiagnosticList
  /// The number of comments left out: those not published and, in an export, all replies below them.
  package var droppedCount: Int

  /// What was read, in sentences fit for a report; the first one names the form.
  package var notes: [String] { noted.sentences }
}

/// What was read, made into sentences only when somebody asks for them.
package enum ReadingNotes: Sendable {
  case atollDocuments(Int, commentCount: Int, passedOver: Int)
  case written([String])

  package var sentences: [String] {
    switch self {
    case .written(let sentences): return sentences
    case .atollDocuments(let count, let commentCount, let passedOver):
      let documents = count == 1 ? "an Atoll document" : "\(count) Atoll documents"
      let first = "read as \(documents): \(counted(commentCount, "comment"))"
      if passedOver == 0 { return [first] }
      let others =
        passedOver == 1
        ? "1 document of another story was" : "\(passedOver) documents of other stories were"
      return [first, "\(others) passed over"]
    }
  }
}
