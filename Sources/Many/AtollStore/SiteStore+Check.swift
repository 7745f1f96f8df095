import AtollBytes
import AtollHashing

extension SiteStore {
  package struct DamagedStory: Hashable, Sendable {
    package let key: [UInt8]
    /// True if the current run has the damaged output, and not only earlier ones.
    package let isCurrent: Bool
    let outputID: Int
  }

  /// Runs SQLite's integrity check, which reports at most 100 faults.
  package func checkFile(reporting fault: (String) -> Void) throws {
    let check = try database.prepare("pragma integrity_check")
    try check.forEach { row in
      let message = row.text(0)
      if message != "ok" { fault(message) }
    }
  }

  /// Compares the outputs of a run with their hashes, and returns the number of outputs checked.
  ///
  /// If `run` is `nil`, the outputs of all runs are checked.
  package func checkOutputs(
    of run: StoredRun?, progress: (_ outputs: Int) -> Void, damaged: (DamagedStory) -> Void
  ) throws -> Int {
    let versions = try database.prepare(
      """
      select key, output, hash, bytes, ended is null from version where ?1 is null or added <= ?1 and (ended is null or ended > ?1)
      """)
    var count = 0
    try versions.forEach(.integer(run?.number)) { row in
      let output = row.integer(1)
      if try !hasOutput(output, hash: row.hash(2), size: row.integer(3)) {
        damaged(
          DamagedStory(key: row.bytes(0), isCurrent: row.integer(4) != 0, outputID: output))
      }
      count += 1
      progress(count)
    }
    return count
  }

  func hasOutput(_ id: Int, hash: ContentHash?, size: Int) throws -> Bool {
    var hasher = ContentHasher()
    var foundSize = 0
    let isPresent = try readOutput(id) { piece in
      hasher.update(piece)
      foundSize += piece.count
    }
    return isPresent && foundSize == size && hasher.finish() == hash
  }

  /// Marks damaged stories, so that the next run renders them again; the store has to be writable.
  package func markForRendering(_ damaged: [DamagedStory]) throws {
    try database.transaction {
      let mark = try database.prepare("update version set input = x'' where output = ?1")
      for story in damaged {
        try mark.run(.integer(story.outputID))
      }
    }
  }

  /// Returns a story's output; throws an error if it does not match its hash.
  package func checkedOutput(of story: StoredStory) throws -> [UInt8] {
    guard let output = try wholeOutput(story.outputID), output.count == story.byteCount,
      ContentHash(of: output) == story.outputHash
    else {
      throw Failure(
        .corrupt,
        message: "the output of '\(String(decoding: story.key, as: UTF8.self))' is damaged",
        at: path,
        advice:
          "let the next run render it again: atoll store verify --repair \(quotedForShell(path))"
      )
    }
    return output
  }
}
