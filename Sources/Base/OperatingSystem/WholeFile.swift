import Bytes

/// A reader of whole files into memory, which leaves room after them for the padding of
/// `JSONReader`.
package enum WholeFile {
  /// The maximum number of bytes that are read, because slices of an input have 32-bit offsets.
  package static let maximumSize = Int(UInt32.max) - 4096

  /// The most bytes that are read from a device such as `/dev/zero`, which may never end.
  package static let maximumDeviceReadSize = 1 << 20

  private static let initialReadSize = 1 << 16
  private static let maximumReadSize = 1 << 24

  /// The kinds of files that are read.
  package enum AcceptedKinds: Sendable {
    /// Regular files, devices and pipes; opening a pipe waits for its writer, as `cat` does.
    case all
    /// Regular files only, so that reading never waits.
    case regular
  }

  /// Returns the content of a file.
  package static func bytes(
    of path: String, atMost limit: Int = maximumSize, accepting kinds: AcceptedKinds = .all
  ) throws(ReadError) -> [UInt8] {
    let file = try ReadError.translating(OpenFile(reading: path, waits: kinds == .all))
    let metadata = try ReadError.translating(FileMetadata(ofDescriptor: file.descriptor))
    switch metadata.kind {
    case .folder: throw .folder
    case .device, .pipe, .link, .other:
      guard kinds == .all else { throw .notRegularFile }
      return try bytes(ofDescriptor: file.descriptor, atMost: limit)
    case .file:
      if metadata.size > limit { throw .tooLarge(limit: limit) }
      return try bytes(ofDescriptor: file.descriptor, expecting: metadata.size, atMost: limit)
    }
  }

  /// Returns all that can be read from a descriptor; fastest if that is exactly `size` bytes.
  package static func bytes(
    ofDescriptor descriptor: Int32, expecting size: Int = 0, atMost limit: Int = maximumSize
  ) throws(ReadError) -> [UInt8] {
    var bytes: [UInt8] = []
    let isDevice = try ReadError.translating(FileMetadata.isDevice(descriptor))
    if size > 0 {
      guard LargeMemory.isAvailable(size + JSONReader.padding) else { throw .noMemory(size) }
      bytes = try ReadError.translating(
        readBytes(of: descriptor, count: size, spare: JSONReader.padding))
    }
    // After `size` bytes, a file usually has no more; pipes are read in larger and larger pieces.
    var next = initialReadSize
    while true {
      let count = next
      let more = try ReadError.translating(readBytes(of: descriptor, count: count))
      if more.isEmpty { return bytes }
      let total = bytes.count + more.count
      if total > limit { throw .tooLarge(limit: limit) }
      if isDevice, total > maximumDeviceReadSize { throw .device }
      if total > bytes.capacity {
        let capacity = max(total + JSONReader.padding, bytes.capacity * 2)
        guard LargeMemory.isAvailable(capacity) else { throw .noMemory(total) }
        bytes.reserveCapacity(capacity)
      }
      bytes += more
      next = min(next * 2, maximumReadSize)
    }
  }
}
