import AtollHashing
import AtollOperatingSystem
import AtollPageShots
import AtollSnapshots

/// A folder with the sources of a suite at a commit, in which edits are made one at a time.
struct EditedSources {
  let path: String
  /// The path of the suite's file in the folder.
  let suitePath: String
  let run: SuiteRun

  struct Output {
    /// The hash of a text, or of a page without its style sheets.
    let contentHash: String
    /// The hash of the whole output.
    let outputHash: String
  }

  /// Makes an edit, runs `body`, undoes the edit, and returns the result of `body`.
  func applying<Value>(_ edit: SourceEdit, body: () -> Value) -> Value {
    var originals: [(path: String, bytes: [UInt8]?)] = []
    for name in Set(edit.hunks.map(\.path)) {
      let file = "\(path)/\(name)"
      let bytes = try? StoreFiles.contents(of: file)
      originals.append((file, bytes))
      try? StoreFiles.replace(file, with: edit.applied(to: bytes ?? [], at: name))
    }
    defer {
      for (file, bytes) in originals {
        if let bytes {
          try? StoreFiles.replace(file, with: bytes)
        } else {
          try? StoreFiles.remove(file)
        }
      }
    }
    return body()
  }

  /// The suite in the folder; if it cannot be read, the suite of the run.
  var suite: Suite {
    guard let bytes = try? StoreFiles.contents(of: "\(path)/\(suitePath)"),
      let suite = try? Suite(bytes, named: suitePath)
    else { return run.suite }
    return suite
  }

  func renderer() -> SuiteRenderer {
    SuiteRenderer(root: path, inputs: run.renderer.inputs)
  }

  /// Returns the outputs of all snapshots of the run, except those that cannot be rendered.
  func outputs() -> [SnapshotName: Output] {
    var renderer = renderer()
    let cases = Dictionary(suite.cases.map { ($0.id, $0) }) { first, _ in first }
    var found: [SnapshotName: Output] = [:]
    for snapshot in run.plan {
      guard let suiteCase = cases[run.suite.cases[snapshot.caseIndex].id],
        let bytes = try? renderer.output(
          of: suiteCase, as: format(of: snapshot, in: suiteCase), for: snapshot)
      else { continue }
      let whole = ContentHash(of: bytes).text
      let content =
        snapshot.needsBrowser
        ? ContentHash(of: SharedCauses.withoutStyleSheets(bytes)).text : whole
      found[snapshot.name] = Output(contentHash: content, outputHash: whole)
    }
    return found
  }

  private func format(of snapshot: PlannedSnapshot, in suiteCase: SuiteCase) -> String {
    switch snapshot.kind {
    case .text(let format): format
    case .screenshot, .accessibility: (suiteCase.screenshotFormat ?? .page).rawValue
    }
  }

  /// Returns the snapshots whose references are equal to the outputs of these sources.
  func snapshotsWithMatchingReferences(
    _ outputs: [SnapshotName: Output], manifest: ScreenshotManifest, accepted: ScreenshotManifest
  ) -> Set<SnapshotName> {
    let names = run.plan.filter { snapshot in
      let name = snapshot.name
      guard let output = outputs[name] else { return false }
      if snapshot.kind == .screenshot {
        // If a commit is named, all screenshots are compared with its pages.
        return run.baselineCommit != nil || manifest[name] == accepted[name]
      }
      let store = absolutePath(run.storeFolder).split(separator: "/").last ?? ""
      guard let reference = try? StoreFiles.contents(of: "\(run.storeFolder)/\(name)") else {
        return false
      }
      if snapshot.kind != .accessibility {
        return ContentHash(of: reference).text == output.outputHash
      }
      return (try? StoreFiles.contents(of: "\(path)/\(store)/\(name)")) == reference
    }
    return Set(names.map(\.name))
  }

  // MARK: Style sheets

  /// Returns whether an edit may change a style sheet: it is in a `.css` file, an HTML file or a
  /// theme.
  func mayChangeStyleSheet(_ edit: SourceEdit) -> Bool {
    let folders = run.suite.cases.flatMap(\.styles).map { "\($0)/" }
    return edit.hunks.contains { hunk in
      hunk.path.hasSuffix(".css") || hunk.path.hasSuffix(".html")
        || folders.contains(where: hunk.path.hasPrefix)
    }
  }

  /// Returns one screenshot for each style sheet of the suite, at most `limit`.
  func styleSheetScreenshots(atMost limit: Int) -> [PlannedSnapshot] {
    var known: Set<[String]> = []
    let sheets = run.plan.filter { snapshot in
      guard snapshot.kind == .screenshot else { return false }
      let suiteCase = run.suite.cases[snapshot.caseIndex]
      if case .html(let path) = suiteCase.source { return known.insert(["html", path]).inserted }
      return known.insert([snapshot.style, suiteCase.screenshotFormat?.rawValue ?? ""]).inserted
    }
    return Array(sheets.prefix(limit))
  }

  /// Returns the pages of screenshots; `nil` for a page that cannot be rendered.
  func requests(for snapshots: [PlannedSnapshot], files: PageFiles) -> [PageRequest?] {
    var pages = SuitePages(suite: run.suite, renderer: renderer(), files: files)
    return snapshots.map { try? pages.makeJob(for: $0).request }
  }
}
