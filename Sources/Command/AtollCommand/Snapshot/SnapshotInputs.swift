import OperatingSystem
import PictureTests
import Snapshots

/// The files that a suite is made of, which no other output may replace.
enum SnapshotInputs {
  /// Returns the files of a run: those of its store, and the sources of its suite.
  static func paths(of run: SuiteRun) -> [String] {
    storeFiles(in: run.store) + [run.suite.file]
      + run.suite.inputs(below: run.renderer.root) + filesOfOptions(in: run.suite)
  }

  /// Returns the files of a store and of the suite in it.
  static func paths(ofStoreIn store: String) -> [String] {
    let file = "\(store)/\(Suite.fileName)"
    guard let text = try? StoreFiles.contents(of: file), let suite = try? Suite(text, named: file)
    else { return storeFiles(in: store) }
    return storeFiles(in: store) + suite.inputs(below: "\(store)/..") + filesOfOptions(in: suite)
  }

  /// Returns the suite, the manifest, the fonts and the references of a store.
  private static func storeFiles(in store: String) -> [String] {
    let names = (try? PendingSnapshots(ofStoreIn: store).references()) ?? []
    let fonts = ((try? StoreFiles.list("\(store)/env")) ?? []).map { "env/\($0)" }
    return ([Suite.fileName, PictureManifest.fileName] + fonts + names.map(\.text)).map {
      "\(store)/\($0)"
    }
  }

  /// Returns the files that options such as `--previous` name.
  private static func filesOfOptions(in suite: Suite) -> [String] {
    suite.cases.flatMap { suiteCase -> [String] in
      guard let arguments = try? StoryArguments(parsing: suiteCase.options) else { return [] }
      let display = arguments.display
      return [
        display.previous, display.pseudonymKeyFile, display.localeFile, arguments.notificationFile,
      ].compactMap(\.self)
    }
  }
}
