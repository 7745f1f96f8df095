import Bytes

/// Reads whole files into memory, with room after them for the padding of `JSONReader`.
package enum WholeFile {
  /// The maximum number of bytes that are read, because slices of an input have 32-bit offsets.
  package static let largestSize = Int(UInt32.max) - 4096

  /// The most bytes that are read from a device such as `/dev/zero`, which may never end.
  package static let largestDeviceRead = 1 << 20

  private static let firstPiece = 1 << 16
  private static let largestPiece = 1 << 24

  /// The reason why a file could not be read as a whole.
  package enum ReadError: Error, Hashable, Sendable {
    case system(SystemError)
    case tooLarge(limit: Int)
    case folder
    /// A device returned more than `largestDeviceRead` bytes.
    case device
    /// A pipe, device or socket where only a regular file is accepted.
    case notPlain
    case noMemory(Int)
  }

  /// The kinds of files that are read.
  package enum AcceptedKinds: Sendable {
    /// Regular files, devices and pipes; opening a pipe waits for its writer, as `cat` does.
    case all
    /// Regular files only, so that reading never waits.
    case plain
  }

  /// Returns the content of a file.
  package static func bytes(
    of path: String, atMost limit: Int = largestSize, _ kinds: AcceptedKinds = .all
  ) throws(ReadError) -> [UInt8] {
    let file = try system { () throws(SystemError) in
      try OpenFile(reading: path, waits: kinds == .all)
    }
    let facts = try system { () throws(SystemError) in
      try FileFacts(ofDescriptor: file.descriptor)
    }
    switch facts.kind {
    case .folder: throw .folder
    case .device, .pipe, .link, .other:
      guard kinds == .all else { throw .notPlain }
      return try bytes(ofDescriptor: file.descriptor, atMost: limit)
    case .file:
      if facts.size > limit { throw .tooLarge(limit: limit) }
      return try bytes(ofDescriptor: file.descriptor, expecting: facts.size, atMost: limit)
    }
  }

  /// Returns everything that can be read from a descriptor; this is fastest if it has `size` bytes.
  package static func bytes(
    ofDescriptor descriptor: Int32, expecting size: Int = 0, atMost limit: Int = largestSize
  ) throws(ReadError) -> [UInt8] {
    var bytes: [UInt8] = []
    let isDevice = try system { () throws(SystemError) in
      try FileFacts.isDevice(descriptor)
    }
    if size > 0 {
      guard LargeMemory.isAvailable(size + JSONReader.padding) else { throw .noMemory(size) }
      bytes = try system { () throws(SystemError) in
        try readBytes(of: descriptor, count: size, spare: JSONReader.padding)
      }
    }
    // The first piece finds the end of a file; pipes are then read in larger and larger pieces.
    var next = firstPiece
    while true {
      let count = next
      let more = try system { () throws(SystemError) in
        try readBytes(of: descriptor, count: count)
      }
      if more.isEmpty { return bytes }
      let total = bytes.count + more.count
      if total > limit { throw .tooLarge(limit: limit) }
      if isDevice, total > largestDeviceRead { throw .device }
      if total > bytes.capacity {
        let capacity = max(total + JSONReader.padding, bytes.capacity * 2)
        guard LargeMemory.isAvailable(capacity) else { throw .noMemory(total) }
        bytes.reserveCapacity(capacity)
      }
      bytes += more
      next = min(next * 2, largestPiece)
    }
  }

  private static func system<Value: ~Copyable>(
    _ body: () throws(SystemError) -> Value
  ) throws(ReadError) -> Value {
    do { return try body() } catch { throw .system(error) }
  }
}
