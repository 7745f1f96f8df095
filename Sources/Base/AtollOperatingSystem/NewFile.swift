/// A file that is being written; it is removed unless it is finished or kept.
package struct NewFile: ~Copyable {
  package let path: String
  private let file: OpenFile
  private var isDone = false

  package var descriptor: Int32 { file.descriptor }

  /// Creates the file; it is an error if the path exists.
  package init(at path: String) throws(SystemError) {
    file = try OpenFile(creating: path)
    self.path = path
  }

  package func synchronize() throws(SystemError) { try file.synchronize() }

  /// Renames the file, and creates the target folder if it is missing.
  package consuming func finish(as target: String) throws(SystemError) {
    try Folders.rename(path, creatingFolderOf: target)
    isDone = true
  }

  /// Keeps the file under its original name.
  package consuming func keep() { isDone = true }

  deinit { if !isDone { try? Folders.removeFile(path) } }
}

/// Creates or replaces a file in one step: its path never leads to incomplete content.
///
/// Unlike `ReplacementFile`, this neither waits for the disk nor holds back signals.
package func replaceFile(at path: String, with bytes: [UInt8]) throws(SystemError) {
  let folder = folderOfFile(path)
  let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] }
  try Folders.create(folder)
  // Two threads or two processes may replace the same file at the same time.
  let unique = "\(currentProcessID)-\(UInt32.random(in: .min ... .max))"
  let file = try NewFile(at: "\(folder)/.\(name ?? path[...]).\(unique)")
  try writeAll(bytes, to: file.descriptor)
  try file.finish(as: path)
}

/// An advisory lock on a file, held by a process until it ends or releases the lock.
package struct FileLock: ~Copyable {
  private let file: OpenFile

  /// Takes the lock, exclusive or shared; returns `nil` if another process holds a conflicting one.
  package static func acquire(at path: String, shared: Bool = false) throws(SystemError)
    -> FileLock?
  {
    let file = try OpenFile(openingOrCreating: path)
    return try file.lock(shared: shared) ? FileLock(file: file) : nil
  }

  private init(file: consuming OpenFile) { self.file = file }

  deinit { file.unlock() }
}

/// A file without a name: only this process can read it, and it disappears when it is closed.
package final class NamelessFile: Sendable {
  private let file: OpenFile

  package var descriptor: Int32 { file.descriptor }

  /// Creates an empty file on the disk that a folder is on.
  package init(in folder: String) throws(SystemError) { file = try OpenFile(namelessIn: folder) }
}
