import Atoll
import AtollBytes
import AtollComments
import AtollHashing
import AtollOperatingSystem
import AtollStore
import AtollStoryDecoding
import AtollUnpacking

/// A worker that decodes and renders one story after another, each exactly as if it were the only
/// one.
struct StoryWorker: ~Copyable {
  private(set) var renderer: Renderer
  let settings: BatchSettings
  /// A reader of the store's current run; `nil` if there is no such run, or no store.
  let lookup: StoryLookup?
  /// The changes to the store that have not been applied yet.
  var changes = StoreChanges()
  /// The error that ends the run, because the store or the joined rows could not be read.
  private(set) var runFailure: Failure?
  /// The earlier run that determines which comments are new; `nil` until it is open.
  private var earlierRun: EarlierRunLookup?
  var counts = BatchCounts()
  /// The offset of the current result in the output; `nil` if its beginning is already written.
  private var resultStart: Int?
  private(set) var deadline = Deadline(after: nil)
  private var scratch = DecodingScratch()
  var workspace = Workspace()
  private let styles = ResultStyles()
  var renderers = CampaignRenderers()

  /// A function that writes the buffered part of a long result, and applies the store changes.
  typealias WritePiece = (inout OutputBuffer, inout StoreChanges) -> Void

  init(_ renderer: Renderer, settings: BatchSettings, lookup: StoryLookup? = nil) {
    self.renderer = renderer
    self.settings = settings
    self.lookup = lookup
  }

  private var needsHashes: Bool { settings.isForStore || settings.writesHashes }

  /// The size in bytes at which buffered results are written.
  static let pieceThreshold = 1 << 19

  /// Appends the results of one line: one for a story, or one for each email; an empty line has
  /// none.
  mutating func process(
    _ line: LineSource.Line, of bytes: [UInt8], to output: inout OutputBuffer,
    writePiece: WritePiece
  ) {
    switch line.content {
    case .tooLong(let length):
      counts.lines += 1
      let failure = StoryError(
        .tooLarge,
        message: "the line has \(length) bytes; \(settings.maximumLineLength) are allowed")
      fail(failure, key: nil, number: line.number, from: output.count, in: &output)
    case .text(let range):
      let text = KeyedLine(
        range, of: bytes, isFirst: line.number == 1, linesBeginWithKey: settings.linesBeginWithKey)
      if text.isEmpty {
        counts.emptyLines += 1
        return
      }
      counts.lines += 1
      process(text, in: line, of: bytes, to: &output, by: writePiece)
    }
  }

  private mutating func process(
    _ text: KeyedLine, in line: LineSource.Line, of bytes: [UInt8], to output: inout OutputBuffer,
    by writePiece: WritePiece
  ) {
    let number = line.number
    deadline = Deadline(after: settings.timeLimitMilliseconds)
    resultStart = output.count
    var key = text.key.flatMap { $0.isEmpty ? nil : Array(bytes[$0]) }
    let range = text.range
    let hash = needsHashes ? ContentHash(of: bytes.span.extracting(text.rangeWithKey)) : nil
    do {
      if text.lacksKey {
        throw StoryError(.unknownKey, message: "the line has no tab, so its key is unknown")
      }
      if settings.readsNotifications {
        return try writeNotifications(
          of: range, in: bytes, number: number, to: &output, by: writePiece)
      }
      if try keepStoredStory(key, inputHash: hash, joinedRowsHash: nil) { return }
      let decoded = try decoded(range, of: bytes)
      try rejectRow(decoded, beginningWith: bytes[range].first, line: number)
      let isFoundByKey = key != nil
      if key == nil {
        let id = decoded.story.id
        key = id.isEmpty ? nil : Array(id.utf8)
      }
      // The story is checked only now, so that the result of a failure has the key.
      try checkIsUsable(decoded)
      // A store with loaded results cannot find stories by their input.
      if !isFoundByKey, key != nil, try keepStoredStory(key, inputHash: hash, joinedRowsHash: nil) {
        return reuseMemory(of: decoded)
      }
      try setRendererSince(forKey: key)
      let record = InputRecord(key: key, number: number, hash: hash)
      if let campaign = settings.campaign {
        let recipients = try LineRecipient.list(in: range, of: bytes)
        writeMails(
          of: decoded, from: record, for: recipients, in: campaign, to: &output, by: writePiece)
      } else {
        try write(decoded, of: record, to: &output, by: writePiece)
      }
      reuseMemory(of: decoded)
    } catch {
      var failure = storyError(error)
      let isBroken = failure.code == .badJSON
      if isBroken, line.isTerminated, UnparsedJSON.isTruncated(range, of: bytes) {
        failure.message = "the JSON does not end on this line; each line must be one story"
        failure.advice = "write a document on one line with: jq -c . FILE"
      }
      if failure.code == .schema, let id = UnparsedJSON.idOfUnfetchedStory(in: range, of: bytes) {
        key = key ?? Array(id)
        failure.message = "the story was not fetched"
        failure.advice = ""
      }
      // If a line feed is missing, a broken line may also contain the next story.
      fail(
        failure, key: key, number: number, from: resultStart ?? output.count,
        mayHideStories: isBroken && text.key == nil, in: &output)
    }
  }

