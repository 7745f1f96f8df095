import AtollBytes
import AtollSnapshots

/// The text that the `snapshot` commands print.
enum SnapshotText {
  private static let stateColumnWidth = 13

  /// Returns the line for a snapshot: its state, its name, and a summary of what differs.
  ///
  /// The summary is left out if it equals `knownReason`, which is printed elsewhere.
  static func line(_ entry: RunRecord.Entry, knownReason: String?) -> String {
    let summary = summary(of: entry)
    return line(
      state: entry.state.rawValue,
      rest: summary.isEmpty || summary == knownReason
        ? entry.name : "\(entry.name)  \(escapingInvisibles(summary))")
  }

  static func line(state: String, rest: String) -> String {
    let gap = String(repeating: " ", count: max(1, stateColumnWidth - state.utf8.count))
    return "\(state)\(gap)\(rest)\n"
  }

  /// Returns the reason why screenshots failed, if two or more failed and all have the same reason.
  static func sharedReason(_ entries: [RunRecord.Entry]) -> String? {
    let failed = entries.filter { $0.state == .failed }
    guard failed.count > 1, let reason = failed.first?.note, !reason.isEmpty,
      failed.allSatisfy({ $0.note == reason })
    else { return nil }
    return reason
  }

  /// Returns the reasons why some pictures with different bytes count as unchanged.
  ///
  /// There is one line for each reason, with the number of pictures.
  static func reasonsForSameResults(_ entries: [RunRecord.Entry]) -> [String] {
    entries.filter { $0.state == .same && !$0.note.isEmpty }
      .grouped(by: \.note)
      .map { "\(counted($0.count, noun: "screenshot")): \($0[0].note)" }
  }

  /// Returns the first finding, the number of further findings, and the note.
  private static func summary(of entry: RunRecord.Entry) -> String {
    let list = entry.causeFindings
    guard let first = list.first else { return entry.note }
    let more = list.count > 1 ? " (and \(list.count - 1) more)" : ""
    let note = entry.note.isEmpty ? "" : "; \(entry.note)"
    return first.description + more + note
  }

  /// Returns the number of snapshots in each state.
  static func summary(_ entries: [RunRecord.Entry], obsoleteCount: Int) -> String {
    var parts: [String] = []
    for state in RunRecord.Entry.State.allCases {
      let count = entries.count { $0.state == state }
      if count > 0 { parts.append("\(count) \(words(for: state))") }
    }
    if obsoleteCount > 0 { parts.append("\(obsoleteCount) obsolete") }
    let total = counted(entries.count, noun: "snapshot")
    return parts.isEmpty ? total : "\(total): \(parts.joined(separator: ", "))"
  }

  private static func words(for state: RunRecord.Entry.State) -> String {
    switch state {
    case .same: "the same"
    case .changed: "changed"
    case .missing: "without a reference"
    case .corrupt: "with a damaged reference"
    case .otherEngine: "made by another engine"
    case .failed: "not rendered"
    case .skipped: "skipped because there is no browser"
    case .refused: "refused"
    }
  }

  /// Returns the `--store` option for the store, with a leading space; empty for the default store.
  static func storeOption(_ store: String) -> String {
    store == SnapshotArguments.defaultStore ? "" : " --store \(quotedForShell(store))"
  }

  /// Returns the last message of a run that found problems; `code` is the exit code.
  static func finalMessage(
    for code: ExitCode, store: String, requiresBrowser: Bool, hasPendingOutput: Bool
  ) -> String {
    let option = storeOption(store)
    return switch code {
    case .corrupt:
      "a reference is damaged; after a merge take either side, then verify and accept the correct output"
    case .environment:
      "screenshots cannot be checked here; see 'atoll snapshot doctor\(option)'"
        + (requiresBrowser ? ", or leave them out with --no-require-browser" : "")
    case .configuration: "some cases cannot be rendered; correct their options, themes or templates"
    case .missing:
      "there are snapshots without a reference; see them with 'atoll snapshot report\(option) "
        + "-o report.html', and decide with 'atoll snapshot review\(option)'"
    case .obsolete: "there are obsolete references; see 'atoll snapshot prune --dry-run\(option)'"
    case _:
      hasPendingOutput
        ? "some snapshots changed or were refused; see 'atoll snapshot review\(option)'"
        : "some snapshots were refused, for the reasons above; nothing is pending"
    }
  }
}
