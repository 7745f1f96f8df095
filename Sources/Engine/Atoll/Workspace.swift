import AtollBytes
import AtollHTMLOutput
import AtollMarkupWriting
import AtollRows

/// Buffers that successive renderings reuse.
///
/// Keep one to render many stories without allocating the same memory for each:
///
///     var workspace = Workspace()
///     for story in stories {
///       try renderer.prepare(story).write(using: &workspace) { piece in … }
///     }
///
/// With `buffersOutput`, the output of many small stories is joined and passed on in larger pieces:
///
///     var workspace = Workspace(buffersOutput: true)
///     for story in stories { try renderer.prepare(story).write(using: &workspace, into: sink) }
///     try workspace.flush(into: sink)
///
/// A story does not affect the output of the next. Like any variable, a workspace is for one task
/// at a time; parallel work needs one for each task.
public struct Workspace: ~Copyable {
  var output: OutputBuffer
  var bodies = BodyReader()
  var trees = TreeScratch()
  private var html = HTMLScratch()

  /// True if the output of successive stories is joined until there is enough for a large piece.
  let buffersOutput: Bool
  /// The minimum size in bytes of a piece of output; only the last piece may be smaller.
  var minimumChunkSize: Int {
    buffersOutput ? Renderer.maximumChunkSize : Renderer.minimumChunkSize
  }

  /// Creates a workspace for renderings that are written in pieces.
  ///
  /// With `buffersOutput`, call `flush` after the last story.
  public init(buffersOutput: Bool = false) {
    self.init(capacity: 0, buffersOutput: buffersOutput)
    output.reserve(minimumChunkSize * 2)
  }

  init(capacity: Int, buffersOutput: Bool = false) {
    output = OutputBuffer(capacity: capacity)
    self.buffersOutput = buffersOutput
  }

  /// Passes the gathered output to `sink`, and empties the buffer.
  public mutating func flush<SinkError: Error>(
    into sink: (Span<UInt8>) throws(SinkError) -> Void
  ) throws(SinkError) {
    defer { output.clear() }
    try output.withBytes(sink)
  }

  /// Returns the memory that HTML writers reuse; give it back with `recycle` afterwards.
  mutating func takeHTMLScratch() -> HTMLScratch {
    var scratch = HTMLScratch()
    swap(&scratch, &html)
    return scratch
  }

  mutating func recycle(_ scratch: consuming HTMLScratch) { html = scratch }
}
