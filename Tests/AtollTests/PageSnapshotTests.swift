import AtollSnapshots
import Foundation
import Testing

/// Compares everything Atoll writes with the references in `Snapshots/`.
///
/// A test run records nothing. Use `script/record-snapshots` after looking at the pending output.
@Suite struct PageSnapshotTests {
  @Test(arguments: SnapshotCase.all)
  func matchesTheReference(_ snapshot: SnapshotCase) throws { try snapshot.check() }

  @Test func hasNoUnusedReferences() throws {
    let names = try SnapshotCase.all.map { try $0.snapshotName }
    #expect(Set(names).count == names.count, "a name stands for two references")
    // Screenshots and their files belong to the suite that `atoll snapshot` runs.
    let path = "\(SnapshotCase.session.store.folder)/\(Suite.fileName)"
    let text = try Data(contentsOf: URL(filePath: path))
    let planned = try Suite(Array(text), named: path).plan().map(\.name)
    let strays = try SnapshotCase.session.store.unusedReferences(besides: names + planned)
    #expect(strays.isEmpty, "no case makes these; remove them")
  }

  /// A suite that cannot fail proves nothing, so any changed byte must be detected.
  @Test(arguments: SnapshotCase.all.indices)
  func detectsAChangedByte(_ index: Int) throws {
    let snapshot = SnapshotCase.all[index]
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "atoll-suite-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let reference = try Data(
      contentsOf: URL(filePath: SnapshotCase.session.store.folder).appending(path: snapshot.name))
    let store = SnapshotStore(folder: folder.path)
    try store.record(Array(reference), as: snapshot.snapshotName)

    var output = Array(reference)
    #expect(try store.verify(output, as: snapshot.snapshotName) == .matches)
    let place = index &* 7919 % output.count
    output[place] ^= 1
    guard case .mismatch(let mismatch) = try store.verify(output, as: snapshot.snapshotName)
    else {
      Issue.record("byte \(place) of \(snapshot.name) changed and nobody saw it")
      return
    }
    let line = reference[..<place].count { $0 == UInt8(ascii: "\n") } + 1
    #expect(mismatch.line == line)
  }
}
