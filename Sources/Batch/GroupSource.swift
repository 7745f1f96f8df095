import Bytes
import Files
import StoryDecoding

/// Groups of rows with one key that stand behind one another.
///
/// Keys have to rise, byte by byte: so a group that was torn apart is noticed without any memory of
/// the keys that were.
struct GroupSource {
  /// Some work for one thread.
  struct Portion {
    var works: [Work] = []
    var emptyLines = 0
    var ending: BatchEnding?
  }

  enum Work {
    case group(RowGroup)
    /// A line that belongs to no story that could be told.
    case failure(StoryFailure, number: Int)
  }

  private var lines: LineSource
  /// The field with the key; nothing where it stands before a tab.
  private let field: [UInt8]?
  private let shape: InputShape?
  private let longestLine: Int
  private let findsAuthors: Bool
  private var open: RowGroup?
  private var isAtEnd = false

  init(_ lines: LineSource, field: String?, _ settings: BatchSettings, findsAuthors: Bool) {
    self.findsAuthors = findsAuthors
    self.lines = lines
    self.field = field.map { Array($0.utf8) }
    shape = settings.shape
    longestLine = settings.longestLine
  }

  var bytesRead: Int { lines.bytesRead }

  /// The next groups, or nothing at the end.
  mutating func next(isStopped: () -> Bool) throws(SystemError) -> Portion? {
    var portion = Portion()
    while portion.works.isEmpty && portion.ending == nil {
      if isAtEnd { return portion.emptyLines > 0 ? portion : nil }
      guard let chunk = try lines.next() else {
        isAtEnd = true
        // A group whose rows have not all come is none.
        if !isStopped() { close(&portion) }
        continue
      }
      for line in chunk.lines where portion.ending == nil { take(line, of: chunk.bytes, &portion) }
    }
    if portion.ending != nil { isAtEnd = true }
    return portion
  }

  private mutating func close(_ portion: inout Portion) {
    guard let group = open else { return }
    open = nil
    portion.works.append(.group(group))
  }

  private mutating func take(
    _ line: LineSource.Line, of bytes: [UInt8], _ portion: inout Portion
  ) {
    guard case .text(let whole) = line.content else {
      portion.works.append(
        .failure(
          StoryFailure(.tooLarge, "the row has more than the \(longestLine) bytes allowed"),
          number: line.number))
      return
    }
    let range = trimmedLine(whole, of: bytes, isFirst: line.number == 1)
    if range.isEmpty {
      portion.emptyLines += 1
      return
    }
    if !line.isTerminated, bytes[range].last != UInt8(ascii: "}") {
      portion.ending = .tornLine(line.number)
      return
    }
    guard let (key, row) = split(range, of: bytes) else {
      portion.works.append(
        .failure(
          StoryFailure(.noKey, "the row has no key, so that nothing tells its story"),
          number: line.number))
      return
    }
    if open?.key != key {
      if let last = open?.key, !last.lexicographicallyPrecedes(key) {
        portion.ending = .groupOrder(line.number)
        return
      }
      close(&portion)
      open = RowGroup(
        key: key, number: line.number, shape: shape, findsAuthors: findsAuthors)
    }
    open?.add(bytes[row])
  }

  /// The key of a row, and the row without it.
  private func split(_ range: Range<Int>, of bytes: [UInt8]) -> ([UInt8], Range<Int>)? {
    if let field {
      guard let key = JSONMember.text(of: field, in: range, of: bytes), !key.isEmpty else {
        return nil
      }
      return (Array(bytes[key]), range)
    }
    guard let tab = bytes[range].firstIndex(of: 0x09), tab > range.lowerBound else { return nil }
    return (
      Array(String(decoding: bytes[range.lowerBound..<tab], as: UTF8.self).utf8),
      tab + 1..<range.upperBound
    )
  }
}

/// A line without a byte order mark before it and white space around it.
func trimmedLine(_ range: Range<Int>, of bytes: [UInt8], isFirst: Bool) -> Range<Int> {
  var range = range
  if isFirst, bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) {
    range = range.lowerBound + 3..<range.upperBound
  }
  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
  while let first = bytes[range].first, isSpace(first) { range.removeFirst() }
  while let last = bytes[range].last, isSpace(last) { range.removeLast() }
  return range
}
