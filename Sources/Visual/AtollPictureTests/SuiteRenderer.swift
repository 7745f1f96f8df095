import Atoll
import AtollBytes
import AtollComments
import AtollLayout
import AtollOperatingSystem
import AtollPageShots
package import AtollSnapshots
import AtollTheming

/// A renderer of the cases of a suite, from the files below one folder.
///
/// The folder is a working tree, or has the files of a commit. Styles and templates are plain
/// files, so the current program can render pages with the style of an older commit.
package struct SuiteRenderer: Sendable {
  package let root: String
  let inputs: any SuiteInputs
  /// The style that is used instead of the suite's styles; `nil` to use those of the suite.
  var style: Style?
  private var renderers: [RendererKey: Renderer] = [:]
  private var stories: [StoryKey: [Story]] = [:]
  private var outputs: [OutputKey: [UInt8]] = [:]
  private(set) var storyProblems: [StoryProblems] = []

  private struct OutputKey: Hashable {
    var caseID: String
    var format: String
    var style: String
    var direction: SuiteCase.Direction
    var terminal: SuiteCase.Terminal?
    var file: String?
  }

  private struct StoryKey: Hashable {
    var source: SuiteCase.Source
    var choice = StoryChoice()
  }

  private struct RendererKey: Hashable {
    var format: String
    var style: String
    var direction: SuiteCase.Direction
    var terminal: SuiteCase.Terminal?
    var options: [String]
    var templates: String?
    var isDigest: Bool
    /// The comments on a card, as positions in the card's story.
    var comments: [Position]?
  }

  package init(root: String, inputs: any SuiteInputs) {
    (self.root, self.inputs) = (root, inputs)
  }

  package func path(of name: String) -> String { name.hasPrefix("/") ? name : "\(root)/\(name)" }

  /// Returns the output of a case in one format, such as `page`, `json` or `email`.
  package mutating func output(
    of suiteCase: SuiteCase, as format: String, for snapshot: PlannedSnapshot
  ) throws -> [UInt8] {
    if case .html(let path) = suiteCase.source { return try contents(of: self.path(of: path)) }
    var key = OutputKey(
      caseID: suiteCase.id, format: format, style: snapshot.style, direction: snapshot.direction,
      terminal: snapshot.terminal, file: snapshot.file)
    if let known = outputs[key] { return known }
    guard let file = snapshot.file else {
      let bytes = try render(suiteCase, as: format, for: snapshot)
      outputs[key] = bytes
      return bytes
    }
    let pages = try renderPages(suiteCase, as: format, for: snapshot)
    for page in pages {
      key.file = page.name
      outputs[key] = page.bytes
    }
    guard let page = pages.first(where: { $0.name == file }) else {
      let names = pages.map(\.name).filter { $0.hasSuffix(".html") }.joined(separator: ", ")
      throw Failure(
        .configuration, message: "the case '\(suiteCase.id)' has no file '\(file)', but \(names)",
        at: Suite.fileName)
    }
    return page.bytes
  }

  private mutating func renderPages(
    _ suiteCase: SuiteCase, as format: String, for snapshot: PlannedSnapshot
  ) throws -> [PageFile] {
    let options = try options(of: suiteCase, as: format, for: snapshot)
    guard options.pageLimit != nil, let story = try stories(of: suiteCase).first else {
      throw Failure(
        .configuration, message: "the thread of case '\(suiteCase.id)' is not divided into pages",
        at: Suite.fileName, advice: "add \"options\": [\"--pages\", \"50\"]")
    }
    let renderer = try renderer(
      for: suiteCase, options: options, format: format, snapshot: snapshot)
    return try renderer.renderPages(story).files
  }

  /// Returns the page from which `atoll card` makes its picture.
  private mutating func cardPicture(
    of suiteCase: SuiteCase, for snapshot: PlannedSnapshot
  ) throws -> [UInt8] {
    let format = SuiteCase.ScreenshotFormat.cardPicture.rawValue
    guard let story = try stories(of: suiteCase).first else { return [] }
    var options = try options(of: suiteCase, as: format, for: snapshot)
    if options.card.commentChoice == .top {
      options.card.comments = options.bestComments(
        of: story, atMost: CardOptions.maximumCommentCount)
    }
    let renderer = try renderer(
      for: suiteCase, options: options, format: format, snapshot: snapshot)
    return SharedCard.picturePage(of: try renderer.render(story).bytes, options: options)
  }

  private mutating func render(
    _ suiteCase: SuiteCase, as format: String, for snapshot: PlannedSnapshot
  ) throws -> [UInt8] {
    if format == SuiteCase.ScreenshotFormat.cardPicture.rawValue {
      return try cardPicture(of: suiteCase, for: snapshot)
    }
    let stories = try stories(of: suiteCase)
    let options = try options(of: suiteCase, as: format, for: snapshot)
    if options.pageLimit != nil {
      throw Failure(
        .configuration, message: "the thread of case '\(suiteCase.id)' is divided into pages",
        at: Suite.fileName,
        advice: "name those to compare: \"files\": [\"page-1.html\"]")
    }
    if format == "json", let story = stories.first, !suiteCase.source.isDigest {
      return options.pageBlocks(of: story).json()
    }
    let renderer = try renderer(
      for: suiteCase, options: options, format: format, snapshot: snapshot)
    let rendering =
      if let story = stories.first, !suiteCase.source.isDigest {
        try renderer.render(story)
      } else {
        try renderer.render(digestOf: stories)
      }
    let bytes = rendering.bytes
    // An email has LF in place of CR LF, so that git and editors leave the reference as it is.
    return format == "email" ? bytes.filter { $0 != UInt8(ascii: "\r") } : bytes
  }

  func options(
    of suiteCase: SuiteCase, as format: String, for snapshot: PlannedSnapshot
  ) throws -> Options {
    let isCardPicture = format == SuiteCase.ScreenshotFormat.cardPicture.rawValue
    var arguments = (isCardPicture ? [] : ["--format", format]) + suiteCase.options
    // The last option wins: a right-to-left page is in Arabic, whatever language the case names.
    if snapshot.direction == .rtl { arguments += ["--locale", "ar"] }
    do {
      var options =
        if isCardPicture {
          try inputs.cardOptions(from: arguments)
        } else if suiteCase.source.isDigest {
          try inputs.digestOptions(from: arguments)
        } else {
          try inputs.options(from: arguments)
        }
      try Self.setTerminal(snapshot.terminal, in: &options)
      return options
    } catch {
      var failure = Failure(error)
      if [.commandLine, .usage].contains(failure.kind) { failure.kind = .configuration }
      failure.message = "the options of case '\(suiteCase.id)' cannot be used: \(failure.message)"
      failure.place = failure.place ?? Suite.fileName
      throw failure
    }
  }

  private static func setTerminal(
    _ terminal: SuiteCase.Terminal?, in options: inout Options
  ) throws {
    guard let terminal else { return }
    guard let colors = TerminalOptions.Colors(rawValue: terminal.colors) else {
      let known = TerminalOptions.Colors.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        .configuration, message: "'\(terminal.colors)' is not a number of colours",
        advice: "write one of: \(known)")
    }
    options.terminal.colors = colors
    options.terminal.width = terminal.columns ?? options.terminal.width
    if options.format == .ansi, options.scheme == .auto {
      options.scheme = terminal.isDark ? .dark : .light
    }
  }

  private mutating func renderer(
    for suiteCase: SuiteCase, options: Options, format: String, snapshot: PlannedSnapshot
  ) throws -> Renderer {
    let key = RendererKey(
      format: format, style: snapshot.style, direction: snapshot.direction,
      terminal: snapshot.terminal, options: suiteCase.options, templates: suiteCase.templates,
      isDigest: suiteCase.source.isDigest, comments: options.card.comments)
    if let known = renderers[key] { return known }
    if options.format == .card, options.focus == nil, options.card.comments?.isEmpty != false {
      throw Failure(
        .configuration, message: "the card of case '\(suiteCase.id)' needs a comment",
        at: Suite.fileName,
        advice: "add \"options\": [\"--comment\", \"ID\"]")
    }
    let style = try style ?? self.style(named: snapshot.style)
    let folder = suiteCase.templates.map { shownPath(path(of: $0)) }
    let templates = try folder.map { try inputs.templates(in: $0) } ?? []
    let renderer = try attributingCompileErrors(
      toFilesIn: shownPath(path(of: snapshot.style)), folder
    ) {
      try Renderer(options: options, style: style, templates: templates)
    }
    renderers[key] = renderer
    return renderer
  }

  func style(named name: String) throws -> Style {
    Theme.embeddedNames.contains(name)
      ? .embedded(name) : try inputs.style(in: shownPath(path(of: name)))
  }

  /// Returns the stories of a case: one story, or all stories of a digest.
  private mutating func stories(of suiteCase: SuiteCase) throws -> [Story] {
    let all: [Story]
    var key = StoryKey(source: suiteCase.source)
    if case .story = key.source {
      key.choice = inputs.storyChoice(from: suiteCase.options)
    }
    if let known = stories[key] {
      all = known
    } else {
      all = try readStories(of: key)
      stories[key] = all
    }
    return all.map { redacted($0, applying: suiteCase.redactions) }
  }

  private mutating func readStories(of key: StoryKey) throws -> [Story] {
    switch key.source {
    case .demo(let name): return [try inputs.demoStory(named: name)]
    case .story(let paths):
      let files = try files(at: paths)
      let reading = try Reading(files, as: key.choice.form, storyID: key.choice.id)
      record(reading.diagnostics, of: files)
      return [reading.story]
    case .digest(let paths):
      var all: [Story] = []
      for file in try files(at: paths) {
        for reading in try inputs.digestStories(in: file) {
          record(reading.diagnostics, of: [file])
          all.append(reading.story)
        }
      }
      return all
    case .html(let path): throw Failure(.badInput, message: "a page has no story", at: path)
    }
  }

  private mutating func record(_ diagnostics: [Diagnostic], of files: [InputSource]) {
    if diagnostics.isEmpty { return }
    let input = files.map(\.name).joined(separator: ", ")
    storyProblems.append(StoryProblems(input: input, diagnostics: diagnostics))
  }

  private func files(at paths: [String]) throws -> [InputSource] {
    var files: [InputSource] = []
    for path in paths.map(path(of:)) {
      files.append(InputSource(name: shownPath(path), bytes: try contents(of: path)))
    }
    return files
  }

  private func contents(of path: String) throws -> [UInt8] {
    if let bytes = try StoreFiles.contents(of: path) { return bytes }
    throw Failure(.noInput, message: "there is no such file", at: shownPath(path))
  }

  private func redacted(_ story: Story, applying redactions: [SuiteCase.Redaction]) -> Story {
    var aliases: StoryAliases = []
    for redaction in redactions {
      switch redaction {
      case .ids: aliases.insert(.ids)
      case .dates: aliases.insert(.dates)
      case .addresses: aliases.insert(.addresses)
      }
    }
    return aliases.isEmpty ? story : story.withAliases(for: aliases)
  }
}
