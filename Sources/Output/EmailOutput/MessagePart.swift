import Bytes

/// A part of a message on its way: drawn as it is, encoded when it is passed on.
///
/// How a part is best encoded is only known of all of it. Of a large one that what was drawn until it was
/// settled tells, so that no more than this is ever there at once.
struct MessagePart: ~Copyable {
  /// What was drawn and not passed on yet.
  var drawn: OutputBuffer
  /// How the part is encoded, once that is settled; what never is stays as it was drawn.
  private(set) var encoding: TransferEncoding?

  private var mayHaveReferences: Bool
  private var base64 = Base64Lines()

  init(capacity: Int, mayHaveReferences: Bool) {
    self.mayHaveReferences = mayHaveReferences
    drawn = OutputBuffer(capacity: capacity)
  }

  /// Settles how the part is encoded by what is drawn of it, and tells what that comes to.
  mutating func settle(isWhole: Bool) -> Int {
    let mayHaveReferences = mayHaveReferences
    let best = unsafe drawn.withBytes { text in
      unsafe mayHaveReferences
        ? TransferEncoding.best(forHTML: text) : TransferEncoding.best(for: text)
    }
    // What is ASCII so far need not be to its end.
    encoding = !isWhole && best.encoding == .sevenBit ? .quotedPrintable : best.encoding
    return best.count
  }

  /// Settles it anew, since something comes that references leave in lines too long.
  mutating func forgoReferences() {
    mayHaveReferences = false
    _ = settle(isWhole: false)
  }

  /// Appends the whole lines that were drawn since the last time, encoded.
  mutating func pass(to out: inout OutputBuffer) {
    Self.append(drawn, as: encoding, &base64, to: &out)
    drawn.clear()
  }

  /// Appends the last lines, and what the encoding still owes.
  mutating func end(_ out: inout OutputBuffer) {
    pass(to: &out)
    base64.finish(&out)
  }

  // Told what it works on, since nothing else of the part may be touched meanwhile.
  private static func append(
    _ drawn: borrowing OutputBuffer, as encoding: TransferEncoding?,
    _ base64: inout Base64Lines, to out: inout OutputBuffer
  ) {
    unsafe drawn.withBytes { lines in
      if let encoding {
        unsafe encoding.append(lines, &base64, to: &out)
      } else {
        unsafe out.append(contentsOf: lines)
      }
    }
  }
}
