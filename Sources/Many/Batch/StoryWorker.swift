import Atoll
import Bytes
import Comments
import Hashing
import Store
import StoryDecoding

/// Turns one story after another into a result line: the very decoding and rendering that one story
/// alone gets.
struct StoryWorker: ~Copyable {
  let renderer: Renderer
  let settings: BatchSettings
  /// Where outputs go that are not to stand in their result lines.
  var store: StoreShare?
  /// Why no group can be joined any more.
  private var joinFailure: SideRowsError?
  var counts = BatchCounts()
  /// Where in the output the current result begins, unless its beginning has left already.
  private var start: Int?
  private(set) var deadline = Deadline(after: nil)
  private var memory = DecodingScratch()
  var workspace = Workspace()

  /// What hands on a piece of a result that is too long to keep.
  typealias HandOn = (inout OutputBuffer) -> Void

  init(_ renderer: Renderer, _ settings: BatchSettings, store run: StoreRun?) {
    self.renderer = renderer
    self.settings = settings
    if let run { store = StoreShare(run) }
  }

  /// Results longer than this leave in pieces.
  private static let pieceSize = 1 << 19

  /// Appends the result of one line; an empty line has none.
  mutating func process(
    _ line: LineSource.Line, of bytes: [UInt8], to output: inout OutputBuffer, handOn: HandOn
  ) {
    switch line.content {
    case .tooLong(let length):
      counts.lines += 1
      let failure = StoryFailure(
        .tooLarge, "the line has \(length) bytes, and \(settings.longestLine) are allowed")
      fail(failure, key: nil, number: line.number, from: output.count, &output)
    case .text(let range):
      let text = KeyedLine(
        range, of: bytes, isFirst: line.number == 1, stripsKey: settings.stripsKey)
      if text.isEmpty {
        counts.emptyLines += 1
        return
      }
      counts.lines += 1
      process(text, of: bytes, number: line.number, to: &output, handOn)
    }
  }

  private mutating func process(
    _ line: KeyedLine, of bytes: [UInt8], number: Int, to output: inout OutputBuffer,
    _ handOn: HandOn
  ) {
    deadline = Deadline(after: settings.timeLimit)
    start = output.count
    var key = line.key.flatMap { $0.isEmpty ? nil : Array(bytes[$0]) }
    let range = line.range
    let input = unsafe bytes.withUnsafeBufferPointer {
      unsafe ContentHash(of: UnsafeBufferPointer(rebasing: $0[range]))
    }
    do {
      if try isCurrent(key, input, joined: nil, number) { return }
      let decoded = try decoded(range, of: bytes)
      if key == nil {
        let id = decoded.story.id
        key = id.isEmpty ? nil : Array(id.utf8)
      }
      // Only now: whatever is wrong with a story, it is known which one it is.
      try check(decoded)
      let source = Source(key: key, number: number, input: input)
      try write(decoded, of: source, to: &output, handOn)
      keepMemory(of: decoded)
    } catch let failure {
      fail(failure, key: key, number: number, from: start ?? output.count, &output)
    }
  }

  // MARK: Rows

  /// Appends the result of the rows of one story, joined with what is known beside them.
  mutating func process(
    _ group: RowGroup, joining side: SideRows?, to output: inout OutputBuffer, handOn: HandOn
  ) {
    deadline = Deadline(after: settings.timeLimit)
    start = output.count
    counts.lines += group.rowCount
    let input = group.fingerprint()
    let joined = store == nil ? nil : side?.fingerprint(of: group)
    do {
      if try isCurrent(group.key, input, joined: joined, group.number) { return }
      var collector = group.collected()
      counts.brokenRows += collector.brokenCount
      if let side { try join(side, group, to: &collector) }
      var decoded = try story(of: consume collector)
      if renderer.options.focus == nil { decoded.story.forgetIDs() }
      let source = Source(key: group.key, number: group.number, input: input, joined: joined)
      try write(decoded, of: source, to: &output, handOn)
    } catch let failure {
      fail(failure, key: group.key, number: group.number, from: start ?? output.count, &output)
    }
  }

  private mutating func join(
    _ side: SideRows, _ group: RowGroup, to collector: inout RowCollector
  ) throws(StoryFailure) {
    do throws(SideRowsError) {
      try side.join(group, to: &collector)
    } catch {
      joinFailure = error
      throw StoryFailure(.render, "what the story is joined with cannot be read")
    }
  }

