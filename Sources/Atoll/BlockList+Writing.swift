import Bytes
import Comments
import Layout

extension BlockList {
  /// Feeds every block with its parsed body to a writer: the one way through for every output.
  func write<Writer: BlockWriter & ~Copyable, Failure: Error>(
    with writer: inout Writer, _ options: Options, _ bodies: inout BodyReader,
    to output: inout OutputBuffer,
    handingOn: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) -> Report {
    bodies.begin(options)
    var report = Report()
    report.blockCount = blocks.count
    report.commentCount = blocks.count { $0.kind == .comment || $0.kind == .tombstone }

    writer.begin(&output)
    try feed(blocks.indices, to: &writer, &bodies, &output, handingOn: handingOn)
    writer.finish(&output)
    var diagnostics = diagnostics
    diagnostics.add(contentsOf: bodies.diagnostics)
    report.diagnostics = diagnostics.list()
    return report
  }

  /// Feeds some of the blocks to a writer that has begun.
  func feed<Writer: BlockWriter & ~Copyable, Failure: Error>(
    _ range: Range<Int>, to writer: inout Writer, _ bodies: inout BodyReader,
    _ output: inout OutputBuffer,
    handingOn: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    for index in range {
      bodies.lookAhead(of: index, in: self)
      bodies.read(blocks[index], of: self)
      writer.write(index, bodies.text, &output)
      try handingOn(&output)
    }
  }
}
