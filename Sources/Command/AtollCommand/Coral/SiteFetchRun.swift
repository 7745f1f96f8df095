import AtollArguments
import AtollBytes
import AtollComments
import AtollOperatingSystem
import CoralClient

/// The options of `atoll fetch` for a whole site.
struct SiteFetchArguments: Sendable {
  /// True if the stories of a whole site are fetched, rather than one story.
  var fetchesWholeSite = false
  var stateFile: String?
  var fetchesAllAgain = false
  var fullRunInterval = 10
  /// The minimum time between two requests, in milliseconds.
  var delay = 0

  static let options: [Option<Self>] = [
    .flag(
      "all", to: \.fetchesWholeSite, group: .server,
      help: """
        Fetch all stories, a document on each line, with the token of a moderator or an administrator. \
        Needs --state and -o. With the state of an earlier run, fetch only stories that have changed.
        """
    ).markedAsCommon,
    .optional(
      "state", placeholder: "FILE", as: .file, to: \.stateFile, group: .server,
      help:
        "With --all: remember in this file what was fetched, and resume a run that was interrupted."
    ).markedAsCommon,
    .flag(
      "full", to: \.fetchesAllAgain, group: .server,
      help: "With --all: fetch all stories again, for example after an account was deleted."),
    .value(
      "full-every", placeholder: "N", as: .count(1...10_000), to: \.fullRunInterval, group: .server,
      help: """
        With --all: fetch all stories again in every Nth run, which also finds edits and likes.
        """, default: "10"),
    .value(
      "delay", placeholder: "MS", as: .count(0...3_600_000), to: \.delay, group: .server,
      help: "With --all: wait at least this many milliseconds between two requests.", default: "0"),
  ]

  /// The names of the options that require `--all`.
  static let siteOptionNames = options.map(\.description.name).filter { $0 != "all" }
}

/// The work of `atoll fetch --all`.
struct SiteFetchRun {
  private let arguments: FetchArguments
  private let console: Console
  private let statePath: String
  private let output: String
  private var progress: Progress
  private var counts = Counts()

  private struct Counts {
    var listed = 0
    var fetched = 0
    /// The number of listed stories that no longer existed when they were fetched.
    var missing = 0
    /// The ids of the stories that the server did not give.
    var failedIDs: [String] = []
    var incomplete = 0
    /// The number of stories with fewer comments than the server counts.
    var belowServerCount = 0
  }

  /// The time limit for all attempts at one request; a busy server can demand a wait of minutes
  /// (`Retry-After`).
  private static let retryTimeout = Duration.seconds(600)
  private static let maximumAttempts = 12
  /// The maximum number of stories whose failures are printed one by one.
  private static let maximumReportedFailures = 20

  init(_ arguments: FetchArguments) throws {
    guard let state = arguments.site.stateFile, let output = arguments.output, output != "-" else {
      throw Failure(
        commandLine: "--all needs --state FILE and -o FILE",
        advice: "an interrupted run is resumed with these files"
      )
    }
    try arguments.common.given.reject(["story-id", "story-url", "create", "max-comments"]) {
      "\($0) is for one story, and --all fetches all of them"
    }
    for file in [state, output] {
      let destination = Destination(file)
      try destination.check()
      guard destination.folder != nil else {
        throw Failure(
          .cannotCreate, message: "this is not a regular file, from which a run could be resumed",
          at: destination.name)
      }
    }
    self.arguments = arguments
    // A link stays; the file that it leads to is replaced.
    self.output = shownPath(resolvedPath(output))
    statePath = shownPath(resolvedPath(state))
    if [statePath, "\(statePath).lock"].contains(SiteFetchFiles.partPath(of: self.output))
      || self.output == "\(statePath).lock"
    {
      throw Failure(
        commandLine: "next to -o and --state, files whose names end in .part and .lock are written",
        advice: "give --state another name")
    }
    console = Console(arguments.common)
    progress = Progress(arguments.progress, isQuiet: console.isQuiet, sharesTerminal: false)
  }

