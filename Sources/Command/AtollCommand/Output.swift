import OperatingSystem

/// The open target of a result: standard output, a descriptor, a device or a file.
///
/// A file appears under its name only when all of it is on the disk.
struct Output: ~Copyable {
  /// The name in messages.
  let name: String
  let descriptor: Int32
  private let file: OpenFile?
  private var replacement: ReplacementFile?

  /// Standard output.
  init() {
    name = "standard output"
    descriptor = 1
    file = nil
    replacement = nil
  }

  /// The file, device or pipe of another descriptor of this process, written at its current offset.
  init(toDescriptor other: Int32, named path: String) throws(SystemError) {
    let file = try OpenFile(duplicating: other)
    self.init(file, name: path)
  }

  /// A device such as `/dev/null`, or a named pipe, written in place.
  init(toDevice path: String) throws(SystemError) {
    let file = try OpenFile(writing: path)
    self.init(file, name: path)
  }

  private init(_ file: consuming OpenFile, name: String) {
    self.name = name
    descriptor = file.descriptor
    self.file = consume file
    replacement = nil
  }

  /// The new content of the file at `path`.
  ///
  /// An existing file keeps its permissions, unless the new one is `forOwnerAlone`.
  init(toFile path: String, forOwnerAlone: Bool = false) throws(SystemError) {
    let replacement = try ReplacementFile(at: path, forOwnerAlone: forOwnerAlone)
    name = path
    descriptor = replacement.descriptor
    file = nil
    self.replacement = consume replacement
  }

  /// Appends bytes.
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(CommandError) {
    if replacement != nil, HeldBackSignals.isAnyPending { throw .silent(.interrupted) }
    do {
      if replacement == nil { try unsafe writeAll(bytes, to: descriptor) }
      try unsafe replacement?.append(bytes)
    } catch {
      throw .writing(error, to: name)
    }
  }

  /// Gives a file its name; until then the old file is there, or none.
  consuming func finish() throws(CommandError) {
    guard let replacement = replacement.take() else { return }
    do { try replacement.synchronize() } catch { throw .writing(error, to: name) }
    if HeldBackSignals.isAnyPending { throw .silent(.interrupted) }
    do { try replacement.finish() } catch {
      throw .failure(
        ExitCode(placing: error), "cannot be put in place: \(error.message)", at: name)
    }
  }
}
