public import Comments

/// The output of a rendering, with its report.
public struct Rendering: Sendable {
  /// The output.
  public var bytes: [UInt8]
  /// The account of how it was made.
  public var report: Report
}

/// The report of a rendering: the counts of its output, and its diagnostics.
public struct Report: Sendable {
  /// The number of comments and tombstones written, without the featured ones before the thread.
  public var commentCount = 0
  /// The number of blocks of all kinds.
  public var blockCount = 0
  /// Trouble with the content that did not stop the rendering.
  public var diagnostics: [Diagnostic] = []
}
