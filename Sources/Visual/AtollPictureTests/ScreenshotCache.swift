import AtollHashing
import AtollPageShots
import AtollSnapshots

/// A cache of screenshots and layouts in a folder that git ignores; the hash of the screenshot is
/// the key.
package struct ScreenshotCache: Sendable {
  private let folder: String

  package init(below workFolder: String) { folder = "\(workFolder)/cache" }

  package init(ofStoreIn store: String) {
    self.init(below: "\(store)/\(RunRecord.folderName)")
  }

  /// Returns the hash of a screenshot's file; the manifest lists screenshots by this hash.
  package static func hash(of file: [UInt8]) -> String { ContentHash(of: file).text }

  package func path(of hash: String) -> String { "\(folder)/\(hash).png" }

  package func contains(_ hash: String) -> Bool {
    StoreFiles.modificationStamp(of: path(of: hash)) != nil
  }

  /// Returns the screenshot with a hash; `nil` if its file is missing or damaged.
  func picture(withHash hash: String) -> [UInt8]? {
    (try? StoreFiles.contents(of: path(of: hash))).flatMap {
      Self.hash(of: $0) == hash ? $0 : nil
    }
  }

  func layout(ofPictureWithHash hash: String) -> UnparsedLayout? {
    (try? StoreFiles.contents(of: "\(folder)/\(hash).layout")).map { UnparsedLayout($0) }
  }

  /// Returns the screenshot that the last comparison drew from the page of a commit; `nil` if it
  /// used the accepted screenshot.
  func baseline(of name: SnapshotName) -> [UInt8]? {
    try? StoreFiles.contents(of: baselinePath(of: name))
  }

  func store(_ screenshot: Screenshot, for hash: String) {
    try? StoreFiles.replace(path(of: hash), with: screenshot.file)
    if let layout = screenshot.layout {
      try? StoreFiles.replace("\(folder)/\(hash).layout", with: layout.bytes)
    }
  }

  func storeBaseline(_ file: [UInt8], of name: SnapshotName) {
    try? StoreFiles.replace(baselinePath(of: name), with: file)
  }

  func removeBaseline(of name: SnapshotName) { try? StoreFiles.remove(baselinePath(of: name)) }

  private func baselinePath(of name: SnapshotName) -> String { "\(folder)/before/\(name)" }
}
