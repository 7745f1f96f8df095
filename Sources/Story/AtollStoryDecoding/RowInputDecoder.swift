import AtollBytes
import AtollComments

/// A decoder that makes one story from the rows of all inputs.
struct RowInputDecoder {
  private var decoder: RowDecoder
  private let parts: [JoinedInput.Part]
  private var rowCounts: [Int] = []
  /// The syntax error in the first row that could not be read.
  private var firstFailure: SyntaxError?
  /// The first error in rows that may have held comments, by the story's id; the id is empty if the
  /// story is unknown.
  private var lossErrors: [String: SyntaxError] = [:]
  /// The first error that may have lost comments, and after which nothing more of an input can be
  /// read.
  private var endingFailure: SyntaxError?

  init(_ input: consuming JoinedInput, server: StoryMetadata.Server, storyID: String?) {
    parts = input.parts
    decoder = RowDecoder(server: server, page: JSONPage(bytes: input.bytes), storyID: storyID)
  }

  consuming func decode() throws(StoryError) -> DecodedStory {
    for part in parts { read(part) }
    let failure = firstFailure
    let (story, builder) = try translatingErrors(of: decoder.finish(sortsComments: false)) {
      (error: StoryError) in error.explained(by: failure)
    }
    // A thread with comments must not be shown as one without.
    if let loss = lossError(ofStory: story.id), !story.hasShownComments { throw loss.decodingError }
    let form = InputForm(rowsOf: decoder.server)
    return DecodedStory(
      story: story, form: form, summary: .sentences(notes(on: story, form: form, builder: builder)),
      diagnostics: builder.diagnostics, droppedCount: builder.droppedCount, gaps: decoder.gaps)
  }

  private func notes(
    on story: borrowing Story, form: InputForm, builder: StoryBuilder
  ) -> [String] {
    let counts = decoder.counts
    var text = "read as \(form.phrase): \(counted(story.count, noun: "comment"))"
    if builder.droppedCount > 0 { text += "; \(builder.droppedCount) that readers do not see" }
    if counts.commentsOfOtherStories > 0 {
      text += "; \(counts.commentsOfOtherStories) of other stories"
    }
    var notes = [text]
    var rows = "rows: \(counts.comments) of comments, \(counts.stories) of stories, "
    rows += "\(counts.users) of users, \(counts.settings) of settings"
    if counts.others > 0 { rows += ", \(counts.others) with nothing to show" }
    notes.append(rows)
    if parts.count > 1 {
      for (part, count) in zip(parts, rowCounts) {
        notes.append("\(part.name): \(counted(count, noun: "row"))")
      }
    }
    return notes
  }

  // MARK: Reading

  private mutating func read(_ part: JoinedInput.Part) {
    decoder.page.inputName = parts.count > 1 ? part.name : ""
    let start = part.range.lowerBound
    var cursor = JSONPage.Cursor(position: start, lineStart: start)
    var row = 0
    let isList = skipToRow(in: part, from: &cursor) == UInt8(ascii: "[")
    if isList { cursor.position += 1 }
    let rowPrefix: StaticString? =
      !isList && rowsBeginLines(in: part, from: cursor.position) ? "{" : nil
    while let byte = skipToRow(in: part, from: &cursor, skippingCommas: isList) {
      if isList, byte == UInt8(ascii: "]") {
        cursor.position += 1
        reportTrailingText(in: part, from: &cursor)
        break
      }
      decoder.page.tape.clear()
      decoder.page.rowIndex = row
      row += 1
      if let failure = decoder.page.readValue(of: part, at: &cursor, lineOpening: rowPrefix) {
        if self.firstFailure == nil { self.firstFailure = failure }
        let isTruncated = failure.reason == .unexpectedEnd
        recordLoss(by: failure, in: part, isEnd: isTruncated || isList)
        report(failure, isEnd: isTruncated || isList)
        if isTruncated || isList { break }
      } else {
        decoder.readRow(file: part.name)
      }
    }
    rowCounts.append(row)
  }

  private mutating func recordLoss(by failure: SyntaxError, in part: JoinedInput.Part, isEnd: Bool)
  {
    let contents = decoder.noteCutRow(file: part.name)
    if case .noComment = contents { return }
    if isEnd { endingFailure = endingFailure ?? failure }
    if case .comment(let story) = contents { lossErrors[story] = lossErrors[story] ?? failure }
  }

  /// Returns the first error that may have lost comments of a story.
  private func lossError(ofStory id: String) -> SyntaxError? {
    // If no row is of another story, a row of an unknown story is probably of this one.
    lossErrors[id] ?? endingFailure
      ?? (decoder.counts.commentsOfOtherStories == 0 ? lossErrors[""] : nil)
  }

  /// Returns whether every `{` at the start of a line opens a row, judging by the first such line.
  ///
  /// If the last character before that `{`, apart from white space, is `[`, `,` or `:`, the object
  /// is nested.
  private func rowsBeginLines(in part: JoinedInput.Part, from start: Int) -> Bool {
    var last: UInt8 = 0
    var isLineStart = false
    for index in start..<part.range.upperBound {
      let byte = decoder.page.bytes[index]
      if isLineStart, byte == UInt8(ascii: "{") {
        return last != UInt8(ascii: "[") && last != UInt8(ascii: ",") && last != UInt8(ascii: ":")
      }
      isLineStart = byte == 0x0A
      if !JoinedInput.isSpace(byte) { last = byte }
    }
    return false
  }

  /// Reports a broken row; `isEnd` is `true` if nothing after it can be read.
  private mutating func report(_ failure: SyntaxError, isEnd: Bool) {
    if isEnd {
      failure.report(to: &decoder.page.diagnostics, outcome: "the rows before it are kept")
    } else {
      decoder.page.diagnostics.add(
        .unusableRow, message: "a row was ignored: \(failure.message)",
        at: failure.diagnosticPlace)
    }
  }

  private mutating func reportTrailingText(
    in part: JoinedInput.Part, from cursor: inout JSONPage.Cursor
  ) {
    guard skipToRow(in: part, from: &cursor) != nil else { return }
    decoder.page.diagnostics.add(
      .truncatedInput, message: "the text after the end of the list was not read",
      at: .byte(cursor.position - part.start, of: part.name))
  }

  /// Skips white space and byte order marks, and commas too if `skippingCommas` is `true`, and
  /// returns the next byte; `nil` at the end of the input.
  ///
  /// Exports that were joined have a byte order mark in the middle.
  private func skipToRow(
    in part: JoinedInput.Part, from cursor: inout JSONPage.Cursor, skippingCommas: Bool = false
  ) -> UInt8? {
    while cursor.position < part.range.upperBound {
      let byte = decoder.page.bytes[cursor.position]
      if byte == 0xEF {
        let rest = decoder.page.bytes[cursor.position..<part.range.upperBound]
        let markLength = byteOrderMarkLength(of: rest)
        cursor.position += markLength
        if markLength > 0 { continue }
      }
      guard JoinedInput.isSpace(byte) || skippingCommas && byte == UInt8(ascii: ",") else {
        return byte
      }
      cursor.position += 1
      if byte == 0x0A {
        cursor.lineEndCount += 1
        cursor.lineStart = cursor.position
      }
    }
    return nil
  }
}
