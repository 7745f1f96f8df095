import Bytes
import OperatingSystem
package import Hashing

/// Writes one output after another into a store, each under the name that its content gives it, or to where
/// small ones wait to be packed.
package struct ObjectWriter: ~Copyable {
  private let run: StoreRun
  /// Where outputs wait to be packed, if they are to be, and how many bytes do.
  private var waitingRoom: (file: NamelessFile, number: Int)?
  private var waitingCount = 0
  private var bytes = OutputBuffer(capacity: 1 << 16)
  private var hasher = ContentHasher()
  private var size = 0
  /// Where the beginning of a long output waits for its end.
  private var file: NewFile?

  /// Longer outputs are files of their own in any case.
  private static let longestInMemory = 1 << 20

  /// A writer for one thread of a run.
  package init(_ run: StoreRun) { self.run = run }

  private var folder: StoreFolder { run.folder }

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

  /// An output that was written.
  package struct Written {
    package let name: ContentHash
    package let size: Int
    /// Where in a pack it is already.
    package var place: PackPlace?
    /// Where it waits to be packed.
    package var waiting: WaitingPlace?
  }

  /// Ends the output and puts it in its place, unless it is there already.
  package mutating func finish(insteadOf known: ManifestEntry? = nil) throws(StoreError) -> Written
  {
    var written = Written(name: hasher.finish(), size: size)
    defer { begin() }
    if let known, known.output == written.name, let place = known.place {
      written.place = place
      return written
    }
    let path = folder.object(written.name)
    if (try? FileFacts(of: path).size) == size { return written }
    if file == nil { written.waiting = try wait() }
    if written.waiting == nil {
      try writeOut()
      try place(path)
    }
    return written
  }

  /// Puts an output where it waits to be packed, if it is to be.
  private mutating func wait() throws(StoreError) -> WaitingPlace? {
    if waitingRoom == nil { waitingRoom = try run.makeWaitingRoom() }
    guard let room = waitingRoom else { return nil }
    let place = WaitingPlace(file: room.number, offset: waitingCount)
    try naming(folder.workplace, "cannot be written") { () throws(SystemError) in
      try unsafe bytes.withBytes { (bytes) throws(SystemError) in
        try unsafe writeAll(bytes, to: room.file.descriptor)
      }
    }
    waitingCount += size
    return place
  }

  private mutating func writeOut() throws(StoreError) {
    if file == nil { file = try folder.newFile("object") }
    let descriptor = file?.descriptor ?? -1
    try naming(folder.workplace, "cannot be written") { () throws(SystemError) in
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
