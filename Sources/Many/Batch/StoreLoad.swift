import Bytes
import Hashing
import OperatingSystem
package import Store
import Unpacking

/// A run that loads results of `atoll batch --for-store` into a store, in one transaction.
///
/// A process writes a header, one line for each story, and a trailer; a file has the results of one
/// or more processes. Nothing is loaded unless all results are complete and were rendered in the
/// same way. Memory holds one line at a time.
package struct StoreLoad: ~Copyable {
  private let path: String
  private let rules: PublishingRules
  private let maximumLineLength: Int
  private var run: SiteRun?
  /// A lookup in the store's current run, for stories that failed; `nil` if the store is new.
  private var lookup: StoryLookup?
  private var recipe: Recipe?
  /// The counts for the current process's results; `nil` between the results of two processes.
  private var currentCounts: LoadedLine.Trailer?
  private var totals = BatchCounts()
  /// The bytes of the current line.
  private var text: [UInt8] = []

  package init(into path: String, _ rules: PublishingRules, maximumLineLength: Int) {
    self.path = path
    self.rules = rules
    self.maximumLineLength = maximumLineLength
  }

  /// The reason why nothing is loaded.
  package enum Failure: Error, Hashable, Sendable {
    case store(StoreError)
    case file(BatchError)
  }

  /// Loads files and folders, where `-` is standard input, and finishes the run.
  package consuming func load(
    _ paths: [String], progress: (Int, BatchCounts) -> Void = { _, _ in }
  ) throws(Failure) -> SiteRun.Outcome {
    let files: [String]
    do throws(BatchError) { files = try ResultFiles.paths(in: paths) } catch { throw .file(error) }
    var bytesRead = 0
    for file in files {
      if file == "-" {
        try load(from: 0, file: file, bytesRead: &bytesRead, progress: progress)
      } else {
        let opened: OpenFile
        do throws(SystemError) { opened = try OpenFile(reading: file) } catch {
          throw .file(BatchError(.cannotRead(.system(error)), at: file))
        }
        try load(from: opened.descriptor, file: file, bytesRead: &bytesRead, progress: progress)
      }
    }
    guard let run else { throw .file(BatchError(.notMadeForStore, at: paths.first ?? path)) }
    let limit = rules.errorLimit ?? .percentage(PublishingRules.defaultErrorPercentage)
    if rules.errorLimit == nil, limit.isExceeded(by: totals.brokenRows, of: totals.lines) {
      throw .store(
        StoreError(
          .tooManyFailures, at: path,
          message: "\(totals.brokenRows) of \(totals.lines) rows could not be read",
          advice:
            "check that the export is complete; if that is intended, add --max-errors 100%"))
    }
    let counts = RunCounts(stories: totals.results, failures: totals.failures)
    return try convertingErrors { () throws(StoreError) in try run.finish(counts) }
  }

  private mutating func load(
    from descriptor: Int32, file: String, bytesRead: inout Int, progress: (Int, BatchCounts) -> Void
  ) throws(Failure) {
    var source = LineSource(
      descriptor: descriptor, maximumLineLength: maximumLineLength, isStopped: { false })
    var last = 0
    while let chunk = try Self.next(&source, of: file) {
      for line in chunk.lines {
        last = line.number
        try load(line, of: chunk.bytes, from: file)
      }
      progress(bytesRead + source.bytesRead, totals)
    }
    bytesRead += source.bytesRead
    if currentCounts != nil || last == 0 { throw .file(BatchError(.missingTrailer, at: file)) }
  }

  private static func next(
    _ source: inout LineSource, of file: String
  ) throws(Failure) -> LineSource.Chunk? {
    do { return try source.next() } catch { throw .file(BatchError(.cannotRead(error), at: file)) }
  }

  /// Runs a body, and turns its error into a failure of the store.
  private func convertingErrors<Value: ~Copyable>(
    _ body: () throws(StoreError) -> Value
  ) throws(Failure) -> Value {
    do { return try body() } catch { throw .store(error) }
  }

  // MARK: Lines

  private mutating func load(
    _ line: LineSource.Line, of bytes: [UInt8], from file: String
  ) throws(Failure) {
    func failure(_ reason: BatchError.Reason) -> Failure {
      .file(BatchError(reason, at: file, line: line.number))
    }
    guard case .text(let range) = line.content else {
      throw failure(.rowTooLong(limit: maximumLineLength))
    }
    if !line.isTerminated { throw failure(.truncated) }
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: bytes[range])
    let loaded: LoadedLine?
    do { loaded = try LoadedLine(&text) } catch {
      throw failure(currentCounts == nil ? .notMadeForStore : .damagedResult(error.reason.message))
    }
    guard let loaded else { throw failure(.notMadeForStore) }
    switch loaded {
    case .header(let recipe):
      if currentCounts != nil {
        throw failure(.damagedResult("the results before it have no trailer"))
      }
      if let first = self.recipe, first != recipe { throw failure(.differentRecipe) }
      currentCounts = LoadedLine.Trailer()
      if run == nil { try begin(recipe) }
    case .trailer(let trailer):
      guard let counted = currentCounts, let recipe else { throw failure(.notMadeForStore) }
      if trailer.fingerprint != recipe.hash { throw failure(.differentRecipe) }
      guard trailer.stories == counted.stories, trailer.failures == counted.failures else {
        let missing =
          "there are \(counted.stories) results before it, and it counts \(trailer.stories)"
        throw failure(.damagedResult(missing))
      }
      let lines = totals.lines.addingReportingOverflow(trailer.lines)
      let brokenRows = totals.brokenRows.addingReportingOverflow(trailer.brokenRows)
      if lines.overflow || brokenRows.overflow { throw failure(Self.impossibleCount) }
      (totals.lines, totals.brokenRows) = (lines.partialValue, brokenRows.partialValue)
      currentCounts = nil
    case .story(let story, let output):
      try count(isFailure: false, failure(.notMadeForStore))
      totals.comments += story.comments
      let isIntact = try add(story, output: output)
      if !isIntact { throw failure(.damagedResult("its output does not have its hash")) }
    case .failure(let key, let isUnreadable):
      try count(isFailure: true, failure(.notMadeForStore))
      try keep(key, isUnreadable: isUnreadable, line: line.number)
    case .impossibleCount: throw failure(Self.impossibleCount)
    }
  }

  private static let impossibleCount = BatchError.Reason.damagedResult(
    "a number in it is negative or too large")

  /// Counts a result; throws `noHeader` if there is no header before it.
  private mutating func count(isFailure: Bool, _ noHeader: Failure) throws(Failure) {
    if currentCounts == nil { throw noHeader }
    currentCounts?.stories += 1
    totals.results += 1
    if isFailure {
      currentCounts?.failures += 1
      totals.failures += 1
    }
  }

  private mutating func begin(_ recipe: Recipe) throws(Failure) {
    let (path, rules) = (path, rules)
    let run = try convertingErrors { () throws(StoreError) in
      try SiteRun(path, recipe: recipe, operation: .load, rules: rules)
    }
    lookup = try convertingErrors { () throws(StoreError) in try run.lookup() }
    self.run = run
    self.recipe = recipe
  }

  /// Adds a story; returns false if its output is damaged.
  private mutating func add(_ story: RenderedStory, output: Slice) throws(Failure) -> Bool {
    do throws(StoreError) {
      let text = text
      let output = text.span.extracting(output.range)
      if ContentHash(of: output) != story.hash { return false }
      try run?.add(story, output: output, size: output.count, replacing: nil)
      return true
    } catch {
      throw .store(error)
    }
  }

  /// Keeps the stored output of a story that was not rendered; if its key is unknown, records the
  /// line as unreadable if it may belong to any story.
  private func keep(_ key: [UInt8]?, isUnreadable: Bool, line: Int) throws(Failure) {
    try convertingErrors { () throws(StoreError) in
      if let key {
        if let known = try lookup?.story(ofKey: key) { run?.keepAfterFailure(known) }
      } else if isUnreadable {
        run?.addUnreadableLine(line)
      }
    }
  }
}