  // MARK: Rows

  /// Appends the result for the rows of one story, joined with the rows of people and settings.
  mutating func process(
    _ group: RowGroup, joining joinedRows: JoinedRows?, to output: inout OutputBuffer,
    writePiece: WritePiece
  ) {
    deadline = Deadline(after: settings.timeLimitMilliseconds)
    resultStart = output.count
    counts.lines += group.rowCount
    let input = needsHashes ? group.fingerprint() : nil
    do {
      var joined = try joinedRows.map { rows in try rowsToJoin(with: group, from: rows) }
      let fingerprint = settings.isForStore ? joined?.fingerprint : nil
      if try keepStoredStory(group.key, inputHash: input, joinedRowsHash: fingerprint) { return }
      var collector = group.takeCollector()
      let brokenRowCount = collector.brokenRowCount
      counts.brokenRows += brokenRowCount
      joined.take()?.add(to: &collector)
      var decoded = try story(of: consume collector)
      counts.commentsWithoutUser += decoded.gaps.commentsWithoutUserCount
      if decoded.gaps.lacksStoryRow { counts.storiesWithoutRow += 1 }
      if !renderer.options.looksUpCommentsByID { decoded.story.releaseIDs() }
      try setRendererSince(forKey: group.key)
      let record = InputRecord(
        key: group.key, number: group.number, hash: input, joinedRowsHash: fingerprint,
        brokenRowCount: brokenRowCount)
      try write(decoded, of: record, to: &output, by: writePiece)
    } catch {
      fail(
        storyError(error), key: group.key, number: group.number, from: resultStart ?? output.count,
        in: &output)
    }
  }

  private func rowsToJoin(with group: RowGroup, from rows: JoinedRows) throws -> JoinedRows.Rows {
    try attributingSystemErrors(
      to: rows.folder, problem: "the rows to join stories with cannot be read"
    ) {
      try rows.rows(ofPeople: group.people)
    }
  }

  /// Converts an error; a failure to read the store or the joined rows also ends the run.
  mutating func storyError(_ error: any Error) -> StoryError {
    if let failure = error as? Failure { runFailure = runFailure ?? failure }
    return StoryError(error)
  }

  /// The reason not to start another story; `nil` if there is none.
  var ending: BatchEnding? {
    runFailure.map { .failed($0) }
  }

  private func story(of collector: consuming RowCollector) throws -> DecodedStory {
    if let maximum = settings.maximumCommentCount, collector.commentCount > maximum {
      throw StoryError(
        .tooLarge,
        message: "the story has \(collector.commentCount) comments; \(maximum) are allowed")
    }
    // Without comments, the story would replace an output from a time when they could be read.
    if let problem = collector.problemWithAllComments {
      throw StoryError(.brokenJSON, message: "none of its comments can be read: \(problem)")
    }
    let problem = collector.problemWithPublishedComments
    let decoded = try (consume collector).finish()
    if let problem, !decoded.story.hasShownComments {
      throw StoryError(
        .brokenJSON, message: "none of its published comments can be read: \(problem)")
    }
    // A parent can be missing because it was rejected and not exported, so that is no failure.
    if !decoded.story.hasShownComments,
      let unknown = decoded.diagnostics.list().first(where: { $0.code == .hiddenComment })
    {
      throw StoryError(
        .noStory, message: "none of its comments can be shown: \(unknown.sentence)",
        advice: "check that the export is complete")
    }
    try checkIsUsable(decoded)
    return decoded
  }

