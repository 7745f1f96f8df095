import Bytes
import OperatingSystem

/// The files that a page loaded or tried to load, and the page itself.
package struct LoadedFiles: Hashable, Sendable {
  package private(set) var paths: Set<String> = []
  /// Whether `paths` is complete; it may lack the files that a frame loaded.
  package private(set) var isComplete = true

  /// The folder that a leading `/` of an address stands for; `nil` for the root of the file system.
  private let siteRoot: String?

  package init(siteRoot: String? = nil) { self.siteRoot = siteRoot }

  package var missingPaths: [String] { paths.filter { !Self.exists($0) } }

  mutating func markIncomplete() { isComplete = false }

  mutating func add(address: String) {
    // Data URLs are part of the page, and there is no network.
    for scheme in ["data:", "about:", "http:", "https:"] where address.hasPrefix(scheme) { return }
    if let path = Self.path(of: address) {
      paths.insert(Self.path(path, onSiteIn: siteRoot))
    } else {
      isComplete = false
    }
  }

  /// Returns the `file:` URL of a path (RFC 8089).
  package static func address(of path: String) -> String {
    let text = PercentEncoding.encoded(path.utf8) {
      PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/")
    }
    return scheme + String(decoding: text, as: UTF8.self)
  }

  /// Returns the path in a `file:` URL, or `nil` if it does not name a file on this machine.
  package static func path(of address: String) -> String? {
    guard address.hasPrefix(scheme) else { return nil }
    let encoded = address.utf8.dropFirst(scheme.utf8.count)
      .prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let path = PercentEncoding.decoded(encoded)
    guard path.first == UInt8(ascii: "/"), !path.contains(0) else { return nil }
    return String(validating: path, as: UTF8.self)
  }

  /// Returns the path of a file that a page loads, on the site in `root`.
  ///
  /// For an address such as `/a.css`, the browser asks for a path outside of `root`. The file is
  /// then looked for below `root`, unless a file exists only at the path itself.
  static func path(_ path: String, onSiteIn root: String?) -> String {
    guard let root, !path.hasPrefix(root == "/" ? root : "\(root)/") else { return path }
    let file = root + path
    return exists(file) || !exists(path) ? file : path
  }

  private static func exists(_ path: String) -> Bool { (try? FileMetadata(of: path)) != nil }

  private static let scheme = "file://"
}
