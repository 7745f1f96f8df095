import Bytes
import Comments

/// Reads every row of every input, and makes a story of them.
struct DatabaseRows {
  private var decoder: RowDecoder
  private let parts: [JoinedInput.Part]
  private var rowCounts: [Int] = []

  init(_ input: consuming JoinedInput, server: StoryFacts.Server, storyID: String?) {
    parts = input.parts
    decoder = RowDecoder(server: server, page: JSONPage(bytes: input.bytes), storyID: storyID)
  }

  consuming func decode() throws(DecodingError) -> DecodedStory {
    for part in parts { read(part) }
    let (story, builder) = try decoder.finish(sortsComments: false)
    let shape: InputShape = decoder.server == .coral ? .coralDump : .talk4Dump
    return DecodedStory(
      story: story, shape: shape, noted: .written(notes(story, shape, builder)),
      diagnostics: builder.diagnostics, droppedCount: builder.droppedCount)
  }

  private func notes(
    _ story: borrowing Story, _ shape: InputShape, _ builder: StoryBuilder
  ) -> [String] {
    let counts = decoder.counts
    var text = "read as \(shape.description): \(counted(story.count, "comment"))"
    if builder.droppedCount > 0 { text += "; \(builder.droppedCount) not published" }
    if counts.ofOtherStories > 0 { text += "; \(counts.ofOtherStories) of other stories" }
    var notes = [text]
    var rows = "rows: \(counts.comments) of comments, \(counts.stories) of stories, "
    rows += "\(counts.users) of users, \(counts.settings) of settings"
    if counts.others > 0 { rows += ", \(counts.others) with nothing to show" }
    notes.append(rows)
    if parts.count > 1 {
      for (part, count) in zip(parts, rowCounts) {
        notes.append("\(part.name): \(counted(count, "row"))")
      }
    }
    return notes
  }

  // MARK: Reading

  private mutating func read(_ part: JoinedInput.Part) {
    decoder.page.input = parts.count > 1 ? part.name : ""
    var position = part.range.lowerBound
    var lines = 0
    var row = 0
    let isList = skipToRow(part, &position, &lines) == UInt8(ascii: "[")
    if isList { position += 1 }
    while let byte = skipToRow(part, &position, &lines, commas: isList) {
      if isList, byte == UInt8(ascii: "]") {
        position += 1
        reportRest(part, &position, &lines)
        break
      }
      decoder.page.tape.clear()
      decoder.page.row = row
      row += 1
      if let trouble = readValue(part, &position, &lines) {
        let isCut = trouble.reason == .unexpectedEnd
        report(trouble, isCut || isList)
        if isCut || isList { break }
        skipLine(part, &position, &lines, from: part.start + trouble.place.byte)
      } else {
        decoder.readRow(file: part.name)
      }
    }
    rowCounts.append(row)
  }

  /// A row that is broken is lost; the ones before it, and with lines for rows those behind it, are not.
  private mutating func report(_ trouble: ReadingTrouble, _ isEnd: Bool) {
    if isEnd {
      trouble.report(to: &decoder.page.diagnostics, kept: "the rows before it are kept")
    } else {
      decoder.page.diagnostics.add(
        .unusableRow,
        "a row was passed over: \(trouble.sentence), in line \(trouble.place.line), column "
          + "\(trouble.place.column)", at: .byte(trouble.place.byte, of: trouble.place.input))
    }
  }

  private mutating func reportRest(
    _ part: JoinedInput.Part, _ position: inout Int, _ lines: inout Int
  ) {
    guard skipToRow(part, &position, &lines) != nil else { return }
    decoder.page.diagnostics.add(
      .truncatedInput, "there is something behind the end of the list; it was not read",
      at: .byte(position - part.start, of: part.name))
  }

  /// Goes to the next byte that is not white space, or not a comma either, and returns it.
  private func skipToRow(
    _ part: JoinedInput.Part, _ position: inout Int, _ lines: inout Int, commas: Bool = false
  ) -> UInt8? {
    while position < part.range.upperBound {
      let byte = decoder.page.bytes[position]
      guard JoinedInput.isSpace(byte) || commas && byte == UInt8(ascii: ",") else { return byte }
      if byte == 0x0A { lines += 1 }
      position += 1
    }
    return nil
  }

  private func skipLine(
    _ part: JoinedInput.Part, _ position: inout Int, _ lines: inout Int, from start: Int
  ) {
    position = max(position, start)
    while position < part.range.upperBound, decoder.page.bytes[position] != 0x0A { position += 1 }
  }

  private mutating func readValue(
    _ part: JoinedInput.Part, _ position: inout Int, _ lines: inout Int
  ) -> ReadingTrouble? {
    decoder.page.readValue(part, &position, &lines)
  }
}
