import Bytes
import OperatingSystem
import Unpacking

/// Whole lines of a stream, which may be compressed, as many at a time as have come.
///
/// It never waits for more while it holds a whole line, so that a program that writes one line and
/// then waits for its result is answered.
struct LineSource {
  /// Some whole lines, in the order in which they came.
  struct Chunk {
    var bytes: [UInt8] = []
    var lines: [Line] = []
  }

  struct Line {
    enum Content {
      case text(Range<Int>)
      /// It was longer than the limit, and passed over; so many bytes.
      case tooLong(Int)
    }

    /// Counted from 1.
    let number: Int
    let content: Content
    /// Whether a line feed ended it; the last line may do without.
    var isTerminated = true
  }

  private let descriptor: Int32
  private var source: ByteSource
  private let longestLine: Int
  private let isStopped: () -> Bool
  /// The beginning of a line whose end has not come.
  private var rest: [UInt8] = []
  private var piece = [UInt8](repeating: 0, count: pieceSize)
  /// How much of a line that is too long was passed over.
  private var passedOver = 0
  private var lineCount = 0
  private var isAtEnd = false

  /// Three usual stories or so: every thread holds that many, and up to three such results wait for their turn.
  private static let pieceSize = 1 << 15
  /// How long a wait for input lasts before somebody looks whether to stop.
  private static let patience = 100

  /// Lines of a descriptor; the reading ends early when `isStopped` says so.
  init(descriptor: Int32, longestLine: Int, isStopped: @escaping () -> Bool) {
    self.descriptor = descriptor
    source = ByteSource(descriptor: descriptor)
    self.longestLine = longestLine
    self.isStopped = isStopped
  }

  /// How many bytes have come, packed ones if the input is compressed.
  var bytesRead: Int { source.bytesRead }

  /// The next lines, or nothing at the end.
  mutating func next() throws(UnpackingError) -> Chunk? {
    while !isAtEnd {
      let searched = rest.count
      guard try readMore() else {
        isAtEnd = true
        return last()
      }
      if let end = Self.lastLineFeed(in: rest, from: searched) {
        return chunk(upTo: end + 1)
      }
      if rest.count > longestLine {
        passedOver += rest.count
        rest.removeAll(keepingCapacity: true)
      }
    }
    return nil
  }

  private mutating func last() -> Chunk? {
    if rest.isEmpty && passedOver == 0 { return nil }
    var chunk = Chunk()
    swap(&chunk.bytes, &rest)
    addLine(to: &chunk, chunk.bytes.indices, isTerminated: false)
    return chunk
  }

  /// Cuts off whole lines, and keeps what is behind them for the next.
  private mutating func chunk(upTo end: Int) -> Chunk {
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
    let length = range.count + passedOver
    passedOver = 0
    let content = length > longestLine ? Line.Content.tooLong(length) : .text(range)
    chunk.lines.append(Line(number: lineCount, content: content, isTerminated: isTerminated))
  }

  /// The last line feed from a place on: a few steps from line to line take less than one from byte to byte.
  private static func lastLineFeed(in bytes: [UInt8], from start: Int) -> Int? {
    var last = lineFeed(in: bytes, from: start)
    while let found = last, let next = lineFeed(in: bytes, from: found + 1) { last = next }
    return last
  }

  private static func lineFeed(in bytes: [UInt8], from start: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { unsafe firstIndex(of: 0x0A, in: $0, from: start) }
  }

  // MARK: Reading

  /// Reads what is there; false at the end of the input or when it is time to stop.
  private mutating func readMore() throws(UnpackingError) -> Bool {
    while true {
      let isReady = source.hasBytesAtHand || isInputReady()
      if isStopped() {
        // What has not come whole was not asked for.
        rest = []
        passedOver = 0
        return false
      }
      if !isReady { continue }
      do throws(UnpackingError) {
        let step = try unsafe piece.withUnsafeMutableBufferPointer {
          (room) throws(UnpackingError) in
          try unsafe source.read(into: UnsafeMutableRawBufferPointer(room))
        }
        switch step {
        case .end: return false
        case .nothingYet: continue
        case .bytes(let count):
          // The line may be long: its room has to grow by more than a piece each time.
          unsafe piece.withUnsafeBufferPointer {
            unsafe rest.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<count]))
          }
          return true
        }
      } catch {
        if case .system(let error) = error, error.isNotReady { continue }
        throw error
      }
    }
  }

  /// Waits a moment for input; an error counts as input, since reading reports it.
  private func isInputReady() -> Bool {
    do { return try waitForInput(of: descriptor, milliseconds: Self.patience) } catch {
      return !error.isInterrupted
    }
  }
}
