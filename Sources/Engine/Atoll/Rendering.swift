public import Comments

/// What came of rendering a story.
public struct Rendering: Sendable {
  /// The output.
  public var bytes: [UInt8]
  /// The account of how it was made.
  public var report: Report
}

/// The account of a rendering: what was written, and what was not as it should be.
public struct Report: Sendable {
  /// How many comments and gaps were written, featured ones before the thread not counted.
  public var commentCount = 0
  /// How many blocks of all kinds were written.
  public var blockCount = 0
  /// Trouble with the content that did not stop the rendering.
  public var diagnostics: [Diagnostic] = []
}
