import AtollBytes
import AtollComments

/// A decoder of inputs with one or more Atoll documents, which are parts of one story.
struct AtollInputDecoder {
  private var input: JoinedInput
  private let wantedID: String?
  private var decoder: AtollDocumentDecoder
  /// The id of the first document's story; `stories` is filled once there is a second document.
  private var firstID: Slice?
  private var stories = StoryIDs()
  private var documentCount = 0
  private var skippedDocumentCount = 0
  private var firstFailure: SyntaxError?
  /// The first error in a list of comments.
  private var firstPartialFailure: SyntaxError?

  /// The bytes that begin a new document at the start of a line, even if a value before them is
  /// still open.
  private static var lineOpening: StaticString { "{\"atoll\"" }

  init(_ input: consuming JoinedInput, storyID: String?, scratch: inout DecodingScratch) {
    self.input = input
    wantedID = storyID
    decoder = AtollDocumentDecoder(scratch.takePredictors())
    // A comment usually takes about 480 bytes. Dividing by less leaves spare room, because a column
    // that grows is copied.
    decoder.builder.reserve(comments: self.input.bytes.count / 320, in: &scratch.story)
  }

  consuming func decode(into scratch: inout DecodingScratch) throws(StoryError) -> DecodedStory {
    var bytes: [UInt8] = []
    swap(&bytes, &input.bytes)
    for part in input.parts { read(part, of: &bytes) }
    try checkHasOneStory(in: bytes)
    decoder.builder.bytes = bytes
    bytes = []
    removeCopies()
    decoder.builder.dropsUnlistedRoots = true
    let story = decoder.builder.finish()
    scratch.keep(decoder.predictors)
    return DecodedStory(
      story: story, form: .atoll,
      summary: .atollDocuments(
        documentCount, commentCount: story.count, skippedDocumentCount: skippedDocumentCount),
      diagnostics: decoder.builder.diagnostics, droppedCount: decoder.builder.droppedCount)
  }

  /// Drops comments that are in the input more than once, such as those of a file that is given
  /// twice, or of two exports of a story.
  private mutating func removeCopies() {
    let dropped = decoder.builder.keepOneRecordPerComment()
    report(dropped.identical, as: "left out, because the input has them twice")
    report(dropped.outdated, as: "left out, because the input has newer versions of them")
  }

  /// Reports the number of dropped comments in each part of the input; `copies` are their ids.
  private mutating func report(_ copies: [Slice], as words: StaticString) {
    var rest = copies.count
    func report(_ count: Int, in name: String) {
      if count == 0 { return }
      rest -= count
      let origin = name.isEmpty ? "" : " of \(name)"
      decoder.builder.diagnostics.add(
        .duplicateID, message: "\(words): \(counted(count, noun: "comment"))\(origin)", at: .input)
    }
    for part in input.parts {
      report(copies.count { part.range.contains(Int($0.start)) }, in: part.name)
    }
    // Ids that had to be repaired are in no part.
    report(rest, in: "")
  }

  /// Throws if there is not exactly one story to return.
  ///
  /// This is the case if the wanted story is missing, if none is chosen and the documents belong to
  /// several, or if nothing could be read. It is also the case if an error left no comment that
  /// readers can see, so that a thread with comments is never shown as an empty one.
  private mutating func checkHasOneStory(in bytes: [UInt8]) throws(StoryError) {
    if let firstFailure, firstID == nil { throw firstFailure.decodingError }
    if let wantedID {
      if stories.ids.isEmpty, let firstID { stories.insert(bytes.string(firstID)) }
      guard stories.contains(wantedID) else {
        throw .storyNotFound(wantedID, among: stories.ids).explained(by: firstFailure)
      }
    } else if stories.ids.count > 1 {
      throw .multipleStories(stories.ids)
    }
    if let firstPartialFailure, !decoder.builder.hasShownComments {
      throw firstPartialFailure.decodingError
    }
    if let path = decoder.firstUnusablePath, decoder.builder.comments.isEmpty {
      throw StoryError(
        .wrongForm, message: "the comments must be a list of objects, so none can be read",
        path: path, advice: "see docs/atoll-document.md")
    }
    guard decoder.hasStory || decoder.hasComments else {
      throw StoryError(
        .noStory, message: "the document has neither a story nor comments", path: "$",
        advice: "see docs/atoll-document.md")
    }
  }

