import Bytes

/// Text in which every byte that could come to harm is written as `=` and two digits (RFC 2045, 6.7).
enum QuotedPrintable {
  /// How many bytes the text comes to.
  static func count(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var out = OutputBuffer(capacity: text.count + text.count / 4 + 64)
    unsafe append(text, to: &out)
    return out.count
  }

  /// Appends whole lines, each ended by CR and LF.
  static func append(_ lines: UnsafeBufferPointer<UInt8>, to out: inout OutputBuffer) {
    unsafe out.writeInPlace(atMost: lines.count * growth + lines.count / 24 * 3 + slack) {
      var encoder = unsafe QuotingEncoder(target: $0)
      unsafe encoder.encode(lines)
      return encoder.written
    }
  }

  /// No byte becomes more than three; breaking a line takes three more, and none is shorter than 24 bytes.
  private static let growth = 3
  /// What copying sixteen bytes at a time may write too much, and the last line's end.
  private static let slack = 32
}

/// Copies what may stand as it is while it looks for what may not.
@safe private struct QuotingEncoder {
  private let target: UnsafeMutablePointer<UInt8>
  private(set) var written = 0
  /// How much of a line is written.
  private var column = 0

  /// How much of a line may be written that goes on: behind it stands a `=`.
  private static let room = TransferEncoding.lineLength - 1

  init(target: UnsafeMutablePointer<UInt8>) { unsafe self.target = target }

  mutating func encode(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < text.count {
      index &+= unsafe copyPlain(text, from: index)
      guard index < text.count else { break }
      if unsafe text[index] == 0x0A {
        endLine()
        index &+= 1
      } else if column &+ 3 > Self.room, unsafe !isLastOfLine(text, index) {
        unsafe target[written] = UInt8(ascii: "=")
        written &+= 1
        endLine()
      } else {
        index = unsafe escape(text, from: index)
      }
    }
    if column > 0 { endLine() }
  }

  /// Copies the bytes from here on that are written as they are on this line, and tells how many there are.
  @inline(__always)
  private mutating func copyPlain(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    if column == 0, unsafe isFragileStart(text, at: start) { return 0 }
    let most = max(0, min(text.count &- start, Self.room &- column))
    var done = 0
    while true {
      done &+= unsafe text.copyUnquoted(
        from: start &+ done, atMost: most &- done, to: target + written + done)
      guard done < most, unsafe text[start &+ done] == 0x09 else { break }
      unsafe target[written &+ done] = 0x09
      done &+= 1
    }
    // White space at the end of a line is lost on the way.
    let next = start &+ done
    if done > 0, unsafe next == text.count || text[next] == 0x0A,
      unsafe text[next &- 1] == 0x20 || text[next &- 1] == 0x09
    {
      done &-= 1
    }
    written &+= done
    column &+= done
    return done
  }

  /// Whether the line ends right behind this byte and three more still fit on it.
  private func isLastOfLine(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let following = unsafe index &+ 1 < text.count ? text[index &+ 1] : 0x0A
    return following == 0x0A && column &+ 3 <= TransferEncoding.lineLength
  }

  /// Writes a byte in digits, and those beyond ASCII that follow it on this line; tells where they end.
  @inline(__always)
  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    var next = unsafe text[index]
    repeat {
      unsafe target[written] = UInt8(ascii: "=")
      unsafe target[written &+ 1] = digit(next >> 4)
      unsafe target[written &+ 2] = digit(next & 15)
      written &+= 3
      column &+= 3
      index &+= 1
      next = unsafe index < text.count ? text[index] : 0
    } while next >= 0x80 && column &+ 3 <= Self.room
    return index
  }

  @inline(__always)
  private mutating func endLine() {
    unsafe target[written] = 0x0D
    unsafe target[written &+ 1] = 0x0A
    written &+= 2
    column = 0
  }

  @inline(__always)
  private func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 &+ value : 55 &+ value }
}
