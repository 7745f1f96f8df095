import OperatingSystem
import Snapshots

/// The files of a folder as git has them at some commit, unpacked into a folder of our own.
struct GitTree: ~Copyable {
  let folder: String

  private init(folder: String) { self.folder = folder }

  /// Unpacks them below a work folder; they go when the owner is gone.
  static func unpack(
    _ commit: String, of root: String, below work: String
  ) throws(Stop) -> GitTree {
    let folder = absolutePath("\(work)/tree-\(currentProcess)")
    let archive = "\(folder)/files.tar"
    do { try StoreFiles.makeFolder("\(folder)/files") } catch { throw Stop(error) }
    // A commit that begins with '-' would be an option.
    guard commit.utf8.first != UInt8(ascii: "-"),
      Program.run(["git", "-C", root, "archive", "--format=tar", "-o", archive, commit]) == 0
    else {
      try? StoreFiles.removeTree(folder)
      throw .failure(
        .noInput, "git has no '\(commit)' for this folder", at: root,
        advice: "name a commit or a branch that is here, as 'git log' lists them")
    }
    guard Program.run(["tar", "-xf", archive, "-C", "\(folder)/files"]) == 0 else {
      try? StoreFiles.removeTree(folder)
      throw .failure(.inputOutput, "what git has at '\(commit)' cannot be unpacked", at: root)
    }
    return GitTree(folder: folder)
  }

  var files: String { "\(folder)/files" }

  deinit { try? StoreFiles.removeTree(folder) }
}

extension Stop {
  /// What the store could not do.
  init(_ error: SnapshotError) {
    self = .failure(
      error.isDamage ? .corrupt : .inputOutput, error.message, at: error.path,
      advice: error.isDamage
        ? "after a merge take either side, then run 'atoll snapshot verify' and accept what is right"
        : nil)
  }
}
