import Atoll
import AtollBytes
package import AtollPageShots
package import AtollSnapshots
import AtollTheming

/// A mutation test of a suite: it shows whether the suite notices edits of its style.
///
/// One property of the style is changed at a time, in memory. The screenshots of the suite are
/// drawn until one differs from the screenshot of the unchanged style in the same browser. Then a
/// finding has to name the property.
package struct StyleMutation {
  package enum Outcome: Hashable, Sendable {
    /// The edited style does not load: the suite fails, so it notices the edit.
    case doesNotLoad
    /// No screenshot differs.
    case unseen
    /// A screenshot differs; `finding` is `nil` if no finding names the property.
    case seen(in: SnapshotName, finding: String?)
  }

  private let run: SuiteRun
  private let environment: BrowserEnvironment
  private let work: String
  /// The screenshots that are drawn: those of the suite's first style.
  private let snapshots: [PlannedSnapshot]
  private let files: [StyleSource]
  package let edits: [StyleEdit]

  /// The maximum number of edits whose pages are on disk at the same time.
  private static let batchSize = 32

  package init(of run: SuiteRun, environment: BrowserEnvironment, work: String) throws {
    (self.run, self.environment, self.work) = (run, environment, work)
    guard let style = run.plan.first(where: { $0.kind == .screenshot })?.style else {
      throw Failure(.noInput, message: "the suite has no screenshots")
    }
    snapshots = run.plan.filter { $0.kind == .screenshot && $0.style == style }
    files = try Self.files(of: style, using: run.renderer)
    edits = StyleEdits(files: files).all()
  }

  /// Returns the files of a style, and the built-in style sheets that its `theme.json` lists.
  ///
  /// A built-in style is read from the folder `Styles` at the root of the suite, which Atoll's own
  /// repository has. Without this folder, the files built into the program are used.
  static func files(
    of style: String, using renderer: SuiteRenderer
  ) throws -> [StyleSource] {
    let isBuiltIn = Theme.embeddedNames.contains(style)
    let folder = isBuiltIn ? "\(renderer.root)/Styles/\(style)" : renderer.path(of: style)
    let files: [StyleSource]
    if isBuiltIn, try StoreFiles.list(folder).isEmpty {
      files = Theme.embeddedFiles(of: style).map { StyleSource(path: $0.path, bytes: $0.bytes) }
    } else if case .files(_, let found) = try renderer.inputs.style(in: folder) {
      files = found
    } else {
      return []
    }
    let tokens = files.first { $0.path == Theme.tokenFileName }.flatMap {
      try? JSONValue(parsing: $0.bytes, repairing: true)
    }
    let listed = tokens?["styles"]?.strings ?? []
    let builtIn = Theme.embeddedNames.flatMap { name in
      Theme.embeddedFiles(of: name).map {
        StyleSource(path: "\(name)/\($0.path)", bytes: $0.bytes)
      }
    }
    return files
      + builtIn.filter { sheet in
        listed.contains(sheet.path) && !files.contains { $0.path == sheet.path }
      }
  }

  /// Makes each edit alone, and returns the outcomes; `progress` gets the number of edits made so
  /// far.
  package func outcomes(
    of edits: [StyleEdit], progress: (Int) -> Void
  ) throws -> [Outcome] {
    let unchanged = try takeUnchangedScreenshots()
    var outcomes: [Outcome] = []
    var order = Array(snapshots.indices)
    while outcomes.count < edits.count {
      let batch = edits[outcomes.count..<min(outcomes.count + Self.batchSize, edits.count)]
      let found = try batchOutcomes(of: Array(batch), unchanged: unchanged, order: order)
      order = Self.pictureOrder(after: found, previous: order, names: snapshots.map(\.name))
      outcomes += found
      progress(outcomes.count)
    }
    return outcomes
  }

  /// Returns the indices of the screenshots; those that showed more of the last edits come first.
  ///
  /// The next edits are close to the last ones, so the same screenshots may show them.
  static func pictureOrder(
    after outcomes: [Outcome], previous order: [Int], names: [SnapshotName]
  ) -> [Int] {
    var counts: [SnapshotName: Int] = [:]
    for case .seen(let name, _) in outcomes { counts[name, default: 0] += 1 }
    let ranked = order.enumerated().sorted {
      let (left, right) = (counts[names[$0.element]] ?? 0, counts[names[$1.element]] ?? 0)
      return (-left, $0.offset) < (-right, $1.offset)
    }
    return ranked.map(\.element)
  }

  // MARK: Drawing

  private func requests(
    for files: [StyleSource], pageFiles: PageFiles
  ) throws -> [PageRequest] {
    var renderer = SuiteRenderer(root: run.renderer.root, inputs: run.renderer.inputs)
    renderer.style = .files(name: "edited", files)
    var pages = SuitePages(suite: run.suite, renderer: renderer, files: pageFiles)
    var requests: [PageRequest] = []
    for snapshot in snapshots { requests.append(try pages.makeJob(for: snapshot).request) }
    return requests
  }

  private func takeUnchangedScreenshots() throws -> [Screenshot] {
    let pageFiles = PageFiles(below: work)
    defer { pageFiles.remove() }
    let requests = try requests(for: files, pageFiles: pageFiles)
    return try mapInBrowsers(requests.count) { index, browser in
      var request = requests[index]
      request.wantsLayout = true
      return try browser.takeScreenshot(of: request)
    }
  }

  private func batchOutcomes(
    of edits: [StyleEdit], unchanged: [Screenshot], order: [Int]
  ) throws -> [Outcome] {
    let pageFiles = PageFiles(below: work)
    defer { pageFiles.remove() }
    let requests = edits.map { try? self.requests(for: $0.files, pageFiles: pageFiles) }
    let names = snapshots.map(\.name)
    return try mapInBrowsers(edits.count) { index, browser in
      guard let requests = requests[index] else { return .doesNotLoad }
      for snapshotIndex in order {
        let (request, before) = (requests[snapshotIndex], unchanged[snapshotIndex])
        if try browser.takeScreenshot(of: request).file == before.file { continue }
        let finding = try Self.finding(
          naming: edits[index], in: request, before: before, using: &browser)
        return .seen(in: names[snapshotIndex], finding: finding)
      }
      return .unseen
    }
  }

  /// Draws a differing page once more, with its layout, and returns the finding that names the
  /// edit; `nil` if none does.
  private static func finding(
    naming edit: StyleEdit, in request: PageRequest, before: Screenshot,
    using browser: inout Browser
  ) throws -> String? {
    var request = request
    request.wantsLayout = true
    let screenshot = try browser.takeScreenshot(of: request)
    guard let oldLayout = before.layout?.read(), let newLayout = screenshot.layout?.read(),
      let (old, new) = try? PNGReader.read(before.file, screenshot.file)
    else { return nil }
    let findings = LayoutFindings.between(
      oldLayout, newLayout, comparison: Comparison(old, new))
    return findings.first(where: edit.isNamed(by:))?.description
  }

  /// Returns the results of `body` for every number below `count`; throws an error if any of them
  /// failed.
  private func mapInBrowsers<Value: Sendable>(
    _ count: Int, body: @Sendable (Int, inout Browser) throws -> Value
  ) throws -> [Value] {
    try BrowserPool.map(count, browserCount: run.browserCount, in: environment, body: body).map {
      try $0.get()
    }
  }
}

