import Bytes
import OperatingSystem
import Hashing

/// One of several parts of a run, each drawn by a process of its own.
package struct StorePart: Hashable, Sendable {
  package let number: Int
  package let count: Int

  /// A part as people count them, from 1 to the number of all.
  package init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// More are not taken.
  package static let most = 100_000

  /// What is written as `3/8`.
  package init?(text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }

  package var text: String { "\(number)/\(count)" }
}

/// A part that came to a clean end, and waits for the others.
struct FinishedPart {
  let part: StorePart
  /// The manifest of what is in it.
  let run: ContentHash
  /// The run that was the current one while it was drawn.
  let base: ContentHash?
  let results: DrawingResults
  /// Lines that cannot be read, for which stories that did not come in are kept.
  let unreadCount: Int

  /// The one line of its file.
  func line() -> [UInt8] {
    var line = OutputBuffer()
    line.append("{\"part\":")
    line.append(decimal: part.number)
    line.append(",\"of\":")
    line.append(decimal: part.count)
    line.append(",\"run\":\"")
    line.append(run)
    line.append("\"")
    if let base {
      line.append(",\"base\":\"")
      line.append(base)
      line.append("\"")
    }
    line.append(",\"out\":")
    line.append(decimal: results.stories)
    line.append(",\"bad\":")
    line.append(decimal: results.failures)
    line.append(",\"unread\":")
    line.append(decimal: unreadCount)
    line.append("}\n")
    return line.bytes()
  }
}

extension FinishedPart {
  init?(line: [UInt8]) {
    var scanner = ManifestScanner(line)
    guard scanner.skip("{\"part\":"), let number = scanner.number(), scanner.skip(",\"of\":"),
      let count = scanner.number(), let part = StorePart(number, of: count),
      scanner.skip(",\"run\":"), let run = scanner.hash()
    else { return nil }
    self.part = part
    self.run = run
    base = scanner.skip(",\"base\":") ? scanner.hash() : nil
    guard scanner.skip(",\"out\":"), let stories = scanner.number(), scanner.skip(",\"bad\":"),
      let failures = scanner.number(), scanner.skip(",\"unread\":"),
      let unreadCount = scanner.number(), scanner.skip("}\n"), scanner.isAtEnd
    else { return nil }
    results = DrawingResults(stories: stories, failures: failures)
    self.unreadCount = unreadCount
  }
}

extension StoreFolder {
  fileprivate func path(of part: StorePart) -> String {
    "\(partsFolder)/\(part.number)-of-\(part.count).json"
  }

  /// Puts down that a part is finished; one with its number that was there before is forgotten.
  func add(_ finished: FinishedPart) throws(StoreError) {
    try replace(path(of: finished.part), with: finished.line())
  }

  /// The parts that came to an end and were not published, in the order of their numbers.
  func finishedParts() throws(StoreError) -> [FinishedPart] {
    var parts: [FinishedPart] = []
    for name in try listed(partsFolder) {
      let path = "\(partsFolder)/\(name)"
      guard let part = FinishedPart(line: try StoreFile(path).bytes(at: 0, count: 1 << 10)) else {
        throw StoreError(
          .corrupt, path, "this is no part of a run", advice: "remove it, and draw the part again")
      }
      parts.append(part)
    }
    return parts.sorted { $0.part.number < $1.part.number }
  }

  /// The finished parts that can be published: those that were drawn upon this run.
  func waitingParts(upon current: ContentHash?) throws(StoreError) -> [FinishedPart] {
    try finishedParts().filter { $0.base == current }
  }

  /// Checks that no work is lost when another run than this becomes the current one.
  func checkNoPartsWait(upon current: ContentHash?) throws(StoreError) {
    let count = try waitingParts(upon: current).count
    if count == 0 { return }
    throw StoreError(
      .incomplete, path,
      "\(count) finished \(count == 1 ? "part" : "parts") of a run would be lost, which can be published "
        + "only upon the current run",
      advice: "publish the parts: atoll store publish; or give them up: atoll store abandon")
  }

  /// Forgets finished parts, of one number of parts or of all; their outputs stay until a sweep.
  package func abandonParts(of count: Int?) throws(StoreError) -> Int {
    let lock = try locked()
    let runs = Set(try history().runs)
    let (given, kept) = try finishedParts().reduce(into: ([FinishedPart](), [FinishedPart]())) {
      if count == nil || $1.part.count == count { $0.0.append($1) } else { $0.1.append($1) }
    }
    let needed = runs.union(kept.map(\.run))
    for part in given { try remove(path(of: part.part)) }
    for part in given where !needed.contains(part.run) { try remove(manifest(part.run)) }
    _ = consume lock
    return given.count
  }

  private func remove(_ file: String) throws(StoreError) {
    try naming(file, "cannot be removed") { () throws(SystemError) in
      try Folders.removeFile(file)
    }
  }

  /// Removes all parts at once, so that never some of them are left.
  func discardParts() throws(StoreError) {
    try naming(partsFolder, "cannot be removed") { () throws(SystemError) in
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
