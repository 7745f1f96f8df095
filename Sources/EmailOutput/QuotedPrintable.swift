import Bytes

/// Text in which every byte that could come to harm is written as `=` and two digits (RFC 2045, 6.7).
enum QuotedPrintable {
  /// How many bytes the text comes to.
  static func count(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var encoder = Encoder()
    return unsafe encoder.encode(text, to: nil) + encoder.endCount
  }

  /// Appends whole lines, each ended by CR and LF.
  static func append(_ lines: UnsafeBufferPointer<UInt8>, to out: inout OutputBuffer) {
    var encoder = Encoder()
    unsafe out.writeInPlace(atMost: lines.count * 3 + lines.count / 24 * 3 + 8) {
      unsafe encoder.encode(lines, to: $0)
    }
    if encoder.endCount > 0 { out.append("\r\n") }
  }

  private struct Encoder {
    /// How much of a line is written.
    var column = 0
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
            unsafe copyBytes(from: base + index, count: run, to: target + written)
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
          var next = byte
          repeat {
            unsafe escape(next, to: target, at: written)
            written &+= 3
            column &+= 3
            index &+= 1
            next = unsafe index < text.count ? text[index] : 0
            // What follows beyond ASCII needs no look at what is plain.
          } while next >= 0x80 && column &+ 3 <= TransferEncoding.lineLength &- 1
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
      if column == 0, unsafe isFragileStart(text, at: start) { return 0 }
      var index = start
      while index < limit {
        index &+= unsafe text.printableRun(from: index, to: limit, withEquals: false)
        guard index < limit, unsafe text[index] == 0x09 else { break }
        index &+= 1
      }
      // White space at the end of a line is lost on the way.
      guard index > start, unsafe text[index &- 1] == 0x20 || text[index &- 1] == 0x09 else {
        return index &- start
      }
      let following = unsafe index < text.count ? text[index] : 0x0A
      return following == 0x0A ? index &- 1 &- start : index &- start
    }

    /// Whether the line ends right behind this byte and the byte still fits on it.
    private func isLastOfLine(
      _ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ width: Int
    ) -> Bool {
      let following = unsafe index &+ 1 < text.count ? text[index &+ 1] : 0x0A
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
