import AtollBytes
import AtollStoryDecoding
import AtollUnpacking

/// A check of the first lines of an input, which rejects files without a story or a row on each
/// line.
enum InputBeginning {
  /// Throws an error if an input begins like a JSON array of all its stories or rows, or like an
  /// export of another system.
  ///
  /// Without this check, each line of such an input would be reported as an error.
  static func check(_ chunk: LineSource.Chunk, of name: String, isDump: Bool) throws {
    guard let line = chunk.lines.first, line.number == 1 else { return }
    var first = line.firstByte
    var isWhole = false
    if case .text(let whole) = line.content {
      let range = KeyedLine(whole, of: chunk.bytes, isFirst: true, linesBeginWithKey: false).range
      first = chunk.bytes[range].first
      // If the input ends within the line, that is reported instead.
      isWhole = !line.isTerminated || !UnparsedJSON.isTruncated(range, of: chunk.bytes)
    }
    switch first {
    case UInt8(ascii: "["):
      if isDump || !isWhole { throw Failure.arrayInsteadOfLines(at: name) }
    case nil, UInt8(ascii: "{"): break
    case UInt8(ascii: "<"): try rejectExport(chunk, of: name)
    case _:
      if StoryDecoder.isRow(chunk.bytes) == false { try rejectExport(chunk, of: name) }
    }
  }

  /// Throws an error if the lines are an export of another system; the error names the command that
  /// converts the export.
  private static func rejectExport(_ chunk: LineSource.Chunk, of name: String) throws {
    _ = try translatingErrors(
      of: StoryDecoder.decode([InputFile(name: name, bytes: chunk.bytes)])
    ) { (error: StoryError) in
      Failure(.badInput, message: error.message, at: name, advice: error.advice)
    }
  }
}

extension LineSource.Chunk {
  /// The content of an input that begins with these lines.
  var content: DumpFile.Content {
    for line in lines {
      guard case .text(let whole) = line.content else {
        // A story is an object; an array may have rows.
        if line.firstByte == UInt8(ascii: "[") { return .rows }
        continue
      }
      let range = KeyedLine(whole, of: bytes, isFirst: line.number == 1, linesBeginWithKey: false)
        .range
      let text = Array(bytes[range])
      guard let isRow = StoryDecoder.isRow(text) else { continue }
      return isRow ? .rows : StoryDecoder.isStoryOrNotification(text) ? .stories : .unknown
    }
    return .unknown
  }
}

extension Failure {
  fileprivate static func arrayInsteadOfLines(at place: String) -> Failure {
    Failure(
      .badInput, message: "this is a JSON array; each line must be one row or one story",
      at: place, advice: "export it without --jsonArray, or write them on lines: jq -c '.[]' FILE")
  }
}
