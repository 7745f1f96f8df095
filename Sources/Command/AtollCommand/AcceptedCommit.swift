import OperatingSystem
import PageShots
import Snapshots

/// The commit in which the pictures of a store were accepted last, and what its manifest says.
///
/// What git has there draws what was accepted: on another engine, that is what to compare with.
struct AcceptedCommit {
  let name: String
  let manifest: PictureManifest

  /// What came of looking for it.
  enum Search {
    case found(AcceptedCommit)
    /// The clone holds the last commits only, which do not tell in which one a file was changed.
    case cutShort
    /// There is no git here, or nothing was accepted in any commit.
    case unknown
  }

  private static let cutShort: Int32 = 3
  private static let script = """
    cd "$1" || exit 1
    case $(git rev-parse --is-shallow-repository) in
      true) exit \(cutShort) ;;
      false) ;;
      *) exit 1 ;;
    esac
    commit=$(git log -1 --format=%H -- "$2") && [ -n "$commit" ] || exit 1
    git show "$commit:./$2" > "$3/$2" && echo "$commit" > "$3/commit"
    """

  static func find(ofStoreIn store: String, below work: String) -> Search {
    let folder = "\(work)/accepted-\(currentProcess)"
    defer { try? StoreFiles.removeTree(folder) }
    guard (try? StoreFiles.makeFolder(folder)) != nil else { return .unknown }
    let status = Program.run(["sh", "-c", script, "sh", store, PictureManifest.fileName, folder])
    if status == cutShort { return .cutShort }
    guard status == 0,
      let bytes = (try? StoreFiles.contents(of: "\(folder)/commit")).flatMap({ $0 }),
      let manifest = try? PictureManifest(ofStoreIn: folder)
    else { return .unknown }
    let name = String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" }
    return .found(AcceptedCommit(name: name, manifest: manifest))
  }
}

/// The pages as they were.
struct OldPages {
  var requests: [SnapshotName: PageRequest] = [:]
  /// Those that are what to compare with, whatever hash was accepted.
  var proofs: Set<SnapshotName> = []
  /// Returns whether git could draw them if the clone had its whole history.
  var isHistoryCutShort = false
}
