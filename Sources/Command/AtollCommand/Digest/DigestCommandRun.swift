import Atoll
import AtollArguments
import AtollBatch
import AtollBytes
import AtollComments
import AtollOperatingSystem
import AtollStore

enum DigestCommandRun {
  static func run(_ arguments: DigestArguments) throws {
    var arguments = arguments
    let console = Console(arguments.common)
    let earlier = try arguments.earlierRunArguments.earlierRun(arguments.common)
    if earlier != nil { arguments.display.options.since = .unknown }
    try check(arguments)
    let destination = Destination(arguments.output)
    try destination.check()
    let context = TerminalContext(of: destination)
    let options = try arguments.options(in: context)
    try DisplayArguments.check(arguments.common.given, of: options, for: options.format)
    let renderer = try RenderRun.renderer(for: arguments.display, options: options)
    if let name = arguments.campaignName {
      let campaign = try BatchCommandRun.campaign(
        named: name, display: arguments.display, options: options)
      return try writeMails(
        campaign, arguments: arguments, with: renderer, since: earlier, to: destination)
    }
    let input = try input(arguments, since: earlier, on: console) { story, since in
      renderer.chosenCommentCount(of: [story], newSince: since) > 0
    }
    if input.hasNamedRecipients {
      console.warn(
        "the recipients that the lines of stories name get no mail of their own",
        advice: "add --campaign NAME to write a mail to each")
    }
    if arguments.skipsEmptyDigest, input.stories.isEmpty {
      try endWithoutOutput(on: console)
    }
    let rendering = try renderer.render(digestOf: input.stories, newSince: input.since)
    console.say(rendering.report.diagnostics, in: nil)
    // Every comment may be too large for a mail.
    if arguments.skipsEmptyDigest, rendering.report.commentCount == 0 {
      try endWithoutOutput(on: console)
    }
    try destination.write(rendering.bytes + context.lineEndToAdd(after: rendering.bytes.last))
  }

  private static func endWithoutOutput(on console: Console) throws {
    console.note("no comment is chosen; nothing was written")
    throw CommandEnding.silent(.nothingNew)
  }

  private static func check(_ arguments: DigestArguments) throws {
    try arguments.checkNewCommentOptions()
    let given = arguments.common.given
    if arguments.campaignName != nil {
      try given.reject(
        ["message-id", "mail-to", "references", "skip-empty"], advice: "leave one of the two out"
      ) { "--campaign writes a mail to each reader, so \($0) has no effect" }
    } else {
      try given.reject(["recipients", "max-errors"], advice: "add --campaign NAME") {
        "\($0) is for mails to single readers"
      }
    }
    if arguments.recipientsFile == "-", arguments.inputs.contains("-") {
      throw Failure(
        commandLine: "standard input can be read only once",
        advice: "name a file of stories, or of recipients")
    }
    try StoryInput.check(arguments.files)
  }

  // MARK: Readers

