import Bytes
import Hashing
import OperatingSystem

extension StoreFolder {
  /// Makes one run of all finished parts, and makes it the current one.
  ///
  /// It is an error if a part is missing, was rendered while another run was current, or has another fingerprint. If an
  /// earlier process was killed after publishing, this one only cleans up after it.
  package func publishParts(_ rules: PublishingRules) throws(StoreError) -> StoreRun.Outcome {
    let lock = try locked()
    try clearWorkFolder()
    let history = try history()
    let parts = try waitingParts(basedOn: history.current)
    if parts.isEmpty, let outcome = try publishedOutcome(history, rules) {
      try makeCurrent(outcome.run, after: history, by: .publish)
      try remove(try finishedParts(), except: Set(history.known))
      return outcome
    }
    let fingerprint = try commonFingerprint(of: parts, basedOn: history.current)
    let outcome = try merge(parts, fingerprint, basedOn: history.current, rules)
    try checkRemoval(outcome, rules) { "publish with --max-removed \($1)" }
    try makeCurrent(outcome.run, after: history, by: .publish)
    try remove(parts, except: Set(history.known + [outcome.run]))
    _ = consume lock
    return outcome
  }

  /// Returns the outcome of the current run if it was published from parts and nothing was rendered since.
  private func publishedOutcome(
    _ history: StoreHistory, _ rules: PublishingRules
  ) throws(StoreError) -> StoreRun.Outcome? {
    guard history.change == .publish, let run = history.current else { return nil }
    let parts = try finishedParts()
    let outcome: StoreRun.Outcome
    if parts.isEmpty {
      // The folder is created when a part is begun.
      guard (try? FileFacts(of: partsFolder)) == nil else { return nil }
      outcome = StoreRun.Outcome(run: run, totals: try totals(of: run), removed: 0)
    } else {
      let fingerprint = try commonFingerprint(of: parts, basedOn: history.replaced)
      outcome = try merge(parts, fingerprint, basedOn: history.replaced, rules)
    }
    return outcome.run == run ? outcome : nil
  }

  private func merge(
    _ parts: [FinishedPart], _ fingerprint: OutputFingerprint, basedOn current: ContentHash?,
    _ rules: PublishingRules
  ) throws(StoreError) -> StoreRun.Outcome {
    var results = RenderCounts(stories: 0, failures: 0)
    var unread = 0
    var sorter = RecordSorter(folder: workFolder)
    for part in parts {
      results.stories += part.results.stories
      results.failures += part.results.failures
      unread += part.unreadCount
      try add(part, to: &sorter)
    }
    try rules.check(results, of: path)
    var merge = try ManifestMerge(
      self, fingerprint, previous: current, keepsMissing: rules.keepsMissing && unread > 0)
    try merge.run(sorter) { _ in }
    var outcome = try merge.finish(rules)
    outcome.unread = unread
    return outcome
  }

  /// Checks that the parts are complete and belong together, and returns the fingerprint of their run.
  private func commonFingerprint(
    of parts: [FinishedPart], basedOn current: ContentHash?
  ) throws(StoreError) -> OutputFingerprint {
    guard let first = parts.first else {
      if let other = try finishedParts().first(where: { $0.base != current }) {
        throw otherBase(other)
      }
      throw StoreError(
        .incomplete, path, "there is no part of a run", advice: "atoll batch --part renders one")
    }
    let count = first.part.count
    if let other = parts.first(where: { $0.part.count != count })?.part.count {
      throw StoreError(
        .incomplete, path, "there are parts of \(count) and of \(other)",
        advice: "discard one kind: atoll store abandon --of \(count), or \(other)")
    }
    let found = Set(parts.map(\.part.number))
    let missing = (1...count).filter { !found.contains($0) }
    if let next = missing.first {
      throw StoreError(
        .incomplete, path, "\(missing.count) of \(count) parts are missing, the first is \(next)",
        advice: "render it: atoll batch --part \(next)/\(count)")
    }
    var fingerprint = try ManifestReader(self, first.run).fingerprint
    for part in parts {
      if part.base != current { throw otherBase(part) }
      let other = try ManifestReader(self, part.run).fingerprint
      if other.hasGivenKeys { fingerprint.hasGivenKeys = true }
      if other.hash == fingerprint.hash { continue }
      throw StoreError(
        .incomplete, path,
        "part \(part.part.text) was rendered with other options, templates or styles than part \(first.part.text)",
        advice: "render it again: atoll batch --part \(part.part.text)")
    }
    return fingerprint
  }

  private func otherBase(_ part: FinishedPart) -> StoreError {
    StoreError(
      .incomplete, path,
      "part \(part.part.text) is based on another run than the current one",
      advice: "render it again: atoll batch --part \(part.part.text)")
  }

  private func add(_ part: FinishedPart, to sorter: inout RecordSorter) throws(StoreError) {
    var reader = try ManifestReader(self, part.run)
    while let (entry, _) = try reader.next() {
      let record = PendingEntry.record(entry, number: part.part.number, staged: nil).bytes()
      try attributing(to: workFolder, "cannot be written") { () throws(SystemError) in
        try sorter.add(key: entry.key.span, value: record.span)
      }
    }
  }

  /// Removes published parts and their manifests, except manifests that are runs themselves.
  private func remove(
    _ parts: [FinishedPart], except runs: Set<ContentHash>
  ) throws(StoreError) {
    try discardParts()
    for part in parts where !runs.contains(part.run) { try removeFile(manifest(part.run)) }
  }
}
