import OperatingSystem
import Snapshots

/// The last commit that changed a reference of a suite: the one in which its references were accepted.
///
/// On another engine, the pages of that commit are what to compare with.
struct AcceptedCommit {
  let name: String
  /// The manifest as that commit has it.
  let manifest: PictureManifest

  /// The result of looking for the commit.
  enum Search {
    case found(AcceptedCommit)
    /// The clone is shallow: its history does not show in which commit a file was changed.
    case historyCutShort
    /// The folder is not in a git repository, or the manifest was never committed.
    case unknown
  }

  private static let shallowStatus: Int32 = 3
  private static let script = """
    cd "$1" || exit 1
    case $(git rev-parse --is-shallow-repository) in
      true) exit \(shallowStatus) ;;
      false) ;;
      *) exit 1 ;;
    esac
    commit=$(git log -1 --format=%H -- "$2" "$4") && [ -n "$commit" ] || exit 1
    # A suite of texts has no manifest.
    git show "$commit:./$2" > "$3/$2" 2> /dev/null || rm -f "$3/$2"
    echo "$commit" > "$3/commit"
    """

  /// Finds the commit; `suite` is the folder of the suite's texts, and `work` one for temporary files.
  static func find(ofStoreIn store: String, suite: String, below work: String) -> Search {
    let folder = "\(work)/accepted-\(currentProcess)"
    defer { try? StoreFiles.removeTree(folder) }
    guard (try? StoreFiles.makeFolder(folder)) != nil else { return .unknown }
    let status = Program.run([
      "sh", "-c", script, "sh", store, PictureManifest.fileName, folder, suite,
    ])
    if status == shallowStatus { return .historyCutShort }
    guard status == 0,
      let bytes = try? StoreFiles.contents(of: "\(folder)/commit"),
      let manifest = try? PictureManifest(ofStoreIn: folder)
    else { return .unknown }
    let name = String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" }
    return .found(AcceptedCommit(name: name, manifest: manifest))
  }
}
