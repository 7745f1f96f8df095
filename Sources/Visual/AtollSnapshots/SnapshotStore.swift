import AtollBytes

/// A folder of named reference files, with which output is compared.
///
///     let store = SnapshotStore(folder: "Snapshots")
///     switch try store.verify(bytes, as: name) { … }
///
/// `verify` never writes a reference. Only `record` does, and a person who accepts pending output.
/// Output that differs is written next to its reference as `NAME.pending`, which is removed when
/// the output matches again.
public struct SnapshotStore: Sendable {
  /// The folder of the references.
  public let folder: String

  /// Creates a store; its folder is made when the first file is written.
  ///
  /// An empty path is the current folder.
  public init(folder: String) { self.folder = folder.isEmpty ? "." : folder }

  /// Compares output with the reference of this name, and updates its pending file.
  ///
  /// The pending file is written if the output differs, and removed if it matches.
  public func verify(
    _ output: [UInt8], as name: SnapshotName
  ) throws(SnapshotError) -> Verdict {
    let verdict = try compare(output, with: name)
    try updatePending(output, as: name, verdict: verdict)
    return verdict
  }

  /// Compares output with the reference of this name, and writes nothing.
  private func compare(
    _ output: [UInt8], with name: SnapshotName
  ) throws(SnapshotError) -> Verdict {
    let path = "\(folder)/\(name)"
    let pending = name.pendingPath(inStore: folder)
    let reference = try StoreFiles.contents(of: path)
    if let reference, reference == output, !output.isEmpty { return .matches }
    guard let reference else { return .missing(pending: pending) }
    if let damage = Damage(in: reference) { return .damaged(damage, pending: pending) }
    return .mismatch(
      Mismatch(
        lineDifference: LineDifference(from: reference, to: output), referenceSize: reference.count,
        outputSize: output.count, pending: pending))
  }

  /// Writes differing output to a file next to its reference, or removes that file if the output
  /// matches.
  private func updatePending(
    _ output: [UInt8], as name: SnapshotName, verdict: Verdict
  ) throws(SnapshotError) {
    let pending = name.pendingPath(inStore: folder)
    if case .matches = verdict {
      try StoreFiles.remove(pending)
    } else {
      try StoreFiles.replace(pending, with: output)
    }
  }

  /// Compares output with the reference of this name, and returns the result as an entry of a run.
  ///
  /// The result is known even if the disk is full and the output cannot be written.
  package func verifiedEntry(of output: [UInt8], as name: SnapshotName) -> RunRecord.Entry {
    var entry: RunRecord.Entry
    let verdict: Verdict
    do throws(SnapshotError) { verdict = try compare(output, with: name) } catch {
      entry = RunRecord.Entry(name.text, state: .failed, note: error.locatedMessage)
      entry.fileFailure = error.locatedMessage
      return entry
    }
    entry = RunRecord.Entry(name, verdict: verdict)
    if entry.state.isPending { entry.textHash = SHA256.hexadecimal(of: output) }
    do throws(SnapshotError) { try updatePending(output, as: name, verdict: verdict) } catch {
      entry.fileFailure = error.locatedMessage
    }
    return entry
  }

  /// Makes this output the reference of this name, and removes the pending output.
  ///
  /// The file is replaced in one step, so no reader ever sees half of it.
  public func record(_ output: [UInt8], as name: SnapshotName) throws(SnapshotError) {
    let path = "\(folder)/\(name)"
    if let damage = Damage(in: output) {
      throw SnapshotError(path, message: "the output cannot be a reference: \(damage)")
    }
    if try StoreFiles.contents(of: path) != output { try StoreFiles.replace(path, with: output) }
    try StoreFiles.remove(name.pendingPath(inStore: folder))
  }

  /// Returns the reference files in the folder except those with these names, sorted by the bytes
  /// of their names.
  ///
  /// Hidden files and pending output are left out.
  public func unusedReferences(besides names: some Sequence<SnapshotName>) throws(SnapshotError)
    -> [String]
  {
    let known = Set(names.map(\.text))
    return try StoreFiles.list(folder).filter { path in
      !known.contains(path) && Self.isReference(path)
    }
  }

  /// Returns whether a file in the folder is a reference, rather than the suite, the manifest,
  /// pending output or a file in `env`.
  static func isReference(_ path: String) -> Bool {
    path != Suite.fileName && path != ScreenshotManifest.fileName && !path.hasPrefix("env/")
      && !path.hasSuffix(SnapshotName.pendingSuffix)
  }
}

extension Damage {
  /// Finds the first sign that something other than the store wrote these bytes; `nil` if there is
  /// none.
  package init?(in bytes: [UInt8]) {
    if bytes.isEmpty {
      self = .empty
      return
    }
    var line = 1
    for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if text.contains(UInt8(ascii: "\r")) {
        self = .carriageReturn(line: line)
        return
      }
      if text.starts(with: "<<<<<<< ".utf8) || text.starts(with: ">>>>>>> ".utf8) {
        self = .conflictMarks(line: line)
        return
      }
      line += 1
    }
    return nil
  }
}
