import PageShots
import Snapshots

/// The commit in which the pictures of a store were accepted last, and what its manifest says.
///
/// What git has there draws what was accepted: on another engine, that is what to compare with.
struct AcceptedCommit {
  let name: String
  let manifest: PictureManifest

  /// A history that was cut short does not tell in which commit a file was changed.
  private static let script = """
    cd "$1" && [ "$(git rev-parse --is-shallow-repository)" = false ] || exit 1
    commit=$(git log -1 --format=%H -- "$2") && [ -n "$commit" ] || exit 1
    git show "$commit:./$2" > "$3/$2" && echo "$commit" > "$3/commit"
    """

  /// Nothing where git has no such commit, or does not know which it is.
  static func find(ofStoreIn store: String, below work: String) -> AcceptedCommit? {
    let folder = "\(work)/accepted-\(processNumber())"
    defer { try? StoreFiles.removeTree(folder) }
    guard (try? StoreFiles.makeFolder(folder)) != nil,
      runProgram(["sh", "-c", script, "sh", store, PictureManifest.fileName, folder]) == 0,
      let bytes = (try? StoreFiles.contents(of: "\(folder)/commit")).flatMap({ $0 }),
      let manifest = try? PictureManifest(ofStoreIn: folder)
    else { return nil }
    let name = String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" }
    return AcceptedCommit(name: name, manifest: manifest)
  }
}

/// The pages as they were.
struct OldPages {
  var requests: [SnapshotName: PageRequest] = [:]
  /// Those that are what to compare with, whatever hash was accepted.
  var proofs: Set<SnapshotName> = []
}