  /// Why no other story should be begun.
  var ending: BatchEnding? {
    store?.failure.map { .store($0) } ?? joinFailure.map { .join($0) }
  }

  private func story(of collector: consuming RowCollector) throws(StoryFailure) -> DecodedStory {
    if let most = settings.mostComments, collector.commentCount > most {
      throw StoryFailure(
        .tooLarge, "the story has \(collector.commentCount) comments, and \(most) are allowed")
    }
    let decoded: DecodedStory
    do throws(DecodingError) {
      decoded = try (consume collector).finish()
    } catch {
      throw StoryFailure(error)
    }
    try check(decoded)
    return decoded
  }

  /// Appends the error of a line that belongs to no story.
  mutating func process(
    _ failure: StoryFailure, number: Int, to output: inout OutputBuffer
  ) {
    counts.lines += 1
    fail(failure, key: nil, number: number, from: output.count, &output)
  }

  mutating func countEmptyLines(_ count: Int) { counts.emptyLines += count }

  // MARK: One story

  private mutating func decoded(
    _ range: Range<Int>, of bytes: [UInt8]
  ) throws(StoryFailure) -> DecodedStory {
    let text = memory.copy(of: bytes.span.extracting(range))
    do throws(DecodingError) {
      return try StoryDecoder.decode(
        [InputFile(name: "line", bytes: consume text)], as: settings.form, storyID: nil,
        in: &memory)
    } catch {
      throw StoryFailure(error)
    }
  }

  /// Takes the memory of a story that is done with for the next one.
  private mutating func keepMemory(of decoded: consuming DecodedStory) {
    // Its only owner: a copy of it would have to be made of everything it holds.
    memory.story.takeBack(&decoded.story)
  }

  /// Refuses what is only the beginning of a story, and what is too large.
  private func check(_ decoded: borrowing DecodedStory) throws(StoryFailure) {
    let cut = decoded.diagnostics.list().first { $0.code == .truncatedInput }
    if let cut {
      var byte: Int?
      if case .byte(let offset, of: _) = cut.place { byte = offset }
      throw StoryFailure(.badJSON, cut.message, at: byte)
    }
    if let most = settings.mostComments, decoded.story.count > most {
      throw StoryFailure(
        .tooLarge, "the story has \(decoded.story.count) comments, and \(most) are allowed")
    }
    try deadline.check()
  }

  /// What a result is of.
  struct Source {
    var key: [UInt8]?
    var number: Int
    var input: ContentHash
    /// What the rows were joined with.
    var joined: ContentHash?
  }

  private mutating func write(
    _ decoded: DecodedStory, of source: Source, to output: inout OutputBuffer, _ handOn: HandOn
  ) throws(StoryFailure) {
    if store != nil { return try draw(decoded, of: source, to: &output) }
    output.beginResult(key: source.key, number: source.number)
    output.append(",\"ok\":true,\"in\":\"")
    output.append(source.input)
    output.append("\",\"output\":\"")
    var hasher = ContentHasher()
    let deadline = deadline
    var start = start
    defer { self.start = start }
    let report: Report
    do {
      report = try renderer.render(decoded.story, using: &workspace) { piece in
        unsafe piece.withUnsafeBufferPointer {
          unsafe hasher.update($0)
          unsafe output.append(jsonText: $0)
        }
        // What has left in part can only be brought to its end.
        if start != nil { try deadline.check() }
        if output.count >= Self.pieceSize {
          start = nil
          handOn(&output)
        }
      }
    } catch let failure as StoryFailure {
      throw failure
    } catch {
      throw StoryFailure(.render, "\(error)")
    }
    output.append("\",\"out\":\"")
    output.append(hasher.finish())
    output.append("\",\"comments\":")
    output.append(decimal: report.commentCount)
    output.append(decoded.diagnostics.list() + report.diagnostics)
    output.append("}\n")
    counts.stories += 1
    counts.comments += report.commentCount
  }

  /// Puts an error in the place of whatever was written of a result.
  private mutating func fail(
    _ failure: StoryFailure, key: [UInt8]?, number: Int, from start: Int,
    _ output: inout OutputBuffer
  ) {
    output.truncate(to: start)
    output.beginResult(key: key, number: number)
    output.append(failure)
    counts.stories += 1
    counts.failures += 1
    noteFailure(failure, of: key, number)
  }
}
