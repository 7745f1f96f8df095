import Bytes
import Hashing
import OperatingSystem

/// A manifest that is written from entries in the order of their keys.
struct ManifestWriter: ~Copyable {
  private let folder: StoreFolder
  private let file: NewFile
  private var text = OutputBuffer(capacity: pieceSize)
  private var hasher = ContentHasher()
  private var totals = ManifestReader.Totals()

  private static let pieceSize = 1 << 17

  init(_ folder: StoreFolder, _ fingerprint: OutputFingerprint) throws(StoreError) {
    self.folder = folder
    file = try folder.newFile("manifest")
    text.append(contentsOf: fingerprint.headerLine())
  }

  mutating func add(_ entry: ManifestEntry) throws(StoreError) {
    guard totals.add(entry) else {
      throw .corrupt(file.path, line: totals.stories, "the sum of the sizes overflows")
    }
    text.append(entry)
    if text.count > Self.pieceSize { try writeOut() }
  }

  private mutating func writeOut() throws(StoreError) {
    unsafe text.withBytes { unsafe hasher.update($0) }
    try text.writeOut(to: file.descriptor, at: file.path)
  }

  /// Completes the manifest and returns the name of its run.
  consuming func finish() throws(StoreError) -> ContentHash {
    text.append(contentsOf: totals.line())
    try writeOut()
    let run = hasher.finish()
    do throws(SystemError) { try file.synchronize() } catch {
      throw StoreError(error, file.path, "cannot be written")
    }
    try file.rename(to: folder.manifest(run))
    return run
  }
}
