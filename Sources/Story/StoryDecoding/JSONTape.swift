import Bytes

/// One JSON value with everything inside it, as a flat run of entries in the order of the text.
///
/// An entry knows its key, its kind, and either its text or where the entries inside it end. That is
/// enough to look at any part of a response in any order, without a tree of objects and at any depth.
struct JSONTape {
  enum Kind: UInt8 { case object, array, string, number, bool, null }

  struct Entry {
    /// Behind which entry the next one stands that is not inside this one; for containers.
    fileprivate(set) var end: UInt32 = 0
    fileprivate(set) var start: UInt32
    fileprivate(set) var keyStart: UInt32 = 0
    fileprivate(set) var keyCount: UInt16 = 0
    let kind: Kind
    /// Whether the text went on to this value's end.
    fileprivate(set) var isWhole = true

    /// The text of a scalar: a string without its quotes, everything else as written.
    var text: Slice { Slice(start: start, count: end) }
    /// The key of a member of an object.
    ///
    /// Keys over 64 KiB are cut: they match nothing anyway.
    var key: Slice { Slice(start: keyStart, count: UInt32(keyCount)) }
    var isContainer: Bool { kind == .object || kind == .array }
  }

  private(set) var entries: [Entry] = []
  private var open: [Int] = []

  /// Forgets what was read and keeps the memory.
  mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
  }

  /// Reads the next value.
  ///
  /// After an error, what was read before it is there.
  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    do throws(JSONError) {
      try readValue(&reader, key: .empty)
      while let container = open.last { try readNext(in: container, &reader) }
    } catch {
      for container in open {
        entries[container].isWhole = false
        entries[container].end = UInt32(truncatingIfNeeded: entries.count)
      }
      open = []
      throw error
    }
  }

  private mutating func readNext(
    in container: Int, _ reader: inout JSONReader
  ) throws(JSONError) {
    if entries[container].kind == .object {
      if let key = try reader.nextKey() { return try readValue(&reader, key: key) }
    } else if try reader.nextElement() {
      return try readValue(&reader, key: .empty)
    }
    entries[container].end = UInt32(truncatingIfNeeded: entries.count)
    open.removeLast()
  }

  private mutating func readValue(_ reader: inout JSONReader, key: Slice) throws(JSONError) {
    let start = reader.offset
    switch reader.peek() {
    case .object:
      begin(.object, key, reader.offset)
      try reader.beginObject()
    case .array:
      begin(.array, key, reader.offset)
      try reader.beginArray()
    case .string: append(.string, key, try reader.string())
    case .number: append(.number, key, try reader.number())
    case .bool:
      let start = reader.offset
      _ = try reader.bool()
      append(.bool, key, Slice(start..<reader.offset))
    case .null:
      try reader.null()
      append(.null, key, .empty)
    case .end: throw JSONError(.unexpectedEnd, at: reader.end)
    case .invalid: throw JSONError(.expectedValue, at: max(start, reader.offset))
    }
  }

  private mutating func begin(_ kind: Kind, _ key: Slice, _ offset: Int) {
    open.append(entries.count)
    append(kind, key, Slice(offset..<offset))
  }

  private mutating func append(_ kind: Kind, _ key: Slice, _ text: Slice) {
    entries.append(
      Entry(
        end: text.count, start: text.start, keyStart: key.start,
        keyCount: UInt16(clamping: key.count), kind: kind))
  }

  // MARK: Walking

  /// The entry behind this one that is not inside it.
  func next(_ index: Int) -> Int {
    let entry = entries[index]
    return entry.isContainer ? Int(entry.end) : index + 1
  }

  /// Where the entries inside a container end; for a scalar right where they would begin.
  func end(of index: Int) -> Int { next(index) }

  func kind(_ index: Int) -> Kind { entries[index].kind }

  /// Every step from the root to an entry.
  func steps(to target: Int) -> [Int] {
    var steps = [0]
    var index = 0
    while index < target {
      var child = index + 1
      while next(child) <= target { child = next(child) }
      steps.append(child)
      index = child
    }
    return steps
  }
}
