package import AtollBytes

/// A hash table that maps the bytes of ids to comments, with open addressing; at most three
/// quarters full.
package struct IDTable: Sendable {
  /// The slots; their number is a power of two, or zero in an empty table.
  private var slots: [Slot] = []
  package private(set) var count = 0

  private struct Slot {
    /// The comment's index; -1 if the slot is free.
    var index: Int32 = -1
    /// The hash of the comment's id, which decides the slot and is compared before the id itself.
    var hash: UInt32 = 0
    /// A copy of the id, so that comparing does not load the comment.
    var id = Slice.empty
  }

  private let seed = ByteHash.seed

  package init() {}

  package init(capacity: Int) { clear(capacity: capacity) }

  /// Removes all ids and makes room for `capacity` of them; memory is kept.
  package mutating func clear(capacity: Int) {
    var size = capacity > 0 ? 16 : 0
    while size / 4 * 3 < capacity, size < 1 << 31 { size *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(Slot(), count: size))
    count = 0
  }

  /// Makes room for `additionalCount` ids, so that slots do not change while these are inserted.
  ///
  /// An empty table is replaced, since a table that grows has its old and new slots in memory.
  mutating func reserve(_ additionalCount: Int) {
    if count == 0, additionalCount > slots.count / 4 &* 3 {
      return clear(capacity: additionalCount)
    }
    while count &+ additionalCount > slots.count / 4 &* 3 { grow() }
  }

  /// Returns the first slot that is free or has this hash.
  ///
  /// The slot stays valid until an id is removed or the table grows: ids that are inserted
  /// meanwhile only make the search continue from there.
  @inline(__always)
  func slot(for hash: UInt32) -> Int {
    let mask = slots.count &- 1
    var slot = Int(hash) & mask
    while slots[slot].index >= 0, slots[slot].hash != hash { slot = (slot &+ 1) & mask }
    return slot
  }

  /// Adds the comment at `index` under its id; if another comment has the id, returns that
  /// comment's index instead, otherwise `nil`.
  package mutating func insert(
    _ index: Int, as id: Slice, in bytes: Span<UInt8>
  ) -> Int? {
    reserve(1)
    let hash = hash(bytes, in: id)
    return insert(index, as: id, hash: hash, from: slot(for: hash), in: bytes)
  }

  /// Inserts an id with this hash, searching from the slot that `slot(for:)` returned.
  ///
  /// Returns the index of the comment that already has the id; `nil` if the id was inserted.
  mutating func insert(
    _ index: Int, as id: Slice, hash: UInt32, from start: Int,
    in bytes: Span<UInt8>
  ) -> Int? {
    let slot = slot(of: id, hash: hash, from: start, in: bytes, amongIDsIn: bytes)
    if slots[slot].index >= 0 { return Int(slots[slot].index) }
    slots[slot] = Slot(index: Int32(truncatingIfNeeded: index), hash: hash, id: id)
    count &+= 1
    return nil
  }

  func find(_ id: [UInt8], amongIDsIn bytes: [UInt8]) -> Int? {
    find(Slice(0..<id.count), of: id, amongIDsIn: bytes)
  }

  /// Returns the index of the comment whose id is this slice of `source`; the ids of the table are
  /// slices of `bytes`.
  package func find(_ id: Slice, of source: [UInt8], amongIDsIn bytes: [UInt8]) -> Int? {
    find(id, of: source.span, amongIDsIn: bytes.span)
  }

  package mutating func insert(_ index: Int, as id: Slice, in bytes: [UInt8]) -> Int? {
    insert(index, as: id, in: bytes.span)
  }

  func find(_ id: Slice, of source: Span<UInt8>, amongIDsIn bytes: Span<UInt8>) -> Int? {
    if count == 0 { return nil }
    let hash = hash(source, in: id)
    return find(id, hash: hash, from: slot(for: hash), of: source, amongIDsIn: bytes)
  }

  /// Returns the index of the comment with an id, searching from the slot that `slot(for:)`
  /// returned for its hash; `nil` if no comment has the id.
  func find(
    _ id: Slice, hash: UInt32, from start: Int, of source: Span<UInt8>,
    amongIDsIn bytes: Span<UInt8>
  ) -> Int? {
    let slot = slot(of: id, hash: hash, from: start, in: source, amongIDsIn: bytes)
    return slots[slot].index < 0 ? nil : Int(slots[slot].index)
  }

  /// Returns the slot of an id with this hash, or the free slot where it belongs.
  @inline(__always)
  private func slot(
    of id: Slice, hash: UInt32, from start: Int, in source: Span<UInt8>,
    amongIDsIn bytes: Span<UInt8>
  ) -> Int {
    let mask = slots.count &- 1
    var slot = start
    while slots[slot].index >= 0 {
      if slots[slot].hash == hash, Self.areEqual(bytes, at: slots[slot].id, source, at: id) {
        break
      }
      slot = (slot &+ 1) & mask
    }
    return slot
  }

  /// Removes the comment at `index`, and closes the gap so that the entries after it can still be
  /// found.
  mutating func remove(_ index: Int, as id: Slice, in bytes: [UInt8]) {
    if count == 0 { return }
    let mask = slots.count - 1
    var slot = Int(hash(bytes.span, in: id)) & mask
    while slots[slot].index != Int32(truncatingIfNeeded: index) {
      guard slots[slot].index >= 0 else { return }
      slot = (slot + 1) & mask
    }
    count -= 1
    var next = (slot + 1) & mask
    while slots[next].index >= 0 {
      let home = Int(slots[next].hash) & mask
      // The entry may fill the gap unless its home slot comes after the gap.
      if (next - home) & mask >= (next - slot) & mask {
        slots[slot] = slots[next]
        slot = next
      }
      next = (next + 1) & mask
    }
    slots[slot] = Slot()
  }

  /// Replaces every index `i` by `newIndices[i]`.
  mutating func renumber(_ newIndices: [Int32]) {
    for slot in slots.indices where slots[slot].index >= 0 {
      slots[slot].index = newIndices[Int(slots[slot].index)]
    }
  }

  @inline(never)
  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: max(16, old.count * 2))
    let mask = slots.count - 1
    for entry in old where entry.index >= 0 {
      var slot = Int(entry.hash) & mask
      while slots[slot].index >= 0 { slot = (slot &+ 1) & mask }
      slots[slot] = entry
    }
  }

  @inline(__always)
  func hash(_ bytes: Span<UInt8>, in slice: Slice) -> UInt32 {
    guard slice.end <= bytes.count else { return 0 }
    return ByteHash.hash(bytes.extracting(slice.range), seed: seed)
  }

  static func areEqual(
    _ left: Span<UInt8>, at first: Slice, _ right: Span<UInt8>, at second: Slice
  ) -> Bool {
    guard first.count == second.count, first.end <= left.count, second.end <= right.count else {
      return false
    }
    return left.extracting(first.range).isSame(as: right.extracting(second.range))
  }
}
