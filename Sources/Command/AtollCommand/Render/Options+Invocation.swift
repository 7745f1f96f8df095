import Atoll
import Comments
import Layout
import OperatingSystem
import Rows

extension Options {
  /// The options that a command line gives, read from the system where it says so.
  init(_ invocation: Invocation, _ surroundings: Surroundings) throws(Stop) {
    self.init()
    readChoice(invocation)
    // Nobody wants to read markup on a terminal; headers are those of a page.
    let isForReading = surroundings.isTerminal && !invocation.has(OutputOptions.printHeaders)
    format = invocation.word(RenderOptions.format) ?? (isForReading ? .ansi : format)
    terminal = TerminalOptions(invocation, surroundings, format)
    focus = invocation.value(RenderOptions.comment)
    ancestors = invocation.count(RenderOptions.ancestors) ?? ancestors
    maxBodyBytes = invocation.count(RenderOptions.maxBodyBytes) ?? maxBodyBytes
    bodySyntax = invocation.word(InputOptions.body)
    depthCap = invocation.count(LayoutOptions.depthCap) ?? depthCap
    keepsInfoboxWhenClosed = invocation.has(LayoutOptions.keepInfobox)
    let language = invocation.value(LayoutOptions.locale)
    self.language = language.flatMap { languageCode(of: $0, among: Words.languages) } ?? "en"
    now = invocation.moment(LayoutOptions.now)
    try readNews(invocation)
    mail = MailOptions(invocation)
    if format.isMail {
      // Whoever reads a mail does so elsewhere.
      terminal.width = invocation.count(TerminalChoice.width)
      terminal.charset = invocation.has(TerminalChoice.ascii) ? .ascii : .utf8
    }
    sortControls = invocation.word(RenderOptions.sortControls) ?? sortControls
    writesJSONLD = invocation.has(RenderOptions.jsonLD, default: true)
    scheme = invocation.word(RenderOptions.scheme) ?? scheme
    if format == .ansi, scheme == .auto, let isLight = surroundings.isLight {
      scheme = isLight ? .light : .dark
    }
    styleSheetAddress = invocation.value(RenderOptions.styleSheet)
    classNames = try Self.classNames(invocation)
    zone = try Self.zone(invocation)
  }

  private mutating func readNews(_ invocation: Invocation) throws(Stop) {
    since = invocation.moment(NewsOptions.since)
    showsOnlyNew = invocation.has(NewsOptions.onlyNew, default: true)
    if invocation.isGiven(NewsOptions.notices) {
      showsNotices = invocation.has(NewsOptions.notices)
    }
    guard let path = invocation.value(NewsOptions.previous) else { return }
    if path == "-", StoryInput.isStandardInput(invocation) {
      throw .usage(
        UsageError(
          invocation.path, "standard input is the story, and can be read only once",
          advice: "name a file for --previous, or one for the story"))
    }
    let sources = try StoryInput.sources(at: path)
    let story: Story
    do throws(AtollError) {
      story = try Reading(sources).story
    } catch {
      throw Stop(error)
    }
    seen = Set(story.positions.map { story.comment(at: $0).id })
  }

  private mutating func readChoice(_ invocation: Invocation) {
    sort = invocation.word(ChoiceOptions.sort) ?? sort
    replySort = invocation.word(ChoiceOptions.replySort) ?? replySort
    maxDepth = invocation.count(ChoiceOptions.maxDepth)
    maxComments = invocation.count(ChoiceOptions.maxComments)
    roots = invocation.value(ChoiceOptions.roots).flatMap(halfOpenRange)
    let ids = invocation.values(ChoiceOptions.fold)
    if !ids.isEmpty { folding = folding.union(.comments(ids)) }
    if let levels = invocation.count(ChoiceOptions.foldDepth) {
      folding = folding.union(.deeperThan(levels - 1))
    }
    if let size = invocation.count(ChoiceOptions.foldSize) {
      folding = folding.union(.moreReplies(than: size))
    }
  }

  static func classNames(_ invocation: Invocation) throws(Stop) -> ClassNames {
    switch (
      invocation.has(RenderOptions.coralClasses), invocation.has(RenderOptions.talkClasses)
    ) {
    case (false, false): .atoll
    case (true, false): .coral
    case (false, true): .talk
    case (true, true):
      throw .usage(
        UsageError(
          invocation.path, "--coral-classes and --talk-classes cannot be had together",
          advice: "write the one whose style sheet the page uses"))
    }
  }

  private static func zone(_ invocation: Invocation) throws(Stop) -> TimeZoneRules {
    guard let text = invocation.value(LayoutOptions.zone), let name = ZoneName(text) else {
      return .utc
    }
    if case .offset(let minutes) = name { return TimeZoneRules(offsetMinutes: minutes) }
    guard let file = name.file else { return .utc }
    guard let bytes = try? WholeFile.bytes(of: file, atMost: 1 << 20, .plain),
      let rules = TimeZoneRules(tzif: bytes)
    else {
      throw .usage(
        UsageError(
          invocation.path, "no rules for the time zone '\(text)' in \(file)",
          advice: "write an offset such as +02:00, or install the package tzdata"))
    }
    return rules
  }
}

extension Invocation {
  /// The moment an option tells; the clock is read only where it says `now`.
  func moment(_ option: OptionDescription) -> Timestamp? {
    guard let text = value(option) else { return nil }
    return text == "now"
      ? Timestamp(milliseconds: SystemClock.currentMilliseconds) : Timestamp(iso8601: text)
  }
}
