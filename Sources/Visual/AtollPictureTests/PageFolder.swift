import AtollBytes
import AtollHashing
package import AtollSnapshots

/// A folder of HTML pages that is used instead of a suite: `--html DIR`.
package enum PageFolder {
  package static let suiteID = "html"
  /// The endings of the files that are pages.
  package static let endings = [".html", ".htm"]
  /// The maximum length of an id in bytes, so that file names stay short.
  private static let maximumIDLength = 120
  private static let hashDigits = 8

  /// Returns a suite of pages; an empty list of widths or schemes means the default ones.
  package static func suite(
    of paths: [String], in folder: String, widths: [Int], schemes: [SuiteCase.Scheme]
  ) -> Suite {
    var cases: [SuiteCase] = []
    for (path, id) in zip(paths, ids(of: paths)) {
      var suiteCase = SuiteCase(id: id, source: .html(path))
      if !widths.isEmpty { suiteCase.widths = widths }
      if !schemes.isEmpty { suiteCase.schemes = schemes }
      cases.append(suiteCase)
    }
    var suite = Suite(id: suiteID, cases: cases)
    suite.file = folder
    return suite
  }

  /// Returns the ids of pages, such as `blog/index` for `blog/index.html`.
  ///
  /// The hash of a path is appended to its id if the id cannot contain all of the path, or if another
  /// path has the same id. Of such paths, the one that is the id and `.html` gets no hash: `a.html`
  /// stays `a` when `a.htm` is added.
  static func ids(of paths: [String]) -> [String] {
    let plain = paths.map(plainID)
    let counts = Dictionary(plain.map { ($0.id, 1) }, uniquingKeysWith: +)
    return zip(paths, plain).map { path, plain in
      let isUnique = counts[plain.id] == 1 || path == "\(plain.id).html"
      if plain.isUnchanged && isUnique { return plain.id }
      return "\(plain.id)-\(ContentHash(of: Array(path.utf8)).text.prefix(hashDigits))"
    }
  }

  /// Returns an id for a path, and whether the id contains the whole path unchanged.
  ///
  /// Each byte that an id cannot contain becomes `-`. Letters become lower case, which does not
  /// count as a change.
  private static func plainID(of path: String) -> (id: String, isUnchanged: Bool) {
    let stem = path.utf8.lastIndex(of: UInt8(ascii: ".")).map { path[..<$0] } ?? path[...]
    var isUnchanged = stem.utf8.count <= maximumIDLength
    let bytes = stem.utf8.prefix(maximumIDLength).map { byte -> UInt8 in
      let small = lowercase(byte)
      if SnapshotName.allows(small) || small == UInt8(ascii: "/") { return small }
      isUnchanged = false
      return UInt8(ascii: "-")
    }
    return (String(decoding: bytes, as: UTF8.self), isUnchanged)
  }
}
