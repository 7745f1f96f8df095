import AtollBytes
import AtollOperatingSystem
import CAtollZlib

/// A gzip file that is unpacked as its bytes arrive.
///
/// If the file has more than one member, their contents are concatenated. However long the output
/// is, memory holds only one piece of packed bytes and the 32 KiB that deflate refers back to.
@safe final class GzipStream {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let packedBytes = UnsafeMutablePointer<UInt8>.allocate(capacity: chunkSize)
  /// The number of input bytes taken so far, including those that wait to be unpacked.
  private var inputCount = 0
  private var isInMember = true
  /// True if the last call filled its buffer, so that there may be more output.
  private var mayHaveMoreOutput = false

  static let chunkSize = 1 << 16

  init() throws(Failure) {
    unsafe stream.initialize(to: z_stream())
    // 15 bits for the window; adding 16 selects the gzip header and checksum.
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    if unsafe inflateInit2_(stream, 15 + 16, zlibVersion(), size) != Z_OK {
      throw Failure(reading: .outOfMemory)
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
    unsafe packedBytes.deallocate()
  }

  /// True if output may come before more input is given.
  var mayProduceOutput: Bool { unsafe stream.pointee.avail_in > 0 || mayHaveMoreOutput }

  /// True if the last member is complete, so that the input may end here.
  var isComplete: Bool { !isInMember }

  /// Takes packed bytes: `body` writes up to `chunkSize` of them and returns their number.
  ///
  /// No earlier bytes may be waiting to be unpacked.
  func refill<Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let count = try unsafe body(
      UnsafeMutableRawBufferPointer(start: packedBytes, count: Self.chunkSize))
    unsafe stream.pointee.next_in = packedBytes
    unsafe stream.pointee.avail_in = UInt32(max(0, count))
    inputCount += max(0, count)
    return count
  }

  /// Unpacks as many bytes as fit and returns their number; if the buffer is not filled, more input
  /// is needed.
  func unpack(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    let most = min(buffer.count, Int(UInt32.max))
    unsafe stream.pointee.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
    unsafe stream.pointee.avail_out = UInt32(most)
    while unsafe stream.pointee.avail_out > 0 {
      if !isInMember, try !beginMember() { break }
      let status = unsafe inflate(stream, Z_NO_FLUSH)
      if status == Z_STREAM_END {
        isInMember = false
      } else if status == Z_BUF_ERROR {
        break
      } else if status != Z_OK {
        throw unsafe .damagedGzip(at: inputCount - Int(stream.pointee.avail_in))
      }
    }
    mayHaveMoreOutput = unsafe stream.pointee.avail_out == 0
    return unsafe most - Int(stream.pointee.avail_out)
  }

  /// Continues with the next member, if one follows.
  ///
  /// Zeros between and after members, which pad tape blocks, are skipped.
  private func beginMember() throws(Failure) -> Bool {
    while unsafe stream.pointee.avail_in > 0, unsafe stream.pointee.next_in.pointee == 0 {
      unsafe stream.pointee.next_in += 1
      unsafe stream.pointee.avail_in -= 1
    }
    guard unsafe stream.pointee.avail_in > 0 else { return false }
    if unsafe inflateReset(stream) != Z_OK { throw Failure(reading: .outOfMemory) }
    isInMember = true
    return true
  }
}
