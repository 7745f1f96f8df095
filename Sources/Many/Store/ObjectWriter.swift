import Bytes
package import Hashing
import OperatingSystem

/// A writer of one output after another: into files named after their content, or, if they are small and the run
/// packs outputs, into a staging file.
package struct ObjectWriter: ~Copyable {
  private let run: StoreRun
  private var staging: (file: NamelessFile, number: Int)?
  /// The number of bytes in the staging file.
  private var stagedCount = 0
  private var bytes = OutputBuffer(capacity: 1 << 16)
  private var hasher = ContentHasher()
  private var size = 0
  /// The file of an output that is too long for memory.
  private var file: NewFile?

  /// Longer outputs are written to a file as they come, and are never packed.
  private static let longestInMemory = 1 << 20

  /// A writer for one thread of a run.
  package init(_ run: StoreRun) { self.run = run }

  private var folder: StoreFolder { run.folder }

  /// Begins an output, and discards one that was not finished.
  package mutating func begin() {
    bytes.clear()
    hasher = ContentHasher()
    size = 0
    file = nil
  }

  package mutating func write(_ piece: UnsafeBufferPointer<UInt8>) throws(StoreError) {
    unsafe hasher.update(piece)
    unsafe bytes.append(contentsOf: piece)
    size += piece.count
    if bytes.count > Self.longestInMemory { try writeOut() }
  }

  /// A complete output.
  package struct Written {
    package let name: ContentHash
    package let size: Int
    /// Its place in an existing pack.
    package var place: PackPlace?
    /// Its place in a staging file.
    package var staged: StagedPlace?
  }

  /// Completes the output, and stores it unless the store has it already.
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
    if file == nil { written.staged = try stage() }
    if written.staged == nil {
      try writeOut()
      try file.take()?.rename(to: path)
    }
    return written
  }

  /// Writes the output to the staging file; returns `nil` if the run does not pack outputs.
  private mutating func stage() throws(StoreError) -> StagedPlace? {
    if staging == nil { staging = try run.makeStagingFile() }
    guard let staging else { return nil }
    let place = StagedPlace(file: staging.number, offset: stagedCount)
    try bytes.writeOut(to: staging.file.descriptor, at: folder.workFolder)
    stagedCount += size
    return place
  }

  private mutating func writeOut() throws(StoreError) {
    if file == nil { file = try folder.newFile("object") }
    try bytes.writeOut(to: file?.descriptor ?? -1, at: folder.workFolder)
  }
}
