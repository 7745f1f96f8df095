import Bytes
import Comments

/// Reads every page of every input, and makes a story of them.
struct Responses {
  private var decoder: ResponseDecoder
  private let parts: [JoinedInput.Part]
  private let forced: InputForm?
  private var troubles: [ReadingTrouble] = []
  private var notes: [String] = []

  init(_ input: consuming JoinedInput, forced: InputForm?, storyID: String?) {
    parts = input.parts
    self.forced = forced
    decoder = ResponseDecoder(page: JSONPage(bytes: input.bytes), storyID: storyID)
  }

  consuming func decode() throws(DecodingError) -> DecodedStory {
    for part in parts {
      let before = decoder.builder.comments.count
      try read(part)
      if parts.count > 1 {
        let count = decoder.builder.comments.count - before
        notes.append("\(part.name): \(counted(count, "comment")) not met before")
      }
    }
    if let trouble = troubles.first, decoder.builder.isBare { throw trouble.error() }
    let (story, builder) = try finished()
    var diagnostics = builder.diagnostics
    if story.facts.hasMoreRoots {
      diagnostics.add(
        .incompleteStory, "the server has more comments than the input holds", at: .input)
    }
    let form = InputForm(answerOf: decoder.server)
    return DecodedStory(
      story: story, form: form, noted: .written([summary(story, form, builder)] + notes),
      diagnostics: diagnostics, droppedCount: builder.droppedCount)
  }

  private mutating func finished() throws(DecodingError) -> (Story, StoryBuilder) {
    do throws(DecodingError) {
      return try decoder.finish()
    } catch {
      throw error.blaming(troubles.first)
    }
  }

  private func summary(
    _ story: borrowing Story, _ form: InputForm, _ builder: StoryBuilder
  ) -> String {
    var text = "read as \(form.phrase): \(counted(story.count, "comment"))"
    if story.facts.commentCount > story.count { text += " of \(story.facts.commentCount)" }
    if decoder.pageCount > 1 { text += ", \(decoder.pageCount) pages" }
    if builder.droppedCount > 0 { text += "; \(builder.droppedCount) not published" }
    return text
  }

  private mutating func read(_ part: JoinedInput.Part) throws(DecodingError) {
    decoder.page.input = parts.count > 1 ? part.name : ""
    var position = part.range.lowerBound
    var lines = 0
    while position < part.range.upperBound {
      if decoder.page.bytes[position] == 0x0A {
        position += 1
        lines += 1
      }
      decoder.page.tape.clear()
      let trouble = decoder.page.readValue(
        part, &position, &lines, lineOpening: Self.lineOpening)
      if !decoder.page.tape.entries.isEmpty {
        try decideServer(part)
        decoder.readPage()
      }
      guard let trouble else { continue }
      report(trouble)
      goToLine(behind: trouble, part, &position, &lines)
    }
  }

  /// What a line begins with that is a page, whatever was left open before it.
  private static var lineOpening: StaticString { "{\"data\"" }

  private mutating func report(_ trouble: ReadingTrouble) {
    troubles.append(trouble)
    let comments = decoder.builder.comments
    trouble.report(
      to: &decoder.page.diagnostics,
      kept: "\(counted(comments.count { !$0.marks.contains(.unpublished) }, "comment")) that were "
        + "whole are kept")
  }

  /// Goes to the line end behind which the next page begins, or to the end.
  private func goToLine(
    behind trouble: ReadingTrouble, _ part: JoinedInput.Part, _ position: inout Int,
    _ lines: inout Int
  ) {
    let bytes = decoder.page.bytes
    let length = Self.lineOpening.utf8CodeUnitCount
    position = max(position, part.start + trouble.place.byte)
    while position < part.range.upperBound {
      let next = position + 1
      if bytes[position] == 0x0A {
        if next + length <= part.range.upperBound,
          bytes.slice(Slice(next..<next + length), equals: Self.lineOpening)
        {
          return
        }
        lines += 1
      }
      position = next
    }
  }

  private mutating func decideServer(_ part: JoinedInput.Part) throws(DecodingError) {
    let found = ShapeFinder.server(of: decoder.page)
    if decoder.server == .unknown {
      decoder.server = forced?.answeringServer ?? found
    }
    if found == .unknown || found == decoder.server { return }
    let (looks, others) = (InputForm(answerOf: found), InputForm(answerOf: decoder.server))
    throw DecodingError(
      .wrongForm, "this looks like \(looks.phrase), not like \(others.phrase)",
      input: part.name,
      advice: forced == nil
        ? "give pages of one server only" : "omit the form to have it detected, or force another")
  }
}
