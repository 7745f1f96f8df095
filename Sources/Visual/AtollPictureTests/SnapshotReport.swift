import AtollBytes
package import AtollSnapshots

/// The review page: all pending snapshots in one HTML file, which needs no server and no other
/// file.
///
/// The screenshots are in the page: whole if they fit, otherwise only rows around the differences.
package struct SnapshotReport {
  private let pendingSnapshots: PendingSnapshots
  /// The `--store` option for the commands on the page, with a leading space; empty if it is not
  /// needed.
  private let storeOption: String

  package init(of pendingSnapshots: PendingSnapshots, storeOption: String) {
    (self.pendingSnapshots, self.storeOption) = (pendingSnapshots, storeOption)
  }

  /// Returns the page: `report.html` with the style sheet, the script and the data filled in.
  package func page() -> [UInt8] {
    let groups = PendingGroup.all(of: pendingSnapshots.all)
    var budget = ScreenshotBudget(for: pendingSnapshots.all.count(where: \.isScreenshot))
    let snapshots = pendingSnapshots.all.map { json(of: $0, within: &budget) }
    let causes = groups.map { group in
      JSONValue(sorted: ["name": .string(group.name), "headline": .string(group.headline)])
    }
    // The data cannot end the `script` element: `JSONValue` writes `<` as an escape.
    let data: JSONValue = [
      "option": .string(storeOption), "causes": .array(causes), "snapshots": .array(snapshots),
    ]
    var page = OutputBuffer(capacity: 1 << 16)
    for (index, part) in EmbeddedData.text(of: "report.html").dropLast().split(atText: "{{")
      .enumerated()
    {
      guard index > 0, let end = part.firstRange(ofText: "}}") else {
        page.append(verbatim: String(part))
        continue
      }
      let name = String(part[..<end.lowerBound])
      page.append(verbatim: name == "data" ? data.serialized : EmbeddedData.text(of: name))
      page.append(verbatim: String(part[end.upperBound...]))
    }
    return page.bytes()
  }

  private func json(of snapshot: PendingSnapshots.Snapshot, within budget: inout ScreenshotBudget)
    -> JSONValue
  {
    let files = SnapshotFiles(of: snapshot, in: pendingSnapshots)
    var members: [String: JSONValue] = [
      "name": .string(snapshot.name.text), "state": .string(snapshot.entry.state.rawValue),
      "causes": .array(snapshot.entry.undecidedCauses.map { .string($0.name) }),
      "note": .string(snapshot.entry.note),
      "findings": .array(snapshot.entry.findings.map { .string($0.description) }),
    ]
    if snapshot.isScreenshot {
      let shown = budget.excerpt(of: files)
      members["old"] = shown.old.map { .string(Self.dataURL(of: $0)) }
      members["new"] = shown.new.map { .string(Self.dataURL(of: $0)) }
      members["rows"] = shown.rows.map { rows in
        [JSONValue(rows.lowerBound), JSONValue(rows.upperBound), JSONValue(shown.totalRowCount)]
      }
    } else {
      let text = files.difference(.brief) ?? files.new ?? []
      members["text"] = .string(String(decoding: text, as: UTF8.self))
    }
    return JSONValue(sorted: members)
  }

  private static func dataURL(of picture: [UInt8]) -> String {
    "data:image/png;base64,\(base64(picture))"
  }
}
