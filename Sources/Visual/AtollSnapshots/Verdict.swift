/// The result of comparing output with its reference.
public enum Verdict: Hashable, Sendable {
  /// The bytes are the same.
  case matches
  /// The bytes differ.
  case mismatch(Mismatch)
  /// There is no reference with this name; the output is in the file `pending`.
  case missing(pending: String)
  /// The reference is not as it was recorded; the output is in the file `pending`.
  case damaged(Damage, pending: String)
}

/// The difference between output and its reference.
public struct Mismatch: Hashable, Sendable {
  /// The number of the first line that differs, counted from 1, in the reference.
  public var line: Int { lineDifference.firstLine }
  /// The difference as a short unified diff for people, in which long lines and long runs of lines
  /// are cut.
  public var difference: String { lineDifference.text() }
  let lineDifference: LineDifference
  /// The size of the reference in bytes.
  public let referenceSize: Int
  /// The size of the output in bytes.
  public let outputSize: Int
  /// The path of the file with the output.
  public let pending: String
}

/// A sign that something other than the store wrote a reference.
public enum Damage: Hashable, Sendable {
  /// This line, counted from 1, has a merge conflict marker.
  case conflictMarks(line: Int)
  /// Line ends were changed; this is the first line with a CR, counted from 1.
  case carriageReturn(line: Int)
  /// The reference is empty, and empty output is never recorded.
  case empty
}

extension Verdict: CustomStringConvertible {
  /// A description of the verdict, with the difference if there is one.
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
  /// A description of the damage.
  public var description: String {
    switch self {
    case .conflictMarks(let line): "line \(line) has the marks of an unfinished merge"
    case .carriageReturn(let line): "line \(line) has a CR, and references have LF alone"
    case .empty: "it is empty"
    }
  }
}
