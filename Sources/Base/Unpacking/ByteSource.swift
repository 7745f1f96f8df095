package import OperatingSystem

/// The bytes from a descriptor, in order of arrival, unpacked if they are gzip.
///
/// The first bytes decide. Input that is compressed in another format is an error, and never taken
/// for text.
package struct ByteSource {
  private let descriptor: Int32
  private var format = Format.undecided([])
  /// The number of bytes read from the descriptor; for a compressed input, before unpacking.
  package private(set) var bytesRead = 0

  private enum Format {
    /// The first bytes, while they are too few to decide.
    case undecided([UInt8])
    case plain
    case gzip(GzipStream)
  }

  /// The result of one call to `read(into:)`.
  package enum ReadResult: Hashable, Sendable {
    case bytes(Int)
    /// There is no output yet, but another read may give some.
    case nothingYet
    case end
  }

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether bytes may be available without reading from the descriptor.
  package var hasBufferedInput: Bool {
    switch format {
    case .gzip(let stream): stream.mayProduceOutput
    case .undecided, .plain: false
    }
  }

  /// Reads what is available, with at most one read from the descriptor.
  ///
  /// The buffer has to be larger than `Compression.maximumSignatureLength`.
  package mutating func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ReadError) -> ReadResult {
    switch format {
    case .plain:
      let got = try unsafe readRaw(into: buffer)
      return got > 0 ? .bytes(got) : .end
    case .gzip(let stream):
      if stream.mayProduceOutput { return try unsafe unpack(stream, into: buffer) }
      let got = try unsafe stream.refill { (packed) throws(ReadError) in
        try unsafe readRaw(into: packed)
      }
      if got > 0 { return try unsafe unpack(stream, into: buffer) }
      if !stream.isComplete { throw .truncated }
      return .end
    case .undecided(let first): return try unsafe detectFormat(after: first, readingInto: buffer)
    }
  }

  /// Reads more of the first bytes, and decides on the format if they are enough.
  private mutating func detectFormat(
    after first: [UInt8], readingInto buffer: UnsafeMutableRawBufferPointer
  ) throws(ReadError) -> ReadResult {
    unsafe buffer.copyBytes(from: first)
    // If the bytes turn out to be compressed, they must fit into the buffer for compressed bytes.
    let free = unsafe buffer[first.count..<min(buffer.count, GzipStream.chunkSize)]
    let got = try unsafe readRaw(into: UnsafeMutableRawBufferPointer(rebasing: free))
    let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<(first.count + got)])
    switch unsafe Compression.detect(in: bytes.prefix(Compression.maximumSignatureLength)) {
    case .undecided where got > 0:
      format = unsafe .undecided(Array(bytes))
      return .nothingYet
    case .undecided, .plain:
      format = .plain
      return first.count + got > 0 ? .bytes(first.count + got) : .end
    case .compressed(.gzip):
      let stream = try GzipStream()
      format = .gzip(stream)
      _ = unsafe stream.refill { packed in
        unsafe packed.copyMemory(from: UnsafeRawBufferPointer(bytes))
        return first.count + got
      }
      return .nothingYet
    case .compressed(let other): throw .unsupported(compression: other.rawValue)
    }
  }

  private func unpack(
    _ stream: GzipStream, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ReadError) -> ReadResult {
    let count = try unsafe stream.unpack(into: buffer)
    return count > 0 ? .bytes(count) : .nothingYet
  }

  /// Reads from the descriptor; 0 at its end.
  private mutating func readRaw(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ReadError) -> Int {
    let got = try unsafe ReadError.translating(readSome(of: descriptor, into: buffer))
    try checkDevice(before: bytesRead, after: bytesRead + got)
    bytesRead += got
    return got
  }

  /// Throws once a device, which may never end, has returned more than
  /// `WholeFile.maximumDeviceReadSize` bytes.
  private func checkDevice(before: Int, after: Int) throws(ReadError) {
    guard before <= WholeFile.maximumDeviceReadSize, after > WholeFile.maximumDeviceReadSize else {
      return
    }
    if try ReadError.translating(FileMetadata.isDevice(descriptor)) { throw .device }
  }
}
