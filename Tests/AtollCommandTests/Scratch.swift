import Foundation

/// Where tests put what they write: one folder for a run, which goes when the run ends, whatever came of
/// its tests.
enum Scratch {
  static let root: URL = {
    let shared = FileManager.default.temporaryDirectory.appending(path: "atoll-tests")
    sweep(shared)
    atexit {
      try? FileManager.default.removeItem(at: Scratch.root)
      // Another run may still have its own there, and then this one stays.
      unsafe rmdir(Scratch.root.deletingLastPathComponent().path)
    }
    return shared.appending(path: "\(ProcessInfo.processInfo.processIdentifier)")
  }()

  /// Removes what runs left that were killed.
  private static func sweep(_ shared: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: shared.path)) ?? []
    for name in names {
      guard let process = pid_t(name), kill(process, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: shared.appending(path: name))
    }
  }
}
