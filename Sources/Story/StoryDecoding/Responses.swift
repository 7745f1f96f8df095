import Bytes
import Comments

/// Reads every page of every input, and makes a story of them.
struct Responses {
  private var decoder: ResponseDecoder
  private let parts: [JoinedInput.Part]
  private let forced: InputShape?
  private var troubles: [ReadingTrouble] = []
  private var notes: [String] = []

  init(_ input: consuming JoinedInput, forced: InputShape?, storyID: String?) {
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
    let shape: InputShape =
      switch decoder.server {
      case .talk4: .talk4Response
      case .coral, .unknown: .coralResponse
      }
    return DecodedStory(
      story: story, shape: shape, noted: .written([summary(story, shape, builder)] + notes),
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
    _ story: borrowing Story, _ shape: InputShape, _ builder: StoryBuilder
  ) -> String {
    var text = "read as \(shape.description): \(counted(story.count, "comment"))"
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
      decoder.server = found
      switch forced {
      case .talk4Response?: decoder.server = .talk4
      case .coralResponse?: decoder.server = .coral
      case .atollDocument?, .talk4Dump?, .coralDump?, nil: break
      }
    }
    if found == .unknown || found == decoder.server { return }
    let looks: InputShape = found == .talk4 ? .talk4Response : .coralResponse
    let others: InputShape = found == .talk4 ? .coralResponse : .talk4Response
    throw DecodingError(
      .wrongShape, "this looks like \(looks.description), not like \(others.description)",
      input: part.name,
      advice: forced == nil
        ? "give pages of one server only" : "leave the shape to be found out, or force another")
  }
}
