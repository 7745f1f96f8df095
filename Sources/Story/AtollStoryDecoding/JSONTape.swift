import AtollBytes

/// One JSON value with everything inside it, as a flat list of entries in the order of the text.
///
/// An entry has its key, its kind, and either its text or the end of the entries inside it. So any
/// part of a response can be read in any order, without a tree of objects and at any depth.
struct JSONTape {
  struct Entry {
    /// For a container, the index of the next entry that is not inside it; for a scalar, the number
    /// of bytes in its text.
    fileprivate(set) var endOrCount: UInt32 = 0
    fileprivate(set) var start: UInt32
    fileprivate(set) var keyStart: UInt32 = 0
    fileprivate(set) var keyCount: UInt16 = 0
    let kind: JSONKind
    /// True if the value was read to its end; `false` if the input is cut or broken inside it.
    fileprivate(set) var isWhole = true

    /// The text of a scalar: a string without its quotes, a number or a Boolean as written, nothing
    /// for `null`.
    var text: Slice { Slice(start: start, count: endOrCount) }
    /// The key of a member of an object; a key of more than 64 KiB is cut, since no known key is so
    /// long.
    var key: Slice { Slice(start: keyStart, count: UInt32(keyCount)) }
    var isContainer: Bool { kind == .object || kind == .array }
  }

  private(set) var entries: [Entry] = []
  private var openContainers: [Int] = []

  /// Empties the tape and keeps its memory.
  mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    openContainers.removeAll(keepingCapacity: true)
  }

  /// Reads the next value; after an error, the tape holds what was read before it.
  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    do throws(JSONError) {
      try readValue(&reader, key: .empty)
      while let container = openContainers.last { try readNext(in: container, from: &reader) }
    } catch {
      for container in openContainers {
        entries[container].isWhole = false
        entries[container].endOrCount = UInt32(truncatingIfNeeded: entries.count)
      }
      openContainers = []
      throw error
    }
  }

  private mutating func readNext(
    in container: Int, from reader: inout JSONReader
  ) throws(JSONError) {
    if entries[container].kind == .object {
      if let key = try reader.nextKey() { return try readValue(&reader, key: key) }
    } else if try reader.nextElement() {
      return try readValue(&reader, key: .empty)
    }
    entries[container].endOrCount = UInt32(truncatingIfNeeded: entries.count)
    openContainers.removeLast()
  }

  private mutating func readValue(_ reader: inout JSONReader, key: Slice) throws(JSONError) {
    let start = reader.offset
    switch reader.peek() {
    case .object:
      begin(.object, key: key, at: reader.offset)
      try reader.beginObject()
    case .array:
      begin(.array, key: key, at: reader.offset)
      try reader.beginArray()
    case .string: append(.string, key: key, text: try reader.string())
    case .number: append(.number, key: key, text: try reader.number())
    case .bool:
      let start = reader.offset
      _ = try reader.bool()
      append(.bool, key: key, text: Slice(start..<reader.offset))
    case .null:
      try reader.skipNull()
      append(.null, key: key, text: .empty)
    case .end: throw JSONError(.unexpectedEnd, at: reader.end)
    case .invalid: throw JSONError(.expectedValue, at: max(start, reader.offset))
    }
  }

  private mutating func begin(_ kind: JSONKind, key: Slice, at offset: Int) {
    openContainers.append(entries.count)
    append(kind, key: key, text: Slice(offset..<offset))
  }

  private mutating func append(_ kind: JSONKind, key: Slice, text: Slice) {
    entries.append(
      Entry(
        endOrCount: text.count, start: text.start, keyStart: key.start,
        keyCount: UInt16(clamping: key.count), kind: kind))
  }

  // MARK: Walking

  /// Returns the index of the first entry after this one that is not inside it.
  func indexAfter(_ index: Int) -> Int {
    let entry = entries[index]
    return entry.isContainer ? Int(entry.endOrCount) : index + 1
  }

  /// Returns the indices of an entry's ancestors, from the root on, followed by its own index.
  func indexPath(to target: Int) -> [Int] {
    var path = [0]
    var index = 0
    while index < target {
      var child = index + 1
      while indexAfter(child) <= target { child = indexAfter(child) }
      path.append(child)
      index = child
    }
    return path
  }
}
