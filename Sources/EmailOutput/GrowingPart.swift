import Bytes

/// A part of a message while it grows: as it was written while it is small, encoded from then on.
///
/// How a part is best encoded is only known of all of it. Of a large one its first megabyte tells, so
/// that no more than this is ever there twice.
struct GrowingPart: ~Copyable {
  /// What was written and is not encoded yet.
  var written: OutputBuffer
  private(set) var encoded = OutputBuffer(capacity: 64)
  /// How the part is encoded, once that is known.
  private(set) var encoding: TransferEncoding?
  /// Tells all that was written.
  private(set) var mark = MessageMark()
  /// Whether something came later that the encoding cannot hold.
  private(set) var isStuck = false

  private let mayHaveReferences: Bool
  private var base64 = Base64Lines()
  private var markedCount = 0
  private static let decisiveCount = 1 << 20

  init(capacity: Int, mayHaveReferences: Bool) {
    self.mayHaveReferences = mayHaveReferences
    written = OutputBuffer(capacity: capacity)
  }

  /// Takes note that some whole lines were written.
  mutating func advance() {
    Self.add(written, from: markedCount, to: &mark)
    markedCount = written.count
    guard encoding != nil || written.count >= Self.decisiveCount else { return }
    // What is ASCII so far need not be to its end.
    if encoding == nil, best() == .sevenBit { encoding = .quotedPrintable }
    encode()
  }

  /// Ends the part, and gives what it comes to as it is sent.
  mutating func finish() -> Int {
    advance()
    encode()
    base64.finish(&encoded)
    return encoded.count
  }

  /// Encodes what was written.
  private mutating func encode() {
    let encoding = encoding ?? best()
    self.encoding = encoding
    if !Self.append(written, as: encoding, &base64, to: &encoded) { isStuck = true }
    written.clear()
    markedCount = 0
  }

  // Each told what it works on, since nothing else of the part may be touched meanwhile.

  private static func add(
    _ written: borrowing OutputBuffer, from start: Int, to mark: inout MessageMark
  ) {
    unsafe written.withBytes { unsafe mark.add(UnsafeBufferPointer(rebasing: $0[start...])) }
  }

  private static func append(
    _ written: borrowing OutputBuffer, as encoding: TransferEncoding, _ base64: inout Base64Lines,
    to out: inout OutputBuffer
  ) -> Bool {
    unsafe written.withBytes { unsafe encoding.append($0, &base64, to: &out) }
  }

  private func best() -> TransferEncoding {
    unsafe written.withBytes { lines in
      let (encoding, _) =
        unsafe mayHaveReferences
        ? TransferEncoding.best(forHTML: lines) : TransferEncoding.best(for: lines)
      return encoding
    }
  }
}
