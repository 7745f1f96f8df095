import Foundation

/// The folder for files of tests: one for each run, removed when the run ends, even if tests failed.
enum Scratch {
  static let root: URL = {
    let shared = FileManager.default.temporaryDirectory.appending(path: "atoll-tests")
    sweep(shared)
    atexit {
      try? FileManager.default.removeItem(at: Scratch.root)
      // This fails while another run still has a folder there.
      unsafe rmdir(Scratch.root.deletingLastPathComponent().path)
    }
    return shared.appending(path: "\(ProcessInfo.processInfo.processIdentifier)")
  }()

  /// Removes the folders of runs that were killed.
  private static func sweep(_ shared: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: shared.path)) ?? []
    for name in names {
      guard let process = pid_t(name), kill(process, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: shared.appending(path: name))
    }
  }
}
