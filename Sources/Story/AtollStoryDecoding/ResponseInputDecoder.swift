import AtollBytes
import AtollComments

/// A decoder that makes one story from a server's responses: all pages of all inputs.
struct ResponseInputDecoder {
  private var decoder: ResponseDecoder
  private let parts: [JoinedInput.Part]
  private let requestedForm: InputForm?
  private var firstFailure: SyntaxError?
  /// The first error in a page of which something could be read.
  private var firstPartialFailure: SyntaxError?
  private var notes: [String] = []

  init(
    _ input: consuming JoinedInput, requestedForm: InputForm?, storyID: String?,
    hidesIgnoredAuthors: Bool
  ) {
    parts = input.parts
    self.requestedForm = requestedForm
    decoder = ResponseDecoder(page: JSONPage(bytes: input.bytes), storyID: storyID)
    decoder.hidesIgnoredAuthors = hidesIgnoredAuthors
  }

  consuming func decode() throws(StoryError) -> DecodedStory {
    for part in parts {
      let before = decoder.builder.comments.count
      try read(part)
      if parts.count > 1 {
        let count = decoder.builder.comments.count - before
        notes.append("\(part.name): \(counted(count, noun: "comment")) new")
      }
    }
    let failure = firstFailure
    if let failure, !decoder.builder.hasContent { throw failure.decodingError }
    // A thread with comments must not be shown as one without.
    if let firstPartialFailure, !decoder.builder.hasShownComments {
      throw firstPartialFailure.decodingError
    }
    let (story, builder) = try translatingErrors(of: decoder.finish()) { (error: StoryError) in
      error.explained(by: failure)
    }
    var diagnostics = builder.diagnostics
    if story.hasMore {
      diagnostics.add(
        .incompleteStory, message: "the server has more comments than the input holds", at: .input)
    } else if case let count = decoder.commentsLackingRepliesCount, count > 0 {
      diagnostics.add(
        .incompleteStory,
        message: "the server has more replies to \(counted(count, noun: "comment")) than the input "
          + "holds", at: .input)
    }
    let form = InputForm(responseOf: decoder.server)
    return DecodedStory(
      story: story, form: form,
      summary: .sentences([summary(of: story, form: form, builder: builder)] + notes),
      diagnostics: diagnostics, droppedCount: builder.droppedCount)
  }

  private func summary(
    of story: borrowing Story, form: InputForm, builder: StoryBuilder
  ) -> String {
    var text = "read as \(form.phrase): \(counted(story.count, noun: "comment"))"
    if story.metadata.commentCount > story.count { text += " of \(story.metadata.commentCount)" }
    if decoder.pageCount > 1 { text += ", \(decoder.pageCount) pages" }
    if builder.droppedCount > 0 { text += "; \(builder.droppedCount) not published" }
    return text
  }

  private mutating func read(_ part: JoinedInput.Part) throws(StoryError) {
    decoder.page.inputName = parts.count > 1 ? part.name : ""
    let start = part.range.lowerBound
    var cursor = JSONPage.Cursor(position: start, lineStart: start)
    while cursor.position < part.range.upperBound {
      decoder.page.tape.clear()
      let failure = decoder.page.readValue(
        of: part, at: &cursor, lineOpening: Self.lineOpening)
      if !decoder.page.tape.entries.isEmpty {
        try decideServer(part)
        decoder.readPage()
      }
      guard let failure else { continue }
      if firstPartialFailure == nil, !decoder.page.tape.entries.isEmpty {
        firstPartialFailure = failure
      }
      report(failure)
    }
  }

  /// The bytes that begin a new page at the start of a line, even if a value before them is still
  /// open.
  private static var lineOpening: StaticString { "{\"data\"" }

  private mutating func report(_ failure: SyntaxError) {
    if firstFailure == nil { firstFailure = failure }
    failure.report(to: &decoder.page.diagnostics, outcome: decoder.builder.keptCommentsPhrase())
  }

  private mutating func decideServer(_ part: JoinedInput.Part) throws(StoryError) {
    let found = InputGuess.server(of: decoder.page)
    if decoder.server == .unknown {
      decoder.server = requestedForm?.responseServer ?? found
    }
    if found == .unknown || found == decoder.server { return }
    let (looks, others) = (InputForm(responseOf: found), InputForm(responseOf: decoder.server))
    throw StoryError(
      .wrongForm, message: "this looks like \(looks.phrase), not like \(others.phrase)",
      input: part.name,
      advice: requestedForm == nil
        ? "give pages of one server only" : "let the form be detected, or choose another",
      about: requestedForm == nil ? nil : .form)
  }
}
