import Bytes
import Snapshots

/// `atoll snapshot report`: all that is pending as one file, with everything in it.
enum SnapshotReport {
  static func write(_ invocation: Invocation) throws(Stop) {
    let decisions = try SnapshotDeciding.decisions(invocation)
    let destination = Destination(invocation.value(SnapshotOptions.output))
    try destination.check()
    try destination.write(page(of: decisions))
  }

  static func page(of decisions: Decisions) -> [UInt8] {
    var snapshots: [JSONTree] = []
    for group in SnapshotDeciding.groups(decisions.pending) {
      for snapshot in group.snapshots { snapshots.append(entry(snapshot, group, decisions)) }
    }
    var page = OutputBuffer(capacity: 1 << 16)
    page.append(verbatim: SnapshotReportPage.head)
    // The data cannot end its element: JSON here has no '<'.
    let data: JSONTree = [
      "option": .string(SnapshotText.storeOption(decisions.folder)), "snapshots": .array(snapshots),
    ]
    page.append(verbatim: data.text)
    page.append(verbatim: SnapshotReportPage.tail)
    return page.bytes()
  }

  private static func entry(
    _ snapshot: Decisions.Pending, _ group: SnapshotDeciding.Group, _ decisions: Decisions
  ) -> JSONTree {
    let sides = Sides(snapshot, decisions)
    var members: [String: JSONTree] = [
      "name": .string(snapshot.name.text), "state": .string(snapshot.entry.state.rawValue),
      "cause": .string(group.name),
      "headline": .string(SnapshotDeciding.headline(group)),
      "note": .string(snapshot.entry.note),
      "findings": .array(snapshot.entry.findings.map { .string($0.description) }),
    ]
    if snapshot.isPicture {
      if let old = sides.old { members["old"] = .string(dataAddress(old)) }
      if let new = sides.new { members["new"] = .string(dataAddress(new)) }
    } else {
      let text = sides.difference(.brief) ?? sides.new ?? []
      members["text"] = .string(String(decoding: text, as: UTF8.self))
    }
    return .object(members)
  }

  private static func dataAddress(_ file: [UInt8]) -> String {
    "data:image/png;base64,\(base64(file))"
  }
}
