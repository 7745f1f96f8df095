package import Comments

/// A story, and the account of how it was read.
package struct DecodedStory: Sendable {
  package var story: Story
  /// What the input was taken for.
  package var shape: InputShape
  /// What was read, in sentences fit for a report; the first one names the shape.
  package var notes: [String]
  /// What was mended or passed over.
  package var diagnostics: DiagnosticList
  /// How many comments were left out because they are not published.
  package var droppedCount: Int
}
