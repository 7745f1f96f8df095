import Atoll
import AtollArguments
import AtollBatch
import AtollBytes
import AtollComments
import AtollOperatingSystem
import AtollPageShots
import AtollSnapshots
import AtollStore

struct CardRun {
  private let arguments: CardArguments
  private let console: Console
  private let folder: String
  private let cardRenderer: CardRenderer

  private typealias Entry = ChosenCards.Entry

  static func run(_ arguments: CardArguments) throws {
    var arguments = arguments
    guard let folder = Destination(arguments.story.output).path else {
      throw Failure(
        commandLine: "a card consists of several files",
        advice: "name a folder for them: add -o DIR")
    }
    guard !arguments.address.isEmpty else {
      throw Failure(
        commandLine: "the page of a card needs the address of its folder",
        advice: "add --address ADDRESS, at which the folder will be served")
    }
    arguments.address = try ExportOptions.folderAddress(arguments.address, option: "address")
    try arguments.checkChoice()
    // The folder is written below; the run must not write it as a file.
    arguments.story.output = nil
    let context = TerminalContext()
    let options = try arguments.options(in: context)
    let display = arguments.story.display
    let renderer = try RenderRun.renderer(for: display, options: options)
    let style = try StyleInputs.style(display.style)
    let templates = try StyleInputs.templates(in: display.templateFolder)
    let cardRenderer = try attributingCompileErrors(
      toFilesIn: display.style, display.templateFolder
    ) {
      try CardRenderer(renderer, style: style, templates: templates)
    }
    let run = CardRun(
      arguments: arguments, console: Console(arguments.common), folder: folder,
      cardRenderer: cardRenderer)
    guard options.focus != nil else { return try run.writeBestCards() }
    try EarlierCards.check(folder, apartFrom: arguments.protectedInputs)
    var story = try StoryRun(arguments.story, options: options, in: context)
    let card = try translatingErrors(of: run.card(ofCommentIn: story)) { (error: AtollError) in
      run.mentioningEarlierCard(in: error)
    }
    try run.write([Entry(name: "", card: card)])
    try story.finish(bytesWritten: 0)
  }

  private func card(ofCommentIn run: StoryRun) throws(AtollError) -> SharedCard {
    let comment = try cardRenderer.options.focusPosition(in: run.story)
    return try card(
      of: comment.map { [$0] } ?? [], in: run.story, name: "", input: run.report.onlyInput)
  }

  /// Returns the error for a comment that has no card; if the folder still has an earlier card, the
  /// error's advice says so.
  private func mentioningEarlierCard(in error: AtollError) -> AtollError {
    guard EarlierCards.isCard(folder, apartFrom: arguments.protectedInputs) else { return error }
    var error = error
    let advice =
      "an earlier card is still in '\(folder)', so remove the folder if the comment is gone"
    error.advice = error.advice.map { "\($0); \(advice)" } ?? advice
    return error
  }

  private func card(
    of comments: [Position], in story: Story, name: String, input: String?
  ) throws(AtollError) -> SharedCard {
    let address = arguments.address + ExportName.address(of: name)
    let card = try SharedCard(of: comments, in: story, at: address, by: cardRenderer)
    console.say(card.diagnostics, in: input)
    return card
  }

  // MARK: The best comments of many stories

  /// Writes the cards of all stories that can be read; if any story cannot, throws an error
  /// afterwards.
  private func writeBestCards() throws {
    let chosen = try bestCards()
    if chosen.storyCount == 0, let failure = chosen.failures.first {
      guard chosen.failures.count > 1 else { throw failure }
      report(chosen.failures)
      throw Failure(
        failure.kind, message: "none of \(grouped(chosen.failures.count)) stories can be read")
    }
    report(chosen.failures)
    if chosen.storyCount == 0 { try reportMissingStory() }
    try write(chosen.entries)
    try remove(chosen.obsoleteFolders)
    if !chosen.failures.isEmpty {
      let all = chosen.storyCount + chosen.failures.count
      throw Failure(
        .other,
        message: "\(grouped(chosen.failures.count)) of \(grouped(all)) stories have no cards")
    }
  }

  private static let maximumReportedFailures = 20

  /// Reports the first failures; the error at the end gives the number of all.
  private func report(_ failures: [Failure]) {
    for failure in failures.prefix(Self.maximumReportedFailures) { console.say(failure) }
  }

  private func reportMissingStory() throws {
    if let id = arguments.story.storyID {
      throw Failure(.badInput, message: "the input has no story '\(id)'")
    }
    console.note("the input has no stories; nothing was written")
  }

