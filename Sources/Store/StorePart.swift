import Bytes
import Files
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
  /// A story failed in it of which nobody knows which it is.
  let keepsMissing: Bool

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
    if keepsMissing { line.append(",\"keepsMissing\":true") }
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
    keepsMissing = scanner.skip(",\"keepsMissing\":true")
    guard scanner.skip("}\n"), scanner.isAtEnd else { return nil }
  }
}

extension StoreFolder {
  private var partsFolder: String { "\(path)/parts" }

  private func path(of part: StorePart) -> String {
    "\(partsFolder)/\(part.number)-of-\(part.count).json"
  }

  /// Puts down that a part is finished; one with its number that was there before is forgotten.
  func add(_ finished: FinishedPart) throws(StoreError) {
    try replace(path(of: finished.part), with: finished.line())
  }

  /// The parts that wait for others, in the order of their numbers.
  func finishedParts() throws(StoreError) -> [FinishedPart] {
    var parts: [FinishedPart] = []
    for name in try listed(partsFolder) {
      let path = "\(partsFolder)/\(name)"
      guard let part = FinishedPart(line: try StoreFile(path).bytes(at: 0, count: 1 << 10)) else {
        throw StoreError(.corrupt, path, "this is no part of a run", advice: "remove it")
      }
      parts.append(part)
    }
    return parts.sorted { $0.part.number < $1.part.number }
  }

  /// Makes one run of all parts, and makes it the current one.
  ///
  /// Nothing changes unless every part is there, drawn upon the current run, with one look.
  package func publishParts(waitsForDisk: Bool) throws(StoreError) -> StoreRun.Outcome {
    let lock = try locked()
    try clearWorkplace()
    let history = try history()
    let parts = try finishedParts()
    let look = try self.look(ofAll: parts, upon: history.first)
    var sorter = RecordSorter(folder: workplace)
    for part in parts { try add(part, to: &sorter) }
    var merge = try ManifestMerge(
      self, look, previous: history.first, keepsMissing: parts.contains(where: \.keepsMissing))
    try merge.run(sorter) { _ in }
    let outcome = try merge.finish(waitsForDisk: waitsForDisk)
    if outcome.run != history.first { try point(to: [outcome.run] + history) }
    try forget(parts, keeping: Set(history + [outcome.run]))
    _ = consume lock
    return outcome
  }

  /// The look that all parts share, once it is proven that they belong together.
  private func look(
    ofAll parts: [FinishedPart], upon current: ContentHash?
  ) throws(StoreError) -> StoreLook {
    guard let first = parts.first else {
      throw StoreError(
        .incomplete, path, "no part of a run is there", advice: "atoll batch --part draws one")
    }
    let count = first.part.count
    if let other = parts.first(where: { $0.part.count != count }) {
      throw StoreError(
        .incomplete, path, "there are parts of \(count) and of \(other.part.count)",
        advice: "remove those that are not meant from \(partsFolder)")
    }
    let there = Set(parts.map(\.part.number))
    let missing = (1...count).filter { !there.contains($0) }
    if let next = missing.first {
      throw StoreError(
        .incomplete, path, "\(missing.count) of \(count) parts are missing, the first is \(next)",
        advice: "draw it: atoll batch --part \(next)/\(count)")
    }
    var look = try ManifestReader(self, first.run).look
    for part in parts {
      let other = try ManifestReader(self, part.run).look
      let isSame = other.hash == look.hash
      if other.hasGivenKeys { look.hasGivenKeys = true }
      if isSame && part.base == current { continue }
      throw StoreError(
        .incomplete, path,
        isSame
          ? "part \(part.part.text) was drawn upon another run than the current one"
          : "part \(part.part.text) has another look than part \(first.part.text)",
        advice: "draw it again: atoll batch --part \(part.part.text)")
    }
    return look
  }

  private func add(_ part: FinishedPart, to sorter: inout RecordSorter) throws(StoreError) {
    var reader = try ManifestReader(self, part.run)
    while let (entry, _) = try reader.next() {
      let value = DraftEntry.value(entry, number: part.part.number, waiting: nil).bytes()
      try naming(workplace, "cannot be written") { () throws(SystemError) in
        try sorter.add(key: entry.key.span, value: value.span)
      }
    }
  }

  /// Removes parts that are part of a run now.
  private func forget(_ parts: [FinishedPart], keeping runs: Set<ContentHash>) throws(StoreError) {
    for part in parts {
      let files = [path(of: part.part)] + (runs.contains(part.run) ? [] : [manifest(part.run)])
      for file in files {
        try naming(file, "cannot be removed") { () throws(SystemError) in
          try Folders.removeFile(file)
        }
      }
    }
  }
}
