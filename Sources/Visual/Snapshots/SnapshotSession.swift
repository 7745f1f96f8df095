import Synchronization

/// One run of a suite of tests over a store, which knows at its end what was asked for.
///
///     static let snapshots = SnapshotSession(store: SnapshotStore(folder: "Snapshots"), suite: "mail")
///
///     @Test func looksAsItDid() throws {
///       #expect(try Self.snapshots.verify(letter, as: "mail/welcome.eml") == .matches)
///     }
///
/// Tests never write references. What differs is pending, and `atoll snapshot review` decides about
/// it. A session that was finished tells `atoll snapshot prune` what no test asks for any more.
public final class SnapshotSession: Sendable {
  /// Where the references are.
  public let store: SnapshotStore
  private let record: Mutex<RunRecord>

  /// A session; the name of its suite is of `a` to `z`, `0` to `9` and `-`.
  public init(store: SnapshotStore, suite: String) {
    self.store = store
    let plain = suite.utf8.map { byte in
      SnapshotName(String(decoding: [byte], as: UTF8.self)) == nil ? UInt8(ascii: "-") : byte
    }
    record = Mutex(RunRecord(part: "tests-\(String(decoding: plain, as: UTF8.self))"))
  }

  /// Compares output with the reference of this name.
  ///
  /// A name that cannot be one is an error.
  public func verify(_ output: String, as name: String) throws(SnapshotError) -> Verdict {
    try verify(Array(output.utf8), as: name)
  }

  /// Compares output with the reference of this name.
  ///
  /// A name that cannot be one is an error.
  public func verify(_ output: [UInt8], as name: String) throws(SnapshotError) -> Verdict {
    guard let snapshot = SnapshotName(name) else {
      throw SnapshotError(
        name, "a name has parts of a to z, 0 to 9, '-' and '.' only, with '/' between them")
    }
    let verdict = try store.verify(output, as: snapshot)
    record.withLock { $0[snapshot.text] = RunRecord.Entry(snapshot, verdict) }
    return verdict
  }

  /// Notes what was asked for.
  ///
  /// Say that the run was complete only if every test of the suite ran: references that a complete
  /// run has not asked for, in the folders it asked for others in, are obsolete.
  public func finish(wasComplete: Bool) throws(SnapshotError) {
    var noted = record.withLock { $0 }
    noted.isComplete = wasComplete
    try noted.write(toStoreIn: store.folder)
  }
}

extension RunRecord.Entry {
  /// What came of a text.
  package init(_ name: SnapshotName, _ verdict: Verdict) {
    switch verdict {
    case .matches: self.init(name.text, .same)
    case .missing: self.init(name.text, .missing)
    case .damaged(let damage, _):
      self.init(name.text, .corrupt, note: "the reference is damaged: \(damage)")
    case .mismatch(let mismatch):
      self.init(name.text, .changed)
      findings = [mismatch.lines.finding]
    }
  }
}
