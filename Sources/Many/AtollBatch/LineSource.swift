import AtollBytes
import AtollOperatingSystem
import AtollUnpacking

/// The lines of a stream, which may be compressed.
///
/// A source returns as many lines at a time as have arrived, and never waits for input while it has
/// a whole line. So a program can write one line and wait for the result.
struct LineSource {
  /// Consecutive whole lines.
  struct Chunk {
    var bytes: [UInt8] = []
    var lines: [Line] = []
  }

  struct Line {
    enum Content {
      case text(Range<Int>)
      /// The line exceeded the limit and was skipped; the value is its number of bytes.
      case tooLong(Int)
    }

    /// The number of the line, counted from 1.
    let number: Int
    let content: Content
    /// The first byte, even if the line was skipped; `nil` if the line is empty.
    let firstByte: UInt8?
    /// True if a line feed ends the line; the last line may have none.
    var isTerminated = true
  }

  private let descriptor: Int32
  private var source: ByteSource
  private let maximumLineLength: Int
  private let isStopped: () -> Bool
  /// The beginning of a line whose end has not arrived.
  private var rest: [UInt8] = []
  private var readBuffer: [UInt8]
  /// The number of bytes skipped so far in a line that is too long.
  private var skippedByteCount = 0
  private var firstSkippedByte: UInt8?
  /// The lines that `peek` returned and `next` has not returned yet; `nil` if there are none.
  private var peeked: Chunk?
  private var lineCount = 0
  private var isAtEnd = false

  /// The default read size in bytes, about three typical stories.
  ///
  /// Each thread has one chunk in memory, and the results of a limited number of chunks wait for
  /// their turn (`OrderedQueue`).
  private static let defaultReadSize = 1 << 15
  /// The longest wait for input before `isStopped` is called again, in milliseconds.
  private static let pollInterval = 100

  /// Creates a source that reads lines from a file descriptor until its end, or until `isStopped`
  /// returns true.
  init(
    descriptor: Int32, maximumLineLength: Int, readSize: Int = defaultReadSize,
    isStopped: @escaping () -> Bool = { false }
  ) {
    readBuffer = [UInt8](repeating: 0, count: readSize)
    self.descriptor = descriptor
    source = ByteSource(descriptor: descriptor)
    self.maximumLineLength = maximumLineLength
    self.isStopped = isStopped
  }

  /// The number of bytes read, before unpacking.
  var bytesRead: Int { source.bytesRead }

  /// Returns the lines that `next` will return, or `nil` at the end.
  mutating func peek() throws(Failure) -> Chunk? {
    if peeked == nil { peeked = try next() }
    return peeked
  }

  mutating func next() throws(Failure) -> Chunk? {
    if let chunk = peeked {
      peeked = nil
      return chunk
    }
    while !isAtEnd {
      let searched = rest.count
      guard try readMore() else {
        isAtEnd = true
        return takeLastChunk()
      }
      if let end = Self.lastLineFeed(in: rest, from: searched) {
        return takeChunk(upTo: end + 1)
      }
      if rest.count > maximumLineLength {
        if skippedByteCount == 0 { firstSkippedByte = rest.first }
        skippedByteCount += rest.count
        rest.removeAll(keepingCapacity: true)
      }
    }
    return nil
  }

  private mutating func takeLastChunk() -> Chunk? {
    if rest.isEmpty && skippedByteCount == 0 { return nil }
    var chunk = Chunk()
    swap(&chunk.bytes, &rest)
    addLine(to: &chunk, chunk.bytes.indices, isTerminated: false)
    return chunk
  }

  /// Takes the whole lines up to `end`, and keeps the bytes after them.
  private mutating func takeChunk(upTo end: Int) -> Chunk {
    var chunk = Chunk()
    swap(&chunk.bytes, &rest)
    rest = Array(chunk.bytes[end...])
    chunk.bytes.removeSubrange(end...)
    var start = 0
    while start < end {
      let lineEnd = Self.lineFeed(in: chunk.bytes, from: start) ?? end
      addLine(to: &chunk, start..<lineEnd)
      start = lineEnd + 1
    }
    return chunk
  }

  private mutating func addLine(
    to chunk: inout Chunk, _ range: Range<Int>, isTerminated: Bool = true
  ) {
    lineCount += 1
    let length = range.count + skippedByteCount
    let firstByte = skippedByteCount > 0 ? firstSkippedByte : chunk.bytes[range].first
    skippedByteCount = 0
    let content = length > maximumLineLength ? Line.Content.tooLong(length) : .text(range)
    chunk.lines.append(
      Line(
        number: lineCount, content: content, firstByte: firstByte, isTerminated: isTerminated))
  }

  /// Returns the index of the last line feed at or after `start`.
  ///
  /// Stepping from line to line is faster than going backwards byte by byte.
  private static func lastLineFeed(in bytes: [UInt8], from start: Int) -> Int? {
    var last = lineFeed(in: bytes, from: start)
    while let found = last, let next = lineFeed(in: bytes, from: found + 1) { last = next }
    return last
  }

  private static func lineFeed(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.span.firstIndex(of: 0x0A, from: start)
  }

  // MARK: Reading

  /// Reads the available bytes; returns false at the end of the input, or if `isStopped` returns
  /// true.
  private mutating func readMore() throws(Failure) -> Bool {
    while true {
      let isReady = source.hasBufferedInput || isInputReady()
      if isStopped() {
        // An incomplete line has no result.
        rest = []
        skippedByteCount = 0
        return false
      }
      if !isReady { continue }
      let step = try unsafe readBuffer.withUnsafeMutableBufferPointer { (room) throws(Failure) in
        try unsafe source.read(into: UnsafeMutableRawBufferPointer(room))
      }
      switch step {
      case .end: return false
      case .nothingYet: continue
      case .bytes(let count):
        // The line may be long, so the array must be able to grow by more than one buffer at once.
        let read = readBuffer
        rest.append(contentsOf: read.span.extracting(..<count))
        return true
      }
    }
  }

  /// Waits briefly for input, and returns whether there is any; an error counts as input, since
  /// reading reports it.
  private func isInputReady() -> Bool {
    (try? waitForInput(of: descriptor, timeoutMilliseconds: Self.pollInterval)) ?? true
  }
}
