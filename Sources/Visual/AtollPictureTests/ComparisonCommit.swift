import AtollOperatingSystem
import AtollSnapshots

/// The commit to compare with.
///
/// This is the commit that the user named; otherwise, the last commit that changed the suite's
/// references, and thereby accepted them. If another engine drew the references, screenshots are
/// compared with the pages of this commit.
struct ComparisonCommit {
  let name: String
  let manifest: ScreenshotManifest
  /// The path of the suite's root below the root of the repository, such as `site/`; empty if they
  /// are the same folder.
  let pathPrefix: String

  enum SearchResult {
    case found(ComparisonCommit)
    /// The clone is shallow, so its history does not show in which commit a file was changed.
    case shallowHistory
    /// The commit is unknown, for example because the suite's references were never committed.
    case unknown
  }

  private static let shallowStatus: Int32 = 3
  private static let script = """
    manifest=$2 folder=$3 suite=$4 root=$5 commit=$6
    cd "$1" || exit 1
    if [ -z "$commit" ]; then
      case $(git rev-parse --is-shallow-repository) in
        true) exit \(shallowStatus) ;;
        false) ;;
        *) exit 1 ;;
      esac
      commit=$(git log -1 --format=%H -- "$manifest" "$suite") && [ -n "$commit" ] || exit 1
    fi
    # A suite of texts has no manifest.
    git show "$commit:./$manifest" > "$folder/$manifest" 2> /dev/null || rm -f "$folder/$manifest"
    echo "$commit" > "$folder/commit"
    git -C "$root" rev-parse --show-prefix > "$folder/prefix"
    """

  /// Finds the commit for a run; `workFolder` is for temporary files.
  static func find(for run: SuiteRun, below workFolder: String) -> SearchResult {
    let folder = "\(workFolder)/accepted/\(currentProcessID)"
    StoreFiles.removeFoldersOfEndedProcesses(in: "\(workFolder)/accepted")
    defer { try? StoreFiles.removeTree(folder) }
    guard (try? StoreFiles.makeFolder(folder)) != nil else { return .unknown }
    // A commit that begins with '-' would be read as an option.
    guard run.baselineCommit?.hasPrefix("-") != true else { return .unknown }
    let status = Program.run([
      "sh", "-c", script, "sh", absolutePath(run.storeFolder), ScreenshotManifest.fileName, folder,
      run.suite.id, run.renderer.root, run.baselineCommit ?? "",
    ])
    if status == shallowStatus { return .shallowHistory }
    guard status == 0, let name = line(ofFileAt: "\(folder)/commit"),
      let pathPrefix = line(ofFileAt: "\(folder)/prefix"),
      let manifest = try? ScreenshotManifest(ofStoreIn: folder)
    else { return .unknown }
    return .found(ComparisonCommit(name: name, manifest: manifest, pathPrefix: pathPrefix))
  }

  private static func line(ofFileAt path: String) -> String? {
    guard let bytes = try? StoreFiles.contents(of: path) else { return nil }
    return String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" }
  }
}