  mutating func run() throws {
    let access = try ServerAccess(arguments.server, on: console) { options in
      options.retryTimeout = Self.retryTimeout
      options.maximumAttempts = Self.maximumAttempts
      // Multiple stories are fetched in parallel, rather than multiple pages of one story.
      options.maximumConcurrentRequests = 1
    } through: {
      PacedTransport(
        PlatformTransport(), delay: .milliseconds(arguments.site.delay),
        longestWait: Self.retryTimeout)
    }
    // The list is requested first, so that no file is left behind if the server refuses it.
    if (try? FileMetadata(of: statePath)) == nil { try requireStoryList(from: access.client) }
    let lock = try takeLock()
    var state = try readState(of: access.address.description)
    if state.isComplete {
      let satisfiesRequest = state.runKind == .full || !arguments.site.fetchesAllAgain
      try complete(&state, known: nil)
      if satisfiesRequest {
        return console.note(
          "the run that was interrupted is complete", at: output,
          advice: "run this again for what has changed since")
      }
      state = try readState(of: access.address.description)
    }
    // An interrupted run of changes can be resumed as a full run, which also fetches the unchanged
    // stories.
    let isFullRunDue = state.completedRunCount % arguments.site.fullRunInterval == 0
    let runKind: SiteFetchState.RunKind =
      arguments.site.fetchesAllAgain ? .full : state.runKind ?? (isFullRunDue ? .full : .changes)
    counts.fetched = state.fetchedLines.count
    counts.incomplete = state.fetchedLines.values.count { $0.stamp.isEmpty }
    try fetch(runKind, state: &state, from: access.client)
    _ = consume lock
  }

  private func takeLock() throws -> FileLock {
    let path = "\(statePath).lock"
    guard let lock = try attributingWriteErrors(to: path, { try FileLock.acquire(at: path) }) else {
      throw Failure(
        .temporary, message: "another process is fetching with this state", at: statePath)
    }
    return lock
  }

  private func readState(of server: String) throws -> SiteFetchState {
    let bytes = try attributingInputErrors(to: statePath) {
      try ifExists(FileMetadata(of: statePath)).map { _ in try WholeFile.bytes(of: statePath) }
    }
    let part = SiteFetchFiles.partPath(of: output)
    let size = (try? FileMetadata(of: part))?.size
    let readState =
      bytes.map { SiteFetchState($0, outputSize: size) } ?? SiteFetchState(server: server)
    guard let state = readState else {
      throw Failure(
        .badInput, message: "not the state of a fetch", at: statePath,
        advice: "choose another file for --state")
    }
    if state.server != server {
      throw Failure(
        commandLine: "\(statePath) is the state of \(state.server)",
        advice: "use one state for each server")
    }
    if state.runKind == nil, size ?? 0 > 0 {
      throw Failure(
        .cannotCreate, message: "the state knows no unfinished run that wrote this file", at: part,
        advice: "give the --state of the run that writes it, or remove it")
    }
    // A process that was killed at its end may already have renamed the output.
    let written = size ?? (state.isComplete ? (try? FileMetadata(of: output))?.size : nil) ?? 0
    if state.isComplete ? written != state.outputSize : written < state.outputSize {
      throw Failure(
        .noInput, message: "the output of the run that was interrupted is missing", at: output,
        advice: "give the same -o as before; or remove \(statePath), and fetch everything again")
    }
    return state
  }

  // MARK: Fetching

  private mutating func fetch(
    _ runKind: SiteFetchState.RunKind, state: inout SiteFetchState, from client: CoralClient
  ) throws {
    var files = try SiteFetchFiles.open(state, for: runKind, at: statePath, output: output)
    var known: [String: String] = [:]
    var list = StoryList(client)
    while !list.isAtEnd {
      let before = list
      let (after, page) = try waitForResult {
        var list = before
        let page = try await list.next()
        return (list, page)
      }
      if after.hidesLastCommentTimes, !before.hidesLastCommentTimes { reportHiddenTimes() }
      list = after
      counts.listed += page.count
      var wanted: [ListedStory] = []
      for story in page {
        let earlier = state.stamps[story.id].flatMap { StoryStamp($0) }
        if let stamp = try reuseFetched(story, in: &state, files: &files) {
          known[story.id] = stamp
        } else if runKind == .changes, let earlier, !story.stamp.differs(from: earlier) {
          known[story.id] = story.stamp.completed(from: earlier).text
        } else {
          known[story.id] = story.stamp.text
          wanted.append(story)
        }
      }
      try fetch(wanted, from: client, state: &state, known: &known, files: &files)
    }
    if list.isIncomplete {
      try keepUnlistedStories(
        in: runKind, from: client, state: &state, known: &known, files: &files)
    } else {
      for id in state.fetchedLines.keys where known[id] == nil {
        try drop(id, from: &state, files: &files)
      }
    }
    progress.finish()
    // A batch would not take a file in which most stories fail.
    if runKind == .full, counts.failedIDs.count > counts.fetched { throw failureOfMostStories() }
    try files.finish(without: counts.failedIDs, of: runKind)
    let goneCount = state.stamps.keys.filter { known[$0] == nil }.count
    try complete(&state, known: known)
    report(runKind, goneCount: goneCount, isListIncomplete: list.isIncomplete)
  }

