/// A compact encoding of ascending ids: the differences between them as LEB128 numbers.
enum IDList {
  static func bytes(of ids: some Sequence<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    var last = 0
    for id in ids {
      var difference = UInt(bitPattern: id &- last)
      last = id
      while difference > 0x7F {
        bytes.append(UInt8(truncatingIfNeeded: difference) | 0x80)
        difference >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: difference))
    }
    return bytes
  }

  static func ids(in bytes: [UInt8]) -> [Int] {
    var ids: [Int] = []
    var (last, difference, shift) = (0, UInt(0), UInt(0))
    for byte in bytes {
      difference |= UInt(byte & 0x7F) << shift
      shift += 7
      if byte > 0x7F { continue }
      last &+= Int(bitPattern: difference)
      ids.append(last)
      (difference, shift) = (0, 0)
    }
    return ids
  }
}

/// A set of ids, most of which are consecutive.
struct IDSet {
  /// One bit for each id, in pages of `pageSize` consecutive ids, by page number.
  private var pages: [Int: [UInt64]] = [:]
  private(set) var count = 0

  private static let pageSize = 1 << 15

  /// Adds an id; returns false if it is there already.
  mutating func insert(_ id: Int) -> Bool {
    if contains(id) { return false }
    let bitIndex = id % Self.pageSize
    pages[id / Self.pageSize, default: [UInt64](repeating: 0, count: Self.pageSize / 64)][
      bitIndex / 64] |=
      1 << (bitIndex % 64)
    count += 1
    return true
  }

  func contains(_ id: Int) -> Bool {
    let bitIndex = id % Self.pageSize
    guard let page = pages[id / Self.pageSize] else { return false }
    return page[bitIndex / 64] >> (bitIndex % 64) & 1 == 1
  }
}
