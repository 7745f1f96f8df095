import OperatingSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file that an output is written to before it gets its name: `.atoll-HASH.tmp` in the same folder.
///
/// Its process holds a lock on it. A process that was killed holds none any more: the next one that
/// writes into the folder removes what is left of it. Numbers of processes would not do, since in
/// containers every process may have the same.
enum TemporaryFile {
  /// The most names in a folder that are searched for what killed processes left.
  static let mostNamesSearched = 10_000
  private static let mostAttempts = 100
  private static let (prefix, suffix) = (".atoll-", ".tmp")

  /// Makes a new file in the folder of another.
  static func make(
    nextTo target: String, mode: mode_t
  ) throws(SystemError) -> (descriptor: Int32, path: String) {
    let folder = folderOfFile(target)
    removeAbandoned(in: folder)
    var attempts = 0
    while true {
      let tag =
        attempts == 0 ? shortTag(of: target) : String(UInt64.random(in: 0 ... .max), radix: 36)
      let path = "\(folder)/\(prefix)\(tag)\(suffix)"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = unsafe open(path, flags, mode)
      if descriptor >= 0 {
        // A file system without locks has nothing removed either.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        if isStillAt(path, descriptor) { return (descriptor, path) }
        // Another process took it for abandoned before it was locked.
        close(descriptor)
      } else if errno != EEXIST {
        throw .last
      }
      attempts += 1
      if attempts == mostAttempts { throw .taken }
    }
  }

  /// Removes the files in a folder that no process holds any more.
  private static func removeAbandoned(in folder: String) {
    let names = (try? Folders.names(in: folder, withHidden: true, atMost: mostNamesSearched)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let path = "\(folder)/\(name)"
      let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      guard (try? FileFacts(ofDescriptor: descriptor))?.kind == .file,
        flock(descriptor, LOCK_EX | LOCK_NB) == 0, isStillAt(path, descriptor)
      else { continue }
      unsafe _ = unlink(path)
    }
  }

  /// Returns whether a path still leads to an open file.
  private static func isStillAt(_ path: String, _ descriptor: Int32) -> Bool {
    guard let there = try? FileFacts(ofLink: path),
      let here = try? FileFacts(ofDescriptor: descriptor)
    else { return false }
    return there.identity == here.identity
  }

  /// Keeps two files apart that one process writes at once into one folder.
  private static func shortTag(of path: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in path.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return String(hash, radix: 36)
  }
}
