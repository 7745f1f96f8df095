import Hashing
import OperatingSystem

/// An open file of a store, which can be read at any offset.
final class StoreFile: Sendable {
  let path: String
  let size: Int
  private let file: OpenFile

  init(_ path: String) throws(StoreError) {
    let file = try attributing(to: path, "cannot be read") { () throws(SystemError) in
      try OpenFile(reading: path)
    }
    let descriptor = file.descriptor
    size = try attributing(to: path, "cannot be read") { () throws(SystemError) in
      try FileFacts(ofDescriptor: descriptor).size
    }
    self.path = path
    self.file = file
  }

  /// Reads up to `count` bytes from an offset; fewer only at the end.
  func bytes(at offset: Int, count: Int) throws(StoreError) -> [UInt8] {
    do {
      return try readBytes(
        of: file.descriptor, at: offset, count: min(count, max(0, size - offset)))
    } catch {
      throw StoreError(error, path, "cannot be read")
    }
  }

  /// A line consists of a key and a few numbers and hashes, or of a packed output.
  static let longestLine = 1 << 24

  /// Returns the rest of the line at an offset, without its line feed; `nil` if it has none.
  func line(at offset: Int, firstRead: Int = 1 << 10) throws(StoreError) -> [UInt8]? {
    var count = firstRead
    while count <= Self.longestLine {
      let bytes = try bytes(at: offset, count: count)
      if let end = bytes.firstIndex(of: 0x0A) { return Array(bytes[..<end]) }
      if bytes.count < count { return nil }
      count *= 4
    }
    return nil
  }

  private static let pieceSize = 1 << 18

  /// Reads everything, piece by piece.
  func forEachPiece(_ body: ([UInt8]) -> Void) throws(StoreError) {
    var offset = 0
    while offset < size {
      let piece = try bytes(at: offset, count: Self.pieceSize)
      if piece.isEmpty { return }
      body(piece)
      offset += piece.count
    }
  }

  /// Returns the hash of the content.
  func hash() throws(StoreError) -> ContentHash {
    var hasher = ContentHasher()
    try forEachPiece { piece in
      unsafe piece.withUnsafeBufferPointer { unsafe hasher.update($0) }
    }
    return hasher.finish()
  }
}