  /// Appends the failure of a line whose story is unknown.
  mutating func process(
    _ failure: StoryError, number: Int, to output: inout OutputBuffer
  ) {
    counts.lines += 1
    fail(failure, key: nil, number: number, from: output.count, in: &output)
  }

  mutating func countEmptyLines(_ count: Int) { counts.emptyLines += count }

  // MARK: One story

  private mutating func decoded(
    _ range: Range<Int>, of bytes: [UInt8]
  ) throws -> DecodedStory {
    let text = scratch.copy(of: bytes.span.extracting(range))
    return try StoryDecoder.decode(
      [InputFile(name: "", bytes: consume text)], as: settings.form, storyID: nil,
      in: &scratch)
  }

  /// Throws an error if a line is only one row of a database, not a whole story.
  ///
  /// Otherwise, the story would be published with this one comment.
  private func rejectRow(
    _ decoded: borrowing DecodedStory, beginningWith first: UInt8?, line: Int
  ) throws {
    guard settings.form == nil, decoded.form.databaseServer != nil,
      first != UInt8(ascii: "[")
    else { return }
    throw Failure(
      .badInput,
      message: "line \(line) is a row of a database, not a story",
      advice: settings.linesBeginWithKey
        ? "if all lines are rows, add --group"
        : "if all lines are rows, add --from \(decoded.form.rawValue)")
  }

  private mutating func reuseMemory(of decoded: consuming DecodedStory) {
    // `decoded` is the only owner of the story, so nothing is copied.
    scratch.story.recycle(&decoded.story)
  }

  /// Checks that a story is complete and not too large, and that there is time left to render it.
  private func checkIsUsable(_ decoded: borrowing DecodedStory) throws {
    let truncation = decoded.diagnostics.list().first { $0.code == .truncatedInput }
    if let truncation {
      var place: StoryError.Place?
      if case .line(let line, column: let column, byte: let byte, of: let input) = truncation.place
      {
        place = StoryError.Place(input: input, byte: byte, line: line, column: column)
      }
      // The second half of the message is about the part that was read, which a batch does not use.
      throw StoryError(
        .brokenJSON, message: String(truncation.message.prefix { $0 != ";" }), at: place)
    }
    if let maximum = settings.maximumCommentCount, decoded.story.count > maximum {
      throw StoryError(
        .tooLarge, message: "the story has \(decoded.story.count) comments; \(maximum) are allowed")
    }
    try deadline.check()
  }

  struct InputRecord {
    var key: [UInt8]?
    var number: Int
    /// The hash of the input; `nil` if it is not needed.
    var hash: ContentHash?
    /// The hash of the joined rows; `nil` without such rows, or if the hash is not needed.
    var joinedRowsHash: ContentHash?
    /// The number of rows of the input that could not be read.
    var brokenRowCount = 0
  }

  private mutating func write(
    _ decoded: DecodedStory, of record: InputRecord, to output: inout OutputBuffer,
    by writePiece: WritePiece
  ) throws {
    if settings.storePath != nil {
      return try renderIntoStore(decoded, of: record, to: &output, by: writePiece)
    }
    if settings.isForLoading { _ = try checkedKey(of: record) }
    output.beginResult(key: record.key, number: record.number)
    output.append(member: "ok", true)
    if let input = record.hash { output.append(member: "in", input) }
    if let joined = record.joinedRowsHash { output.append(member: "joined", joined) }
    if settings.isForLoading {
      if record.brokenRowCount > 0 { output.append(member: "broken", record.brokenRowCount) }
      let lostCount = decoded.gaps.lostCommentCount
      if lostCount > 0 { output.append(member: "lost", lostCount) }
    }
    if isSkipped(decoded) {
      output.append(member: "comments", 0)
      output.append(warnings: decoded.diagnostics.list())
      output.append("}\n")
      counts.results += 1
      return
    }
    if renderer.options.pageLimit != nil {
      return try writePages(decoded, of: record, to: &output)
    }
    output.append(key: "output")
    output.append("\"")
    var writer = ResultTextWriter(isHashed: needsHashes)
    let styles = styles
    let deadline = deadline
    var start = resultStart
    defer { resultStart = start }
    var noChanges = StoreChanges()
    let checked = try renderer.checked(decoded.story)
    let report = try renderer.write(
      checked, using: &workspace, omitsStyle: true,
      styleHandler: { writer.setOmittedStyle(styles.style(of: $0), offset: $0.offset) }
    ) { piece in
      writer.append(piece, to: &output)
      // A result that is partly written has to be completed.
      if start != nil { try deadline.check() }
      if output.count >= Self.pieceThreshold {
        start = nil
        writePiece(&output, &noChanges)
      }
    }
    output.append("\"")
    finishResult(report, of: decoded, from: record, hash: writer.takeHash(), to: &output)
  }

