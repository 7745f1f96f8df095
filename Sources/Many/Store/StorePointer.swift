package import Hashing
import OperatingSystem

/// Reading and changing of `CURRENT` and its copy.
extension StoreFolder {
  /// The size that neither of the two files exceeds.
  private static let mostBytes = 1 << 16

  /// Reads the runs of the store; there are none in a new store.
  ///
  /// If `CURRENT` is damaged or missing, its copy in `change.json` counts: it was written just before, after all files
  /// of the run.
  package func history() throws(StoreError) -> StoreHistory {
    let copy = try smallFile(changeFile).flatMap(StoreHistory.init(changeText:))
    guard let history = StoreHistory(pointer: try smallFile(pointer), copy: copy) else {
      throw StoreError(
        .corrupt, pointer, "not a list of runs",
        advice: "make one of atoll store list --all the current one: atoll store rollback --run RUN"
      )
    }
    return history
  }

  private func smallFile(_ path: String) throws(StoreError) -> [UInt8]? {
    try contents(ofFileIfPresent: path, atMost: Self.mostBytes)
  }

  /// Makes the first run of a history the current one.
  func point(to history: StoreHistory) throws(StoreError) {
    // First the copy, which counts only for the same current run.
    try recordChange(history)
    try replace(pointer, with: history.pointerText)
  }

  /// Truncates `CURRENT`, which needs no space on the disk; returns false if that does not give this history.
  func shortenPointer(to history: StoreHistory) throws(StoreError) -> Bool {
    if history.isRestored { return false }
    let text = history.pointerText
    guard try smallFile(pointer)?.starts(with: text) == true else { return false }
    try attributing(to: pointer, "cannot be shortened") { () throws(SystemError) in
      let file = try OpenFile(writing: pointer)
      try file.shorten(to: text.count)
      try file.synchronize()
    }
    return true
  }

  /// Replaces the copy of `CURRENT`.
  func recordChange(_ history: StoreHistory) throws(StoreError) {
    try replace(changeFile, with: history.changeText)
  }

  /// Makes a run the current one, unless it already is.
  func makeCurrent(
    _ run: ContentHash, after history: StoreHistory, by change: StoreHistory.Change
  ) throws(StoreError) {
    var next = history
    if run != history.current {
      next.add(run, by: change)
      return try point(to: next)
    }
    if history.isRestored { try point(to: next) }
    if next.change != change, change == .publish {
      next.change = change
      try recordChange(next)
    }
  }

  /// Makes an earlier run the current one: the one before the current one, unless another is named.
  ///
  /// The manifest of a finished part cannot become the current run. If `CURRENT` is damaged, a named run becomes the
  /// current one and the history before it is lost.
  package func rollBack(to run: ContentHash?) throws(StoreError) -> StoreHistory {
    let lock = try locked()
    var history: StoreHistory
    do {
      history = try self.history()
    } catch {
      if run == nil { throw error }
      history = StoreHistory()
    }
    guard let target = run ?? history.runs.dropFirst().first else {
      throw StoreError(
        .missing, path, "there is no run before the current one",
        advice: "choose one of atoll store list --all: atoll store rollback --run RUN")
    }
    if !history.known.contains(target), try finishedParts().contains(where: { $0.run == target }) {
      throw StoreError(
        .incomplete, path, "this is only a part of a run; the other parts are not published yet",
        advice: "atoll store publish makes one run of all parts")
    }
    if target == history.current, !history.isRestored { return history }
    try checkNoPartsWait(basedOn: history.current)
    // A run that cannot be read must not become the current one.
    _ = try totals(of: target)
    if target != history.current { history.go(to: target) }
    try point(to: history)
    _ = consume lock
    return history
  }
}
