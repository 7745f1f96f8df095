import Bytes

/// Looking at sixteen bytes at a time.
extension UnsafeBufferPointer<UInt8> {
  /// How many bytes from `start` on and before `end` are printable ASCII; whether `=` is one of those
  /// is told.
  @inline(__always)
  func printableRun(from start: Int, to end: Int, withEquals: Bool) -> Int {
    guard let base = baseAddress else { return 0 }
    var index = start
    // Looking beyond the end is cheaper than going byte by byte up to it.
    while index < end, index &+ 16 <= count {
      let chunk = unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD16<Int8>.self)
      // Signed, so that one comparison finds controls and everything beyond ASCII.
      var special = chunk .< SIMD16<Int8>(repeating: 0x20)
      special .|= chunk .== SIMD16<Int8>(repeating: 0x7F)
      if !withEquals { special .|= chunk .== SIMD16<Int8>(repeating: 0x3D) }
      let lane = firstLane(special)
      index &+= lane
      if lane < 16 { return Swift.min(index, end) &- start }
    }
    while index < end {
      let byte = unsafe base[index]
      guard byte >= 0x20, byte < 0x7F, withEquals || byte != 0x3D else { break }
      index &+= 1
    }
    return Swift.min(index, end) &- start
  }

  /// Copies printable ASCII from `start` on, no more than `most` bytes of it, and tells how much there was.
  ///
  /// Stores sixteen bytes before it looks how many of them were printable.
  @inline(__always)
  func copyPrintable(
    from start: Int, atMost most: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard let base = baseAddress else { return 0 }
    let end = Swift.min(most, count &- start)
    let source = unsafe UnsafeRawPointer(base + start)
    var done = 0
    // Most runs are long, and one look at four times as many costs little more than one at these.
    while done &+ 64 <= end {
      var special = SIMDMask<SIMD16<Int8>>(repeating: false)
      for part in 0..<4 {
        let place = done &+ 16 &* part
        let chunk = unsafe source.loadUnaligned(fromByteOffset: place, as: SIMD16<Int8>.self)
        unsafe UnsafeMutableRawPointer(target + place)
          .storeBytes(of: chunk, as: SIMD16<Int8>.self)
        special .|= chunk .< SIMD16<Int8>(repeating: 0x20)
        special .|= chunk .== SIMD16<Int8>(repeating: 0x7F)
      }
      if firstLane(special) < 16 { break }
      done &+= 64
    }
    while done < end, start &+ done &+ 16 <= count {
      let chunk = unsafe source.loadUnaligned(fromByteOffset: done, as: SIMD16<Int8>.self)
      unsafe UnsafeMutableRawPointer(target + done).storeBytes(of: chunk, as: SIMD16<Int8>.self)
      var special = chunk .< SIMD16<Int8>(repeating: 0x20)
      special .|= chunk .== SIMD16<Int8>(repeating: 0x7F)
      let lane = firstLane(special)
      done &+= lane
      if lane < 16 { return Swift.min(done, end) }
    }
    while done < end {
      let byte = unsafe base[start &+ done]
      guard byte >= 0x20, byte < 0x7F else { break }
      unsafe target[done] = byte
      done &+= 1
    }
    return Swift.min(done, end)
  }

  /// The place behind the first line feed from `start` on, or the end.
  func endOfLine(from start: Int) -> Int {
    guard let base = baseAddress else { return count }
    var index = start
    while index < count, unsafe base[index] != 0x0A { index &+= 1 }
    return Swift.min(index &+ 1, count)
  }
}

/// How often the bytes occur in a text that decide what its encodings come to.
struct ByteTally {
  private(set) var lines = 0
  /// Bytes beyond ASCII.
  private(set) var high = 0
  private(set) var equals = 0

  init(of text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while let base = text.baseAddress, index &+ 16 <= text.count {
      // Counted in sixteen lanes of bytes, for as long as those cannot overflow.
      var lanes = (SIMD16<UInt8>(), SIMD16<UInt8>(), SIMD16<UInt8>())
      let end = Swift.min(index &+ 255 &* 16, text.count &- 15)
      while index < end {
        let chunk = unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD16<Int8>.self)
        lanes.0 &-= Self.ones(chunk .== SIMD16<Int8>(repeating: 0x0A))
        lanes.1 &-= Self.ones(chunk .< SIMD16<Int8>(repeating: 0))
        lanes.2 &-= Self.ones(chunk .== SIMD16<Int8>(repeating: 0x3D))
        index &+= 16
      }
      lines &+= Self.sum(lanes.0)
      high &+= Self.sum(lanes.1)
      equals &+= Self.sum(lanes.2)
    }
    while index < text.count {
      let byte = unsafe text[index]
      if byte == 0x0A { lines &+= 1 }
      if byte >= 0x80 { high &+= 1 }
      if byte == 0x3D { equals &+= 1 }
      index &+= 1
    }
  }

  /// All bits of each lane that is set: -1, as a byte.
  @inline(__always)
  private static func ones(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD16<UInt8> {
    unsafe unsafeBitCast(mask, to: SIMD16<UInt8>.self)
  }

  private static func sum(_ lanes: SIMD16<UInt8>) -> Int {
    var sum = 0
    for lane in lanes.indices { sum &+= Int(lanes[lane]) }
    return sum
  }
}
