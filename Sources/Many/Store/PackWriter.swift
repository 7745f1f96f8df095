import Bytes
import Hashing
import OperatingSystem

/// A pack that is being written; when it is complete, it is named after its content.
struct PackWriter: ~Copyable {
  private let folder: StoreFolder
  private let packing: Packing
  private var file: HashedFile

  init(_ folder: StoreFolder, _ packing: Packing) throws(StoreError) {
    self.folder = folder
    self.packing = packing
    file = try HashedFile(folder, "pack")
  }

  /// Returns whether an output has to go into the next pack.
  func isFull(for length: Int) -> Bool {
    file.count > 0 && file.count + packing.form.room(for: length) > packing.mostBytes
  }

  /// Adds an output, and returns its place in the pack, which has no name yet.
  mutating func add(
    _ entry: ManifestEntry, _ output: [UInt8]
  ) throws(StoreError) -> PackPlace {
    let form = packing.form
    if form == .tar {
      file.text.append(contentsOf: TarHeader.of(entry.output, length: output.count))
    }
    let start = file.count
    switch form {
    case .tar: file.text.append(contentsOf: output)
    case .ndjson: file.text.append(packed: entry, output)
    }
    let length = file.count - start
    switch form {
    case .tar: file.text.append(zeros: TarHeader.padding(after: length))
    case .ndjson: file.text.append("\n")
    }
    try file.writeOutIfLarge()
    return PackPlace(pack: PackName(.zero, form), offset: start, length: length)
  }

  /// Completes the pack and returns its name.
  consuming func finish() throws(StoreError) -> PackName {
    // Two empty blocks end an archive.
    if packing.form == .tar { file.text.append(zeros: 2 * TarHeader.size) }
    let (folder, form) = (folder, packing.form)
    return PackName(try file.finish { folder.pack(PackName($0, form)) }, form)
  }
}

extension OutputBuffer {
  fileprivate mutating func append(zeros count: Int) {
    for _ in 0..<count { append(UInt8(0)) }
  }

  /// Appends the line of an output in an `ndjson` pack, without its line feed.
  fileprivate mutating func append(packed entry: ManifestEntry, _ output: [UInt8]) {
    beginObject()
    append(member: "key", escaped: entry.key)
    append(member: "out", entry.output)
    append(key: "output")
    append("\"")
    unsafe output.withUnsafeBufferPointer { unsafe append(jsonText: $0) }
    append("\"}")
  }
}

/// The form and the size of packs, and the files in which outputs are staged until a run ends.
package struct Packing: Sendable {
  let form: PackForm
  let mostBytes: Int
  var files: [NamelessFile] = []

  /// The usual limit, small enough to copy, cache and remove a pack in one go.
  package static let usualBytes = 1 << 28

  /// Packs of limited size; a larger output has a separate pack.
  package init(_ form: PackForm, mostBytes: Int = usualBytes) {
    self.form = form
    self.mostBytes = mostBytes
  }

  /// Reads a staged output.
  func output(at place: StagedPlace, count: Int) throws(StoreError) -> [UInt8] {
    guard files.indices.contains(place.file) else {
      throw StoreError(.corrupt, "tmp", "the file of a staged output does not exist")
    }
    let descriptor = files[place.file].descriptor
    return try attributing(to: "tmp", "a staged output cannot be read") {
      () throws(SystemError) in
      let output = try readBytes(of: descriptor, at: place.offset, count: count)
      if output.count < count { throw .inputOutput }
      return output
    }
  }
}

/// The place of an output that is packed at the end of the run.
package struct StagedPlace: Hashable, Sendable {
  /// The index of the staging file.
  let file: Int
  let offset: Int
}
