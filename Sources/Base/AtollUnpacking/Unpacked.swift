package import AtollBytes

/// Returns the bytes of a whole input, unpacked if they are gzip.
///
/// Returns `nil` if unpacking gives more than `limit` bytes.
package func unpacked(
  _ bytes: [UInt8], atMost limit: Int
) throws(Failure) -> [UInt8]? {
  switch Compression.detect(in: bytes.prefix(Compression.maximumSignatureLength)) {
  case .plain, .undecided: return bytes
  case .compressed(.gzip): break
  case .compressed(let other): throw .unsupportedCompression(other)
  }
  let stream = try GzipStream()
  var whole: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 18)
  var done = 0
  while done < bytes.count || stream.mayProduceOutput {
    if !stream.mayProduceOutput {
      let next = bytes[done..<min(bytes.count, done + GzipStream.chunkSize)]
      done += unsafe stream.refill { packed in
        unsafe packed.copyBytes(from: next)
        return next.count
      }
    }
    let count = try unsafe piece.withUnsafeMutableBufferPointer { (buffer) throws(Failure) in
      try unsafe stream.unpack(into: UnsafeMutableRawBufferPointer(buffer))
    }
    if whole.count + count > limit { return nil }
    whole += piece[..<count]
  }
  if !stream.isComplete { throw .truncatedGzip }
  return whole
}