  private func bestCards() throws -> ChosenCards {
    var chosen = ChosenCards()
    try StoryInput.check(arguments.story.files)
    var files = StoryInput(on: console)
    for path in arguments.story.inputs {
      for source in try files.readSources(at: path) {
        for input in DigestCommandRun.parts(of: source, at: path, on: console) {
          try rejectRows(in: input)
          do { try add(input, to: &chosen) } catch {
            var failure = Failure(error)
            failure.place = failure.place ?? input.name
            chosen.failures.append(failure)
          }
        }
      }
    }
    return chosen
  }

  /// Throws an error if an input is rows of a database, which are not a story by themselves.
  private func rejectRows(in input: InputSource) throws {
    guard DumpFile.beginsWithRow(input.bytes) else { return }
    throw Failure(
      .badInput,
      message: "these are rows of a database, and --top and --layout top need stories",
      at: input.name,
      advice: "make a card of one comment: --story ID --comment ID")
  }

  private func add(_ input: InputSource, to chosen: inout ChosenCards) throws {
    let reading = try DigestCommandRun.reading(input, as: arguments.story.form)
    let story = reading.story
    if let id = arguments.story.storyID, id != story.id { return }
    console.say(reading.diagnostics, in: input.name)
    let storyName = try folderName(story: story.id, in: input.name)
    if chosen.beginStory(story.id) {
      console.note(
        "the story '\(story.id)' occurs more than once; only its last occurrence counts",
        at: input.name)
    }
    let best = cardRenderer.options.bestComments(
      of: story, atMost: arguments.maximumCommentCount)
    if best.isEmpty {
      console.note("no comment has a text; there is no card", at: input.name)
    }
    var cards =
      switch arguments.card.commentChoice {
      case .top: try cardOfBest(best, of: story, named: storyName, in: input.name)
      case .comment: try cardOfEach(best, of: story, named: storyName, in: input.name)
      }
    // The comment of a card can be in the part of the story that is missing.
    if story.hasMore || reading.diagnostics.sayPartIsMissing { cards.obsoleteFolders = [] }
    try chosen.add(cards, ofStory: story.id)
  }

  /// Returns one card of the best comments of a story.
  private func cardOfBest(
    _ best: [Position], of story: Story, named storyName: String, in input: String
  ) throws -> ChosenCards.StoryCards {
    if best.isEmpty {
      let path = path(ofFolder: storyName)
      let isObsolete = EarlierCards.isCard(path, apartFrom: arguments.protectedInputs)
      return ChosenCards.StoryCards(obsoleteFolders: isObsolete ? [path] : [])
    }
    let card = try card(of: best, in: story, name: storyName, input: input)
    return ChosenCards.StoryCards(entries: [Entry(name: storyName, card: card)])
  }

  /// Returns a card for each of the best comments of a story, and for each comment that an earlier
  /// run chose, since readers may have shared the address of that card.
  private func cardOfEach(
    _ best: [Position], of story: Story, named storyName: String, in input: String
  ) throws -> ChosenCards.StoryCards {
    let storyFolder = path(ofFolder: storyName)
    if EarlierCards.containsCard(storyFolder) {
      throw Failure(
        .cannotCreate, message: "this folder has a card that --layout top wrote", at: storyFolder,
        advice: "name another folder for the cards of single comments")
    }
    let earlier = try EarlierCards.names(in: storyFolder, apartFrom: arguments.protectedInputs)
    var cards = ChosenCards.StoryCards()
    var obsolete = Set(earlier.map { "\(storyName)\($0)/" })
    func add(_ comment: Position, named name: String) throws {
      obsolete.remove(name)
      let card = try card(of: [comment], in: story, name: name, input: input)
      cards.entries.append(Entry(name: name, card: card))
    }
    for comment in best {
      try add(
        comment,
        named: folderName(story: story.id, comment: story.comment(at: comment).id, in: input))
    }
    for comment in story.positions {
      if obsolete.isEmpty { break }
      let id = story.comment(at: comment).id
      guard let name = CardFolder.name(story: story.id, comment: id), obsolete.contains(name),
        cardRenderer.options.reasonAgainstCard(of: comment, in: story) == nil
      else { continue }
      try add(comment, named: name)
    }
    cards.obsoleteFolders = obsolete.sorted().map(path(ofFolder:))
    return cards
  }

  private func folderName(
    story: String, comment: String? = nil, in input: String
  ) throws -> String {
    if let name = CardFolder.name(story: story, comment: comment) { return name }
    let ids = [story, comment].compactMap { $0.map { "'\($0.prefix(40))'" } }
    throw Failure(
      .badInput, message: "the id \(ids.joined(separator: " or ")) cannot be the name of a folder",
      at: input
    )
  }

  // MARK: Writing

