import AtollBytes
import AtollOperatingSystem

/// The files that a page loaded or tried to load, and the page itself.
package struct LoadedFiles: Hashable, Sendable {
  package private(set) var paths: Set<String> = []
  /// True if `paths` is complete; it may lack the files that a frame loaded.
  package private(set) var isComplete = true

  /// The site of the page; `nil` if the page may load any file.
  private let site: SiteFiles?

  init(site: SiteFiles? = nil) { self.site = site }

  package var missingPaths: [String] { paths.filter { !Self.exists($0) } }

  mutating func markIncomplete() { isComplete = false }

  mutating func add(address: String) {
    // Data URLs are part of the page, and there is no network.
    for scheme in ["data:", "about:", "http:", "https:"] where address.hasPrefix(scheme) { return }
    if let path = Self.path(of: address) {
      paths.insert(site?.pathOnSite(path) ?? path)
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

  private static func exists(_ path: String) -> Bool { (try? FileMetadata(of: path)) != nil }

  private static let scheme = "file://"
}

/// The files that a page of a site may load: those below the root of the site, and those in the
/// page's folder.
struct SiteFiles: Hashable, Sendable {
  private let root: String
  private let page: String

  init(root: String, page: String) {
    (self.root, self.page) = (Self.withoutDotSegments(root), Self.withoutDotSegments(page))
  }

  /// Returns the path of the file that a page gets if the browser asks for the file at `path`.
  ///
  /// For an address such as `/a.css` or `../a.css`, the browser may ask for a file outside of the
  /// site. The page then gets the file at this path below the root, whether or not it exists.
  func pathOnSite(_ path: String) -> String {
    let path = Self.withoutDotSegments(path)
    let isAllowed = [root, folderOfFile(page)].contains { folder in
      path.hasPrefix(folder == "/" ? folder : "\(folder)/")
    }
    return isAllowed ? path : root + path
  }

  /// Returns an absolute path without `.` and `..`, which may be encoded in an address.
  private static func withoutDotSegments(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
