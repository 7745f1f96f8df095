import AtollBytes
import AtollHashing
import AtollPageShots
import AtollSnapshots

/// A request for a screenshot or an accessibility tree in a run.
struct ScreenshotJob: Sendable {
  var name: SnapshotName
  var request: PageRequest
  var pageHash: String

  init(_ name: SnapshotName, request: PageRequest, page: [UInt8]) {
    (self.name, self.request) = (name, request)
    pageHash = ContentHash(of: page).text
  }

  /// Returns the key of the screenshot in the index: a hash of the page, its view and the engine.
  ///
  /// The key can be computed before the screenshot is drawn.
  func key(engine: String) -> String {
    // Pages with the same bytes load different files if their folders or sites are different.
    let root = request.siteRoot.map { " \(LoadedFiles.address(of: $0))" } ?? ""
    let location = request.wantsFiles ? "\(LoadedFiles.address(of: request.path))\(root) " : ""
    let view =
      "\(location)\(request.width) \(request.scheme) \(request.isRightToLeft) "
      + "\(request.medium) \(request.state) \(request.scale) \(engine)"
    // The script decides the size of cards and where pages break.
    return ContentHash(of: Array("\(pageHash) \(view) \(request.stillnessScript)".utf8)).text
  }
}
