import AtollBytes
import AtollHashing
import AtollOperatingSystem

/// A file that an export has written or is about to remove, but has not published yet.
struct StagedFile {
  var fileRecord: ExportRecord.File
  let change: StoryChange
  let mediaType: String

  var exportedFile: ExportedFile {
    ExportedFile(
      change: change, name: fileRecord.name, encoding: fileRecord.encoding, mediaType: mediaType,
      hash: fileRecord.hash, byteCount: fileRecord.byteCount)
  }

  /// Writes the file to a path where nothing is yet, and notes the hash, size and time of the file.
  mutating func write(_ content: [UInt8], to path: String) throws {
    let newFile = try attributingSystemErrors(to: path, problem: "cannot be created") {
      try NewFile(at: path)
    }
    let descriptor = newFile.descriptor
    try attributingSystemErrors(to: path, problem: "cannot be written") {
      try writeAll(content, to: descriptor)
    }
    let metadata = try attributingSystemErrors(to: path, problem: "cannot be read") {
      try FileMetadata(ofDescriptor: descriptor)
    }
    fileRecord.hash = ContentHash(of: content)
    fileRecord.byteCount = content.count
    fileRecord.modificationNanoseconds = metadata.modificationTime.nanosecondsSinceEpoch
    newFile.keep()
  }
}

extension ExportedFile {
  init(removed file: ExportRecord.File) {
    self.init(
      change: .removed, name: file.name, encoding: file.encoding, mediaType: "", hash: nil,
      byteCount: 0)
  }
}

extension FileMetadata.Time {
  var nanosecondsSinceEpoch: Int { seconds &* 1_000_000_000 &+ nanoseconds }
}

/// A list of the stories of an export, such as a sitemap.
package struct ExportList: Hashable, Sendable {
  package let name: String
  package let mediaType: String
  package let content: [UInt8]

  package init(name: String, mediaType: String, content: [UInt8]) {
    self.name = name
    self.mediaType = mediaType
    self.content = content
  }
}

/// A function that makes the lists of a run and passes each of them to `add`.
package typealias ListMaker = (
  _ run: StoredRun, _ store: SiteStore, _ add: (ExportList) throws -> Void
) throws -> Void
