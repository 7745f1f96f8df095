import AtollPageShots
import AtollSnapshots
import Synchronization

/// An index of the pages that earlier runs have drawn, in a file in the work folder.
///
/// A screenshot is the same if the engine, its fonts, the page's bytes and the loaded files are the
/// same.
struct ScreenshotIndex {
  struct Entry: Hashable, Sendable {
    /// The screenshot's hash.
    var hash: String
    /// The hashes of the files that the page loaded, by path.
    var fileHashes: [String: String] = [:]

    /// The paths of the files that the page loads, but that do not exist.
    var missingFiles: [String] {
      fileHashes.filter { $0.value == LoadedFileHashes.hashOfMissingFile }.map(\.key)
    }
  }

  private let path: String
  /// The entries, by `ScreenshotJob.key`.
  let entries: [String: Entry]
  /// The number of pages above which a run begins a new index.
  private static let maximumPageCount = 50_000

  init(below workFolder: String) {
    path = "\(workFolder)/known-pictures"
    let bytes = (try? StoreFiles.contents(of: path)) ?? []
    var entries: [String: Entry] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      guard words.count >= 2, words.count.isMultiple(of: 2) else { continue }
      var picture = Entry(hash: words[1])
      for index in stride(from: 2, to: words.count, by: 2) {
        guard let file = LoadedFiles.path(of: words[index + 1]) else { continue }
        picture.fileHashes[file] = words[index]
      }
      if picture.fileHashes.count == words.count / 2 - 1 { entries[words[0]] = picture }
    }
    self.entries = entries
  }

  /// Writes the index with the pages of this run added.
  func write(_ newEntries: [String: Entry]) {
    let all =
      entries.count > Self.maximumPageCount
      ? newEntries : entries.merging(newEntries) { _, new in new }
    let lines = all.sorted { $0.key < $1.key }.map { key, picture in
      let files = picture.fileHashes.sorted { $0.key < $1.key }.map { path, hash in
        " \(hash) \(LoadedFiles.address(of: path))"
      }
      return "\(key) \(picture.hash)\(files.joined())\n"
    }
    try? StoreFiles.replace(path, with: Array(lines.joined().utf8))
  }
}

/// The hashes of the files that pages load during a run; each file is read once.
final class LoadedFileHashes: Sendable {
  /// The path of a file that is written when the run begins; its modification time marks the start.
  private let startMarkerPath: String
  private let hashes = Mutex<[String: String]>([:])

  fileprivate static let hashOfMissingFile = "-"

  init(below workFolder: String) {
    startMarkerPath = "\(workFolder)/began"
    try? StoreFiles.replace(startMarkerPath, with: [])
  }

  /// Returns whether all files have these hashes.
  func match(_ known: [String: String]) -> Bool {
    known.allSatisfy { hash(of: $0.key) == $0.value }
  }

  /// Returns the hashes of the files that a page loaded; `nil` if the hashes are not certain.
  ///
  /// A file that was written during the run may have changed after the page was drawn.
  func hashes(of loaded: LoadedFiles?) -> [String: String]? {
    guard let loaded else { return [:] }
    guard loaded.isComplete else { return nil }
    var found: [String: String] = [:]
    for path in loaded.paths {
      guard let hash = hash(of: path), !StoreFiles.isModified(path, since: startMarkerPath) else {
        return nil
      }
      found[path] = hash
    }
    return found
  }

  private func hash(of path: String) -> String? {
    if let known = hashes.withLock({ $0[path] }) { return known }
    let hash: String
    do {
      hash = try StoreFiles.contents(of: path).map(ScreenshotCache.hash) ?? Self.hashOfMissingFile
    } catch {
      return nil
    }
    hashes.withLock { $0[path] = hash }
    return hash
  }
}
