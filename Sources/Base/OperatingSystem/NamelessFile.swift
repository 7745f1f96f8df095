#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that nobody else can see, and that is gone when its owner or the process is.
package final class NamelessFile: Sendable {
  package let descriptor: Int32

  /// Makes an empty one on the disk of a folder.
  package init(in folder: String) throws(SystemError) {
    var path = Array("\(folder)/.file-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&path)
    if descriptor < 0 { throw .last }
    unsafe _ = unlink(path)
  }

  deinit { close(descriptor) }
}
