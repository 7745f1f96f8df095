#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a file line by line through one buffer that grows to the longest line.
struct LineReader {
  private let file: Int32
  private(set) var buffer: [UInt8]
  private var start = 0
  private var end = 0

  init?(path: String) {
    file = unsafe open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    buffer = [UInt8](repeating: 0, count: 1 << 18)
  }

  /// The range of the last line in the buffer, without its line end.
  private(set) var line = 0..<0

  /// Reads the next line, and returns false after the last one.
  mutating func next() -> Bool {
    var searched = start
    while true {
      if let lineEnd = lineFeed(from: searched) {
        line = start..<lineEnd
        start = lineEnd + 1
        return true
      }
      searched = end - start
      guard fill() else {
        line = start..<end
        start = end
        return !line.isEmpty
      }
    }
  }

  private func lineFeed(from searched: Int) -> Int? {
    unsafe buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, searched < end else { return nil }
      guard let found = unsafe memchr(base + searched, 0x0A, end - searched) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// Moves the rest of the buffer to its start and reads more; returns false at the end of the file.
  private mutating func fill() -> Bool {
    let left = end - start
    if start > 0 {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        if let base = bytes.baseAddress { _ = unsafe memmove(base, base + start, left) }
      }
      (start, end) = (0, left)
    }
    if end == buffer.count {
      buffer.append(contentsOf: repeatElement(0, count: buffer.count))
    }
    let (file, end) = (file, end)
    let got = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe read(file, base + end, bytes.count - end)
    }
    guard got >= 0 else { fail("cannot read the input") }
    self.end += got
    return got > 0
  }
}
