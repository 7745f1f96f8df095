import Bytes

/// Text in which every byte that could come to harm is written as `=` and two digits (RFC 2045, 6.7).
enum QuotedPrintable {
  /// How many bytes the text comes to.
  static func count(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var encoder = Encoder()
    return unsafe encoder.encode(text, to: nil) + encoder.endCount
  }

  /// Appends the text, its lines ended by CR and LF.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to out: inout OutputBuffer) {
    var encoder = Encoder()
    var start = 0
    while start < text.count {
      let end = min(text.count, start + pieceSize)
      let piece = unsafe UnsafeBufferPointer(rebasing: text[start..<end])
      // What may come next is looked at, so a piece is told what stands behind it.
      unsafe encoder.next = end < text.count ? text[end] : 0x0A
      unsafe out.writeInPlace(atMost: piece.count * 3 + piece.count / 24 * 3 + 8) {
        unsafe encoder.encode(piece, to: $0)
      }
      start = end
    }
    if encoder.endCount > 0 { out.append("\r\n") }
  }

  private static let pieceSize = 1 << 16

  private struct Encoder {
    /// How much of a line is written.
    var column = 0
    /// The byte behind the text; the end of the text counts as the end of a line.
    var next: UInt8 = 0x0A

    /// What is still to be written for the last line to end.
    var endCount: Int { column > 0 ? 2 : 0 }

    /// Encodes the text, or only counts where there is no target.
    mutating func encode(
      _ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>?
    ) -> Int {
      var written = 0
      var index = 0
      while index < text.count {
        let run = unsafe plainRun(text, from: index)
        if run > 0 {
          if let target = unsafe target, let base = text.baseAddress {
            unsafe (target + written).update(from: base + index, count: run)
          }
          written &+= run
          column &+= run
          index &+= run
          continue
        }
        let byte = unsafe text[index]
        if byte == 0x0A {
          unsafe put(0x0D, 0x0A, to: target, at: written)
          written &+= 2
          column = 0
          index &+= 1
        } else if column &+ 3 > TransferEncoding.lineLength - 1,
          unsafe !isLastOfLine(text, index, 3)
        {
          written &+= unsafe breakLine(target, written)
        } else {
          unsafe escape(byte, to: target, at: written)
          written &+= 3
          column &+= 3
          index &+= 1
        }
        if column >= TransferEncoding.lineLength - 1, index < text.count,
          unsafe text[index] != 0x0A, unsafe !isLastOfLine(text, index, 1)
        {
          written &+= unsafe breakLine(target, written)
        }
      }
      return written
    }

    /// How many bytes from here on are written as they are, on this line.
    private func plainRun(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
      let room = TransferEncoding.lineLength &- 1 &- column
      let limit = min(text.count, start &+ room)
      var index = start
      if column == 0, unsafe isFragileStart(text, at: start) { return 0 }
      while index < limit {
        let byte = unsafe text[index]
        let isPlain = byte > 0x20 && byte < 0x7F && byte != 0x3D
        if !isPlain {
          guard byte == 0x20 || byte == 0x09 else { break }
          // White space at the end of a line is lost on the way.
          let following = unsafe index &+ 1 < text.count ? text[index &+ 1] : next
          if following == 0x0A { break }
        }
        index &+= 1
      }
      return index &- start
    }

    /// Whether the line ends right behind this byte and the byte still fits on it.
    private func isLastOfLine(
      _ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ width: Int
    ) -> Bool {
      let following = unsafe index &+ 1 < text.count ? text[index &+ 1] : next
      return following == 0x0A && column &+ width <= TransferEncoding.lineLength
    }

    private mutating func breakLine(
      _ target: UnsafeMutablePointer<UInt8>?, _ written: Int
    ) -> Int {
      if let target = unsafe target { unsafe target[written] = UInt8(ascii: "=") }
      unsafe put(0x0D, 0x0A, to: target, at: written &+ 1)
      column = 0
      return 3
    }

    private func escape(
      _ byte: UInt8, to target: UnsafeMutablePointer<UInt8>?, at place: Int
    ) {
      guard let target = unsafe target else { return }
      unsafe target[place] = UInt8(ascii: "=")
      unsafe put(digit(byte >> 4), digit(byte & 15), to: target, at: place &+ 1)
    }

    private func put(
      _ first: UInt8, _ second: UInt8, to target: UnsafeMutablePointer<UInt8>?, at place: Int
    ) {
      guard let target = unsafe target else { return }
      unsafe target[place] = first
      unsafe target[place &+ 1] = second
    }

    private func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 &+ value : 55 &+ value }
  }
}
