package import Bytes

/// Parsed bodies in a few bytes each, to be read once more in the order in which they were kept.
///
/// Only tokens are here, and what text was not received as it is; words stay where they were received. So
/// the bodies of a thread take a small part of what the thread takes, and reading one again takes a
/// fraction of the time that parsing it does.
package struct KeptBodies: ~Copyable {
  private var bytes = OutputBuffer()
  private let limit: Int
  private var place = 0

  /// About as many bytes are taken as `limit` says; the bodies behind those are to be parsed again.
  package init(limit: Int) { self.limit = limit }

  /// Goes back to the first body.
  package mutating func rewind() { place = 0 }

  // MARK: Keeping

  /// Keeps a body parsed from `count` bytes.
  package mutating func keep(_ body: borrowing RichText, of count: Int) {
    guard bytes.count < limit else { return bytes.append(0) }
    let known = body.startsAsReceived ? count : 0
    var head = Head.kept
    if body.hasPlainWords { head.insert(.plainWords) }
    if body.startsAsReceived { head.insert(.startsAsReceived) }
    put(UInt32(truncatingIfNeeded: body.tokenCount) << Head.width | head.rawValue)
    put(UInt32(truncatingIfNeeded: body.textCount &- known))
    if body.textCount > known {
      unsafe body.text.withUnsafeBufferPointer {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[known..<body.textCount]))
      }
    }
    var end: UInt32 = 0
    for token in body.tokens {
      let hasText = !token.text.isEmpty
      bytes.append(
        token.kind.rawValue | (hasText ? Self.textFlag : 0)
          | (token.number != 0 ? Self.numberFlag : 0))
      if hasText {
        // Words stand behind those before them, but for addresses; the way back to them wraps around.
        put(token.text.start &- end)
        put(token.text.count)
        end = token.text.start &+ token.text.count
      }
      if token.number != 0 { put(UInt32(bitPattern: token.number)) }
    }
  }

  /// What stands in the lowest bits before a body; the others count its tokens.
  ///
  /// Of a body that is to be parsed again there is a zero.
  private struct Head: OptionSet {
    let rawValue: UInt32
    static let kept = Head(rawValue: 1)
    static let plainWords = Head(rawValue: 2)
    static let startsAsReceived = Head(rawValue: 4)
    static let width: UInt32 = 3
  }

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
      let first = unsafe reader.number(in: kept)
      guard first != 0, slice.end <= source.count else { return false }
      let head = Head(rawValue: first)
      body.hasPlainWords = head.contains(.plainWords)
      body.startsAsReceived = head.contains(.startsAsReceived)
      if body.startsAsReceived {
        unsafe source.withUnsafeBufferPointer { all in
          _ = unsafe body.copy(UnsafeBufferPointer(rebasing: all[slice.range]))
        }
      }
      let more = unsafe Int(reader.number(in: kept))
      if more > 0 {
        _ = unsafe body.copy(
          UnsafeBufferPointer(rebasing: kept[reader.place..<reader.place &+ more]))
        reader.place &+= more
      }
      unsafe reader.tokens(Int(first >> Head.width), in: kept, into: &body)
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
        body.append(token)
      }
    }
  }
}
