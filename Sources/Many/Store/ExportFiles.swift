import Bytes
import Hashing
import OperatingSystem

/// A file that an export has written or is about to remove, but has not published yet.
struct StagedFile {
  var file: ExportRecord.File
  let change: StoryChange
  let type: String

  var exported: ExportedFile {
    ExportedFile(
      change: change, name: file.name, encoding: file.encoding, type: type, hash: file.hash,
      bytes: file.bytes)
  }
}

extension ExportedFile {
  init(removed file: ExportRecord.File) {
    self.init(
      change: .removed, name: file.name, encoding: file.encoding, type: "", hash: nil, bytes: 0)
  }
}

/// A new file that is hashed while it is written.
struct HashedFileWriter: ~Copyable {
  let path: String
  private let file: NewFile
  private var hasher = ContentHasher()
  private var byteCount = 0

  init(at path: String) throws {
    self.path = path
    file = try attributing(to: path, "cannot be created") {
      try NewFile(at: path)
    }
  }

  mutating func write(_ content: Span<UInt8>) throws {
    hasher.update(content)
    byteCount += content.count
    let descriptor = file.descriptor
    try attributing(to: path, "cannot be written") { try writeAll(content, to: descriptor) }
  }

  /// Writes the content of a buffer and empties it.
  mutating func write(_ buffer: inout OutputBuffer) throws {
    let bytes = buffer.bytes()
    try write(bytes.span)
    buffer.clear()
  }

  /// Keeps the file, and returns its entry for a record.
  ///
  /// - Parameter source: The hash of what the file was made from; if `nil`, the hash of the file
  ///   itself.
  consuming func finish(
    name: String, key: [UInt8]?, encoding: FileEncoding = .identity, source: ContentHash? = nil
  ) throws -> ExportRecord.File {
    let descriptor = file.descriptor
    let metadata = try attributing(to: path, "cannot be read") {
      try FileMetadata(ofDescriptor: descriptor)
    }
    let hash = hasher.finish()
    let record = ExportRecord.File(
      name: name, key: key, encoding: encoding, source: source ?? hash, hash: hash,
      bytes: byteCount, modificationNanoseconds: metadata.modified.nanosecondsSinceEpoch)
    file.keep()
    return record
  }
}

extension FileMetadata.Time {
  var nanosecondsSinceEpoch: Int { seconds &* 1_000_000_000 &+ nanoseconds }
}

/// A list of the stories of an export, such as a sitemap.
package struct ExportList: Hashable, Sendable {
  package let name: String
  package let type: String
  package let content: [UInt8]

  package init(name: String, type: String, content: [UInt8]) {
    self.name = name
    self.type = type
    self.content = content
  }
}

/// A function that makes the lists of a run and passes each of them to `add`.
package typealias ListMaker = (
  _ store: SiteStore, _ run: StoredRun, _ add: (ExportList) throws -> Void
) throws -> Void
