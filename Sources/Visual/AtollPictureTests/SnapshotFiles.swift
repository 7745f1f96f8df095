import AtollPageShots
package import AtollSnapshots

/// The two files of a pending snapshot: the reference and the new output.
package struct SnapshotFiles {
  package let old: [UInt8]?
  package let new: [UInt8]?
  private let name: SnapshotName

  package init(of snapshot: PendingSnapshots.Snapshot, in pendingSnapshots: PendingSnapshots) {
    name = snapshot.name
    new = try? StoreFiles.contents(of: pendingSnapshots.pendingPath(of: name))
    if name.isScreenshot {
      let cache = ScreenshotCache(ofStoreIn: pendingSnapshots.folder)
      old =
        cache.baseline(of: name)
        ?? pendingSnapshots.acceptedScreenshot(of: name).flatMap {
          cache.picture(withHash: $0.hash)
        }
    } else {
      old = try? StoreFiles.contents(of: "\(pendingSnapshots.folder)/\(name)")
    }
  }

  /// Returns the difference as a picture or a unified diff; `nil` if a file is missing or
  /// unreadable.
  package func difference(_ extent: LineDifference.Extent) -> [UInt8]? {
    guard let old, let new else { return nil }
    guard name.isScreenshot else {
      let text = LineDifference(from: old, to: new).text(extent)
      let head = extent == .whole ? "--- \(name)\n+++ \(name)\n" : ""
      return Array("\(head)\(text)".utf8)
    }
    guard let pictures = try? PNGReader.read(old, new) else { return nil }
    return PNGWriter.write(Comparison.differencePicture(of: pictures.0, pictures.1))
  }
}
