import Bytes
import Comments
import OperatingSystem
import StoryDecoding
import Unpacking

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
  private let form: InputForm?
  private let longestLine: Int
  private let findsAuthors: Bool
  private var open: RowGroup?
  /// What came behind the first row of the group that is open, and has its result behind that of the group.
  private var waiting: [Work] = []
  private var isAtEnd = false

  init(_ lines: LineSource, field: String?, _ settings: BatchSettings, findsAuthors: Bool) {
    self.findsAuthors = findsAuthors
    self.lines = lines
    self.field = field.map { Array($0.utf8) }
    form = settings.form
    longestLine = settings.longestLine
  }

  var bytesRead: Int { lines.bytesRead }

  /// The next groups, or nothing at the end.
  mutating func next(isStopped: () -> Bool) throws(UnpackingError) -> Portion? {
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
    portion.works += waiting
    waiting = []
  }

  private mutating func fail(
    _ line: LineSource.Line, _ failure: StoryFailure, _ portion: inout Portion
  ) {
    let work = Work.failure(failure, number: line.number)
    if open == nil { portion.works.append(work) } else { waiting.append(work) }
  }

  private mutating func take(
    _ line: LineSource.Line, of bytes: [UInt8], _ portion: inout Portion
  ) {
    guard case .text(let whole) = line.content else {
      let failure = StoryFailure(
        .tooLarge, "the row has more than the \(longestLine) bytes allowed")
      return fail(line, failure, &portion)
    }
    let text = KeyedLine(whole, of: bytes, isFirst: line.number == 1, stripsKey: field == nil)
    if text.isEmpty {
      portion.emptyLines += 1
      return
    }
    let row = text.range
    if !line.isTerminated, text.breaksOff(in: bytes) {
      portion.ending = .tornLine(line.number)
      return
    }
    guard let key = key(of: text, in: bytes), !key.isEmpty else {
      let failure = StoryFailure(
        .noKey, "the row has no key, so that nothing tells its story",
        namesNoStory: namesNoStory(text, in: bytes))
      return fail(line, failure, &portion)
    }
    if open?.key.elementsEqual(key) != true {
      if let last = open?.key, !last.lexicographicallyPrecedes(key) {
        portion.ending = .groupOrder(line.number)
        return
      }
      close(&portion)
      open = RowGroup(
        key: Array(key), number: line.number, form: form, findsAuthors: findsAuthors)
    }
    open?.add(bytes[row])
  }

  /// Returns whether a line without a key was read whole: nothing is before its tab, or its field is missing, null
  /// or empty.
  private func namesNoStory(_ line: KeyedLine, in bytes: [UInt8]) -> Bool {
    guard let field else { return line.key != nil }
    return JSONMember.isWholeObject(in: line.range, of: bytes, withoutTextOf: field)
  }

  private func key(of line: KeyedLine, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard let field else { return line.key.map { bytes[$0] } }
    return JSONMember.text(in: line.range, of: bytes) { $0.elementsEqual(field) }
  }
}
