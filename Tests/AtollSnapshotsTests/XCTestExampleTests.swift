import AtollSnapshots
import Foundation
import XCTest

/// The store in a test that XCTest runs.
final class XCTestExampleTests: XCTestCase {
  func testKeepsNewOutputPendingAndMatchesAReference() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "atoll-xctest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = SnapshotStore(folder: folder.path)
    let snapshots = SnapshotSession(store: store, suite: "letters")

    let pending = "\(folder.path)/letters/welcome.txt.pending"
    XCTAssertEqual(
      try snapshots.verify("Dear reader\n", as: "letters/welcome.txt"), .missing(pending: pending))
    try FileManager.default.moveItem(
      atPath: pending, toPath: "\(folder.path)/letters/welcome.txt")

    let verdict = try snapshots.verify("Dear reader\n", as: "letters/welcome.txt")
    XCTAssertEqual(verdict, .matches, "\(verdict)")
    guard case .mismatch(let mismatch) = try snapshots.verify("Dear\n", as: "letters/welcome.txt")
    else { return XCTFail("another text counts as the same") }
    XCTAssertEqual(mismatch.line, 1)
    try snapshots.finish(wasComplete: true)
  }
}
