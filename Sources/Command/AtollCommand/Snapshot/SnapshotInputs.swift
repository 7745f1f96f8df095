import AtollArguments
import AtollOperatingSystem
import AtollPictureTests
import AtollSnapshots

/// The files that a suite is made of; no output may replace them.
enum SnapshotInputs {
  /// Returns the files of a run: those of its store, and the sources of its suite.
  static func paths(of run: SuiteRun) -> [String] {
    storeFiles(in: run.storeFolder) + [run.suite.file]
      + run.suite.inputPaths(below: run.renderer.root) + pathsOfOptions(in: run.suite)
  }

  /// Returns the files of a store and of the suite in it.
  static func paths(ofStoreIn store: String) -> [String] {
    let file = "\(store)/\(Suite.fileName)"
    guard let text = try? StoreFiles.contents(of: file), let suite = try? Suite(text, named: file)
    else { return storeFiles(in: store) }
    return storeFiles(in: store) + suite.inputPaths(below: "\(store)/..")
      + pathsOfOptions(in: suite)
  }

  /// Returns the suite, the manifest, the fonts and the references of a store.
  private static func storeFiles(in store: String) -> [String] {
    let names = (try? PendingSnapshots(ofStoreIn: store).referenceNames()) ?? []
    let fonts = ((try? StoreFiles.list("\(store)/env")) ?? []).map { "env/\($0)" }
    return ([Suite.fileName, ScreenshotManifest.fileName] + fonts + names.map(\.text)).map {
      "\(store)/\($0)"
    }
  }

  /// Returns the paths that the options of cases name, such as the file of `--previous`.
  ///
  /// If the options of a case cannot be parsed, all of their words count as paths. The error is
  /// reported later.
  private static func pathsOfOptions(in suite: Suite) -> [String] {
    suite.cases.flatMap { $0.givenOptions?.inputPaths ?? $0.options }
  }
}
