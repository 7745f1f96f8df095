import AtollBytes
import Synchronization

/// One run of a test suite over a store; it records which references the tests asked for.
///
///     static let snapshots = SnapshotSession(
///       store: SnapshotStore(folder: "Snapshots"), suite: "mail")
///
///     @Test func matchesTheReference() throws {
///       #expect(try Self.snapshots.verify(letter, as: "mail/welcome.eml") == .matches)
///     }
///
/// Tests never write references. Output that differs is pending until a person decides about it
/// with `atoll snapshot review`. After `finish`, `atoll snapshot prune` knows which references no
/// test asks for any more.
public final class SnapshotSession: Sendable {
  /// The store of the references.
  public let store: SnapshotStore
  private let record: Mutex<RunRecord>

  /// Creates a session.
  ///
  /// Every byte of the suite's name other than `a` to `z`, `0` to `9` and `-` is replaced with `-`.
  public init(store: SnapshotStore, suite: String) {
    self.store = store
    let plain = suite.utf8.map { byte in
      SnapshotName(String(decoding: [byte], as: UTF8.self)) == nil ? UInt8(ascii: "-") : byte
    }
    let name = "\(RunRecord.prefixOfTests)\(String(decoding: plain, as: UTF8.self))"
    // A name such as `tests-look-2-of-3` would be that of a part of a suite.
    record = Mutex(RunRecord(runName: RunRecord.isShard(runName: name) ? "\(name)-" : name))
  }

  /// Compares output with the reference of this name.
  ///
  /// A name that `SnapshotName` does not allow is an error.
  public func verify(_ output: String, as name: String) throws(SnapshotError) -> Verdict {
    try verify(Array(output.utf8), as: name)
  }

  /// Compares output with the reference of this name.
  ///
  /// A name that `SnapshotName` does not allow is an error.
  public func verify(_ output: [UInt8], as name: String) throws(SnapshotError) -> Verdict {
    guard let snapshot = SnapshotName(name) else {
      throw SnapshotError(
        name,
        message: "a name has only a to z, 0 to 9, '-' and '.', with '/' between its parts, and is "
          + "not that of a file of the suite")
    }
    let verdict = try store.verify(output, as: snapshot)
    var entry = RunRecord.Entry(snapshot, verdict: verdict)
    if entry.state.isPending { entry.textHash = SHA256.hexadecimal(of: output) }
    record.withLock { $0[snapshot.text] = entry }
    return verdict
  }

  /// Records which references the tests asked for.
  ///
  /// Pass `true` only if every test of the suite ran. References that a complete run did not ask
  /// for are obsolete if they are in the same top-level folders as references that it did ask for.
  public func finish(wasComplete: Bool) throws(SnapshotError) {
    var finished = record.withLock { $0 }
    finished.isComplete = wasComplete
    try finished.write(toStoreIn: store.folder)
  }
}

extension RunRecord.Entry {
  package init(_ name: SnapshotName, verdict: Verdict) {
    switch verdict {
    case .matches: self.init(name.text, state: .same)
    case .missing: self.init(name.text, state: .missing)
    case .damaged(let damage, _):
      self.init(name.text, state: .corrupt, note: "the reference is damaged: \(damage)")
    case .mismatch(let mismatch):
      self.init(name.text, state: .changed)
      findings = [mismatch.lineDifference.finding]
    }
  }
}
