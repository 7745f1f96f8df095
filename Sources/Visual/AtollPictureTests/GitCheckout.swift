import AtollBytes
import AtollOperatingSystem
import AtollSnapshots

/// The files of a folder at a commit, in a temporary folder that is removed together with this
/// value.
struct GitCheckout: ~Copyable {
  private let folder: String

  var filesFolder: String { "\(folder)/files" }

  private init(below work: String) {
    let trees = absolutePath("\(work)/trees")
    StoreFiles.removeFoldersOfEndedProcesses(in: trees)
    folder = "\(trees)/\(currentProcessID)"
  }

  /// Throws an error if git has no such commit; `name` can be any revision, such as `origin/main`.
  static func checkCommit(_ name: String, of root: String) throws {
    // A name that begins with '-' would be read as an option.
    guard !name.hasPrefix("-"),
      Program.run(["git", "-C", root, "cat-file", "-e", "\(name)^{commit}"]) == 0
    else {
      throw Failure(
        .noInput, message: "git has no commit '\(name)' of this folder", at: root,
        advice: "name a commit or a branch that 'git log' lists")
    }
  }

  /// Unpacks the files of a commit; `work` is a folder for temporary files.
  static func unpack(
    _ commit: String, of root: String, below work: String
  ) throws -> GitCheckout {
    let checkout = GitCheckout(below: work)
    let archive = "\(checkout.folder)/files.tar"
    // A killed process may have had the same number.
    try StoreFiles.removeTree(checkout.folder)
    try StoreFiles.makeFolder(checkout.filesFolder)
    try checkCommit(commit, of: root)
    guard Program.run(["git", "-C", root, "archive", "--format=tar", "-o", archive, commit]) == 0,
      Program.run(["tar", "-xf", archive, "-C", checkout.filesFolder]) == 0
    else {
      throw Failure(
        .inputOutput, message: "the files of commit '\(commit)' cannot be unpacked", at: root)
    }
    return checkout
  }

  deinit { try? StoreFiles.removeTree(folder) }
}
