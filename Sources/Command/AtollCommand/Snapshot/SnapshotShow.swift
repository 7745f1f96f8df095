import AtollBytes
import AtollPictureTests
import AtollSnapshots

/// The work of `atoll snapshot show` and `atoll snapshot report`.
enum SnapshotShow {
  static func run(_ arguments: SnapshotArguments) throws {
    let pendingSnapshots = try PendingSnapshots.inExistingStore(arguments.storeFolder)
    let shown = pendingSnapshots.all.filter { snapshot in
      arguments.names.isEmpty
        || arguments.names.contains { snapshot.name.text.hasPrefix($0) }
    }
    if shown.isEmpty, let name = arguments.names.first {
      throw Failure(
        .noInput, message: "no pending snapshot has this name", at: name,
        advice: "'atoll snapshot list' prints the names")
    }
    let destination = try destination(of: arguments)
    switch arguments.shownForm {
    case .text:
      let text = shown.map { self.text(of: $0, in: pendingSnapshots) }.joined(separator: "\n")
      try destination.write(Array(text.utf8))
    case .json:
      try destination.write(Array(shown.map { $0.entry.json.serialized + "\n" }.joined().utf8))
    case .old, .new, .diff:
      guard let first = shown.first else {
        throw Failure(.noInput, message: "no snapshot is pending", at: arguments.storeFolder)
      }
      guard shown.count == 1 else {
        throw Failure(
          .usage,
          message: "the names match \(shown.count) snapshots, but only one can be written to a file"
        )
      }
      let files = SnapshotFiles(of: first, in: pendingSnapshots)
      let bytes =
        arguments.shownForm == .old
        ? files.old : arguments.shownForm == .new ? files.new : files.difference(.whole)
      guard let bytes else {
        throw Failure(
          .noInput, message: "this form of the snapshot is not available", at: first.name.text,
          advice: "if only its reference is missing, run 'atoll snapshot verify --against REF'")
      }
      try destination.write(bytes)
    }
  }

  /// Returns the state, the causes, the findings and the difference of a snapshot, as text.
  static func text(of snapshot: PendingSnapshots.Snapshot, in pendingSnapshots: PendingSnapshots)
    -> String
  {
    let entry = snapshot.entry
    let causes = entry.causes.map(\.name)
    let word = causes.count == 1 ? "cause" : "causes"
    var text =
      "\(entry.state.rawValue)  \(snapshot.name)  (\(word) \(causes.joined(separator: " ")))\n"
    if !entry.note.isEmpty { text += "  \(escapingInvisibles(entry.note))\n" }
    for finding in entry.findings where finding.kind != .line || !finding.editHash.isEmpty {
      text += "  \(escapingInvisibles(finding.description))\n"
    }
    if let path = picturePath(of: snapshot, in: pendingSnapshots) {
      text += "  screenshot \(path)\n"
    }
    guard !snapshot.isScreenshot,
      let difference = SnapshotFiles(of: snapshot, in: pendingSnapshots).difference(.brief)
    else { return text }
    for line in String(decoding: difference, as: UTF8.self).split(separator: "\n") {
      text += "  \(escapingInvisibles(String(line)))\n"
    }
    return text
  }

  /// Returns the path of a pending picture, with an extension that image viewers recognize; `nil`
  /// if the picture is not on this machine.
  static func picturePath(
    of snapshot: PendingSnapshots.Snapshot, in pendingSnapshots: PendingSnapshots
  ) -> String? {
    guard let hash = snapshot.entry.screenshot?.hash else { return nil }
    let cache = ScreenshotCache(ofStoreIn: pendingSnapshots.folder)
    return cache.contains(hash) ? cache.path(of: hash) : nil
  }

  /// Returns the destination of the output; it must not be a file of the store or of its suite.
  private static func destination(of arguments: SnapshotArguments) throws -> Destination {
    let destination = Destination(arguments.output)
    if destination.path != nil {
      try destination.check()
      try destination.checkDoesNotReplace(
        ProtectedInputs(SnapshotInputs.paths(ofStoreIn: arguments.storeFolder)))
    }
    return destination
  }

  static func report(_ arguments: SnapshotArguments) throws {
    let pendingSnapshots = try PendingSnapshots.inExistingStore(arguments.storeFolder)
    let destination = try destination(of: arguments)
    let report = SnapshotReport(
      of: pendingSnapshots, storeOption: SnapshotText.storeOption(pendingSnapshots.folder))
    try destination.write(report.page())
    pendingSnapshots.warnAboutEditedSources(on: Console(arguments.common))
  }
}
