import Bytes
import OperatingSystem
import Hashing

/// Moves outputs from where they waited into packs, and writes the names of the packs into the manifest.
///
/// It is given the outputs in the order of their keys, so that the same outputs make the same packs.
struct Packer: ~Copyable {
  private let folder: StoreFolder
  private let packing: Packing
  private var pack: PackWriter?
  /// Where in the manifest the name of the pack belongs, which it gets at its end.
  private var blanks: [Int] = []

  init(_ folder: StoreFolder, _ packing: Packing) {
    self.folder = folder
    self.packing = packing
  }

  /// Whether the pack has to be closed before an output of this size goes into one.
  func isFull(for length: Int) -> Bool { pack?.isFull(for: length) == true }

  /// Adds an output whose pack has no name yet.
  mutating func add(
    _ entry: ManifestEntry, from waiting: WaitingPlace
  ) throws(StoreError) -> PackPlace {
    let output = try packing.output(at: waiting, count: entry.size)
    if pack == nil { pack = try PackWriter(folder, packing) }
    let range = try pack?.add(entry, output) ?? 0..<0
    return PackPlace(
      pack: PackName(.zero, packing.form), offset: range.lowerBound, length: range.count)
  }

  /// Takes note of a place in the manifest where the name belongs.
  mutating func leaveBlank(at offset: Int) { blanks.append(offset) }

  /// Closes the pack, and writes its name wherever it belongs.
  mutating func close(manifest: Int32) throws(StoreError) {
    guard let pack = pack.take() else { return }
    let name = Array(try pack.finish().hash.text.utf8)
    for blank in blanks { try fill(blank, with: name, of: manifest) }
    blanks.removeAll(keepingCapacity: true)
  }

  private func fill(_ blank: Int, with name: [UInt8], of manifest: Int32) throws(StoreError) {
    try naming(folder.workplace, "cannot be written") { () throws(SystemError) in
      try writeAll(name, to: manifest, at: blank)
    }
  }
}

/// Where outputs wait for a run's end, and what they are to be packed in then.
package struct Packing: Sendable {
  let form: PackForm
  let mostBytes: Int
  var files: [NamelessFile] = []

  /// How large a pack gets unless it is said, so that it can be copied, cached and removed in one go.
  package static let usualBytes = 1 << 28

  /// Packs of a form and of so many bytes at most; an output that is larger has one alone.
  package init(_ form: PackForm, mostBytes: Int = usualBytes) {
    self.form = form
    self.mostBytes = mostBytes
  }

  /// The bytes of an output that waits.
  fileprivate func output(at place: WaitingPlace, count: Int) throws(StoreError) -> [UInt8] {
    guard files.indices.contains(place.file) else {
      throw StoreError(.corrupt, "tmp", "an output waits where nothing is")
    }
    let descriptor = files[place.file].descriptor
    return try naming("tmp", "an output that waits cannot be read") { () throws(SystemError) in
      let output = try readBytes(of: descriptor, at: place.offset, count: count)
      if output.count < count { throw .inputOutput }
      return output
    }
  }
}

/// Where an output waits: in which of the files, and where there.
package struct WaitingPlace: Hashable, Sendable {
  let file: Int
  let offset: Int
}