  /// Sets the time after which the renderer considers comments new, if there is an earlier run to
  /// compare the story with.
  private mutating func setRendererSince(forKey key: [UInt8]?) throws {
    guard let earlier = settings.earlierRun else { return }
    if earlierRun == nil { earlierRun = try earlier.lookup() }
    renderer.since = try earlierRun?.latestCommentTime(
      ofKey: key ?? [], at: renderer.options.now)
  }

  /// Returns whether the story gets no output because it has no new comments.
  private func isSkipped(_ decoded: borrowing DecodedStory) -> Bool {
    settings.skipsStoriesWithNothingNew && renderer.options.newCommentCount(in: decoded.story) == 0
  }

  /// Writes the pages of a story into its result line, as a list of files.
  private mutating func writePages(
    _ decoded: DecodedStory, of record: InputRecord, to output: inout OutputBuffer
  ) throws {
    output.append(key: "files")
    output.beginArray()
    var hasher = settings.writesHashes ? ContentHasher() : nil
    let deadline = deadline
    let pages = try renderer.preparePages(of: decoded.story)
    let report = try pages.write(using: &workspace) { name, content in
      try deadline.check()
      output.appendCommaIfNeeded()
      output.beginObject()
      output.append(member: "name", string: name)
      output.append(key: "output")
      output.append("\"")
      hasher?.update(content)
      output.append(jsonStringContents: content)
      output.append("\"")
      output.endObject()
    }
    output.endArray()
    finishResult(report, of: decoded, from: record, hash: hasher?.finish(), to: &output)
  }

  private mutating func finishResult(
    _ report: Report, of decoded: DecodedStory, from record: InputRecord, hash: ContentHash?,
    to output: inout OutputBuffer
  ) {
    if let hash { output.append(member: "out", hash) }
    // A store lists the comments of the story, however many of them its output shows.
    let commentCount =
      settings.isForLoading ? decoded.story.totalCount : report.commentCount
    output.append(member: "comments", commentCount)
    if let address = settings.cardAddress,
      let picture = CardFolder.pictureAddress(
        ofBestCommentIn: decoded.story, below: address, options: renderer.options)
    {
      output.append(member: "card", string: picture)
    }
    if settings.isForLoading, let story = renderedStory(decoded, of: record, outputHash: hash) {
      output.append(loading: story)
      addLosses(of: decoded, report, from: record)
    }
    output.append(warnings: decoded.diagnostics.list() + report.diagnostics)
    output.append("}\n")
    counts.results += 1
    counts.comments += commentCount
  }

  /// Replaces the current result with a failure.
  private mutating func fail(
    _ failure: StoryError, key: [UInt8]?, number: Int, from start: Int,
    mayHideStories: Bool = false, in output: inout OutputBuffer
  ) {
    changes.discardOutput()
    output.truncate(to: start)
    output.beginResult(key: key, number: number)
    // A story without a key was never in the store.
    let isUnreadable = key == nil ? failure.reason != .noKey : mayHideStories
    output.completeResult(
      with: failure,
      loading: settings.isForLoading
        ? FailedResult(key: key, isUnreadable: isUnreadable, reason: failure.advisedMessage) : nil)
    counts.results += 1
    counts.addFailure(failure.advisedMessage, line: number)
    keepOldOutput(ofKey: key)
    if isUnreadable, settings.storePath != nil { changes.append(.unreadableLine(number)) }
  }
}
