import Bytes
import OperatingSystem
import Hashing

extension StoreFolder {
  /// Makes one run of all parts, and makes it the current one.
  ///
  /// Nothing changes unless every part is there, drawn upon the current run, with one look. Where a process that did
  /// this was killed at its end, the next one finds the run published, and only tidies up.
  package func publishParts(_ rules: PublishingRules) throws(StoreError) -> StoreRun.Outcome {
    let lock = try locked()
    try clearWorkplace()
    let history = try history()
    let parts = try waitingParts(upon: history.current)
    if parts.isEmpty, let outcome = try published(by: history, rules) {
      try makeCurrent(outcome.run, after: history, by: .publish)
      try forget(try finishedParts(), in: Set(history.runs + history.left))
      return outcome
    }
    let look = try self.look(ofAll: parts, upon: history.current)
    let outcome = try merge(parts, look, upon: history.current, rules)
    try checkRemoval(outcome, rules) { "publish with --max-removed \($1)" }
    try makeCurrent(outcome.run, after: history, by: .publish)
    try forget(parts, in: Set(history.runs + history.left + [outcome.run]))
    _ = consume lock
    return outcome
  }

  /// The current run, if it was made of parts that are still there, or of the last ones that were begun.
  private func published(
    by history: StoreHistory, _ rules: PublishingRules
  ) throws(StoreError) -> StoreRun.Outcome? {
    guard history.change == .publish, let run = history.current else { return nil }
    let left = try finishedParts()
    let outcome: StoreRun.Outcome
    if left.isEmpty {
      // The folder is made when a part is begun.
      guard (try? FileFacts(of: partsFolder)) == nil else { return nil }
      outcome = StoreRun.Outcome(run: run, totals: try totals(of: run), removed: 0)
    } else {
      let look = try self.look(ofAll: left, upon: history.replaced)
      outcome = try merge(left, look, upon: history.replaced, rules)
    }
    return outcome.run == run ? outcome : nil
  }

  private func merge(
    _ parts: [FinishedPart], _ look: StoreLook, upon current: ContentHash?, _ rules: PublishingRules
  ) throws(StoreError) -> StoreRun.Outcome {
    var results = DrawingResults(stories: 0, failures: 0)
    var unread = 0
    var sorter = RecordSorter(folder: workplace)
    for part in parts {
      results.stories += part.results.stories
      results.failures += part.results.failures
      unread += part.unreadCount
      try add(part, to: &sorter)
    }
    try rules.check(results, of: self)
    var merge = try ManifestMerge(
      self, look, previous: current, keepsMissing: rules.keepsMissing && unread > 0)
    try merge.run(sorter) { _ in }
    var outcome = try merge.finish(rules)
    outcome.unread = unread
    return outcome
  }

  /// The look that all parts share, once it is proven that they belong together.
  private func look(
    ofAll parts: [FinishedPart], upon current: ContentHash?
  ) throws(StoreError) -> StoreLook {
    guard let first = parts.first else {
      if let other = try finishedParts().first(where: { $0.base != current }) {
        throw drawnElsewhere(other)
      }
      throw StoreError(
        .incomplete, path, "no part of a run is there", advice: "atoll batch --part draws one")
    }
    let count = first.part.count
    if let other = parts.first(where: { $0.part.count != count })?.part.count {
      throw StoreError(
        .incomplete, path, "there are parts of \(count) and of \(other)",
        advice: "give up those that are not meant: atoll store abandon --of \(count), or \(other)")
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
      if part.base != current { throw drawnElsewhere(part) }
      let other = try ManifestReader(self, part.run).look
      if other.hasGivenKeys { look.hasGivenKeys = true }
      if other.hash == look.hash { continue }
      throw StoreError(
        .incomplete, path, "part \(part.part.text) has another look than part \(first.part.text)",
        advice: "draw it again: atoll batch --part \(part.part.text)")
    }
    return look
  }

  private func drawnElsewhere(_ part: FinishedPart) -> StoreError {
    StoreError(
      .incomplete, path, "part \(part.part.text) was drawn upon another run than the current one",
      advice: "draw it again: atoll batch --part \(part.part.text)")
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

  /// Removes parts that are part of a run now, and their manifests, but for those that are runs themselves.
  private func forget(_ parts: [FinishedPart], in runs: Set<ContentHash>) throws(StoreError) {
    try discardParts()
    for part in parts where !runs.contains(part.run) {
      let file = manifest(part.run)
      try naming(file, "cannot be removed") { () throws(SystemError) in
        try Folders.removeFile(file)
      }
    }
  }
}
