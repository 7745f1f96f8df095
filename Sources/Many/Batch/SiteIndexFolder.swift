import OperatingSystem
import Store

/// The folder that lists of a site's stories are written to, with a record of the files that are in it.
///
/// Files that stay the same are not touched. The record is written before any file that it does not name yet, so that a
/// run that was killed leaves no unknown file.
struct SiteIndexFolder {
  private let path: String
  private let planned: (String) throws(StoreError) -> Void
  private var known: Set<String> = []
  private var current: Set<String> = []
  private(set) var counts = FileCounts()

  private static let recordName = ".atoll-index"

  init(
    _ path: String, planned: @escaping (String) throws(StoreError) -> Void
  ) throws(StoreError) {
    self.path = path
    self.planned = planned
    known = try Self.names(inRecord: "\(path)/\(Self.recordName)")
  }

  private static func names(inRecord path: String) throws(StoreError) -> Set<String> {
    let bytes: [UInt8]
    do throws(WholeFile.ReadError) { bytes = try WholeFile.bytes(of: path) } catch {
      if case .system(let cause) = error {
        if cause.isMissing { return [] }
        throw StoreError(cause, path, "cannot be read")
      }
      throw StoreError(.corrupt, path, "this is not a file that lists the files of earlier runs")
    }
    let names = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    guard !names.contains(where: { $0.utf8.contains(UInt8(ascii: "/")) }) else {
      throw StoreError(
        .corrupt, path, "the record names a file in another folder",
        advice: "remove the folder; all files in it are written again")
    }
    return Set(names)
  }

  /// Writes a file unless it is already there with the same content.
  mutating func write(_ name: String, _ content: [UInt8]) throws(StoreError) {
    current.insert(name)
    let file = "\(path)/\(name)"
    if let old = try? WholeFile.bytes(of: file), old == content {
      counts.unchanged += 1
      return
    }
    if known.insert(name).inserted { try writeRecord(known) }
    try planned(name)
    try Self.write(content, to: file)
    counts.written += 1
  }

  /// Removes the files of earlier runs that this one did not write.
  mutating func finish() throws(StoreError) {
    for name in known.subtracting(current).sorted() {
      try planned(name)
      let file = "\(path)/\(name)"
      try attributing(to: file, "cannot be removed") { () throws(SystemError) in
        try Folders.removeFile(file)
      }
      counts.removed += 1
    }
    try writeRecord(current)
  }

  private func writeRecord(_ names: Set<String>) throws(StoreError) {
    let text = names.sorted().map { "\($0)\n" }.joined()
    try Self.write(Array(text.utf8), to: "\(path)/\(Self.recordName)")
  }

  private static func write(_ content: [UInt8], to file: String) throws(StoreError) {
    try attributing(to: file, "cannot be written") { () throws(SystemError) in
      try replaceFile(at: file, with: content)
    }
  }
}