  // MARK: Reading

  private mutating func read(_ part: JoinedInput.Part, of bytes: inout [UInt8]) {
    decoder.inputName = input.inputName(of: part)
    JSONReader.read(
      &bytes, in: part.range, repairing: true, lineOpening: Self.lineOpening
    ) { reader in
      readDocuments(from: &reader, in: part)
      if !reader.repairs.isEmpty {
        decoder.builder.diagnostics.add(reader.repairs, in: part)
      }
    }
  }

  /// Reads all documents; after a broken one, continues with the next one that begins a line.
  private mutating func readDocuments(from reader: inout JSONReader, in part: JoinedInput.Part) {
    var hasCompleteDocument = false
    while reader.advanceToValue() {
      let start = reader.offset
      let checkpoint = decoder.checkpoint
      let repairs = reader.repairs
      let error = readDocument(&reader)
      let isKept = acceptDocument(isBroken: error != nil, in: reader)
      if !isKept {
        decoder.reset(to: checkpoint)
        reader.repairs = repairs
      }
      guard let error else {
        hasCompleteDocument = true
        continue
      }
      if hasCompleteDocument, error == JSONError(.expectedObject, at: start) {
        let rest = SyntaxError(JSONError(.trailingBytes, at: start), in: part, from: reader)
        report(rest, outcome: "it was ignored")
      } else {
        report(
          SyntaxError(error, in: part, from: reader),
          firstKeptIndex: isKept ? checkpoint.commentCount : nil)
      }
      guard reader.advanceToLineOpening(after: error) else { return }
    }
  }

  private mutating func readDocument(_ reader: inout JSONReader) -> JSONError? {
    // A document without an id must not keep the id of the previous one.
    decoder.builder.metadata.id = .empty
    do throws(JSONError) {
      try decoder.read(&reader)
      return nil
    } catch {
      return error
    }
  }

  /// Records the story id of the document that was read, and returns whether to keep the document.
  ///
  /// A document is not kept if it belongs to a story other than the wanted one, or if it is broken
  /// and its story is unknown.
  private mutating func acceptDocument(isBroken: Bool, in reader: borrowing JSONReader) -> Bool {
    let id = decoder.builder.metadata.id
    if isBroken, id.isEmpty {
      // The story is unknown, unless this is the only document so far.
      guard firstID == nil, decoder.builder.hasContent else { return false }
    }
    recordStoryID(id, in: reader)
    if let wantedID, !wantedID.utf8.elementsEqual(reader.string(id).utf8) {
      skippedDocumentCount += 1
      return false
    }
    documentCount += 1
    return true
  }

  private mutating func recordStoryID(_ id: Slice, in reader: borrowing JSONReader) {
    // With a single document, there is nothing to compare, and no string is made.
    guard let firstID else { return firstID = id }
    if stories.ids.isEmpty { stories.insert(reader.string(firstID)) }
    stories.insert(reader.string(id))
  }

  /// Reports a broken document, whose comments begin at `firstKeptIndex`; `nil` if it is not kept.
  private mutating func report(_ failure: SyntaxError, firstKeptIndex: Int?) {
    if firstKeptIndex != nil, !decoder.hasAllComments, firstPartialFailure == nil {
      firstPartialFailure = failure
    }
    // Counting the comments for each of many broken documents would take quadratic time.
    let countsComments = decoder.builder.diagnostics.keepsAnother(.truncatedInput)
    let kept = countsComments ? firstKeptIndex : nil
    report(
      failure,
      outcome: kept.map { decoder.builder.keptCommentsPhrase(from: $0) }
        ?? "the document was ignored")
  }

  private mutating func report(_ failure: SyntaxError, outcome: String) {
    if firstFailure == nil { firstFailure = failure }
    failure.report(to: &decoder.builder.diagnostics, outcome: outcome)
  }
}
