import AtollOperatingSystem
import AtollSnapshots

/// The files from which a browser loads the pages of one run; pages with the same bytes share one.
final class PageFiles {
  private let folder: String
  private var paths: [[UInt8]: String] = [:]

  init(below workFolder: String) {
    folder = "\(workFolder)/pages/\(currentProcessID)"
    StoreFiles.removeFoldersOfEndedProcesses(in: "\(workFolder)/pages")
  }

  /// Returns the path of a file with this content, and writes the file if it is new.
  func path(of page: [UInt8]) throws -> String {
    if let path = paths[page] { return path }
    let path = absolutePath("\(folder)/\(paths.count + 1).html")
    try StoreFiles.replace(path, with: page)
    paths[page] = path
    return path
  }

  func remove() { try? StoreFiles.removeTree(folder) }
}
