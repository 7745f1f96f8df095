import AtollBytes
package import AtollSnapshots

/// The pending snapshots with the same cause; a snapshot with several causes is in several groups.
package struct PendingGroup {
  /// The cause's name, such as `3f09ab`.
  package var name: String
  /// The findings of the cause, one per line.
  package var causeText: String
  package var snapshots: [PendingSnapshots.Snapshot]

  /// Returns all groups, in the order in which their causes first occur.
  package static func all(of pending: [PendingSnapshots.Snapshot]) -> [PendingGroup] {
    pending.flatMap { snapshot in
      snapshot.entry.undecidedCauses.map { (cause: $0, snapshot: snapshot) }
    }
    .grouped { $0.cause.name }
    .map {
      PendingGroup(
        name: $0[0].cause.name, causeText: $0[0].cause.text, snapshots: $0.map(\.snapshot))
    }
  }

  /// A line with the cause and the number of snapshots.
  package var headline: String {
    let lines = causeText.split(separator: "\n")
    let more = lines.count > 1 ? " (and \(lines.count - 1) more)" : ""
    // A line of JSON may end with a comma.
    let first = lines.first.map { $0.hasSuffix(",") ? $0.dropLast() : $0 } ?? ""
    return "\(first)\(more), \(counted(snapshots.count, noun: "snapshot"))"
  }
}
