import Atoll
import AtollOperatingSystem
import AtollPictureTests
import AtollSnapshots
import AtollTheming

/// The work of `atoll snapshot init`, which writes a first suite, and a `.gitignore` for pending
/// output.
enum SnapshotInit {
  static func run(_ arguments: SnapshotArguments) throws {
    let store = arguments.storeFolder
    let console = Console(arguments.common)
    let style = arguments.style ?? SuiteCase.defaultStyle
    for story in arguments.names {
      _ = try Reading(StoryInput.sources(at: story, on: console))
    }
    _ = try StyleInputs.style(style)
    let suite = StarterSuite(
      of: arguments.names.map { path($0, fromSuiteIn: store) },
      style: Theme.embeddedNames.contains(style) ? style : path(style, fromSuiteIn: store))
    let text = Array(suite.text.utf8)
    // Do not write a suite that cannot be read.
    _ = try SuiteCommand.translatingSuiteErrors(of: Suite(text, named: Suite.fileName).plan())
    try FolderFiles.writeNew(
      [(Suite.fileName, text), (".gitignore", gitIgnore)],
      into: store, on: console)
    let option = SnapshotText.storeOption(store)
    console.note(
      "next: 'atoll snapshot verify\(option)', then 'atoll snapshot review\(option)' to accept")
  }

  static let gitIgnore = Array("*\(SnapshotName.pendingSuffix)\n".utf8)

  /// Returns a path for use in a suite.
  ///
  /// Paths in a suite are relative to the parent of the store's folder. If the parent is not the
  /// current folder, the result is absolute.
  private static func path(_ path: String, fromSuiteIn store: String) -> String {
    var store = store
    while store.utf8.count > 1, store.hasSuffix("/") { store.removeLast() }
    let isThere = (try? FileMetadata(of: store)) != nil
    let parent = isThere ? "\(store)/.." : folderOfFile(store)
    return resolvedPath(parent) == resolvedPath(".") ? path : absolutePath(path)
  }
}
