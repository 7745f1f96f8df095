import AtollBytes

/// Operations on sixteen bytes at a time.
///
/// Every operand is a vector, because with a scalar operand the compiler works lane by lane.
enum WideScan {
  typealias Bytes16 = SIMD16<UInt8>
  typealias Mask = SIMDMask<SIMD16<Int8>>

  @inline(__always)
  static func isAnySet(_ mask: Mask) -> Bool {
    let halves = halves(of: mask)
    return halves.x | halves.y != 0
  }

  /// Returns the lanes with bytes that Markdown could act on inside a line, including line ends and
  /// control characters.
  ///
  /// `^` is included only because it lies between `[ \ ]` and `_` in ASCII; `>` is included because
  /// HTML acts on it.
  @inline(__always)
  static func stops(_ bytes: Bytes16) -> Mask {
    let controls = bytes .< Bytes16(repeating: 0x20)
    let brackets = bytes &- Bytes16(repeating: 0x5B) .< Bytes16(repeating: 6)
    let star = bytes .== Bytes16(repeating: UInt8(ascii: "*"))
    let ampersand = bytes .== Bytes16(repeating: UInt8(ascii: "&"))
    let angles = bytes | Bytes16(repeating: 2) .== Bytes16(repeating: UInt8(ascii: ">"))
    return controls .| brackets .| star .| ampersand .| angles
  }

  /// Returns the lanes where `:/`, or `ww` in upper or lower case, begins; in `next`, each lane has
  /// the byte after the one in `bytes`.
  @inline(__always)
  static func addressHints(_ bytes: Bytes16, next: Bytes16) -> Mask {
    let colon =
      (bytes .== Bytes16(repeating: UInt8(ascii: ":")))
      .& (next .== Bytes16(repeating: UInt8(ascii: "/")))
    let lower = Bytes16(repeating: 0x20)
    let letter = Bytes16(repeating: UInt8(ascii: "w"))
    return colon .| ((bytes | lower .== letter) .& (next | lower .== letter))
  }

  /// Returns a nonzero value if there may be an address: a slash, or two letters `w`, in upper or
  /// lower case.
  ///
  /// Each half block is checked by itself. This is enough: wherever its border splits `://` or
  /// `www.`, a slash or two letters `w` are on one side.
  @inline(__always)
  static func addressCharacters(_ bytes: Bytes16) -> SIMD2<UInt64> {
    let slashes = halves(of: bytes .== Bytes16(repeating: UInt8(ascii: "/")))
    let letters = halves(
      of: bytes | Bytes16(repeating: 0x20) .== Bytes16(repeating: UInt8(ascii: "w")))
    return slashes | (letters & (letters &>> SIMD2<UInt64>(repeating: 8)))
  }

  /// Returns the lanes with `# $ % & @`.
  ///
  /// `stops` finds the other `ActiveCharacters`, except for `{ | } ~`. It also finds `&`, which is
  /// found here only because it is next to `%` in ASCII.
  @inline(__always)
  static func activeCharacters(_ bytes: Bytes16) -> Mask {
    let signed = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
    // From `#` to `&`, shifted to the smallest signed values.
    let low =
      (signed &- SIMD16<Int8>(repeating: 0x23 &- .min)) .< SIMD16<Int8>(repeating: 4 &+ .min)
    return low .| (bytes .== Bytes16(repeating: UInt8(ascii: "@")))
  }

  @inline(__always)
  static func greater(of one: Bytes16, and other: Bytes16) -> Bytes16 {
    one.replacing(with: other, where: other .> one)
  }

  /// Returns the lanes where a run of words in HTML may end: at markup, references, control
  /// characters, the first byte of the no-break space, and two spaces.
  ///
  /// In `next`, each lane has the byte after the one in `bytes`.
  @inline(__always)
  static func htmlStops(_ bytes: Bytes16, next: Bytes16) -> Mask {
    let controls = bytes .< Bytes16(repeating: 0x20)
    let angle = bytes .== Bytes16(repeating: UInt8(ascii: "<"))
    let ampersand = bytes .== Bytes16(repeating: UInt8(ascii: "&"))
    let lead = bytes .== Bytes16(repeating: 0xC2)
    let space = Bytes16(repeating: 0x20)
    let spaces = (bytes .== space) .& (next .== space)
    return controls .| angle .| ampersand .| lead .| spaces
  }
}