  /// Returns the stamp of a story if the interrupted run has fetched it; otherwise `nil`.
  ///
  /// If the story has changed since then, it is dropped from the output, because moderators may
  /// have removed some of its comments.
  private mutating func reuseFetched(
    _ story: ListedStory, in state: inout SiteFetchState, files: inout SiteFetchFiles
  ) throws -> String? {
    guard let stamp = state.fetchedLines[story.id]?.stamp else { return nil }
    guard let earlier = StoryStamp(stamp), story.stamp.differs(from: earlier) else { return stamp }
    try drop(story.id, from: &state, files: &files)
    return nil
  }

  private mutating func drop(
    _ id: String, from state: inout SiteFetchState, files: inout SiteFetchFiles
  ) throws {
    guard let fetched = state.fetchedLines.removeValue(forKey: id) else { return }
    try files.drop(id, at: fetched.range)
    counts.fetched -= 1
  }

  private func failureOfMostStories() -> Failure {
    Failure(
      .unavailable,
      message:
        "the server fails for most stories: \(grouped(counts.failedIDs.count)) of "
        + grouped(counts.failedIDs.count + counts.fetched), at: output,
      advice: "run the same command again to resume it")
  }

  /// Keeps known stories that are missing from an incomplete list, since they may still exist.
  ///
  /// A full run fetches them by id, since its output must contain all stories.
  private mutating func keepUnlistedStories(
    in runKind: SiteFetchState.RunKind, from client: CoralClient, state: inout SiteFetchState,
    known: inout [String: String], files: inout SiteFetchFiles
  ) throws {
    var wanted: [ListedStory] = []
    for (id, text) in state.stamps.sorted(by: { $0.key < $1.key }) where known[id] == nil {
      known[id] = state.fetchedLines[id]?.stamp ?? text
      if runKind == .full, state.fetchedLines[id] == nil {
        wanted.append(ListedStory(id: id, stamp: StoryStamp(text) ?? StoryStamp()))
      }
    }
    counts.listed += wanted.count
    try fetch(wanted, from: client, state: &state, known: &known, files: &files)
  }

  /// Fetches stories in parallel, and writes them in the given order.
  private mutating func fetch(
    _ stories: [ListedStory], from client: CoralClient, state: inout SiteFetchState,
    known: inout [String: String], files: inout SiteFetchFiles
  ) throws {
    let parallel = arguments.server.parallelRequests ?? ClientOptions().maximumConcurrentRequests
    var rest = stories[...]
    while !rest.isEmpty {
      let next = Array(rest.prefix(parallel))
      rest = rest.dropFirst(parallel)
      let results = try waitForResult {
        await mapConcurrently(next) { await Self.fetch($0, using: client) }
      }
      for (story, result) in zip(next, results) {
        switch result {
        case .success(let fetched):
          let isWhole = !fetched.story.hasMore
          if !isWhole, let stamp = state.stamps[story.id], !stamp.isEmpty {
            // The whole story of an earlier run is kept. Its stamp is cleared: if the list breaks
            // off in the next run, too, the incomplete story is written.
            known[story.id] = ""
            try files.recordFailure(of: story.id)
            reportFailure(
              of: story,
              because: ClientError(.badAnswer, message: "the list of its comments broke off"))
            continue
          }
          // The next run asks again for a story whose comments are incomplete.
          if !isWhole {
            counts.incomplete += 1
          } else if fetched.diagnostics.contains(where: { $0.code == .incompleteStory }) {
            counts.belowServerCount += 1
          }
          let stamp = isWhole ? story.stamp.text : ""
          try files.add(id: story.id, stamp: stamp, document: fetched.story.document())
          known[story.id] = stamp
          counts.fetched += 1
        case .failure(let error) where error.kind == .storyNotFound:
          known[story.id] = nil
          counts.missing += 1
        case .failure(let error):
          guard error.kind.allowsOtherStories else { throw interruptionFailure(from: error) }
          try requireStoryList(from: client)
          // The story stays known, and the next run asks for it again.
          known[story.id] = ""
          try files.recordFailure(of: story.id)
          reportFailure(of: story, because: error)
        }
      }
      progress.show(
        Progress.Step(
          name: "fetching", done: counts.listed - rest.count, total: nil, unit: "stories"))
    }
  }

  private static func fetch(
    _ story: ListedStory, using client: CoralClient
  ) async -> Result<FetchedStory, ClientError> {
    var options = FetchOptions()
    // Otherwise, the ignore list of the token's owner would apply to pages for all readers.
    options.hidesIgnoredUsers = false
    do throws(ClientError) {
      return .success(try await client.fetch(.id(story.id), options: options))
    } catch {
      return .failure(error)
    }
  }

