import AtollBytes
import AtollOperatingSystem

/// An open destination of a result: standard output, a descriptor, a device or a file.
///
/// A file appears under its name only when it is complete and on disk.
struct Output: ~Copyable {
  /// The name in messages.
  let name: String
  let descriptor: Int32
  private let file: OpenFile?
  private var replacement: ReplacementFile?

  /// Creates an output that writes to standard output.
  init() {
    name = "standard output"
    descriptor = 1
    file = nil
    replacement = nil
  }

  /// Creates an output that writes to another open descriptor of this process, at
  /// its current offset.
  init(toDescriptor other: Int32, named path: String) throws(SystemError) {
    let file = try OpenFile(duplicating: other)
    self.init(file, name: path)
  }

  /// Creates an output that writes to a device such as `/dev/null`, or to a named pipe.
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

  /// Creates an output that replaces the file at `path`.
  ///
  /// An existing file keeps its permissions, unless `forOwnerAlone` is `true`.
  init(toFile path: String, forOwnerAlone: Bool = false) throws(SystemError) {
    let replacement = try ReplacementFile(at: path, forOwnerAlone: forOwnerAlone)
    name = path
    descriptor = replacement.descriptor
    file = nil
    self.replacement = consume replacement
  }

  mutating func write(_ bytes: Span<UInt8>) throws {
    if replacement != nil, BlockedSignals.isAnyPending { throw CommandEnding.silent(.interrupted) }
    try attributingWriteErrors(to: name) {
      if replacement == nil { try writeAll(bytes, to: descriptor) }
      try replacement?.append(bytes)
    }
  }

  /// Moves a complete file to its final path; an existing file remains until then.
  consuming func finish() throws {
    guard let replacement = replacement.take() else { return }
    try attributingWriteErrors(to: name) { try replacement.synchronize() }
    if BlockedSignals.isAnyPending { throw CommandEnding.silent(.interrupted) }
    do { try replacement.finish() } catch {
      throw Failure(error, placing: name)
    }
  }
}