  /// Returns the path of a subfolder from its name with a trailing slash, or of the output folder
  /// if the name is empty.
  private func path(ofFolder name: String) -> String {
    name.isEmpty ? folder : "\(folder)/\(name.dropLast())"
  }

  /// Removes the folders of earlier cards, and then the folders of stories that have become empty.
  private func remove(_ folders: [String]) throws {
    if folders.isEmpty { return }
    for folder in folders {
      try translatingSystemErrors({ Failure($0, at: folder, problem: "cannot be removed") }) {
        try Folders.removeTree(folder)
      }
      let parent = folderOfFile(folder)
      if parent != self.folder { _ = Folders.removeIfEmpty(parent) }
    }
    console.note(
      "removed \(counted(folders.count, noun: "card")) of comments that can no longer be "
        + "shown", at: folder)
  }

  /// The number of cards for which one more browser is started, because starting it takes about as
  /// long as taking this many pictures.
  private static let cardsPerBrowser = 10

  /// Writes the folders of the cards; at most one browser per processor takes their pictures.
  private func write(_ entries: [Entry]) throws {
    for entry in entries where !entry.name.isEmpty {
      try EarlierCards.check(
        path(ofFolder: entry.name), apartFrom: arguments.protectedInputs)
    }
    if entries.isEmpty { return }
    let images = try CardImages.fetch(entries.flatMap(\.card.imageAddresses), on: console)
    // Ctrl-C ends the process only after the temporary folder has been removed.
    let blockedSignals = BlockedSignals()
    defer { blockedSignals.release() }
    let work = try Self.makeWorkFolder()
    defer { try? Folders.removeTree(work) }
    let environment = try BrowserEnvironment(
      storeFolder: work, workFolder: work, isStopped: { BlockedSignals.isAnyPending })
    let browsers = min(processorCount, 1 + entries.count / Self.cardsPerBrowser)
    let results = BrowserPool.map(entries.count, browserCount: browsers, in: environment) {
      index, browser in
      let screenshot = try takeScreenshot(
        of: entries[index].card, with: images, by: &browser, at: "\(work)/\(index).html")
      // An error in writing is no reason to take the picture again.
      let written = Result { try writeFiles(of: entries[index], screenshot: screenshot) }
      return (written, screenshot.characters, screenshot.isCutOff)
    }
    if BlockedSignals.isAnyPending { throw CommandEnding.silent(.interrupted) }
    let fonts = FontCoverage(of: environment.fonts)
    for (entry, result) in zip(entries, results) {
      let (written, characters, isCutOff) = try result.get()
      try written.get()
      let picture = "\(path(ofFolder: entry.name))/\(SharedCard.pictureFileName)"
      if isCutOff {
        console.warn("the comment does not fit; part of it is cut off", at: picture)
      }
      let missing = fonts.missingCharacters(in: characters)
      if !missing.isEmpty {
        console.warn("no font has \(missing.joined(separator: ", "))", at: picture)
      }
    }
  }

  private func writeFiles(of entry: Entry, screenshot: Screenshot) throws {
    let folder = path(ofFolder: entry.name)
    let replacement = try OutputFolder.begin(folder)
    for (name, bytes) in [
      (SharedCard.pageFileName, entry.card.page()), (SharedCard.pictureFileName, screenshot.file),
      (
        SharedCard.oEmbedFileName,
        entry.card.oEmbedData(height: screenshot.embedHeight ?? screenshot.height)
      ),
    ] {
      try attributingWriteErrors(to: "\(folder)/\(name)") {
        try replacement.write(bytes.span, as: name)
      }
    }
    try OutputFolder.finish(replacement, at: folder)
  }

  /// Takes the picture of a card, and measures how high the card is when other sites embed it.
  private func takeScreenshot(
    of card: SharedCard, with images: [String: ImageFile], by browser: inout Browser,
    at path: String
  ) throws -> Screenshot {
    try StoreFiles.replace(path, with: card.picturePage(with: images))
    let size = arguments.card.size
    var request = PageRequest(path: path, width: size.width)
    (request.viewportHeight, request.fitsCards) = (size.height, true)
    request.embedWidth = SharedCard.embedWidth
    request.scheme = arguments.story.display.options.scheme == .dark ? .dark : .light
    request.scale = arguments.card.scale
    return try browser.takeScreenshot(of: request)
  }

  private static func makeWorkFolder() throws -> String {
    let parent = Environment.ofProcess[.temporaryFolder] ?? "/tmp"
    let folder = absolutePath("\(parent)/atoll-card-\(UInt64.random(in: 0 ... .max))")
    try attributingCreationErrors(to: folder) { try Folders.create(folder, mode: 0o700) }
    return folder
  }
}
