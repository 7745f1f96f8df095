import AtollSnapshots
import Foundation
import Testing

// The example of the catalog of Snapshots, word for word; `CatalogTests` compares them.

@Suite struct CatalogExamples {
  @Test func findsNoReferenceAtFirst() throws {
    let temporary = FileManager.default.temporaryDirectory
    let folder = temporary.appending(path: "atoll-catalog-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let session = SnapshotSession(store: SnapshotStore(folder: folder), suite: "letters")
    let verdict = try session.verify("Dear reader\n", as: "letters/welcome.txt")
    guard case .missing(let pending) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(try String(contentsOfFile: pending, encoding: .utf8) == "Dear reader\n")
  }
}
