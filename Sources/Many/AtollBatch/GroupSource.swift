import AtollBytes
import AtollComments
import AtollOperatingSystem
import AtollStoryDecoding
import AtollUnpacking

/// The groups of consecutive rows with the same key, from lines such as `key\t{…}`.
///
/// The keys must be in ascending byte order, so that a group whose rows are not consecutive is
/// detected without remembering all keys.
struct GroupSource {
  /// Some groups for one thread.
  struct Chunk {
    var items: [GroupOrFailure] = []
    var emptyLines = 0
    var ending: BatchEnding?
  }

  enum GroupOrFailure {
    case group(RowGroup)
    /// A line whose story is unknown.
    case failure(StoryError, number: Int)
  }

  private var lines: LineSource
  private let form: InputForm?
  private let maximumLineLength: Int
  private var openGroup: RowGroup?
  /// The failures since the first row of the open group; their results follow that group's result.
  private var failures: [GroupOrFailure] = []
  /// The number of failures from which on they come before the open group, so that the memory stays
  /// bounded.
  private static let maximumWaitingFailureCount = 1000
  private var isAtEnd = false

  init(_ lines: LineSource, settings: BatchSettings) {
    self.lines = lines
    form = settings.form
    maximumLineLength = settings.maximumLineLength
  }

  var bytesRead: Int { lines.bytesRead }

  mutating func next(isStopped: () -> Bool) throws(Failure) -> Chunk? {
    var groups = Chunk()
    while groups.items.isEmpty && groups.ending == nil {
      if isAtEnd { return groups.emptyLines > 0 ? groups : nil }
      guard let chunk = try lines.next() else {
        isAtEnd = true
        // After a stop, the last group may be incomplete, so it is dropped.
        if !isStopped() { closeOpenGroup(into: &groups) }
        continue
      }
      for line in chunk.lines where groups.ending == nil { add(line, of: chunk.bytes, to: &groups) }
    }
    if groups.ending != nil { isAtEnd = true }
    return groups
  }

  private mutating func closeOpenGroup(into groups: inout Chunk) {
    guard let group = openGroup else { return }
    openGroup = nil
    groups.items.append(.group(group))
    groups.items += failures
    failures = []
  }

  private mutating func fail(
    _ line: LineSource.Line, with failure: StoryError, in groups: inout Chunk
  ) {
    let item = GroupOrFailure.failure(failure, number: line.number)
    if openGroup == nil {
      groups.items.append(item)
    } else {
      failures.append(item)
      if failures.count >= Self.maximumWaitingFailureCount {
        groups.items += failures
        failures = []
      }
    }
  }

  private mutating func add(
    _ line: LineSource.Line, of bytes: [UInt8], to groups: inout Chunk
  ) {
    guard case .text(let whole) = line.content else {
      let failure = StoryError(
        .tooLarge, message: "the row has more than the \(maximumLineLength) bytes allowed")
      return fail(line, with: failure, in: &groups)
    }
    // Sorted lines do not begin with a byte order mark, so it is a part of the key.
    let text = KeyedLine(whole, of: bytes, isFirst: false, linesBeginWithKey: true)
    if text.isEmpty {
      groups.emptyLines += 1
      return
    }
    let row = text.range
    if !line.isTerminated, text.isTruncated(in: bytes) {
      groups.ending = .truncated(line: line.number)
      return
    }
    guard let key = text.key.map({ bytes[$0] }), !key.isEmpty else {
      let failure = StoryError(
        text.key != nil ? .noKey : .unknownKey,
        message: "the row has no key, so its story is unknown")
      return fail(line, with: failure, in: &groups)
    }
    if openGroup?.key.elementsEqual(key) != true {
      if let last = openGroup?.key, !last.lexicographicallyPrecedes(key) {
        groups.ending = .keysOutOfOrder(line: line.number)
        return
      }
      closeOpenGroup(into: &groups)
      openGroup = RowGroup(key: Array(key), number: line.number, form: form)
    }
    openGroup?.add(bytes[row])
  }
}
