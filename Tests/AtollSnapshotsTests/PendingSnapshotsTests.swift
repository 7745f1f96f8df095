import Foundation
import Testing

import AtollBytes

@testable import AtollSnapshots

@Suite struct PendingSnapshotsTests {
  private let scratch = SnapshotStoreTests.Scratch()

  /// Writes pending output and the record of a run of a suite that made it.
  private func run(_ outputs: [String: String]) throws {
    var record = RunRecord(runName: "look")
    for (name, text) in outputs.sorted(by: { $0.key < $1.key }) {
      try scratch.put("old\n", at: name)
      try scratch.put(text, at: "\(name).pending")
      var entry = RunRecord.Entry(name, state: .changed)
      entry.textHash = SHA256.hexadecimal(of: Array(text.utf8))
      record[name] = entry
    }
    try record.write(toStoreIn: scratch.folder.path)
  }

  private func pending() throws -> PendingSnapshots {
    try PendingSnapshots(ofStoreIn: scratch.folder.path)
  }

  @Test func keepsWhatAnotherRunRecordsDuringAReview() throws {
    try run(["look/a.txt": "new\n"])
    var reviewed = try pending()
    try run(["look/a.txt": "new\n", "look/b.txt": "newer\n"])
    #expect(try reviewed.accept(reviewed.all).isEmpty)
    #expect(scratch.text(at: "look/a.txt") == "new\n")
    #expect(try pending().all.map(\.name.text) == ["look/b.txt"])
  }

  @Test func showsTheOutputOfTestsThatEndedBeforeTheyWereRecorded() throws {
    try scratch.put("price 1\n", at: "shop/a.txt")
    let store = scratch.store
    let finished = SnapshotSession(store: store, suite: "shop")
    _ = try finished.verify("price 2\n", as: "shop/a.txt")
    try finished.finish(wasComplete: true)
    #expect(try pending().all.first?.entry.findings.first?.new.contains("2") == true)
    _ = try SnapshotSession(store: store, suite: "shop").verify("price 99\n", as: "shop/a.txt")
    #expect(try pending().all.first?.entry.findings.first?.new.contains("99") == true)
  }

  @Test func rejectsAManifestLineThatIsNoScreenshot() throws {
    let line = "look/a.txt \(String(repeating: "0", count: 64)) 1x1 0123456789abcdef\n"
    try scratch.put(line, at: "pictures.manifest")
    #expect(throws: SnapshotError.self) { try pending() }
  }
}
