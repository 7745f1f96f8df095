import AtollBytes
package import AtollComments

/// A story with a report on how it was read.
package struct DecodedStory: Sendable {
  package var story: Story
  package var form: InputForm
  package var summary: ReadingSummary
  package var diagnostics: DiagnosticList
  /// The number of comments left out: the unpublished ones and, in a database export, all replies
  /// below unpublished or missing comments.
  package var droppedCount: Int
  /// The gaps in the database export that the story was read from.
  package var gaps = ExportGaps()

  /// Sentences about what was read, for a report; the first one names the form of the input.
  package var notes: [String] { summary.sentences }
}

/// The gaps in a database export, for one story.
package struct ExportGaps: Hashable, Sendable {
  /// The number of comments that are left out only because of problems in the rows, such as missing
  /// parents.
  package var lostCommentCount = 0
  /// The number of comments whose authors have no row.
  package var commentsWithoutUserCount = 0
  /// True if no row of the input describes the story; its comments name it.
  package var lacksStoryRow = false
}

/// A summary of what was read, which becomes sentences only on demand.
package enum ReadingSummary: Sendable {
  case atollDocuments(Int, commentCount: Int, skippedDocumentCount: Int)
  case sentences([String])

  package var sentences: [String] {
    switch self {
    case .sentences(let sentences): return sentences
    case .atollDocuments(let count, let commentCount, let skippedDocumentCount):
      let documents = count == 1 ? "an Atoll document" : "\(count) Atoll documents"
      let first = "read as \(documents): \(counted(commentCount, noun: "comment"))"
      if skippedDocumentCount == 0 { return [first] }
      let others =
        skippedDocumentCount == 1
        ? "1 document of another story was"
        : "\(skippedDocumentCount) documents of other stories were"
      return [first, "\(others) ignored"]
    }
  }
}

extension Story {
  /// True if readers see the text of any comment.
  package var hasShownComments: Bool { comments.contains { $0.tombstone == nil } }
}