  /// Throws an error if the server cannot list its stories, because then it cannot send any of
  /// them.
  private func requireStoryList(from client: CoralClient) throws {
    try waitForResult {
      var list = StoryList(client)
      _ = try await list.next()
    }
  }

  private mutating func reportFailure(of story: ListedStory, because error: ClientError) {
    counts.failedIDs.append(story.id)
    guard counts.failedIDs.count <= Self.maximumReportedFailures else { return }
    progress.finish()
    console.warn("the story \(story.id) is not fetched: \(error.message)", at: story.url)
  }

  private func interruptionFailure(from error: ClientError) -> Failure {
    var failure = error.failure
    failure.message += "; fetched before that: \(counted(counts.fetched, noun: "story"))"
    failure.advice =
      "run the same command again to resume it" + (error.advice.map { "; \($0)" } ?? "")
    return failure
  }

  // MARK: The end

  /// Renames the output to its final name, and then replaces the state.
  ///
  /// `known` has the stamps of all known stories. If it is `nil`, the stamps of the unfinished run
  /// are added to the earlier stamps.
  private func complete(
    _ state: inout SiteFetchState, known: [String: String]?
  ) throws {
    let part = SiteFetchFiles.partPath(of: output)
    try attributingWriteErrors(to: output) {
      // An earlier process that was killed at this point may already have renamed the output.
      if (try? FileMetadata(of: part)) != nil { try Folders.rename(part, to: output) }
      try Folders.synchronize(folderOfFile(output))
    }
    state.stamps = known ?? state.stamps.merging(state.fetchedLines.mapValues(\.stamp)) { $1 }
    state.completedRunCount += 1
    try Destination(statePath).write(state.textBetweenRuns())
  }

  /// Prints a note that the server shows the times of last comments only to administrators.
  private mutating func reportHiddenTimes() {
    progress.finish()
    console.note(
      "the token does not show when a story was last commented on, which Coral shows to administrators "
        + "only; compared instead: the number of comments in each status",
      advice: "--full also finds changes that leave these numbers equal")
  }

  private func report(
    _ runKind: SiteFetchState.RunKind, goneCount: Int, isListIncomplete: Bool
  ) {
    let stories = counted(counts.listed - counts.missing, noun: "story")
    switch runKind {
    case .full where !counts.failedIDs.isEmpty:
      console.note("fetched: \(grouped(counts.fetched)) of \(stories)", at: output)
    case .full: console.note("all fetched: \(stories)", at: output)
    case .changes:
      console.note(
        "changed and fetched: \(grouped(counts.fetched)) of \(stories)", at: output,
        advice: "render them with the options of the store: atoll batch --store STORE --changes")
    }
    if !counts.failedIDs.isEmpty {
      console.warn(
        "not fetched: \(counted(counts.failedIDs.count, noun: "story"))", at: output,
        advice: "the next run asks for them again; a store keeps what it has of them")
    }
    if counts.missing > 0 {
      console.note(
        "gone before they were fetched: \(counted(counts.missing, noun: "story"))", at: output)
    }
    if goneCount > 0, runKind == .changes {
      console.note(
        "no longer on the server: \(counted(goneCount, noun: "story"))", at: statePath,
        advice: "--full gives an input without them")
    }
    if counts.belowServerCount > 0 {
      console.note(
        "stories with fewer comments than the server counts: \(grouped(counts.belowServerCount))",
        at: output, advice: "servers also count replies to comments that they hide")
    }
    if counts.incomplete > 0 {
      console.warn(
        "stories without all of their comments: \(grouped(counts.incomplete))", at: output,
        advice: "the next run asks for them again")
    }
    if isListIncomplete {
      console.warn(
        "the server cannot list all of its stories: too many were created at the same time",
        at: output,
        advice:
          "fetch the others by --story-id, and render this with --changes, which removes nothing")
    }
  }
}

extension ClientError.Kind {
  /// True if requests for other stories may succeed despite this error.
  fileprivate var allowsOtherStories: Bool {
    switch self {
    case .timedOut, .badAnswer, .tooLarge, .refused: true
    case .badAddress, .unreachable, .untrusted, .redirected, .notACoralServer, .rawQueryRefused,
      .unknownOperation, .tokenRejected, .signInRefused, .rateLimited, .storyNotFound,
      .commentNotFound, .wouldCreateStory, .outcomeUnknown, .cancelled, .badDocument:
      false
    }
  }
}
