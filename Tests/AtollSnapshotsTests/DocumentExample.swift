import AtollSnapshots
import Foundation
import Testing

// The example of docs/snapshots.md, word for word but for the folder; `SnapshotDocumentTests` compares the two.

struct LetterTests {
  static let folder = Letters.folder
  static let snapshots = SnapshotSession(store: SnapshotStore(folder: folder), suite: "letters")

  @Test func matchesTheReference() throws {
    let verdict = try Self.snapshots.verify(letter(), as: "letters/welcome.txt")
    #expect(verdict == .matches, "\(verdict)")
  }
}

// End of the example.

func letter() -> String { "Dear reader\n" }

enum Letters {
  /// A store that holds the letter already.
  static let folder: String = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "atoll-letters").path
    if let name = SnapshotName("letters/welcome.txt") {
      try? SnapshotStore(folder: folder).record(Array(letter().utf8), as: name)
    }
    return folder
  }()
}
