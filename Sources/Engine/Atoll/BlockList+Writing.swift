import AtollBytes
import AtollComments
import AtollLayout

extension BlockList {
  /// The report of a rendering that writes every block, without the diagnostics from parsing the
  /// bodies.
  package var report: Report {
    Report(
      commentCount: blocks.count { $0.isThreadComment }, blockCount: blocks.count,
      diagnosticList: diagnostics)
  }

  /// Writes every block with its parsed body, and the beginning and the end of the output.
  ///
  /// `didBegin` is called once everything before the first block has been written, and `flush` is
  /// called after every block.
  func write<Writer: BlockWriter & ~Copyable, Failure: Error>(
    with writer: inout Writer, options: Options, bodies: inout BodyReader,
    to output: inout OutputBuffer, didBegin: (borrowing Writer) -> Void = { _ in },
    flush: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) -> Report {
    bodies.begin(with: options, server: header.server)
    var report = report

    writer.begin(&output)
    didBegin(writer)
    for index in blocks.indices {
      bodies.read(at: index, of: self)
      writer.write(blockAt: index, body: bodies.text, to: &output)
      try flush(&output)
    }
    writer.finish(&output)
    report.diagnosticList.add(contentsOf: bodies.diagnostics)
    return report
  }

  /// Writes every block with its parsed body, and adds the block count and the diagnostics to
  /// `report`.
  func write<Writer: BlockWriter & ~Copyable>(
    with writer: inout Writer, options: Options, bodies: inout BodyReader,
    addingTo report: inout Report, to output: inout OutputBuffer
  ) {
    bodies.begin(with: options, server: header.server)
    for index in blocks.indices {
      bodies.read(at: index, of: self)
      writer.write(blockAt: index, body: bodies.text, to: &output)
    }
    report.blockCount += blocks.count
    report.diagnosticList.add(contentsOf: diagnostics)
    report.diagnosticList.add(contentsOf: bodies.diagnostics)
  }
}
