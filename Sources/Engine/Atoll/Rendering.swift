public import AtollComments

/// The output of a rendering, with its report.
public struct Rendering: Sendable {
  /// The output.
  public var bytes: [UInt8]
  /// The report of the rendering.
  public var report: Report

  package init(bytes: [UInt8], report: Report) {
    self.bytes = bytes
    self.report = report
  }
}

/// The files of a story that is divided into pages, with the report of their rendering.
public struct RenderedPages: Sendable {
  /// The files, in a fixed order.
  public var files: [PageFile]
  /// The report of the rendering.
  public var report: Report
}

/// An HTTP response header with which an output should be served.
public struct ResponseHeader: Hashable, Sendable {
  /// The name, such as `Content-Type`.
  public var name: String
  /// The value, such as `text/html; charset=utf-8`.
  public var value: String

  /// Creates a header.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// The report of a rendering: the counts of what was written, and the diagnostics.
public struct Report: Sendable {
  /// The number of comments and tombstones written, without the featured ones before the thread.
  public var commentCount: Int
  /// The number of blocks of all kinds.
  public var blockCount: Int
  /// Problems with the content that did not stop the rendering.
  ///
  /// At most 20 of each kind are listed; a diagnostic at the end gives the number of the others.
  public var diagnostics: [Diagnostic] { diagnosticList.list() }
  /// The diagnostics, and their numbers.
  package var diagnosticList: DiagnosticList

  package init(
    commentCount: Int = 0, blockCount: Int = 0, diagnosticList: DiagnosticList = DiagnosticList()
  ) {
    self.commentCount = commentCount
    self.blockCount = blockCount
    self.diagnosticList = diagnosticList
  }
}
