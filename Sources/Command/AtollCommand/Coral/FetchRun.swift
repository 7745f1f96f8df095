import Atoll
import Comments
import CoralClient
import OperatingSystem
import Synchronization

/// `atoll fetch`, and the first half of `atoll render --server`.
enum FetchRun {
  static func run(_ invocation: Invocation) throws(Stop) {
    let console = Console(invocation)
    let destination = Destination(invocation.value(OutputOptions.output))
    try destination.check()
    let fetched = try fetch(invocation, console)
    try destination.write(fetched.document())
    console.say(fetched.diagnostics, in: nil)
  }

  /// Fetches the story that a command line names.
  static func fetch(_ invocation: Invocation, _ console: Console) throws(Stop) -> FetchedStory {
    let reference = try StoryReference(invocation)
    let access = try ServerAccess(invocation, console)
    let client = access.client
    var options = FetchOptions()
    options.mayCreate = invocation.has(ServerOptions.create)
    options.mostComments =
      invocation.path == ["fetch"] ? invocation.count(ServerOptions.mostComments) : nil
    let progress = ProgressLine(
      Progress(invocation, isQuiet: console.isQuiet, sharesTerminal: Terminal.isTerminal(1)))
    options.progress = { progress.tell($0) }
    let wanted = options
    defer { progress.finish() }
    let fetched = try waiting { () async throws(ClientError) in
      try await client.fetch(reference, options: wanted)
    }
    progress.finish()
    let server = try waiting { () async throws(ClientError) in try await client.serverName() }
    console.say(.note, told(fetched, server), at: access.address.description)
    return fetched
  }

  private static func told(_ fetched: FetchedStory, _ server: String) -> String {
    let comments = fetched.story.count == 1 ? "1 comment" : "\(fetched.story.count) comments"
    var text = "\(server): \(comments) in \(fetched.requestCount) requests"
    if fetched.hiddenCount > 0 {
      text += "; \(fetched.hiddenCount) that answer hidden ones were left out"
    }
    if let count = fetched.countOfServer, count > fetched.story.count + fetched.hiddenCount {
      text += "; the server counts \(count)"
    }
    return text
  }
}

/// A progress that is told of from several tasks.
private final class ProgressLine: Sendable {
  private let line: Mutex<Progress>

  init(_ progress: Progress) { line = Mutex(progress) }

  func tell(_ progress: FetchProgress) {
    line.withLock {
      $0.tell(
        Progress.Step(
          name: "fetching", done: progress.commentCount, total: progress.expectedCount,
          unit: "comments"))
    }
  }

  func finish() { line.withLock { $0.finish() } }
}
