import Bytes
import Comments

/// Makes a story of one Atoll document, or of several that are parts of one story.
struct AtollDocuments {
  private var input: JoinedInput
  private let wanted: String?
  private var decoder: AtollDocumentDecoder
  /// The id of the story of the first document, and those of all stories once there is a second one.
  private var firstID: Slice?
  private var stories = StoriesMet()
  private var documentCount = 0
  private var passedOver = 0
  /// The first place at which the input could not be read.
  private var trouble: ReadingTrouble?

  /// What a line begins with that is a document, whatever was left open before it.
  private static var lineOpening: StaticString { "{\"atoll\"" }

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
    for part in input.parts { read(part, &bytes) }
    try check(among: bytes)
    decoder.builder.bytes = bytes
    bytes = []
    let story = decoder.builder.finish()
    memory.keep(decoder.guesses)
    return DecodedStory(
      story: story, form: .atoll,
      noted: .atollDocuments(
        documentCount, commentCount: story.count, passedOver: passedOver),
      diagnostics: decoder.builder.diagnostics, droppedCount: decoder.builder.droppedCount)
  }

  /// Refuses what is not one story, or not the wanted one.
  private mutating func check(among bytes: [UInt8]) throws(DecodingError) {
    if let trouble, firstID == nil { throw trouble.error() }
    if let wanted {
      if stories.ids.isEmpty, let firstID { stories.note(bytes.string(firstID)) }
      guard stories.contains(wanted) else {
        throw storyNotFound(wanted, among: stories.ids).blaming(trouble)
      }
    } else if stories.ids.count > 1 {
      throw severalStories(stories.ids)
    }
    guard decoder.hasStory || decoder.hasComments else {
      throw DecodingError(
        .noStory, "the document has neither a story nor comments", path: "$",
        advice: "docs/atoll-document.md says what a document holds")
    }
  }

  // MARK: Reading

  private mutating func read(_ part: JoinedInput.Part, _ bytes: inout [UInt8]) {
    decoder.input = input.pathName(part)
    JSONReader.read(
      &bytes, in: part.range, mending: true, lineOpening: Self.lineOpening
    ) { reader in
      readDocuments(&reader, part)
      if !reader.mendings.isEmpty {
        decoder.builder.diagnostics.add(reader.mendings, in: part)
      }
    }
  }

  /// Reads all documents; behind a broken one, those that begin a line.
  private mutating func readDocuments(_ reader: inout JSONReader, _ part: JoinedInput.Part) {
    while reader.comesToValue() {
      let mark = decoder.mark
      let mendings = reader.mendings
      let error = readDocument(&reader)
      let isKept = settle(isBroken: error != nil, reader)
      if !isKept {
        decoder.goBack(to: mark)
        reader.mendings = mendings
      }
      guard let error else { continue }
      report(ReadingTrouble(error, in: part, reader), isKept)
      guard reader.goToLineOpening(behind: error) else { return }
    }
  }

  private mutating func readDocument(_ reader: inout JSONReader) -> JSONError? {
    // No document takes over the id of the one before it.
    decoder.builder.facts.id = .empty
    do throws(JSONError) {
      try decoder.read(&reader)
      return nil
    } catch {
      return error
    }
  }

  /// Whether the document that was read is of the story that is wanted; all stories are noted.
  private mutating func settle(isBroken: Bool, _ reader: borrowing JSONReader) -> Bool {
    let id = decoder.builder.facts.id
    if isBroken, id.isEmpty {
      // Nothing tells of which story it is, unless it is all there is, or no other has an id either.
      let isAlone = firstID.map(\.isEmpty) ?? !decoder.builder.isBare
      guard isAlone else { return false }
    }
    note(id, reader)
    if let wanted, wanted != reader.string(id) {
      passedOver += 1
      return false
    }
    documentCount += 1
    return true
  }

  private mutating func note(_ id: Slice, _ reader: borrowing JSONReader) {
    // Where there is but one document nothing is compared, and no string is made.
    guard let firstID else { return firstID = id }
    if stories.ids.isEmpty { stories.note(reader.string(firstID)) }
    stories.note(reader.string(id))
  }

  private mutating func report(_ trouble: ReadingTrouble, _ isKept: Bool) {
    if self.trouble == nil { self.trouble = trouble }
    let comments = decoder.builder.comments
    trouble.report(
      to: &decoder.builder.diagnostics,
      kept: isKept
        ? "\(counted(comments.count { !$0.marks.contains(.unpublished) }, "comment")) that were "
          + "whole are kept" : "the document was passed over")
  }
}

func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
