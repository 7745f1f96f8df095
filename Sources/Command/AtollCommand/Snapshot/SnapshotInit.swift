import OperatingSystem
import PictureTests
import Snapshots

/// `atoll snapshot init`: a first suite, and the file that has git ignore pending output.
enum SnapshotInit {
  static func run(_ invocation: Invocation) throws(Stop) {
    let store = SuiteCommand.store(invocation)
    let console = Console(invocation)
    let style = invocation.value(RenderOptions.style) ?? SuiteCase.usualStyle
    let suite = StarterSuite(
      of: invocation.operands.map { path($0, fromSuiteIn: store) },
      style: Words.styles.contains(style) ? style : path(style, fromSuiteIn: store))
    let text = Array(suite.text.utf8)
    // A suite that cannot be read is not written.
    do { _ = try Suite(text, named: Suite.fileName).plan() } catch {
      throw .failure(.badInput, error.message, at: error.path)
    }
    try FolderWriting.write(
      [(Suite.fileName, text), (".gitignore", Array("*\(SnapshotName.pendingSuffix)\n".utf8))],
      into: store, console)
    let option = SnapshotText.storeOption(store)
    console.say(
      .note,
      "next: 'atoll snapshot verify\(option)', then 'atoll snapshot review\(option)' to accept")
  }

  /// Returns a path as a suite names it, relative to the folder that the store is in.
  private static func path(_ path: String, fromSuiteIn store: String) -> String {
    store.contains("/") ? absolutePath(path) : path
  }
}