/// The edits of a style with their outcomes, as text and as JSON.
package struct MutationReport {
  package private(set) var seenCount = 0
  package private(set) var namedCount = 0
  package private(set) var unseenCount = 0
  package private(set) var notLoadedCount = 0
  /// The edits that no screenshot showed, or that no finding named, one per line; then a summary.
  package private(set) var text = ""
  /// All edits, one JSON object per line.
  package private(set) var json = ""

  package init(of edits: [StyleEdit], outcomes: [StyleMutation.Outcome]) {
    for (edit, outcome) in zip(edits, outcomes) {
      var members: [String: JSONValue] = ["edit": .string(edit.description)]
      switch outcome {
      case .doesNotLoad:
        notLoadedCount += 1
        members["fate"] = "refused"
      case .unseen:
        unseenCount += 1
        members["fate"] = "unseen"
        text += "unseen   \(edit.description)\n"
      case .seen(let name, let finding):
        seenCount += 1
        if finding == nil {
          text += "unnamed  \(edit.description)  in \(name)\n"
        } else {
          namedCount += 1
        }
        members["finding"] = finding.map { .string($0) }
        members["fate"] = "seen"
        members["name"] = .string(name.text)
      }
      json += JSONValue(sorted: members).serialized + "\n"
    }
    text +=
      "\(seenCount) of \(seenCount + unseenCount) edits seen, \(namedCount) named"
      + (notLoadedCount > 0 ? "; \(notLoadedCount) more do not load" : "") + "\n"
  }
}
