import Bytes
import Hashing
import OperatingSystem

/// A new file that is hashed while it is written, and named after its content.
struct HashedFile: ~Copyable {
  private let file: NewFile
  private var hasher = ContentHasher()
  /// The bytes that are not in the file yet.
  var text = OutputBuffer(capacity: pieceSize)
  /// The number of bytes in the file.
  private var written = 0
  /// Bytes in the file were replaced, so the hash is not that of the content.
  private var isPatched = false

  private static let pieceSize = 1 << 17

  /// Creates the file in the work folder.
  init(_ folder: StoreFolder, _ stem: String) throws(StoreError) {
    file = try folder.newFile(stem)
  }

  var path: String { file.path }
  /// The number of all bytes.
  var count: Int { written + text.count }

  /// Writes the bytes to the file if there are many.
  mutating func writeOutIfLarge() throws(StoreError) {
    if text.count > Self.pieceSize { try writeOut() }
  }

  private mutating func writeOut() throws(StoreError) {
    unsafe text.withBytes { unsafe hasher.update($0) }
    written += text.count
    try text.writeOut(to: file.descriptor, at: file.path)
  }

  /// Replaces bytes at these offsets.
  mutating func replace(at offsets: [Int], with bytes: [UInt8]) throws(StoreError) {
    if offsets.isEmpty { return }
    try writeOut()
    isPatched = true
    let descriptor = file.descriptor
    try attributing(to: file.path, "cannot be written") { () throws(SystemError) in
      for offset in offsets { try writeAll(bytes, to: descriptor, at: offset) }
    }
  }

  /// Renames the complete file to the path for its hash, and returns the hash.
  consuming func finish(
    synchronizing: Bool = false, as path: (ContentHash) -> String
  ) throws(StoreError) -> ContentHash {
    try writeOut()
    let hash = isPatched ? try StoreFile(file.path).hash() : hasher.finish()
    if synchronizing {
      do throws(SystemError) { try file.synchronize() } catch {
        throw StoreError(error, file.path, "cannot be written")
      }
    }
    try file.rename(to: path(hash))
    return hash
  }
}
