import Bytes
package import Snapshots

/// The pending snapshots that share a cause; a snapshot with several causes is in several groups.
package struct PendingGroup {
  /// The cause's name, such as `3f09ab`.
  package var name: String
  /// The findings of the cause, one per line.
  package var cause: String
  package var snapshots: [PendingSnapshots.Snapshot]

  /// Returns all groups, in the order in which their causes first occur.
  package static func all(of pending: [PendingSnapshots.Snapshot]) -> [PendingGroup] {
    var groups: [PendingGroup] = []
    for snapshot in pending {
      for cause in snapshot.entry.undecidedCauses {
        if let index = groups.firstIndex(where: { $0.name == cause.name }) {
          groups[index].snapshots.append(snapshot)
        } else {
          groups.append(PendingGroup(name: cause.name, cause: cause.text, snapshots: [snapshot]))
        }
      }
    }
    return groups
  }

  /// The cause and the number of snapshots in one line.
  package var headline: String {
    let lines = cause.split(separator: "\n")
    let more = lines.count > 1 ? " (and \(lines.count - 1) more)" : ""
    return "\(lines.first ?? "")\(more), \(counted(snapshots.count, noun: "snapshot"))"
  }
}
