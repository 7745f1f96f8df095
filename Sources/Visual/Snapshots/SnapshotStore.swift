/// Named references as files in a folder, and the output that has to be the same.
///
///     let store = SnapshotStore(folder: "Snapshots")
///     switch try store.verify(bytes, as: name) { … }
///
/// Verifying never writes a reference; only `record` does, and nothing here calls it. Output that
/// differs is left beside its reference as `NAME.pending`, and goes when it matches again.
public struct SnapshotStore: Sendable {
  /// Where the references lie.
  public let folder: String

  /// A store in a folder, which need not be there before something is recorded.
  public init(folder: String) { self.folder = folder }

  /// Compares output with the reference of this name.
  public func verify(
    _ output: [UInt8], as name: SnapshotName
  ) throws(SnapshotError) -> Verdict {
    let path = "\(folder)/\(name)"
    let pending = path + SnapshotName.pendingSuffix
    let reference = try StoreFiles.contents(of: path)
    if let reference, reference == output, !output.isEmpty {
      try StoreFiles.remove(pending)
      return .matches
    }
    try StoreFiles.replace(pending, with: output)
    guard let reference else { return .missing(pending: pending) }
    if let damage = Damage(in: reference) { return .damaged(damage, pending: pending) }
    return .mismatch(
      Mismatch(
        lines: LineDifference(from: reference, to: output), referenceSize: reference.count,
        outputSize: output.count, pending: pending))
  }

  /// Makes this output the reference of this name, and removes what was pending.
  ///
  /// The file is written beside and then renamed, so that no reader ever meets half of it.
  public func record(_ output: [UInt8], as name: SnapshotName) throws(SnapshotError) {
    let path = "\(folder)/\(name)"
    if let damage = Damage(in: output) {
      throw SnapshotError(path, "the output cannot be a reference: \(damage)")
    }
    if try StoreFiles.contents(of: path) != output { try StoreFiles.replace(path, with: output) }
    try StoreFiles.remove(path + SnapshotName.pendingSuffix)
  }

  /// The files in the folder that no reference of these names accounts for, in the order of their
  /// bytes.
  ///
  /// Hidden files and pending output are not counted.
  public func strays(besides names: some Sequence<SnapshotName>) throws(SnapshotError) -> [String] {
    let known = Set(names.map(\.text))
    return try StoreFiles.list(folder).filter { path in
      !known.contains(path) && Self.isReference(path)
    }
  }

  /// Whether a file of the folder is a reference, and none of the files that tell about references.
  static func isReference(_ path: String) -> Bool {
    path != Suite.fileName && path != PictureManifest.fileName && !path.hasPrefix("env/")
      && !path.hasSuffix(SnapshotName.pendingSuffix)
  }
}

extension Damage {
  /// The first sign that these bytes were not recorded as they are, if there is any.
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
