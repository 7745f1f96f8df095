import Bytes
import Snapshots

/// A folder of pages in place of a suite: `--html DIR`.
enum PageFolder {
  private static let endings = [".html", ".htm"]
  /// Longer ids are cut, as names of files must not grow without end.
  private static let longestID = 120
  private static let hashDigits = 8

  /// A suite of every page in a folder.
  static func suite(of folder: String, _ invocation: Invocation) throws(Stop) -> Suite {
    let paths: [String]
    do {
      paths = try FolderListing.files(in: folder, ending: endings, intoSubfolders: true)
    } catch {
      throw Stop(error, listing: folder, .noInput)
    }
    guard !paths.isEmpty else {
      throw .failure(.noInput, "the folder holds no file ending in .html", at: folder)
    }
    let ids = ids(of: paths)
    var cases: [SuiteCase] = []
    for (path, id) in zip(paths, ids) {
      var one = SuiteCase(id: id, source: .html(path))
      let widths = invocation.values(SnapshotOptions.width).compactMap { Int($0) }
      if !widths.isEmpty { one.widths = widths }
      let schemes = invocation.values(SnapshotOptions.scheme)
      if !schemes.isEmpty { one.schemes = schemes.compactMap(SuiteCase.Scheme.init(rawValue:)) }
      cases.append(one)
    }
    var suite = Suite(id: "html", cases: cases)
    suite.file = folder
    return suite
  }

  /// The ids of pages: `Blog/Index.html` is `blog/index`.
  ///
  /// A path that an id cannot tell whole, or tells as it does another, has its hash behind it, so
  /// that no page is renamed because another comes.
  private static func ids(of paths: [String]) -> [String] {
    let plain = paths.map(plainID)
    let counts = Dictionary(plain.map { ($0.id, 1) }, uniquingKeysWith: +)
    return zip(paths, plain).map { path, plain in
      let isOnlyOne = counts[plain.id] == 1 || path == "\(plain.id).html"
      if plain.isWhole && isOnlyOne { return plain.id }
      let hash = SHA256.hexadecimal(of: Array(path.utf8)).prefix(hashDigits)
      return "\(plain.id)-\(hash)"
    }
  }

  /// What of a page's path may stand in an id, and whether that is all of it.
  private static func plainID(of path: String) -> (id: String, isWhole: Bool) {
    let stem = path.utf8.lastIndex(of: UInt8(ascii: ".")).map { path[..<$0] } ?? path[...]
    var isWhole = stem.utf8.count <= longestID
    let bytes = stem.utf8.prefix(longestID).map { byte -> UInt8 in
      switch lowercase(byte) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-"):
        return lowercase(byte)
      case _:
        isWhole = false
        return UInt8(ascii: "-")
      }
    }
    return (String(decoding: bytes, as: UTF8.self), isWhole)
  }
}
