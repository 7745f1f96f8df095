package import Bytes

/// Finds comments by the bytes of their ids: open addressing, at most three quarters full.
package struct IDTable: Sendable {
  private var slots: [Slot]
  private var mask: UInt32
  /// Ids are chosen by whoever wrote the input.
  ///
  /// With a secret they cannot be chosen to collide; it decides where an id lies in the table and
  /// nothing else, so no output depends on it.
  private let secret = UInt64.random(in: .min ... .max)
  package private(set) var count = 0

  private struct Slot {
    /// The comment's index, or -1.
    var index: Int32 = -1
    /// The hash of its id: where it belongs in a table of any size, and a first check.
    var hash: UInt32 = 0
  }

  package init(capacity: Int) {
    var size = 16
    while size / 4 * 3 < capacity, size < 1 << 31 { size *= 2 }
    slots = [Slot](repeating: Slot(), count: size)
    mask = UInt32(truncatingIfNeeded: size - 1)
  }

  /// Adds the comment at `index`, or returns the one that already has its id.
  package mutating func insert(
    _ index: Int, among comments: [CommentRecord], in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    if count &+ 1 > slots.count / 4 &* 3 { grow() }
    let id = comments[index].id
    let hash = unsafe hash(bytes, id)
    var slot = Int(hash & mask)
    while slots[slot].index >= 0 {
      if slots[slot].hash == hash {
        let other = Int(slots[slot].index)
        if unsafe Self.equal(bytes, comments[other].id, bytes, id) { return other }
      }
      slot = (slot &+ 1) & Int(mask)
    }
    slots[slot] = Slot(index: Int32(truncatingIfNeeded: index), hash: hash)
    count += 1
    return nil
  }

  /// The comment whose id is this slice of `bytes`.
  package func find(
    _ id: Slice, among comments: [CommentRecord], in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    unsafe find(id, of: bytes, among: comments, in: bytes)
  }

  /// The comment whose id is these bytes.
  func find(_ id: [UInt8], among comments: [CommentRecord], in bytes: [UInt8]) -> Int? {
    find(Slice(0..<id.count), of: id, among: comments, in: bytes)
  }

  /// The comment whose id is this slice of other bytes.
  func find(
    _ id: Slice, of source: [UInt8], among comments: [CommentRecord], in bytes: [UInt8]
  ) -> Int? {
    unsafe source.withUnsafeBufferPointer { name in
      unsafe bytes.withUnsafeBufferPointer {
        unsafe find(id, of: name, among: comments, in: $0)
      }
    }
  }

  /// The comment whose id is this slice of the same bytes.
  func find(_ id: Slice, among comments: [CommentRecord], in bytes: [UInt8]) -> Int? {
    unsafe bytes.withUnsafeBufferPointer { unsafe find(id, among: comments, in: $0) }
  }

  /// As above, of bytes in an array.
  mutating func insert(_ index: Int, among comments: [CommentRecord], in bytes: [UInt8]) -> Int? {
    unsafe bytes.withUnsafeBufferPointer { unsafe insert(index, among: comments, in: $0) }
  }

  private func find(
    _ id: Slice, of source: UnsafeBufferPointer<UInt8>, among comments: [CommentRecord],
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let hash = unsafe hash(source, id)
    var slot = Int(hash & mask)
    while slots[slot].index >= 0 {
      if slots[slot].hash == hash {
        let other = Int(slots[slot].index)
        if unsafe Self.equal(bytes, comments[other].id, source, id) { return other }
      }
      slot = (slot &+ 1) & Int(mask)
    }
    return nil
  }

  /// Takes out the comment at `index`, and closes the gap so that nothing behind it is lost.
  mutating func remove(_ index: Int, among comments: [CommentRecord], in bytes: [UInt8]) {
    let mask = Int(mask)
    let id = comments[index].id
    var slot = Int(unsafe bytes.withUnsafeBufferPointer { unsafe hash($0, id) }) & mask
    while slots[slot].index != Int32(truncatingIfNeeded: index) {
      guard slots[slot].index >= 0 else { return }
      slot = (slot + 1) & mask
    }
    count -= 1
    var next = (slot + 1) & mask
    while slots[next].index >= 0 {
      let home = Int(slots[next].hash) & mask
      // It may fill the gap unless its home lies between the gap and itself.
      if (next - home) & mask >= (next - slot) & mask {
        slots[slot] = slots[next]
        slot = next
      }
      next = (next + 1) & mask
    }
    slots[slot] = Slot()
  }

  /// Gives every comment the index that `newIndices` has for it.
  mutating func renumber(_ newIndices: [Int32]) {
    for slot in slots.indices where slots[slot].index >= 0 {
      slots[slot].index = newIndices[Int(slots[slot].index)]
    }
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    mask = UInt32(truncatingIfNeeded: slots.count - 1)
    for entry in old where entry.index >= 0 {
      var slot = Int(entry.hash & mask)
      while slots[slot].index >= 0 { slot = (slot &+ 1) & Int(mask) }
      slots[slot] = entry
    }
  }

  /// Eight bytes at a time through a 64 × 64 → 128 bit multiplication, from a secret start.
  ///
  /// Nothing for bytes that are not there: a slice is trusted to lie inside.
  private func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ slice: Slice) -> UInt32 {
    var hash = secret ^ UInt64(slice.count)
    guard slice.end <= bytes.count else { return 0 }
    let raw = UnsafeRawBufferPointer(bytes)
    var index = Int(slice.start)
    let end = slice.end
    while index &+ 8 <= end {
      hash = Self.mix(hash, unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    var rest: UInt64 = 0
    while index < end {
      rest = rest &<< 8 | UInt64(unsafe raw[index])
      index &+= 1
    }
    return UInt32(truncatingIfNeeded: Self.mix(hash, rest) &>> 32)
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }

  /// Whether two slices, each of its own bytes, hold the same.
  static func equal(
    _ left: [UInt8], _ first: Slice, _ right: [UInt8], _ second: Slice
  ) -> Bool {
    unsafe left.withUnsafeBufferPointer { one in
      unsafe right.withUnsafeBufferPointer { unsafe equal(one, first, $0, second) }
    }
  }

  private static func equal(
    _ left: UnsafeBufferPointer<UInt8>, _ first: Slice, _ right: UnsafeBufferPointer<UInt8>,
    _ second: Slice
  ) -> Bool {
    guard first.count == second.count, first.end <= left.count, second.end <= right.count else {
      return false
    }
    var index = Int(first.start)
    var other = Int(second.start)
    let end = first.end
    let a = UnsafeRawBufferPointer(left)
    let b = UnsafeRawBufferPointer(right)
    while index &+ 8 <= end {
      let word = unsafe a.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if unsafe word != b.loadUnaligned(fromByteOffset: other, as: UInt64.self) { return false }
      index &+= 8
      other &+= 8
    }
    while index < end {
      if unsafe left[index] != right[other] { return false }
      index &+= 1
      other &+= 1
    }
    return true
  }
}
