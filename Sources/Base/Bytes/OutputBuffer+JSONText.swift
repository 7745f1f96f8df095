/// JSON in which no byte below space stands, and not DEL: what goes through pipes, line by line.
extension OutputBuffer {
  /// Appends a JSON string.
  package mutating func append(jsonString text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { unsafe append(jsonText: $0) }
    append(UInt8(ascii: "\""))
  }

  /// Appends text as it stands inside a JSON string.
  ///
  /// Sixteen bytes at a time where none of them has to be escaped.
  package mutating func append(jsonText text: UnsafeBufferPointer<UInt8>) {
    guard let base = text.baseAddress else { return }
    let source = unsafe UnsafeRawPointer(base)
    var index = 0
    let piece = 4096
    while index < text.count {
      let end = min(index + piece, text.count)
      // The longest escape has six bytes.
      unsafe writeInPlace(atMost: (end - index) * 6 + 16) { target in
        unsafe escape(source, index..<end, to: target)
      }
      index = end
    }
  }
}

/// Escapes some bytes for a JSON string and tells how many came of them.
private func escape(
  _ source: UnsafeRawPointer, _ range: Range<Int>, to target: UnsafeMutablePointer<UInt8>
) -> Int {
  var index = range.lowerBound
  var count = 0
  while index < range.upperBound {
    if range.upperBound &- index >= 16 {
      let block = unsafe source.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      // All of it, whatever is clean: what is behind that is written over.
      unsafe UnsafeMutableRawPointer(target + count).storeBytes(
        of: block, as: SIMD16<UInt8>.self)
      let clean = cleanCount(block)
      index &+= clean
      count &+= clean
      if clean == 16 { continue }
    }
    unsafe count &+= escape(source.load(fromByteOffset: index, as: UInt8.self), to: target + count)
    index &+= 1
  }
  return count
}

/// How many bytes at the front of a block stand for themselves.
///
/// Every operand is a vector: with a scalar on one side the compiler goes lane by lane.
@inline(__always)
private func cleanCount(_ block: SIMD16<UInt8>) -> Int {
  let control = block .< SIMD16<UInt8>(repeating: 0x20)
  let quote = block .== SIMD16<UInt8>(repeating: 0x22)
  let backslash = block .== SIMD16<UInt8>(repeating: 0x5C)
  let delete = block .== SIMD16<UInt8>(repeating: 0x7F)
  return firstLane(control .| quote .| backslash .| delete)
}

@inline(__always)
private func escape(_ byte: UInt8, to target: UnsafeMutablePointer<UInt8>) -> Int {
  switch byte {
  case 0x22, 0x5C: return unsafe put(byte, target)
  case 0x0A: return unsafe put(UInt8(ascii: "n"), target)
  case 0..<0x20, 0x7F:
    unsafe target[0] = UInt8(ascii: "\\")
    unsafe target[1] = UInt8(ascii: "u")
    unsafe target[2] = UInt8(ascii: "0")
    unsafe target[3] = UInt8(ascii: "0")
    unsafe target[4] = 48 + byte >> 4
    let low = byte & 15
    unsafe target[5] = low < 10 ? 48 + low : 87 + low
    return 6
  case _:
    unsafe target[0] = byte
    return 1
  }
}

private func put(_ letter: UInt8, _ target: UnsafeMutablePointer<UInt8>) -> Int {
  unsafe target[0] = UInt8(ascii: "\\")
  unsafe target[1] = letter
  return 2
}
