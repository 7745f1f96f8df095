import PageShots
import Snapshots
import Synchronization

/// Which pages came to which pictures before: the same bytes, drawn by the same engine with the same
/// fonts, are the same picture, as long as the files that the page loads are the same too.
struct PictureMemory {
  struct Known: Hashable, Sendable {
    /// The picture's hash.
    var hash: String
    /// The hash of each file that the page had the browser load, by its path.
    var files: [String: String] = [:]
  }

  private let path: String
  let known: [String: Known]
  private static let most = 50_000

  init(below work: String) {
    path = "\(work)/known-pictures"
    let bytes = (try? StoreFiles.contents(of: path)).flatMap { $0 } ?? []
    var known: [String: Known] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      guard words.count >= 2, words.count.isMultiple(of: 2) else { continue }
      var one = Known(hash: words[1])
      for index in stride(from: 2, to: words.count, by: 2) {
        guard let file = LoadedFiles.path(of: words[index + 1]) else { continue }
        one.files[file] = words[index]
      }
      if one.files.count == words.count / 2 - 1 { known[words[0]] = one }
    }
    self.known = known
  }

  /// Notes what was learnt, and forgets all before where that grows too much.
  func keep(_ learnt: [String: Known]) {
    let all =
      known.count > Self.most ? learnt : known.merging(learnt) { _, new in new }
    let lines = all.sorted { $0.key < $1.key }.map { key, known in
      let files = known.files.sorted { $0.key < $1.key }.map { path, hash in
        " \(hash) \(LoadedFiles.address(of: path))"
      }
      return "\(key) \(known.hash)\(files.joined())\n"
    }
    try? StoreFiles.replace(path, with: Array(lines.joined().utf8))
  }
}

/// What the files that pages load hold during a run; each is read once.
final class SeenFiles: Sendable {
  /// A file made when the run began.
  private let beginning: String
  private let hashes = Mutex<[String: String]>([:])

  /// What stands for the content of a file that is not there.
  private static let nothing = "-"

  init(below work: String) {
    beginning = "\(work)/began"
    try? StoreFiles.replace(beginning, with: [])
  }

  /// Whether all files hold what they held.
  func areStill(_ known: [String: String]) -> Bool {
    known.allSatisfy { hash(of: $0.key) == $0.value }
  }

  /// The hashes of files that a page loaded, or nothing where it cannot be known what it loaded:
  /// what somebody writes while pages are drawn may be read before and after.
  func hashes(of loaded: LoadedFiles?) -> [String: String]? {
    guard let loaded else { return [:] }
    guard loaded.areAll else { return nil }
    var found: [String: String] = [:]
    for path in loaded.paths {
      guard let hash = hash(of: path), !StoreFiles.isPlaced(path, since: beginning) else {
        return nil
      }
      found[path] = hash
    }
    return found
  }

  private func hash(of path: String) -> String? {
    if let known = hashes.withLock({ $0[path] }) { return known }
    let hash: String
    do { hash = try StoreFiles.contents(of: path).map(pictureHash) ?? Self.nothing } catch {
      return nil
    }
    hashes.withLock { $0[path] = hash }
    return hash
  }
}
