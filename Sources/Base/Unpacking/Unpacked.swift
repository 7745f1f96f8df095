package import OperatingSystem

/// Returns the bytes of a whole input, unpacked if they are gzip.
package func unpacked(
  _ bytes: [UInt8], atMost limit: Int
) throws(UnpackingError) -> [UInt8] {
  switch Compression.sight(of: bytes.prefix(Compression.longestBeginning)) {
  case .plain, .undecided: return bytes
  case .compressed(.gzip): break
  case .compressed(let other): throw .unsupported(other)
  }
  let stream = try GzipStream()
  var whole: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 18)
  var done = 0
  while done < bytes.count || stream.hasInput {
    if !stream.hasInput {
      let next = bytes[done..<min(bytes.count, done + GzipStream.pieceSize)]
      done += unsafe stream.take { packed in
        unsafe packed.copyBytes(from: next)
        return next.count
      }
    }
    let count = try unsafe piece.withUnsafeMutableBufferPointer { (room) throws(UnpackingError) in
      try unsafe stream.unpack(into: UnsafeMutableRawBufferPointer(room))
    }
    if whole.count + count > limit { throw .tooLarge(limit: limit) }
    whole += piece[..<count]
  }
  if !stream.isWhole { throw .torn }
  return whole
}

/// Returns a file of what a gzip file holds, in a folder for temporary files; nothing if the file is not compressed.
///
/// Its rows can be read at any time, which those of the gzip file cannot. Both are read from their beginnings.
package func unpackedFile(
  of descriptor: Int32, in folder: String
) throws(UnpackingError) -> NamelessFile? {
  let first = try mapped { () throws(SystemError) in
    try readBytes(of: descriptor, at: 0, count: Compression.longestBeginning)
  }
  switch Compression.sight(of: first) {
  case .plain, .undecided: return nil
  case .compressed(.gzip): break
  case .compressed(let other): throw .unsupported(other)
  }
  let file = try mapped { () throws(SystemError) in try NamelessFile(in: folder) }
  var source = ByteSource(descriptor: descriptor)
  var piece = [UInt8](repeating: 0, count: 1 << 18)
  var size = 0
  while true {
    let step = try unsafe piece.withUnsafeMutableBufferPointer { (room) throws(UnpackingError) in
      try unsafe source.read(into: UnsafeMutableRawBufferPointer(room))
    }
    switch step {
    case .end: return file
    case .nothingYet: continue
    case .bytes(let count):
      let offset = size
      try mapped { () throws(SystemError) in
        try writeAll(Array(piece[..<count]), to: file.descriptor, at: offset)
      }
      size += count
    }
  }
}

private func mapped<Value>(
  _ body: () throws(SystemError) -> Value
) throws(UnpackingError) -> Value {
  do { return try body() } catch { throw .system(error) }
}
