import Bytes
import Comments

/// Makes a story of one Atoll document, or of several that are parts of one story.
struct AtollDocuments {
  private var input: JoinedInput
  private let wanted: String?
  private var decoder: AtollDocumentDecoder
  /// The ids of the stories met, each once.
  private var stories: [Slice] = []
  private var documentCount = 0
  private var passedOver = 0

  init(_ input: consuming JoinedInput, storyID: String?, memory: inout DecodingMemory) {
    self.input = input
    wanted = storyID
    decoder = AtollDocumentDecoder(memory.takeGuesses())
    // About two thirds of what comments take in practice; growing copies what is there already.
    decoder.builder.reserve(comments: self.input.bytes.count / 320, in: &memory.story)
  }

  consuming func decode(into memory: inout DecodingMemory) throws(DecodingError) -> DecodedStory {
    var bytes: [UInt8] = []
    swap(&bytes, &input.bytes)
    for part in input.parts { try read(part, &bytes) }
    try check(among: bytes)
    decoder.builder.bytes = bytes
    bytes = []
    let story = decoder.builder.finish()
    memory.keep(decoder.guesses)
    return DecodedStory(
      story: story, shape: .atollDocument,
      noted: .atollDocuments(
        documentCount, commentCount: story.count, passedOver: passedOver),
      diagnostics: decoder.builder.diagnostics, droppedCount: decoder.builder.droppedCount)
  }

  /// Refuses what is not one story, or not the wanted one.
  private func check(among bytes: [UInt8]) throws(DecodingError) {
    if let wanted, !stories.contains(where: { bytes.string($0) == wanted }) {
      throw storyNotFound(wanted, among: stories.map { bytes.string($0) })
    }
    if wanted == nil, stories.count > 1 {
      throw severalStories(stories.map { bytes.string($0) })
    }
    guard decoder.hasStory || decoder.hasComments else {
      throw DecodingError(
        .noStory, "the document has neither a story nor comments", path: "$",
        advice: "docs/atoll-document.md says what a document holds")
    }
  }

  private mutating func read(
    _ part: JoinedInput.Part, _ bytes: inout [UInt8]
  ) throws(DecodingError) {
    decoder.input = input.pathName(part)
    let trouble = JSONReader.read(&bytes, in: part.range, mending: true) { reader in
      let trouble = readDocuments(&reader, part)
      if !reader.mendings.isEmpty {
        decoder.builder.diagnostics.add(reader.mendings, in: part)
      }
      return trouble
    }
    guard let trouble else { return }
    if decoder.builder.isBare { throw trouble.error() }
    let whole = decoder.builder.comments.count { !$0.marks.contains(.unpublished) }
    trouble.report(
      to: &decoder.builder.diagnostics,
      kept: "\(counted(whole, "comment")) that were whole are kept")
  }

  private mutating func readDocuments(
    _ reader: inout JSONReader, _ part: JoinedInput.Part
  ) -> ReadingTrouble? {
    do throws(JSONError) {
      while reader.peek() != .end { try readDocument(&reader) }
      return nil
    } catch {
      return ReadingTrouble(error, in: part, reader)
    }
  }

  private mutating func readDocument(_ reader: inout JSONReader) throws(JSONError) {
    let mark = decoder.mark
    documentCount += 1
    try decoder.read(&reader)
    let id = decoder.builder.facts.id
    // Strings are only made where there is something to compare.
    if !stories.contains(where: { reader.string($0) == reader.string(id) }) { stories.append(id) }
    if let wanted, wanted != reader.string(id) {
      decoder.goBack(to: mark)
      documentCount -= 1
      passedOver += 1
    }
  }
}

func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

func severalStories(_ ids: [String]) -> DecodingError {
  let shown = ids.prefix(10).joined(separator: ", ")
  return DecodingError(
    .severalStories,
    "the input holds \(ids.count) stories: \(shown)\(ids.count > 10 ? ", …" : "")",
    advice: "say which one to render, by its id")
}

func storyNotFound(_ id: String, among ids: [String]) -> DecodingError {
  let shown = ids.prefix(10).map { $0.isEmpty ? "one without an id" : $0 }.joined(separator: ", ")
  return DecodingError(
    .storyNotFound, "the input does not hold the story \(id)",
    advice: ids.isEmpty ? "it holds no story at all" : "it holds \(shown)")
}
