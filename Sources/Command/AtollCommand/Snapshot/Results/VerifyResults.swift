import AtollArguments
import AtollBytes
import AtollOperatingSystem
import AtollPictureTests
import AtollSnapshots

/// The results of a `verify` run, for the files that continuous integration shows.
struct VerifyResults {
  /// The name of the suite, or of one of its shards: `look-2-of-5`.
  let runName: String
  let storeFolder: String
  let entries: [RunRecord.Entry]
  let obsoleteReferences: [SnapshotName]
  /// Source edits that no snapshot shows.
  let unseenEdits: [Finding]
  /// The folder with copies of the screenshots, if one was asked for.
  var screenshotFolder: ScreenshotFolder?
  /// The reason why nothing was checked; `nil` if the suite was run.
  private(set) var failure: Failure?

  /// The unsettled snapshots that share a cause.
  struct Group {
    let cause: Cause
    let entries: [RunRecord.Entry]

    /// The findings of the cause, one line each; if there are none, the name of the cause.
    var reasons: [String] {
      let lines = cause.text.split(separator: "\n").map(String.init)
      return lines.isEmpty ? [cause.name] : lines
    }
  }

  /// The unsettled snapshots, grouped by cause in order of first occurrence.
  var groups: [Group] {
    entries.filter { !$0.state.isSettled }
      .flatMap { entry in entry.causes.map { (cause: $0, entry: entry) } }
      .grouped { $0.cause.name }
      .map { Group(cause: $0[0].cause, entries: $0.map(\.entry)) }
  }

  /// The number of snapshots in each state, in words.
  ///
  /// If nothing was checked, this is the reason.
  var headline: String {
    failure?.message ?? SnapshotText.summary(entries, obsoleteCount: obsoleteReferences.count)
  }

  /// Returns the source location of the edit or error that caused a result, or else the location
  /// of the reference.
  func place(of entry: RunRecord.Entry, cause: Cause?) -> SourcePlace {
    cause?.source ?? entry.place
      ?? .init(
        path:
          "\(storeFolder)/\(entry.screenshot == nil ? entry.name : ScreenshotManifest.fileName)",
        line: 1)
  }

  /// Returns the path of a snapshot's new picture; `nil` if there is none.
  func picturePath(of entry: RunRecord.Entry) -> String? {
    if let path = screenshotFolder?.path(of: entry.name) { return path }
    let cache = ScreenshotCache(ofStoreIn: storeFolder)
    return entry.screenshot.flatMap { cache.contains($0.hash) ? cache.path(of: $0.hash) : nil }
  }

  /// Writes the files and annotations that the command line asks for.
  ///
  /// If nothing was checked, the inputs are not all known, so only files that look like earlier
  /// results are replaced.
  func writeOutputs(
    for arguments: SnapshotArguments, on console: Console, recording failures: inout OutputFailures
  ) throws {
    let outputs = arguments.results
    let files = [
      (outputs.summaryFile, MarkdownSummary.beginnings, MarkdownSummary(results: self).text),
      (outputs.junitFile, JUnitReport.beginnings, JUnitReport(results: self).text),
      (
        outputs.codeQualityFile, CodeQualityReport.beginnings, CodeQualityReport(results: self).text
      ),
    ]
    for case (let path?, let beginnings, let text) in files
    where failure == nil || Self.isReplaceable(path, beginnings: beginnings) {
      try failures.collect {
        try Destination(path).write(Array(text().utf8))
      }
    }
    if outputs.annotates {
      for line in WorkflowCommands(results: self).lines() { console.sayPlain(line) }
    }
  }

  /// Returns whether there is no file at a path, or only one that is empty or begins like a result.
  private static func isReplaceable(_ path: String, beginnings: [String]) -> Bool {
    guard let metadata = try? FileMetadata(of: path), metadata.kind == .file else { return true }
    let bytes = firstBytes(ofFile: path)
    return metadata.size == 0 || beginnings.contains { bytes.starts(with: $0.utf8) }
  }
}

