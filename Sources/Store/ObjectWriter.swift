import Bytes
import Files
package import Hashing

/// Writes one output after another into a store, each under the name that its content gives it.
package struct ObjectWriter: ~Copyable {
  private let folder: StoreFolder
  /// What keeps the files of two writers apart.
  private let number: Int
  private var bytes = OutputBuffer(capacity: 1 << 16)
  private var hasher = ContentHasher()
  private var size = 0
  /// Where the beginning of a long output waits for its end.
  private var file: NewFile?

  /// Outputs that are longer wait in a file for their names.
  private static let longestInMemory = 1 << 20

  init(_ folder: StoreFolder, number: Int) {
    self.folder = folder
    self.number = number
  }

  /// Begins an output; what was written of another one is forgotten.
  package mutating func begin() {
    bytes.clear()
    hasher = ContentHasher()
    size = 0
    file = nil
  }

  /// Adds to the output.
  package mutating func write(_ piece: UnsafeBufferPointer<UInt8>) throws(StoreError) {
    unsafe hasher.update(piece)
    unsafe bytes.append(contentsOf: piece)
    size += piece.count
    if bytes.count > Self.longestInMemory { try writeOut() }
  }

  /// Ends the output and puts it in its place, unless it is there already.
  package mutating func finish() throws(StoreError) -> (name: ContentHash, size: Int) {
    let name = hasher.finish()
    let result = (name, size)
    let path = folder.object(name)
    if (try? FileFacts(of: path).size) != size {
      try writeOut()
      try place(path)
    }
    begin()
    return result
  }

  private mutating func writeOut() throws(StoreError) {
    let path = "\(folder.workplace)/\(number)"
    if file == nil {
      file = try naming(path, "cannot be written") { () throws(SystemError) in
        try NewFile(at: path)
      }
    }
    let descriptor = file?.descriptor ?? -1
    try naming(path, "cannot be written") { () throws(SystemError) in
      try unsafe bytes.withBytes { (bytes) throws(SystemError) in
        try unsafe writeAll(bytes, to: descriptor)
      }
    }
    bytes.clear()
  }

  private mutating func place(_ path: String) throws(StoreError) {
    guard let file = file.take() else { return }
    do {
      try file.finish(as: path)
    } catch {
      throw StoreError(error, path, "cannot be put in its place")
    }
  }
}
