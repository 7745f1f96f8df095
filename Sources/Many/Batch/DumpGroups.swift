import OperatingSystem
import StoryDecoding

/// The stories of a dump with all of their rows, sorted by the hashes of their ids.
struct DumpGroups {
  private var walk: Partitions.Walk
  private let settings: BatchSettings
  /// The folder of the temporary files.
  private let folder: String
  /// The stories in the partition that was loaded last, in reverse order: the next one is at the
  /// end.
  private var waitingGroups: [GroupSource.GroupOrFailure] = []
  private var emptyLines: Int
  /// The number of bytes in the dump, all of which have already been read.
  let bytesRead: Int
  private var groupCount = 0

  /// The minimum number of rows that a thread takes at a time, as whole stories.
  private static let rowsPerChunk = 128
  /// If the rows of a story have more bytes than this, they are parsed while they are read.
  private static let maximumUnparsedBytes = 8 << 20

  init(_ dump: consuming Dump, settings: BatchSettings, folder: String) {
    emptyLines = dump.emptyLines
    bytesRead = dump.size
    self.folder = folder
    walk = Partitions.Walk(dump.stories)
    self.settings = settings
  }

  mutating func next() throws -> GroupSource.Chunk? {
    while waitingGroups.isEmpty {
      let partition = try attributing(to: folder, "cannot be written") { try walk.next() }
      guard let partition else { return nil }
      try attributing(to: folder, "cannot be read") { try load(partition) }
    }
    var chunk = GroupSource.Chunk()
    swap(&chunk.emptyLines, &emptyLines)
    var rows = 0
    while rows < Self.rowsPerChunk, let next = waitingGroups.popLast() {
      if case .group(let group) = next { rows += group.rowCount } else { rows += 1 }
      chunk.items.append(next)
    }
    return chunk
  }

  /// Groups the rows of a partition by story.
  private mutating func load(_ partition: Partition) throws(SystemError) {
    var stories: [[UInt8]: (hash: UInt64, rows: RowGroup)] = [:]
    var failures: [StoryError] = []
    try partition.forEachRecord { (range, bytes) throws(SystemError) in
      let record = bytes.record(in: range)
      switch record.kind {
      case .withoutStory, .unreadable:
        failures.append(
          StoryError(
            record.kind == .withoutStory ? .noKey : .unknownKey,
            message: String(decoding: record.text, as: UTF8.self)))
      case .comment, .story, .person, .broken, .brokenRowOfHiddenComment, .hidden:
        let key = Array(record.key)
        if let known = stories[key] { return known.rows.add(record) }
        let rows = RowGroup(
          key: key, form: settings.form, maximumUnparsedBytes: Self.maximumUnparsedBytes)
        rows.add(record)
        stories[key] = (record.hash, rows)
      }
    }
    // A story without comments has no result.
    let ordered = stories.values.filter { $0.rows.rowCount > 0 }.sorted {
      $0.hash == $1.hash
        ? $0.rows.key.lexicographicallyPrecedes($1.rows.key) : $0.hash < $1.hash
    }
    for failure in failures {
      groupCount += 1
      waitingGroups.append(.failure(failure, number: groupCount))
    }
    for story in ordered {
      groupCount += 1
      story.rows.number = groupCount
      waitingGroups.append(.group(story.rows))
    }
    waitingGroups.reverse()
  }
}