extension VerifyResults {
  /// Creates the results of a run that checked nothing, because its suite or its pages could not be
  /// used.
  init(failure: Failure, for arguments: SnapshotArguments) {
    let path =
      arguments.pagesFolder ?? arguments.suitePath
      ?? "\(arguments.storeFolder)/\(Suite.fileName)"
    var entry = RunRecord.Entry(path, state: .failed, note: failure.locatedMessage)
    // The place may be a line of the file, such as `suite.json:3:7`.
    let position = failure.place.flatMap {
      $0.hasPrefix("\(path):") ? $0.dropFirst(path.count + 1) : nil
    }
    let line = position.flatMap { Int($0.prefix { $0 != ":" }) }
    entry.place = SourcePlace(path: path, line: line ?? 1)
    self.init(
      runName: path, storeFolder: arguments.storeFolder, entries: [entry], obsoleteReferences: [],
      unseenEdits: [])
    self.failure = failure
  }
}

/// The errors that a run met while it wrote its outputs.
///
/// After an error, the other outputs are still written.
struct OutputFailures {
  var all: [Failure] = []

  /// Writes an output, and records the error if that fails.
  ///
  /// If standard output was closed or the user interrupted the run, it throws a `CommandEnding`.
  mutating func collect(_ write: () throws -> Void) throws {
    do { try write() } catch let ending as CommandEnding { throw ending } catch {
      all.append(Failure(error))
    }
  }
}

/// The outputs of `verify` for continuous integration: files and annotations.
struct ResultOutputs: Sendable {
  var screenshotFolder: String?
  var summaryFile: String?
  var junitFile: String?
  var codeQualityFile: String?
  var annotates = false

  /// Throws an error if a file cannot be created or would replace an input.
  ///
  /// This is called before anything is rendered.
  func checkDoNotReplace(
    _ inputs: [String], ofKind kind: FolderKind, for plan: [PlannedSnapshot]
  ) throws {
    let files = ProtectedInputs(inputs, kind: kind)
    for path in [summaryFile, junitFile, codeQualityFile] {
      guard let path else { continue }
      try Destination(path).check()
      try Destination(path).checkDoesNotReplace(files)
    }
    let pictures = ProtectedInputs(inputs.filter { $0.hasSuffix(".png") })
    guard let screenshotFolder else { return }
    for snapshot in plan where snapshot.name.isScreenshot {
      for path in ScreenshotFolder.paths(of: snapshot.name, in: screenshotFolder)
      where (try? FileMetadata(of: path)) != nil {
        try Destination(path).checkDoesNotReplace(pictures)
      }
    }
  }
}

extension ResultOutputs {
  static let options: [Option<SnapshotArguments>] = [
    .optional(
      "screenshots", placeholder: "DIR", as: .folder, to: \.results.screenshotFolder,
      group: .output,
      help: """
        Save the screenshot of each change in this folder: as it is (NAME.png), as it was \
        (NAME.old.png), and the difference (NAME.diff.png).
        """
    ).markedAsOutputPath,
    .optional(
      "summary", placeholder: "FILE", as: .file, to: \.results.summaryFile, group: .output,
      help: """
        Write a summary in Markdown, for a pull request or a job summary: the causes, their \
        snapshots, and the paths of their screenshots.
        """
    ).markedAsOutputPath,
    .optional(
      "junit", placeholder: "FILE", as: .file, to: \.results.junitFile, group: .output,
      help: "Write the results as JUnit XML."
    ).markedAsOutputPath,
    .optional(
      "code-quality", placeholder: "FILE", as: .file, to: \.results.codeQualityFile, group: .output,
      help: "Write the results as a code quality report of GitLab."
    ).markedAsOutputPath,
    .flag(
      "annotations", to: \.results.annotates, group: .output,
      help: "Write annotations for GitHub to standard error: one for each cause, at most 10."),
  ]
}