  private static func writeMails(
    _ campaign: Campaign, arguments: DigestArguments, with renderer: Renderer,
    since earlier: EarlierRun?, to destination: Destination
  ) throws {
    let earliest = try arguments.recipientsFile.flatMap { (path) -> Timestamp? in
      // Unlike a file, a pipe can be read only once.
      guard path != "-", (try? FileMetadata(of: path))?.kind == .file else { return nil }
      let file = try openFile(at: path)
      // Lines that cannot be read are reported later.
      return try? earliestVisit(ofReadersIn: file)
    }
    let input = try input(arguments, since: earlier, on: Console(arguments.common)) { story, _ in
      // Stories without a comment after the earliest visit are not kept in memory.
      earliest.map { story.hasComment(after: $0) } ?? true
    }
    guard input.isEmpty || input.hasNamedRecipients || arguments.recipientsFile != nil else {
      throw Failure(
        .badInput, message: "the stories name no recipients",
        advice:
          #"add --recipients FILE, or "recipients": [{"to": "ann@example.com"}] to the stories"#)
    }
    let output = try destination.open()
    let source = DigestSource(input.stories, options: renderer.options, newSince: input.since)
    var mails = DigestMails(
      source, campaign: campaign, to: output.descriptor, errorLimit: arguments.errorLimit)
    let recipients = try arguments.recipientsFile.map { path in
      DigestMails.Recipients.lines(try path == "-" ? 0 : openFile(at: path).keepOpen())
    }
    let ending = mails.write(
      to: recipients ?? .named(input.namedRecipients), version: atollVersion)
    if let ending {
      let name = arguments.recipientsFile ?? arguments.inputs[0]
      throw error(
        of: ending, after: mails.counts, unit: "mails", reading: BatchInput(lines: 0, name: name),
        writingTo: output.name)
    }
    try output.finish()
  }

  private static func openFile(at path: String) throws -> OpenFile {
    try attributingInputErrors(to: path) { try OpenFile(reading: path) }
  }

  // MARK: Input

  /// The stories that a digest needs, with the times after which their comments are new.
  private struct Input {
    /// The needed stories in input order; `nil` where the last version of a story is not needed.
    private var found: [Story?] = []
    /// The index of each story in `found`, by its id; stories without an id are left out.
    private var indices: [String: Int] = [:]
    /// The times after which comments are new, by story id; empty if there is no earlier run.
    var since: [String: Timestamp] = [:]
    var namedRecipients = NamedRecipients()
    var hasNamedRecipients = false
    /// True if the input has no stories at all, not even stories that are not needed.
    var isEmpty = true

    var stories: [Story] { found.compactMap(\.self) }

    /// Adds a story if it is needed, and removes an earlier story with the same id.
    ///
    /// Returns whether an earlier story with this id was needed.
    mutating func add(
      _ story: Story, since moment: Timestamp?, isNeeded: (Story, [String: Timestamp]) -> Bool
    ) -> Bool {
      isEmpty = false
      let since = moment.map { [story.id: $0] } ?? [:]
      // Usually, only a few of many stories are needed. The others are not kept in memory.
      let needed = isNeeded(story, since) ? story : nil
      if needed != nil { self.since.merge(since) { $1 } }
      if let index = indices[story.id] {
        found[index] = needed
        return true
      }
      if needed != nil {
        if !story.id.isEmpty { indices[story.id] = found.count }
        found.append(needed)
      }
      return false
    }
  }

  private static func input(
    _ arguments: DigestArguments, since earlier: EarlierRun?, on console: Console,
    isNeeded: (Story, [String: Timestamp]) -> Bool
  ) throws -> Input {
    var chosen = Input()
    let earlier = try earlier?.lookup()
    var files = StoryInput(on: console)
    for path in arguments.inputs {
      for source in try files.readSources(at: path) {
        let parts = parts(of: source, at: path, on: console)
        // If there are no stories at all, nothing is new to any reader of a campaign.
        let mayBeEmpty =
          arguments.campaignName == nil
          ? arguments.skipsEmptyDigest : !source.bytes.contains { $0 > 0x20 }
        if parts.isEmpty, !mayBeEmpty {
          throw Failure(
            .badInput, message: "the input has no stories", at: source.name,
            advice: arguments.campaignName == nil ? "add --skip-empty if there may be none" : nil)
        }
        for input in parts {
          let line = arguments.recipientsFile == nil ? input.bytes : []
          if input.name != source.name, DumpFile.beginsWithRow(input.bytes) {
            throw Failure(
              .badInput, message: "this is a row of a database, not a story", at: input.name,
              advice: "make stories of the rows first: atoll batch DUMP --format document")
          }
          let reading = try reading(input, as: arguments.form)
          console.say(reading.diagnostics, in: input.name)
          if chosen.namedRecipients.add(from: line, ofStory: reading.story.id) {
            chosen.hasNamedRecipients = true
          }
          let now = arguments.display.options.now
          let since = try earlier?.latestCommentTime(
            ofKey: Array(reading.story.id.utf8), at: now)
          if let now, let since, since.isImpossiblyLate(at: now),
            since.milliseconds < .max
          {
            console.warn(
              "the store has a comment on '\(reading.story.id)' that was written after --now; "
                + "no comment is new until then", at: input.name,
              advice: "with --now, 'atoll batch --store' leaves such times out")
          }
          if chosen.add(reading.story, since: since, isNeeded: isNeeded) {
            console.note(
              "the story '\(reading.story.id)' occurs more than once; "
                + "only its last occurrence counts", at: input.name)
          }
        }
      }
    }
    return chosen
  }

  /// Reads the only story of an input.
  static func reading(_ input: InputSource, as form: InputForm?) throws -> Reading {
    try translatingErrors(of: Reading([input], as: form)) { (error: AtollError) in
      guard error.optionNames == [.story] else { return error }
      return AtollError(
        error.kind, message: error.message, at: error.place,
        advice: "write each story into a file, or on a line of a file whose name ends in .ndjson")
    }
  }

  /// Returns the lines of an NDJSON input, or any other input as a whole.
  ///
  /// Standard input is NDJSON if its first line is a whole value.
  ///
  /// The lines of stories that `fetch --all` could not fetch are left out, with a warning.
  static func parts(
    of source: InputSource, at path: String, on console: Console
  ) -> [InputSource] {
    let name = source.name.hasSuffix(".gz") ? String(source.name.dropLast(3)) : source.name
    let hasLines = name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl")
    guard path == "-" || hasLines else { return [source] }
    var inputs: [InputSource] = []
    let lines = source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().filter { $0.element.contains { $0 > 0x20 } }
    if !hasLines, let first = lines.first, BatchSettings.isTruncated(Array(first.element)) {
      return [source]
    }
    for (index, line) in lines {
      let input = InputSource(name: "\(source.name), line \(index + 1)", bytes: Array(line))
      if let id = BatchSettings.idOfUnfetchedStory(in: input.bytes) {
        console.warn("the story '\(id)' was not fetched", at: input.name)
      } else {
        inputs.append(input)
      }
    }
    return inputs
  }
}
