import AtollBytes
import AtollStore

/// The changes to a store that one thread has prepared, in input order.
struct StoreChanges: ~Copyable {
  enum Change {
    case keep(StoredStory)
    case keepAfterFailure(StoredStory)
    case add(RenderedStory, size: Int, replacing: StoredStory?)
    /// A piece of the output of the next story.
    case piece
    case discardPieces
    case unreadableLine(Int)
  }

  /// Each change, with the offset in `outputs` at which its output ends.
  private var changes: [(change: Change, end: Int)] = []
  /// The outputs of the changes, and the one that is being written.
  private var outputs = OutputBuffer()
  /// True if the incomplete output already has pieces, among the changes or in the store.
  private var hasPieces = false

  var isEmpty: Bool { changes.isEmpty }

  mutating func append(_ change: Change) { changes.append((change, outputs.count)) }

  /// The size in bytes at which the buffered part of an output becomes a piece.
  private static let pieceThreshold = 1 << 21

  /// Appends to the output of a story; returns true if there is so much output that the changes
  /// should be applied now.
  mutating func append(_ piece: Span<UInt8>) -> Bool {
    outputs.append(contentsOf: piece)
    guard outputs.count - outputStart >= Self.pieceThreshold else { return false }
    append(.piece)
    hasPieces = true
    return true
  }

  /// Adds a story, whose output has been appended completely.
  mutating func add(_ story: RenderedStory, size: Int, replacing known: StoredStory?) {
    append(.add(story, size: size, replacing: known))
    hasPieces = false
  }

  /// Drops an output that is not complete, if there is one.
  mutating func discardOutput() {
    outputs.truncate(to: outputStart)
    if hasPieces { append(.discardPieces) }
    hasPieces = false
  }

  private var outputStart: Int { changes.last?.end ?? 0 }

  /// Applies the changes to a run, and removes them.
  mutating func apply(to run: SiteRun) throws {
    defer { clear() }
    try outputs.withBytes { bytes in
      var start = 0
      for (change, end) in changes {
        let output = bytes.extracting(start..<end)
        start = end
        switch change {
        case .keep(let story): try run.keep(story)
        case .keepAfterFailure(let story): run.keepAfterFailure(story)
        case .add(let story, let size, let known):
          try run.add(story, output: output, size: size, replacing: known)
        case .piece: try run.addPiece(output)
        case .discardPieces: try run.discardPieces()
        case .unreadableLine(let line): run.addUnreadableLine(line)
        }
      }
    }
  }

  private mutating func clear() {
    changes.removeAll(keepingCapacity: true)
    outputs.clear()
  }
}
