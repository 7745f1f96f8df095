import Bytes

/// Records in the order of their keys, however many there are.
///
/// Records that do not fit in memory wait, sorted, in a file without a name. Records with one key stay in
/// the order in which they came.
package struct RecordSorter {
  private var bytes: [UInt8] = []
  private var records: [Record] = []
  private var runs: [Range<Int>] = []
  private var spill: NamelessFile?
  private let folder: String
  private let mostBytes: Int

  private struct Record {
    /// The first eight bytes of the key as a number, so that most comparisons need no more.
    let prefix: UInt64
    let start: Int
    let keyLength: Int
    let length: Int
  }

  /// A sorter that keeps a number of bytes in memory and the others in a file in this folder.
  package init(folder: String, mostBytes: Int = 4 << 20) {
    self.folder = folder
    self.mostBytes = mostBytes
  }

  /// Adds a record.
  package mutating func add(key: Span<UInt8>, value: Span<UInt8>) throws(SystemError) {
    let start = bytes.count
    unsafe key.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    unsafe value.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    records.append(
      Record(
        prefix: Self.prefix(of: key), start: start, keyLength: key.count,
        length: key.count + value.count))
    let cost = bytes.count + records.count * MemoryLayout<Record>.stride
    if cost > mostBytes { try spillOut() }
  }

  /// Hands on all records, in order.
  ///
  /// Errors of `body` are thrown.
  ///
  /// - Returns: The error of the sorter's own file, if it has one.
  package mutating func finish<Failure: Error>(
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> SystemError? {
    sort()
    guard let spill, !runs.isEmpty else {
      for record in records {
        let whole = bytes.span.extracting(record.start..<record.start + record.length)
        try body(
          whole.extracting(0..<record.keyLength),
          whole.extracting(record.keyLength..<record.length))
      }
      return nil
    }
    let merged: NamelessFile
    do throws(SystemError) {
      try spillOut()
      bytes = []
      records = []
      merged = try mergeRuns(of: spill)
    } catch {
      return error
    }
    var merge = RunMerge(merged.descriptor, runs, memory: mostBytes)
    return try merge.run(body)
  }

  /// The least number of runs that are merged at once, however little memory there is.
  private static let fewestRuns = 16
  /// The piece of each run that is read at once; disks need much longer for many small pieces.
  private static let pieceSize = 1 << 16

  /// Merges runs to longer ones until so few are left that all of them can be read in large pieces.
  ///
  /// Returns the file of the last runs. Meanwhile the records are on the disk twice.
  private mutating func mergeRuns(of spill: NamelessFile) throws(SystemError) -> NamelessFile {
    let most = max(Self.fewestRuns, mostBytes / Self.pieceSize)
    var source = spill
    while runs.count > most {
      let target = try NamelessFile(in: folder)
      var longer: [Range<Int>] = []
      var piece: [UInt8] = []
      var end = 0
      for first in stride(from: 0, to: runs.count, by: most) {
        let start = end
        var merge = RunMerge(
          source.descriptor, Array(runs[first..<min(first + most, runs.count)]), memory: mostBytes)
        let failure = try merge.run { (key, value) throws(SystemError) in
          piece.append(number: key.count)
          piece.append(number: key.count + value.count)
          unsafe key.withUnsafeBufferPointer { unsafe piece.append(contentsOf: $0) }
          unsafe value.withUnsafeBufferPointer { unsafe piece.append(contentsOf: $0) }
          if piece.count >= Self.writtenAtOnce { end += try Self.write(&piece, to: target) }
        }
        if let failure { throw failure }
        end += try Self.write(&piece, to: target)
        longer.append(start..<end)
      }
      runs = longer
      source = target
      self.spill = target
    }
    return source
  }

  private static func prefix(of key: Span<UInt8>) -> UInt64 {
    var prefix: UInt64 = 0
    for index in 0..<8 {
      prefix = prefix << 8 | UInt64(index < key.count ? key[index] : 0)
    }
    return prefix
  }

  private mutating func sort() {
    // A second name for the same bytes, which do not change meanwhile.
    let bytes = bytes
    unsafe bytes.withUnsafeBufferPointer { text in
      records.sort { left, right in
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        let order = unsafe compareBytes(
          UnsafeBufferPointer(rebasing: text[left.start..<left.start + left.keyLength]),
          UnsafeBufferPointer(rebasing: text[right.start..<right.start + right.keyLength]))
        return order == 0 ? left.start < right.start : order < 0
      }
    }
  }

  private static let writtenAtOnce = 1 << 18

  private mutating func spillOut() throws(SystemError) {
    sort()
    let spill = try openSpill()
    let start = runs.last?.upperBound ?? 0
    var piece: [UInt8] = []
    var end = start
    for record in records {
      piece.append(number: record.keyLength)
      piece.append(number: record.length)
      piece.append(contentsOf: bytes[record.start..<record.start + record.length])
      if piece.count >= Self.writtenAtOnce { end += try Self.write(&piece, to: spill) }
    }
    end += try Self.write(&piece, to: spill)
    runs.append(start..<end)
    bytes.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
  }

  private static func write(
    _ piece: inout [UInt8], to spill: NamelessFile
  ) throws(SystemError) -> Int {
    try writeAll(piece, to: spill.descriptor)
    defer { piece.removeAll(keepingCapacity: true) }
    return piece.count
  }

  private mutating func openSpill() throws(SystemError) -> NamelessFile {
    if let spill { return spill }
    let opened = try NamelessFile(in: folder)
    spill = opened
    return opened
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: Int) {
    for shift in [0, 8, 16, 24] { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}

/// Several sorted runs of one file, read side by side.
private struct RunMerge {
  private var cursors: [RunCursor] = []
  /// The cursors that are not at their end, as a heap: the least is the first.
  private var heap: [Int] = []

  init(_ descriptor: Int32, _ runs: [Range<Int>], memory: Int) {
    let share = max(1 << 12, min(1 << 18, memory / runs.count))
    cursors = runs.map { RunCursor(descriptor: descriptor, rest: $0, pieceSize: share) }
  }

  mutating func run<Failure: Error>(
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> SystemError? {
    if let error = begin() { return error }
    while let least = heap.first {
      try cursors[least].read(body)
      if let error = goOn() { return error }
    }
    return nil
  }

  private mutating func begin() -> SystemError? {
    do throws(SystemError) {
      for index in cursors.indices where try cursors[index].next() { heap.append(index) }
    } catch {
      return error
    }
    for index in stride(from: heap.count / 2, through: 0, by: -1) { sink(index) }
    return nil
  }

  /// Moves the cursor of the least record on.
  private mutating func goOn() -> SystemError? {
    do throws(SystemError) {
      if try !cursors[heap[0]].next() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
      }
    } catch {
      return error
    }
    sink(0)
    return nil
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && isBefore(heap[child], heap[least]) {
        least = child
      }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    let order = unsafe cursors[left].withKey { first in
      unsafe cursors[right].withKey { unsafe compareBytes(first, $0) }
    }
    return order == 0 ? left < right : order < 0
  }
}

/// One record after another of a sorted run.
private struct RunCursor {
  let descriptor: Int32
  var rest: Range<Int>
  let pieceSize: Int
  private var piece: [UInt8] = []
  private var key = 0..<0
  private var value = 0..<0

  init(descriptor: Int32, rest: Range<Int>, pieceSize: Int) {
    self.descriptor = descriptor
    self.rest = rest
    self.pieceSize = pieceSize
  }

  func withKey<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe piece.withUnsafeBufferPointer { unsafe body(UnsafeBufferPointer(rebasing: $0[key])) }
  }

  func read<Failure: Error>(
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try body(piece.span.extracting(key), piece.span.extracting(value))
  }

  /// Moves to the next record; false at the end.
  mutating func next() throws(SystemError) -> Bool {
    let start = value.upperBound
    guard try fill(from: start, count: 8) else { return false }
    let shift = value.upperBound
    let keyLength = number(at: shift)
    let length = number(at: shift + 4)
    guard try fill(from: shift, count: 8 + length) else { throw SystemError.inputOutput }
    let first = value.upperBound + 8
    key = first..<first + keyLength
    value = first + keyLength..<first + length
    return true
  }

  private func number(at index: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(piece[index + $1]) << ($1 * 8) }
  }

  /// Makes sure that this many bytes follow the last record, which is moved to the front.
  private mutating func fill(from start: Int, count: Int) throws(SystemError) -> Bool {
    if piece.count - start >= count { return true }
    if rest.isEmpty && piece.count == start { return false }
    piece.removeSubrange(..<start)
    (key, value) = (0..<0, 0..<0)
    let wanted = min(rest.count, max(pieceSize, count - piece.count))
    let more = try readBytes(of: descriptor, at: rest.lowerBound, count: wanted)
    if more.count < wanted { throw SystemError.inputOutput }
    piece += more
    rest = rest.lowerBound + wanted..<rest.upperBound
    return piece.count >= count
  }
}

extension Array where Element == UInt8 {
  /// Copies the bytes of a span.
  package init(_ span: Span<UInt8>) {
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
