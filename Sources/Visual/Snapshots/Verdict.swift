/// What came of comparing output with its reference.
public enum Verdict: Hashable, Sendable {
  /// The bytes are the same.
  case matches
  /// The bytes differ.
  case mismatch(Mismatch)
  /// There is no reference of this name; the output lies at `pending`.
  case missing(pending: String)
  /// The reference is not what was ever recorded; the output lies at `pending`.
  case damaged(Damage, pending: String)
}

/// How output differs from its reference.
public struct Mismatch: Hashable, Sendable {
  /// The first line that differs, counted from 1.
  public var line: Int { lines.firstLine }
  /// The lines that differ with a few around each, as a unified diff; long lines are cut around
  /// what differs in them.
  public var difference: String { lines.text() }
  let lines: LineDifference
  /// How many bytes the reference has.
  public let referenceSize: Int
  /// How many bytes the output has.
  public let outputSize: Int
  /// Where the output was written for people to look at.
  public let pending: String
}

/// What shows that something else than the store wrote a reference.
public enum Damage: Hashable, Sendable {
  /// A merge left its marks at this line, counted from 1.
  case conflictMarks(line: Int)
  /// Line ends were changed, first at this line, counted from 1.
  case carriageReturn(line: Int)
  /// It is empty, and nothing empty is ever recorded.
  case empty
}

extension Verdict: CustomStringConvertible {
  /// The verdict for people, with the difference where there is one.
  public var description: String {
    switch self {
    case .matches: "matches its reference"
    case .mismatch(let mismatch):
      "differs from its reference at line \(mismatch.line) "
        + "(\(mismatch.referenceSize) bytes there, \(mismatch.outputSize) here; "
        + "the output is in \(mismatch.pending))\n\(mismatch.difference)"
    case .missing(let pending): "has no reference (the output is in \(pending))"
    case .damaged(let damage, let pending):
      "has a damaged reference: \(damage) (the output is in \(pending))"
    }
  }
}

extension Damage: CustomStringConvertible {
  /// The damage for people.
  public var description: String {
    switch self {
    case .conflictMarks(let line): "line \(line) has the marks of an unfinished merge"
    case .carriageReturn(let line): "line \(line) ends with CR LF, and references have LF alone"
    case .empty: "it is empty"
    }
  }
}
