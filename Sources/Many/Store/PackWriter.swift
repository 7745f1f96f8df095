import Bytes
import OperatingSystem
import Hashing

/// Writes a pack: one output behind another, and at the end the name that its content gives it.
struct PackWriter: ~Copyable {
  private let folder: StoreFolder
  private let form: PackForm
  private let mostBytes: Int
  private let file: NewFile
  private var text = OutputBuffer(capacity: 1 << 18)
  private var hasher = ContentHasher()
  /// What was written of it.
  private var written = 0

  init(_ folder: StoreFolder, _ packing: Packing) throws(StoreError) {
    self.folder = folder
    form = packing.form
    mostBytes = packing.mostBytes
    file = try folder.newFile("pack")
  }

  /// Whether an output has to go into the next pack.
  func isFull(for length: Int) -> Bool {
    let size = written + text.count
    return size > 0 && size + form.room(for: length) > mostBytes
  }

  /// Adds an output, and tells where in the pack it stands.
  mutating func add(_ entry: ManifestEntry, _ output: [UInt8]) throws(StoreError) -> Range<Int> {
    let start: Int
    switch form {
    case .tar:
      text.append(contentsOf: TarHeader.of(entry.output, length: output.count))
      start = written + text.count
      text.append(contentsOf: output)
    case .ndjson:
      start = written + text.count
      text.append(packed: entry, output)
    }
    let place = start..<written + text.count
    switch form {
    case .tar: text.append(zeros: TarHeader.padding(behind: place.count))
    case .ndjson: text.append("\n")
    }
    if text.count > 1 << 18 { try writeOut() }
    return place
  }

  private mutating func writeOut() throws(StoreError) {
    let descriptor = file.descriptor
    unsafe text.withBytes { unsafe hasher.update($0) }
    try naming(file.path, "cannot be written") { () throws(SystemError) in
      try unsafe text.withBytes { (bytes) throws(SystemError) in
        try unsafe writeAll(bytes, to: descriptor)
      }
    }
    written += text.count
    text.clear()
  }

  /// Gives the pack its name.
  consuming func finish() throws(StoreError) -> PackName {
    // Two empty blocks are the end of an archive.
    if form == .tar { text.append(zeros: 2 * TarHeader.size) }
    try writeOut()
    let name = PackName(hasher.finish(), form)
    let target = folder.pack(name)
    do throws(SystemError) {
      try file.finish(as: target)
    } catch {
      throw StoreError(error, target, "cannot be put in its place")
    }
    return name
  }
}

extension OutputBuffer {
  fileprivate mutating func append(zeros count: Int) {
    for _ in 0..<count { append(UInt8(0)) }
  }

  /// Appends the line of an output, without its end.
  fileprivate mutating func append(packed entry: ManifestEntry, _ output: [UInt8]) {
    append("{\"key\":\"")
    append(contentsOf: entry.key)
    append("\",\"out\":\"")
    append(entry.output)
    append("\",\"output\":\"")
    unsafe output.withUnsafeBufferPointer { unsafe append(jsonText: $0) }
    append("\"}")
  }
}
