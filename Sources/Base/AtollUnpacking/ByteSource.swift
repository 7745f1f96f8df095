package import AtollBytes
import AtollOperatingSystem

/// The bytes from a descriptor, in order of arrival, unpacked if they are gzip.
///
/// The first bytes show the format. Input in another compressed format is an error; it is never
/// read as text.
package struct ByteSource {
  private let descriptor: Int32
  private var format = Format.undecided([])
  /// The number of bytes read from the descriptor, before any unpacking.
  package private(set) var bytesRead = 0

  private enum Format {
    /// The first bytes, while they are too few to show the format.
    case undecided([UInt8])
    case plain
    case gzip(GzipStream)
  }

  package enum ReadResult: Hashable, Sendable {
    case bytes(Int)
    /// There is no output yet, but another read may give some.
    case nothingYet
    case end
  }

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// True if bytes may be available without reading from the descriptor.
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
  ) throws(Failure) -> ReadResult {
    switch format {
    case .plain:
      guard let got = try unsafe readRaw(into: buffer) else { return .nothingYet }
      return got > 0 ? .bytes(got) : .end
    case .gzip(let stream):
      if stream.mayProduceOutput { return try unsafe unpack(stream, into: buffer) }
      let got = try unsafe stream.refill { (packed) throws(Failure) in
        try unsafe readRaw(into: packed) ?? -1
      }
      if got < 0 { return .nothingYet }
      if got > 0 { return try unsafe unpack(stream, into: buffer) }
      if !stream.isComplete { throw .truncatedGzip }
      return .end
    case .undecided(let first): return try unsafe detectFormat(after: first, readingInto: buffer)
    }
  }

  /// Reads more of the first bytes, and decides on the format if they are enough.
  private mutating func detectFormat(
    after first: [UInt8], readingInto buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> ReadResult {
    unsafe buffer.copyBytes(from: first)
    // If the bytes turn out to be compressed, they must fit into the buffer for compressed bytes.
    let free = unsafe buffer[first.count..<min(buffer.count, GzipStream.chunkSize)]
    guard let got = try unsafe readRaw(into: UnsafeMutableRawBufferPointer(rebasing: free)) else {
      return .nothingYet
    }
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
    case .compressed(let other): throw .unsupportedCompression(other)
    }
  }

  private func unpack(
    _ stream: GzipStream, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> ReadResult {
    let count = try unsafe stream.unpack(into: buffer)
    return count > 0 ? .bytes(count) : .nothingYet
  }

  /// Reads from the descriptor; returns 0 at its end, or `nil` if nothing has arrived yet.
  private mutating func readRaw(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int? {
    let got: Int
    do { got = try unsafe readSome(of: descriptor, into: buffer) } catch {
      if error.wouldBlock { return nil }
      var failure = Failure(reading: error)
      if bytesRead > 0 { failure.message = "cannot be read any further: \(error.message)" }
      throw failure
    }
    try checkDevice(before: bytesRead, after: bytesRead + got)
    bytesRead += got
    return got
  }

  /// Throws when a device has returned more than `WholeFile.maximumDeviceReadSize` bytes, because
  /// it may never end.
  private func checkDevice(before: Int, after: Int) throws(Failure) {
    guard before <= WholeFile.maximumDeviceReadSize, after > WholeFile.maximumDeviceReadSize else {
      return
    }
    if (try? FileMetadata.isNonterminalDevice(descriptor)) == true { throw .deviceInput }
  }
}
