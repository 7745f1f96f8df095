import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import AtollOperatingSystem
import CoralClient

struct FetchArguments: CommandArguments {
  var common = CommonArguments()
  var server = ServerArguments()
  var site = SiteFetchArguments()
  var output: String?
  var progress = Progress.Form.auto
}

extension CommandTable {
  static let fetch = Command(
    "fetch", summary: "Fetch a comment thread, or all of them, from a server.",
    arguments: FetchArguments(),
    options: Array(
      joining: [.output(to: \.output)], ServerArguments.access.nested(at: \FetchArguments.server),
      ServerArguments.story.nested(at: \FetchArguments.server),
      ServerArguments.fetching.nested(at: \FetchArguments.server),
      SiteFetchArguments.options.nested(at: \FetchArguments.site),
      [.progress(to: \.progress), .quiet])
  ) { arguments in try FetchRun.run(arguments) }
}

/// The work of `atoll fetch`, and the first half of `atoll render --server`.
enum FetchRun {
  static func run(_ arguments: FetchArguments) throws {
    if arguments.site.fetchesWholeSite {
      var site = try SiteFetchRun(arguments)
      return try site.run()
    }
    try arguments.common.given.reject(SiteFetchArguments.siteOptionNames, advice: "add --all") {
      "\($0) is for all stories"
    }
    let console = Console(arguments.common)
    let destination = Destination(arguments.output)
    try destination.check()
    let fetched = try fetch(arguments.server, progress: arguments.progress, on: console)
    try destination.write(fetched.story.document())
    console.say(fetched.diagnostics, in: nil)
  }

  static func fetch(
    _ arguments: ServerArguments, progress form: Progress.Form, on console: Console
  ) throws -> FetchedStory {
    let reference = try StoryReference(arguments)
    let access = try ServerAccess(arguments, on: console)
    let client = access.client
    let progress = Monitor(
      // The line may share the terminal: it is cleared before a result is written.
      Progress(form, isQuiet: console.isQuiet, sharesTerminal: false))
    var options = FetchOptions()
    options.mayCreateStory = arguments.mayCreateStory
    options.maximumCommentCount = arguments.maxComments
    options.hidesIgnoredUsers = false
    options.progress = { update in
      let step = Progress.Step(
        name: "fetching", done: update.commentCount, total: update.expectedCount, unit: "comments")
      progress.withLock { $0.show(step) }
    }
    let fetchOptions = options
    let fetched = try waitForResult {
      try await client.fetch(reference, options: fetchOptions)
    }
    progress.withLock { $0.finish() }
    let server = try waitForResult { try await client.serverName() }
    console.note(summary(of: fetched, from: server), at: access.address.description)
    return fetched
  }

  private static func summary(of fetched: FetchedStory, from server: String) -> String {
    let comments = counted(fetched.story.count, noun: "comment")
    var text = "\(server): \(comments) in \(counted(fetched.requestCount, noun: "request"))"
    if fetched.hiddenCount > 0 {
      text += "; left out: \(counted(fetched.hiddenCount, noun: "reply")) to hidden comments"
    }
    if let count = fetched.serverCommentCount, count > fetched.story.count + fetched.hiddenCount {
      text += "; the server counts \(grouped(count))"
    }
    return text
  }
}
