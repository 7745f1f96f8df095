import AtollBytes
import AtollHashing
import AtollOperatingSystem
package import AtollStore
import AtollUnpacking

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
  /// The lookup for the stored outputs of stories that failed; `nil` if the store is new.
  private var lookup: StoryLookup?
  private var recipe: Recipe?
  /// The counts for the current process's results; `nil` between the results of two processes.
  private var currentCounts: BatchCounts?
  private var totals = BatchCounts()
  private var placeOfFirstFailure: String?
  /// The bytes of the current line.
  private var text: [UInt8] = []

  package init(into path: String, _ rules: PublishingRules, maximumLineLength: Int) {
    self.path = path
    self.rules = rules
    self.maximumLineLength = maximumLineLength
  }

  package struct Outcome {
    package let stored: SiteRun.Outcome
    package let counts: BatchCounts
    /// The file and the line with the result of the first failure; `nil` if there is none.
    package let placeOfFirstFailure: String?
  }

  /// Loads files and folders, where `-` is standard input, and finishes the run.
  package consuming func load(
    _ paths: [String], progress: (Int, BatchCounts) -> Void = { _, _ in }
  ) throws -> Outcome {
    var bytesRead = 0
    let files = try ResultFiles(at: paths)
    totals.brokenJoinedRows = files.brokenJoinedRowCount
    for file in files.paths {
      if file == "-" {
        try load(from: 0, file: file, bytesRead: &bytesRead, progress: progress)
      } else {
        let opened = try attributingReadErrors(to: file) { try OpenFile(reading: file) }
        try load(from: opened.descriptor, file: file, bytesRead: &bytesRead, progress: progress)
      }
    }
    guard let run else { throw Failure.notMadeForStore(at: paths.first ?? path) }
    if rules.rejectsRows(broken: totals.brokenRows, of: totals.lines) {
      throw Failure(
        .other, message: "\(totals.brokenRows) of \(totals.lines) rows could not be read", at: path,
        advice:
          "check that the export is complete; if that is intended, add --max-errors 100%")
    }
    let counts = RunCounts(stories: totals.results, failures: totals.failures)
    // The content of the log cannot be moved to the file while the lookup reads the store.
    lookup = nil
    return Outcome(
      stored: try run.finish(counts), counts: totals, placeOfFirstFailure: placeOfFirstFailure)
  }

  private mutating func load(
    from descriptor: Int32, file: String, bytesRead: inout Int, progress: (Int, BatchCounts) -> Void
  ) throws {
    var source = LineSource(descriptor: descriptor, maximumLineLength: maximumLineLength)
    var last = 0
    while let chunk = try attributingReadErrors(to: file, body: { try source.next() }) {
      for line in chunk.lines {
        last = line.number
        try load(line, of: chunk.bytes, from: file)
      }
      progress(bytesRead + source.bytesRead, totals)
    }
    bytesRead += source.bytesRead
    if currentCounts != nil || last == 0 {
      throw Failure.unloadableResults("the last line, the trailer, is missing", at: file)
    }
  }

  // MARK: Lines

  private mutating func load(
    _ line: LineSource.Line, of bytes: [UInt8], from file: String
  ) throws {
    let place = line.place(in: file)
    func damaged(_ problem: String) -> Failure {
      .unloadableResults("the result is damaged: \(problem)", at: place)
    }
    guard case .text(let range) = line.content else {
      throw Failure.tooLongLine(limit: maximumLineLength, at: place)
    }
    if !line.isTerminated { throw Failure.truncatedLine(at: place) }
    text.removeAll(keepingCapacity: true)
    text.append(contentsOf: bytes[range])
    let loaded = try translatingErrors(of: LoadedLine(&text)) { (error: JSONError) in
      currentCounts == nil ? .notMadeForStore(at: place) : damaged(error.reason.message)
    }
    guard let loaded else { throw Failure.notMadeForStore(at: place) }
    switch loaded {
    case .header(let recipe):
      if currentCounts != nil {
        throw damaged("the results before it have no trailer")
      }
      if let first = self.recipe, first != recipe { throw Failure.differentRecipe(at: place) }
      currentCounts = BatchCounts()
      if run == nil { try begin(recipe) }
    case .trailer(var counts, let fingerprint):
      guard let counted = currentCounts, let recipe else {
        throw Failure.notMadeForStore(at: place)
      }
      if fingerprint != recipe.hash { throw Failure.differentRecipe(at: place) }
      guard counts.results == counted.results, counts.failures == counted.failures else {
        throw damaged(
          "\(counted.results) results precede it, and it counts \(counts.results)")
      }
      // The results are in the totals already.
      (counts.results, counts.failures) = (0, 0)
      totals.add(counts)
      currentCounts = nil
    case .story(let story, let output, let checksum):
      try countResult(at: place)
      totals.comments += story.commentCount
      if checksum != story.checksum { throw damaged("its values do not match its checksum") }
      let isIntact = try add(story, output: output)
      if !isIntact { throw damaged("its output does not match its hash") }
    case .failure(let failure, let checksum):
      try countResult(at: place)
      if checksum != failure.checksum { throw damaged("its values do not match its checksum") }
      currentCounts?.failures += 1
      totals.addFailure(failure.reason, line: line.number)
      placeOfFirstFailure = placeOfFirstFailure ?? place
      try keep(failure.key, isUnreadable: failure.isUnreadable, line: line.number)
    case .impossibleCount: throw damaged(Self.impossibleCount)
    }
  }

  private static let impossibleCount = "a number in it is negative or too large"

  /// Counts a result; throws an error if there is no header before it.
  private mutating func countResult(at place: String) throws {
    if currentCounts == nil { throw Failure.notMadeForStore(at: place) }
    currentCounts?.results += 1
    totals.results += 1
  }

  private mutating func begin(_ recipe: Recipe) throws {
    let (path, rules) = (path, rules)
    let run = try SiteRun(path, recipe: recipe, operation: .load, rules: rules)
    lookup = try run.lookup()
    self.run = run
    self.recipe = recipe
  }

  /// Adds a story; returns false if its output is damaged.
  private mutating func add(_ story: RenderedStory, output: Slice) throws -> Bool {
    let text = text
    let output = text.span.extracting(output.range)
    if ContentHash(of: output) != story.outputHash { return false }
    try run?.add(story, output: output, size: output.count, replacing: nil)
    return true
  }

  /// Keeps the stored output of a story that was not rendered, and records the line if it is
  /// unreadable.
  private func keep(_ key: [UInt8]?, isUnreadable: Bool, line: Int) throws {
    if let key, let known = try lookup?.story(ofKey: key) { run?.keepAfterFailure(known) }
    if isUnreadable { run?.addUnreadableLine(line) }
  }
}

extension Failure {
  static func tooLongLine(limit: Int, at place: String) -> Failure {
    Failure(
      .badInput, message: "the line is longer than \(limit) bytes", at: place,
      advice: "allow more with --max-line")
  }

  static func truncatedLine(at place: String) -> Failure {
    Failure(
      .badInput, message: "the file ends within this line", at: place, advice: "export it again")
  }

  /// Returns the failure for results that cannot be loaded into a store.
  static func unloadableResults(
    _ problem: String, at place: String,
    advice: String = "nothing was loaded; copy or render these results again"
  ) -> Failure {
    Failure(.badInput, message: problem, at: place, advice: advice)
  }

  fileprivate static func notMadeForStore(at place: String) -> Failure {
    unloadableResults(
      "this is not a result for a store", at: place, advice: "write it with batch --for-store")
  }

  fileprivate static func differentRecipe(at place: String) -> Failure {
    unloadableResults("the version or the options differ from those before", at: place)
  }
}

extension LineSource.Line {
  func place(in file: String) -> String { "\(file):\(number)" }
}
