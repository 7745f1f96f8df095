package import Foundation

/// A folder for the files of a test, which is removed with it.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory.appending(path: "atoll-\(UUID())")
  package var path: String { url.path }

  package init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
