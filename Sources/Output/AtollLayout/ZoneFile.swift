extension Zone {
  /// Creates the zone that a compiled zone file (TZif, RFC 9636, versions 1 to 4) describes.
  ///
  /// From version 2 on, the file's 64-bit data is used; later moments follow the rule in the
  /// footer. Leap seconds are ignored, as in POSIX time. The result is `nil` if the bytes are not a
  /// valid TZif file.
  package init?(tzif bytes: [UInt8]) {
    guard let first = ZoneFileHeader(bytes, at: 0) else { return nil }
    if first.version < UInt8(ascii: "2") {
      guard let table = first.table(of: bytes, timeSize: 4) else { return nil }
      self.init(transitions: table.transitions, offsets: table.offsets, rule: nil)
      return
    }
    guard let second = ZoneFileHeader(bytes, at: first.end(timeSize: 4)),
      let table = second.table(of: bytes, timeSize: 8)
    else { return nil }
    var footer = bytes[second.end(timeSize: 8)...]
    guard footer.popFirst() == 0x0A, let end = footer.firstIndex(of: 0x0A) else { return nil }
    let text = footer[..<end]
    let rule = text.isEmpty ? nil : ZoneRule(posix: text)
    if rule == nil, !text.isEmpty { return nil }
    self.init(transitions: table.transitions, offsets: table.offsets, rule: rule)
  }
}

/// The header of one data block of a zone file, and the position of the block.
private struct ZoneFileHeader {
  var version: UInt8
  var utCount: Int
  var standardCount: Int
  var leapCount: Int
  var timeCount: Int
  var typeCount: Int
  var nameCount: Int
  /// The offset of the block's data.
  var start: Int

  private static let size = 44

  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, offset + Self.size <= bytes.count,
      bytes[offset..<offset + 4].elementsEqual("TZif".utf8)
    else { return nil }
    version = bytes[offset + 4]
    let counts = (0..<6).map { Int(bigEndian(bytes, at: offset + 20 + $0 * 4, size: 4)) }
    (utCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
    (timeCount, typeCount, nameCount) = (counts[3], counts[4], counts[5])
    start = offset + Self.size
    // The limits of the format, and a bound so that the sums below cannot overflow.
    guard counts.allSatisfy({ (0...100_000).contains($0) }), (1...256).contains(typeCount) else {
      return nil
    }
  }

  func end(timeSize: Int) -> Int {
    let times = timeCount * (timeSize + 1)
    let types = typeCount * 6 + nameCount
    let leaps = leapCount * (timeSize + 4)
    return start + times + types + leaps + standardCount + utCount
  }

  func table(of bytes: [UInt8], timeSize: Int) -> (transitions: [Int64], offsets: [Int32])? {
    guard end(timeSize: timeSize) <= bytes.count else { return nil }
    let typeIndices = start + timeCount * timeSize
    let types = typeIndices + timeCount
    var offsetsByType: [Int32] = []
    for type in 0..<typeCount {
      let offset = bigEndian(bytes, at: types + type * 6, size: 4)
      // RFC 9636 allows -24:59:59 to 25:59:59.
      guard (-89_999...93_599).contains(offset) else { return nil }
      offsetsByType.append(Int32(truncatingIfNeeded: offset))
    }
    var transitions: [Int64] = []
    // Before the first transition, the first type applies.
    var offsets = [offsetsByType[0]]
    for index in 0..<timeCount {
      let moment = bigEndian(bytes, at: start + index * timeSize, size: timeSize)
      let type = Int(bytes[typeIndices + index])
      guard type < typeCount, transitions.last.map({ $0 < moment }) ?? true else { return nil }
      transitions.append(moment)
      offsets.append(offsetsByType[type])
    }
    return (transitions, offsets)
  }
}

/// Returns a signed big-endian number of four or eight bytes.
private func bigEndian(_ bytes: [UInt8], at offset: Int, size: Int) -> Int64 {
  var value: UInt64 = 0
  for index in offset..<offset + size { value = value << 8 | UInt64(bytes[index]) }
  return size == 4
    ? Int64(Int32(truncatingIfNeeded: value)) : Int64(truncatingIfNeeded: value)
}
