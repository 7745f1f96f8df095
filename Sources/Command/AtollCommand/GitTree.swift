import Snapshots

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of a folder as git has them at some commit, unpacked into a folder of our own.
struct GitTree: ~Copyable {
  let folder: String

  private init(folder: String) { self.folder = folder }

  /// Unpacks them below a work folder; they go when the owner is gone.
  static func unpack(
    _ commit: String, of root: String, below work: String
  ) throws(Stop) -> GitTree {
    let folder = absolutePath("\(work)/tree-\(getpid())")
    let archive = "\(folder)/files.tar"
    do { try StoreFiles.makeFolder("\(folder)/files") } catch { throw Stop(error) }
    // A commit that begins with '-' would be an option.
    guard commit.utf8.first != UInt8(ascii: "-"),
      runProgram(["git", "-C", root, "archive", "--format=tar", "-o", archive, commit]) == 0
    else {
      try? StoreFiles.removeTree(folder)
      throw .failure(
        .noInput, "git has no '\(commit)' for this folder", at: root,
        advice: "name a commit or a branch that is here, as 'git log' lists them")
    }
    guard runProgram(["tar", "-xf", archive, "-C", "\(folder)/files"]) == 0 else {
      try? StoreFiles.removeTree(folder)
      throw .failure(.inputOutput, "what git has at '\(commit)' cannot be unpacked", at: root)
    }
    return GitTree(folder: folder)
  }

  var files: String { "\(folder)/files" }

  deinit { try? StoreFiles.removeTree(folder) }
}

/// Runs a program with nothing to read and its output thrown away, and gives back how it ended.
func runProgram(_ words: [String]) -> Int32 {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = unsafe posix_spawn_file_actions_t()
  #endif
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  for descriptor: Int32 in 0...2 {
    unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
  }
  let arguments = unsafe words.map { unsafe strdup($0) }
  defer { unsafe arguments.forEach { unsafe free($0) } }
  var process: pid_t = 0
  guard unsafe posix_spawnp(&process, words[0], &actions, nil, arguments + [nil], environ) == 0
  else { return -1 }
  var status: Int32 = 0
  while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
  return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
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
