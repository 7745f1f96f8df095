package import AtollBytes

/// Functions that read whole files into memory, with room after the bytes for the padding of
/// `JSONReader`.
package enum WholeFile {
  /// The maximum number of bytes that are read, because slices of an input have 32-bit offsets.
  package static let maximumSize = Int(UInt32.max) - 4096

  /// The maximum number of bytes read from a device; some devices, such as `/dev/zero`, never end.
  package static let maximumDeviceReadSize = 1 << 20

  private static let initialReadSize = 1 << 16
  private static let maximumReadSize = 1 << 24

  package enum AcceptedKinds: Sendable {
    /// Regular files, devices and pipes; opening a pipe waits for its writer, as `cat` does.
    case all
    /// Regular files only, so that reading never waits.
    case regular
  }

  /// Returns the content of a file; throws `SystemError`, or `Failure` without a place.
  package static func bytes(
    of path: String, atMost limit: Int = maximumSize, accepting kinds: AcceptedKinds = .all
  ) throws -> [UInt8] {
    let file = try OpenFile(reading: path, waits: kinds == .all)
    let metadata = try FileMetadata(ofDescriptor: file.descriptor)
    switch metadata.kind {
    case .folder:
      throw Failure(.noInput, message: "this is a folder, not a file", advice: "name a file in it")
    case .device, .pipe, .link, .other:
      guard kinds == .all else {
        throw Failure(.noInput, message: "this is not a plain file")
      }
      return try bytes(ofDescriptor: file.descriptor, atMost: limit)
    case .file:
      if metadata.size > limit { throw tooLarge(limit) }
      return try bytes(ofDescriptor: file.descriptor, expecting: metadata.size, atMost: limit)
    }
  }

  /// Returns all bytes up to the end of a descriptor; this is fastest if their number is `size`.
  package static func bytes(
    ofDescriptor descriptor: Int32, expecting size: Int = 0, atMost limit: Int = maximumSize
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let isDevice = try FileMetadata.isNonterminalDevice(descriptor)
    if size > 0 {
      guard LargeMemory.isAvailable(size + JSONReader.padding) else {
        throw notEnoughMemory(for: size)
      }
      bytes = try readBytes(of: descriptor, count: size, spare: JSONReader.padding)
    }
    // A file usually ends after `size` bytes; pipes are read in larger and larger pieces.
    var next = initialReadSize
    while true {
      let count = next
      let more = try readBytes(of: descriptor, count: count)
      if more.isEmpty { return bytes }
      let total = bytes.count + more.count
      if total > limit { throw tooLarge(limit) }
      if isDevice, total > maximumDeviceReadSize { throw Failure.deviceInput }
      if total > bytes.capacity {
        let capacity = max(total + JSONReader.padding, bytes.capacity * 2)
        guard LargeMemory.isAvailable(capacity) else { throw notEnoughMemory(for: total) }
        bytes.reserveCapacity(capacity)
      }
      bytes += more
      next = min(next * 2, maximumReadSize)
    }
  }

  private static func tooLarge(_ limit: Int) -> Failure {
    if limit >= maximumSize {
      return Failure(
        .badInput, message: "the input is larger than 4 GiB",
        advice: "split the dump by story and render one at a time")
    }
    let size = limit >> 20 > 0 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"
    return Failure(.badInput, message: "the file is larger than \(size)")
  }

  private static func notEnoughMemory(for count: Int) -> Failure {
    Failure(
      .temporary, message: "not enough memory for its \(count >> 20) MiB",
      advice: "split it by story; atoll batch holds one story at a time in memory")
  }
}

extension Failure {
  /// A device returned more than `WholeFile.maximumDeviceReadSize` bytes.
  package static var deviceInput: Failure {
    Failure(.noInput, message: "this is a device, not a file")
  }
}
