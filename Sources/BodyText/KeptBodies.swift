package import Bytes

/// Parsed bodies in a few bytes each, to be read once more in the order in which they were kept.
///
/// Only the tokens are here, and addresses that had to be spelled out; words stay where they were
/// received. So a thread's bodies take a small part of what the thread takes, and reading one again
/// takes a fraction of the time that parsing does.
package struct KeptBodies: ~Copyable {
  private var bytes = OutputBuffer()
  private let limit: Int
  private var place = 0

  /// No more than about `limit` bytes are taken; bodies that come later are to be parsed again.
  package init(limit: Int) { self.limit = limit }

  /// Goes back to the first body.
  package mutating func rewind() { place = 0 }

  // MARK: Keeping

  /// Keeps a parsed body whose text begins with what it was parsed from, `count` bytes.
  package mutating func keep(_ body: borrowing RichText, of count: Int) {
    guard body.text.count >= count, bytes.count < limit else { return skip() }
    put(UInt32(truncatingIfNeeded: body.tokens.count) << 2 | (body.hasPlainWords ? 3 : 1))
    let more = body.text.count &- count
    put(UInt32(truncatingIfNeeded: more))
    if more > 0 {
      unsafe body.text.withUnsafeBufferPointer {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[count...]))
      }
    }
    var end: UInt32 = 0
    for token in body.tokens {
      let hasText = !token.text.isEmpty
      bytes.append(
        token.kind.rawValue | (hasText ? Self.textFlag : 0)
          | (token.number != 0 ? Self.numberFlag : 0))
      if hasText {
        // Most words stand behind those before them, addresses behind all; either way what is
        // added to get there wraps around if it has to.
        put(token.text.start &- end)
        put(token.text.count)
        end = token.text.start &+ token.text.count
      }
      if token.number != 0 { put(UInt32(bitPattern: token.number)) }
    }
  }

  /// Keeps the place of a body that is to be parsed again.
  package mutating func skip() { bytes.append(0) }

  private static let textFlag: UInt8 = 0x80
  private static let numberFlag: UInt8 = 0x40

  /// Seven bits a byte, the lowest first; the eighth says that more follow.
  @inline(__always)
  private mutating func put(_ number: UInt32) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  // MARK: Reading

  /// Reads the next body, which was parsed from `slice` of `source`, or tells that it is to be parsed.
  package mutating func next(
    _ slice: Slice, of source: [UInt8], into body: inout RichText
  ) -> Bool {
    body.clear()
    var reader = Reader(place: place)
    defer { place = reader.place }
    return unsafe bytes.withBytes { kept in
      let head = unsafe reader.number(in: kept)
      guard head & 1 == 1, slice.end <= source.count else { return false }
      body.hasPlainWords = head & 2 != 0
      unsafe source.withUnsafeBufferPointer { all in
        _ = unsafe body.copy(UnsafeBufferPointer(rebasing: all[slice.range]))
      }
      let more = unsafe Int(reader.number(in: kept))
      if more > 0 {
        _ = unsafe body.copy(
          UnsafeBufferPointer(rebasing: kept[reader.place..<reader.place &+ more]))
        reader.place &+= more
      }
      unsafe reader.tokens(Int(head >> 2), in: kept, into: &body)
      return true
    }
  }

  private struct Reader {
    var place: Int

    @inline(__always)
    mutating func number(in kept: UnsafeBufferPointer<UInt8>) -> UInt32 {
      var byte = unsafe kept[place]
      place &+= 1
      if byte < 0x80 { return UInt32(byte) }
      var number = UInt32(byte & 0x7F)
      var shift: UInt32 = 7
      repeat {
        byte = unsafe kept[place]
        place &+= 1
        number |= UInt32(byte & 0x7F) << shift
        shift &+= 7
      } while byte >= 0x80
      return number
    }

    mutating func tokens(
      _ count: Int, in kept: UnsafeBufferPointer<UInt8>, into body: inout RichText
    ) {
      var end: UInt32 = 0
      for _ in 0..<count {
        let head = unsafe kept[place]
        place &+= 1
        guard let kind = Token.Kind(rawValue: head & ~(textFlag | numberFlag)) else { return }
        var token = Token(kind)
        if head & textFlag != 0 {
          token.text.start = unsafe end &+ number(in: kept)
          token.text.count = unsafe number(in: kept)
          end = token.text.start &+ token.text.count
        }
        if head & numberFlag != 0 { token.number = unsafe Int32(bitPattern: number(in: kept)) }
        body.tokens.append(token)
      }
    }
  }
}
