package import Bytes

/// Finds comments by the bytes of their ids: open addressing, at most half full.
package struct IDTable: Sendable {
  /// The comment's index and the hash's upper half, or -1.
  private var slots: [Slot]
  private var mask: Int
  /// Ids are chosen by whoever wrote the input.
  ///
  /// With a secret they cannot be chosen to collide; it decides where an id lies in the table and
  /// nothing else, so no output depends on it.
  private let secret = UInt64.random(in: .min ... .max)
  private(set) var count = 0

  private struct Slot {
    var index: Int32 = -1
    var check: UInt32 = 0
  }

  package init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = [Slot](repeating: Slot(), count: size)
    mask = size - 1
  }

  /// Adds the comment at `index`, or returns the one that already has its id.
  package mutating func insert(
    _ index: Int, among comments: [CommentRecord], in bytes: [UInt8]
  ) -> Int? {
    if (count + 1) * 2 > slots.count { grow(comments, bytes) }
    let id = comments[index].id
    let hash = hash(bytes, id)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot].index >= 0 {
      let other = slots[slot]
      if other.check == UInt32(truncatingIfNeeded: hash >> 32),
        Self.equal(bytes, comments[Int(other.index)].id, bytes, id)
      {
        return Int(other.index)
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = Slot(
      index: Int32(truncatingIfNeeded: index), check: UInt32(truncatingIfNeeded: hash >> 32))
    count += 1
    return nil
  }

  /// The comment whose id is this slice of `bytes`.
  package func find(_ id: Slice, among comments: [CommentRecord], in bytes: [UInt8]) -> Int? {
    find(id, of: bytes, among: comments, in: bytes)
  }

  /// The comment whose id is these bytes.
  package func find(_ id: [UInt8], among comments: [CommentRecord], in bytes: [UInt8]) -> Int? {
    find(Slice(0..<id.count), of: id, among: comments, in: bytes)
  }

  /// The comment whose id is this slice of other bytes.
  func find(
    _ id: Slice, of source: [UInt8], among comments: [CommentRecord], in bytes: [UInt8]
  ) -> Int? {
    let hash = hash(source, id)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot].index >= 0 {
      let other = slots[slot]
      if other.check == UInt32(truncatingIfNeeded: hash >> 32),
        Self.equal(bytes, comments[Int(other.index)].id, source, id)
      {
        return Int(other.index)
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Takes out the comment at `index`, and closes the gap so that nothing behind it is lost.
  mutating func remove(_ index: Int, among comments: [CommentRecord], in bytes: [UInt8]) {
    var slot = Int(truncatingIfNeeded: hash(bytes, comments[index].id)) & mask
    while slots[slot].index != Int32(truncatingIfNeeded: index) {
      guard slots[slot].index >= 0 else { return }
      slot = (slot + 1) & mask
    }
    count -= 1
    var next = (slot + 1) & mask
    while slots[next].index >= 0 {
      let id = comments[Int(slots[next].index)].id
      let home = Int(truncatingIfNeeded: hash(bytes, id)) & mask
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

  private mutating func grow(_ comments: [CommentRecord], _ bytes: [UInt8]) {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    mask = slots.count - 1
    for entry in old where entry.index >= 0 {
      let hash = hash(bytes, comments[Int(entry.index)].id)
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot].index >= 0 { slot = (slot + 1) & mask }
      slots[slot] = entry
    }
  }

  /// Eight bytes at a time through a 64 × 64 → 128 bit multiplication, from a secret start.
  private func hash(_ bytes: [UInt8], _ slice: Slice) -> UInt64 {
    var hash = secret ^ UInt64(slice.count)
    unsafe bytes.withUnsafeBytes { raw in
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
      hash = Self.mix(hash, rest)
    }
    return hash
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
    guard first.count == second.count else { return false }
    var index = Int(first.start)
    var other = Int(second.start)
    let end = first.end
    while index < end {
      if left[index] != right[other] { return false }
      index &+= 1
      other &+= 1
    }
    return true
  }
}
