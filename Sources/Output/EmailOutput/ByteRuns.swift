import Bytes

/// Looking at sixteen bytes at a time.
extension UnsafeBufferPointer<UInt8> {
  /// Copies printable ASCII from `start` on, no more than `most` bytes of it, and tells how much there was.
  ///
  /// Stores sixteen bytes before it looks how many of them were printable.
  @inline(__always)
  func copyPrintable(
    from start: Int, atMost most: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard let base = baseAddress else { return 0 }
    let source = unsafe base + start
    let end = Swift.min(most, count &- start)
    var done = 0
    // Most runs are long, and one look at four times as many costs little more than one at these.
    while done &+ 64 <= end {
      let odd = unsafe (
        unprintableLanes(of: Self.copy(source, target, done)),
        unprintableLanes(of: Self.copy(source, target, done &+ 16)),
        unprintableLanes(of: Self.copy(source, target, done &+ 32)),
        unprintableLanes(of: Self.copy(source, target, done &+ 48))
      )
      if firstLane((odd.0 .| odd.1) .| (odd.2 .| odd.3)) < 16 {
        var lane = firstLane(odd.0)
        if lane < 16 { return done &+ lane }
        lane = firstLane(odd.1)
        if lane < 16 { return done &+ 16 &+ lane }
        lane = firstLane(odd.2)
        if lane < 16 { return done &+ 32 &+ lane }
        return done &+ 48 &+ firstLane(odd.3)
      }
      done &+= 64
    }
    while done < end, start &+ done &+ 16 <= count {
      let lane = firstLane(unsafe unprintableLanes(of: Self.copy(source, target, done)))
      done &+= lane
      if lane < 16 { return Swift.min(done, end) }
    }
    while done < end, unsafe isPrintable(source[done]) {
      unsafe target[done] = source[done]
      done &+= 1
    }
    return Swift.min(done, end)
  }

  /// The same up to the first `=` too; for runs that are no longer than a line.
  @inline(__always)
  func copyUnquoted(
    from start: Int, atMost most: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard let base = baseAddress else { return 0 }
    let source = unsafe base + start
    var done = 0
    while done < most, start &+ done &+ 16 <= count {
      let chunk = unsafe Self.copy(source, target, done)
      let equals = chunk .== SIMD16<Int8>(repeating: 0x3D)
      let lane = firstLane(unprintableLanes(of: chunk) .| equals)
      done &+= lane
      if lane < 16 { return Swift.min(done, most) }
    }
    while done < most, isPrintable(unsafe source[done]), unsafe source[done] != 0x3D {
      unsafe target[done] = source[done]
      done &+= 1
    }
    return Swift.min(done, most)
  }

  @inline(__always)
  private static func copy(
    _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ index: Int
  ) -> SIMD16<Int8> {
    let chunk = unsafe UnsafeRawPointer(source + index).loadUnaligned(as: SIMD16<Int8>.self)
    unsafe UnsafeMutableRawPointer(target + index).storeBytes(of: chunk, as: SIMD16<Int8>.self)
    return chunk
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
