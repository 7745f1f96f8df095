import AtollComments
import AtollOperatingSystem
import AtollStoryDecoding

/// The stories of a dump that have been loaded, for the threads that render them.
///
/// When most stories of a partition have been taken, one thread loads the next partition while the
/// others go on.
struct DumpGroups {
  private let loader: Monitor<PartitionLoader>
  private var isLoading = false
  private var isAtEnd = false
  /// The stories of the current partition that have not been taken, in reverse order: the next one
  /// is at the end.
  private var waitingGroups: [GroupSource.GroupOrFailure] = []
  /// The number of stories in the current partition.
  private var groupCount = 0
  /// The stories of the next partition, in reverse order; `nil` if it is not loaded.
  ///
  /// They wait until all stories of the current partition have been taken, so that the same stories
  /// are taken together whichever thread is faster.
  private var nextGroups: [GroupSource.GroupOrFailure]?
  private var emptyLines: Int
  /// The number of bytes in the dump, all of which have already been read.
  let bytesRead: Int

  /// The number of rows at which a chunk for one worker is full; it contains only whole stories.
  private static let minimumRowsPerChunk = 128

  init(_ dump: consuming Dump, settings: BatchSettings, folder: String) {
    emptyLines = dump.emptyLines
    bytesRead = dump.size
    loader = Monitor(PartitionLoader(dump.stories, form: settings.form, folder: folder))
  }

  /// True if the next step is known; if false, a thread has to wait until another one has loaded a
  /// partition.
  var isReady: Bool { !isLoading || !waitingGroups.isEmpty }

  /// Returns the next step for a thread; `nil` at the end.
  mutating func next() -> BatchStep? {
    if waitingGroups.isEmpty, let groups = nextGroups {
      nextGroups = nil
      waitingGroups = groups
      groupCount = groups.count
    }
    if !isAtEnd, !isLoading, nextGroups == nil, waitingGroups.count <= groupCount / 4 {
      isLoading = true
      return .load(loader)
    }
    if waitingGroups.isEmpty { return nil }
    var chunk = GroupSource.Chunk()
    swap(&chunk.emptyLines, &emptyLines)
    var rows = 0
    while rows < Self.minimumRowsPerChunk, let next = waitingGroups.popLast() {
      if case .group(let group) = next { rows += group.rowCount } else { rows += 1 }
      chunk.items.append(next)
    }
    return .render(.groups(chunk))
  }

  /// Adds the stories of the partition that has been loaded; `nil` after the last partition.
  mutating func add(_ groups: [GroupSource.GroupOrFailure]?) {
    isLoading = false
    isAtEnd = groups == nil
    nextGroups = groups?.reversed()
  }
}

/// A loader of the partitions of a dump, which groups their rows by story.
struct PartitionLoader {
  private var walk: Partitions.Walk
  private let form: InputForm?
  /// The folder of the temporary files.
  private let folder: String
  private var groupCount = 0

  /// The maximum size, in bytes, of a story's rows that wait to be parsed.
  ///
  /// When they exceed it, they are parsed before the remaining rows are read.
  private static let maximumUnparsedBytes = 8 << 20

  init(_ partitions: consuming Partitions, form: InputForm?, folder: String) {
    walk = Partitions.Walk(partitions)
    self.form = form
    self.folder = folder
  }

  /// Returns the failures of the next partition and then its stories, sorted by the hashes of their
  /// ids; `nil` after the last partition.
  mutating func next() throws -> [GroupSource.GroupOrFailure]? {
    let partition = try attributingSystemErrors(to: folder, problem: "cannot be written") {
      try walk.next()
    }
    guard let partition else { return nil }
    LargeMemory.trimHeap()
    return try attributingSystemErrors(to: folder, problem: "cannot be read") {
      try groups(in: partition)
    }
  }

  private mutating func groups(
    in partition: Partition
  ) throws(SystemError) -> [GroupSource.GroupOrFailure] {
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
        let rows = RowGroup(key: key, form: form, maximumUnparsedBytes: Self.maximumUnparsedBytes)
        rows.add(record)
        stories[key] = (record.hash, rows)
      }
    }
    // A story without comments has no result.
    let ordered = stories.values.filter { $0.rows.rowCount > 0 }.sorted {
      $0.hash == $1.hash
        ? $0.rows.key.lexicographicallyPrecedes($1.rows.key) : $0.hash < $1.hash
    }
    var groups: [GroupSource.GroupOrFailure] = []
    for failure in failures {
      groupCount += 1
      groups.append(.failure(failure, number: groupCount))
    }
    for story in ordered {
      groupCount += 1
      story.rows.number = groupCount
      groups.append(.group(story.rows))
    }
    return groups
  }
}
