import Bytes
import Hashing
import OperatingSystem

/// One of several parts of a run, each rendered by its own process; written as `3/8`.
package struct RunPart: Hashable, Sendable {
  package let number: Int
  package let count: Int

  /// The largest number of parts.
  package static let most = 100_000

  /// A part; they are counted from 1.
  package init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  package init?(text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }

  package var text: String { "\(number)/\(count)" }
}

/// A part that is completely rendered, but not published yet.
struct FinishedPart {
  let part: RunPart
  /// The manifest of the part.
  let run: ContentHash
  /// The run that was current while the part was rendered.
  let base: ContentHash?
  let results: RenderCounts
  /// The number of unreadable lines, for which missing stories are kept.
  let unreadCount: Int

  /// The content of the part's file.
  func line() -> [UInt8] {
    var line = OutputBuffer()
    line.beginObject()
    line.append(member: "part", part.number)
    line.append(member: "of", part.count)
    line.append(member: "run", run)
    if let base { line.append(member: "base", base) }
    line.append(member: "out", results.stories)
    line.append(member: "bad", results.failures)
    line.append(member: "unread", unreadCount)
    line.append("}\n")
    return line.bytes()
  }
}

extension FinishedPart {
  /// The most stories of a part, so that the sums of all parts do not overflow.
  private static let mostStories = 1 << 40

  init?(line: [UInt8]) {
    var scanner = ManifestScanner(line)
    guard scanner.skip("{\"part\":"), let number = scanner.number(), scanner.skip(",\"of\":"),
      let count = scanner.number(), let part = RunPart(number, of: count),
      scanner.skip(",\"run\":"), let run = scanner.hash()
    else { return nil }
    self.part = part
    self.run = run
    base = scanner.skip(",\"base\":") ? scanner.hash() : nil
    guard scanner.skip(",\"out\":"), let stories = scanner.number(), scanner.skip(",\"bad\":"),
      let failures = scanner.number(), scanner.skip(",\"unread\":"),
      let unreadCount = scanner.number(), scanner.skip("}\n"), scanner.isAtEnd,
      max(stories, failures, unreadCount) <= Self.mostStories
    else { return nil }
    results = RenderCounts(stories: stories, failures: failures)
    self.unreadCount = unreadCount
  }
}

extension StoreFolder {
  private static let longestPartFile = 1 << 10

  private func path(of part: RunPart) -> String {
    "\(partsFolder)/\(part.number)-of-\(part.count).json"
  }

  /// Records a finished part, in place of an earlier one with its number.
  func add(_ finished: FinishedPart) throws(StoreError) {
    try replace(path(of: finished.part), with: finished.line())
  }

  /// Returns the finished parts in the order of their numbers.
  func finishedParts() throws(StoreError) -> [FinishedPart] {
    var parts: [FinishedPart] = []
    for name in try names(in: partsFolder) {
      let path = "\(partsFolder)/\(name)"
      let line = try StoreFile(path).bytes(at: 0, count: Self.longestPartFile)
      guard let part = FinishedPart(line: line) else {
        throw StoreError(
          .corrupt, path, "not a part of a run", advice: "remove it, and render the part again")
      }
      parts.append(part)
    }
    return parts.sorted { $0.part.number < $1.part.number }
  }

  /// Returns the finished parts that can be published: those that were rendered while this run was current.
  func waitingParts(basedOn current: ContentHash?) throws(StoreError) -> [FinishedPart] {
    try finishedParts().filter { $0.base == current }
  }

  /// Checks that no finished part would be lost when another run becomes the current one.
  func checkNoPartsWait(basedOn current: ContentHash?) throws(StoreError) {
    let count = try waitingParts(basedOn: current).count
    if count == 0 { return }
    throw StoreError(
      .incomplete, path,
      "\(count) finished \(count == 1 ? "part" : "parts") of a run would be lost: parts can be published "
        + "only while the run they are based on is current",
      advice: "publish the parts: atoll store publish; or discard them: atoll store abandon")
  }

  /// Forgets the finished parts of runs with this number of parts, or all; returns their number.
  ///
  /// Their outputs stay until a sweep.
  package func abandonParts(of count: Int?) throws(StoreError) -> Int {
    let lock = try locked()
    let parts = try finishedParts()
    func isAbandoned(_ part: FinishedPart) -> Bool { count == nil || part.part.count == count }
    let abandoned = parts.filter(isAbandoned)
    let kept = parts.filter { !isAbandoned($0) }
    let needed = Set(try history().known).union(kept.map(\.run))
    for part in abandoned { try removeFile(path(of: part.part)) }
    for part in abandoned where !needed.contains(part.run) { try removeFile(manifest(part.run)) }
    _ = consume lock
    return abandoned.count
  }

  /// Removes all parts atomically, so that never only some of them are left.
  func discardParts() throws(StoreError) {
    try attributing(to: partsFolder, "cannot be removed") { () throws(SystemError) in
      let place = randomPath("parts")
      do throws(SystemError) {
        try Folders.rename(partsFolder, to: place)
      } catch {
        if error.isMissing { return }
        throw error
      }
      try Folders.removeTree(place)
    }
  }
}
