import Arguments
import Atoll
import Bytes
import Comments
import OperatingSystem
import PageShots
import PictureTests
import Snapshots

/// The suite, the store and the browser that a `snapshot` command uses, according to its options.
enum SuiteCommand {
  /// Whether the command runs in CI, where nobody looks at the output before it takes effect.
  static var isInCI: Bool {
    Environment.ofProcess[.ci].map { $0 != "0" && $0 != "false" } ?? false
  }

  /// Returns the number of browsers that run in parallel.
  static func jobs(_ arguments: SnapshotArguments) -> Int {
    arguments.jobs
      ?? max(1, min(4, processorCount))
  }

  /// Returns the run that a command line asks for.
  static func run(_ arguments: SnapshotArguments) throws(CommandError) -> SuiteRun {
    let store = arguments.store
    let inputs = CommandInputs()
    var run: SuiteRun
    if let folder = arguments.pagesFolder {
      run = SuiteRun(
        store: store, suite: try pages(in: folder, arguments: arguments),
        root: absolutePath(folder),
        inputs: inputs)
    } else {
      let path = arguments.suite ?? "\(store)/\(Suite.fileName)"
      // Paths in a suite are relative to the parent of the folder with the suite's file (usually
      // the store).
      run = SuiteRun(
        store: store, suite: try suite(at: path, store: store),
        root: absolutePath("\(folderOfFile(path))/.."), inputs: inputs)
    }
    run.jobs = jobs(arguments)
    do { run.plan = try run.suite.plan() } catch {
      throw .failure(.badInput, message: error.message, at: error.path)
    }
    try select(arguments.names, in: &run)
    return run
  }

  private static func suite(at path: String, store: String) throws(CommandError) -> Suite {
    let text: [UInt8]?
    do { text = try StoreFiles.contents(of: path) } catch {
      throw .failure(.badInput, message: error.message, at: error.path)
    }
    guard let text else {
      throw .failure(
        .noInput, message: "there is no suite here", at: path,
        advice: """
          write one with 'atoll snapshot init\(SnapshotText.storeOption(store))', or name a \
          folder of pages: --html DIR
          """)
    }
    do { return try Suite(text, named: path) } catch {
      throw .failure(.badInput, message: error.message, at: error.path)
    }
  }

  private static func pages(in folder: String, arguments: SnapshotArguments) throws(CommandError)
    -> Suite
  {
    let paths: [String]
    do {
      paths = try FolderListing.files(
        in: folder, ending: PageFolder.endings, intoSubfolders: true)
    } catch {
      throw CommandError(error, listing: folder, code: .noInput)
    }
    guard !paths.isEmpty else {
      throw .failure(.noInput, message: "the folder has no file ending in .html", at: folder)
    }
    return PageFolder.suite(
      of: paths, in: folder,
      widths: arguments.widths,
      schemes: arguments.schemes)
  }

  /// Removes all snapshots from the plan except those whose names begin with one of `names`.
  private static func select(_ names: [String], in run: inout SuiteRun) throws(CommandError) {
    if names.isEmpty { return }
    for name in names where !run.plan.contains(where: { $0.name.text.hasPrefix(name) }) {
      throw .failure(
        .noInput, message: "no snapshot's name begins with '\(name)'",
        advice: nearest(to: name, among: run.plan.map(\.name.text).filter { $0 != name }).map {
          "did you mean '\($0)'?"
        })
    }
    run.plan = run.plan.filter { snapshot in names.contains { snapshot.name.text.hasPrefix($0) } }
    run.coversAllOfItsPart = false
  }

  /// Returns the browser and fonts for a store, and the store's work folder.
  static func browser(
    ofStoreIn store: String
  ) throws(CommandError) -> (environment: BrowserEnvironment, work: String) {
    let work: String
    do { work = absolutePath(try RunRecord.makeWorkFolder(ofStoreIn: store)) } catch {
      throw CommandError(error)
    }
    do {
      return (try BrowserEnvironment(storeFolder: store, workFolder: work), work)
    } catch {
      if case .file(let error) = error { throw CommandError(error) }
      throw .failure(
        .environment, message: error.description, advice: "see 'atoll snapshot doctor'")
    }
  }
}

/// The options, stories, styles and templates of a suite, read as the command line reads them.
struct CommandInputs: SuiteInputs {
  func options(from arguments: [String]) throws(SuiteError) -> Options {
    try parsed { try StoryArguments(parsing: arguments).options(in: TerminalContext()) }
  }

  func cardOptions(from arguments: [String]) throws(SuiteError) -> Options {
    try parsed { try CardArguments(parsing: arguments).options(in: TerminalContext()) }
  }

  func digestOptions(from arguments: [String]) throws(SuiteError) -> Options {
    try parsed { try DigestArguments(parsing: arguments).options(in: TerminalContext()) }
  }

  private func parsed(_ parse: () throws -> Options) throws(SuiteError) -> Options {
    do {
      return try parse()
    } catch let error as CommandError {
      throw SuiteError(error)
    } catch let error as UsageError {
      throw SuiteError(.configuration, message: error.message, advice: error.advice)
    } catch {
      throw SuiteError(.configuration, message: "\(error)")
    }
  }

  func digestStories(in file: InputSource) throws(SuiteError) -> [Story] {
    var stories: [Story] = []
    for source in DigestCommandRun.parts(of: file, at: file.name) {
      do { stories.append(try Reading([source]).story) } catch { throw SuiteError(error) }
    }
    return stories
  }

  func demoStory(named name: String) throws(SuiteError) -> Story {
    do { return try DemoCommand.story("\(name).json") } catch { throw SuiteError(error) }
  }

  func style(in folder: String) throws(SuiteError) -> Style {
    do { return try StyleInputs.style(folder) } catch { throw SuiteError(error) }
  }

  func templates(in folder: String) throws(SuiteError) -> [TemplateSource] {
    do { return try StyleInputs.templates(in: folder) } catch { throw SuiteError(error) }
  }
}

extension SuiteError {
  /// Creates an error that wraps a command error; `CommandError(_:)` unwraps it.
  fileprivate init(_ error: CommandError) {
    switch error.kind {
    case .failure, .usage:
      let detail = error.details.first.map { ": \($0)" } ?? ""
      self.init(
        error.kind == .failure(.inputOutput) ? .inputOutput : .configuration,
        message: error.message + detail, at: error.place, advice: error.advice)
    case .silent, .brokenPipe: self.init(.inputOutput, message: "interrupted")
    }
    underlying = error
  }
}

extension CommandError {
  /// Creates an error from a failure to run a suite.
  init(_ error: SuiteError) {
    if let original = error.underlying as? CommandError {
      self = original
    } else if let error = error.underlying as? AtollError {
      self = CommandError(error)
    } else if let error = error.underlying as? SnapshotError {
      self = CommandError(error)
    } else {
      self = .failure(
        ExitCode(error.reason), message: error.message, at: error.place, advice: error.advice)
    }
  }

  /// Creates an error from a failure of a snapshot store.
  init(_ error: SnapshotError) {
    self = .failure(
      error.isDamage ? .corrupt : .inputOutput, message: error.message, at: error.path,
      advice: error.isDamage
        ? "after a merge take either side, then run 'atoll snapshot verify' and accept the correct output"
        : nil)
  }
}

extension ExitCode {
  init(_ reason: SuiteError.Reason) {
    switch reason {
    case .badSuite: self = .badInput
    case .noInput: self = .noInput
    case .configuration: self = .configuration
    case .environment: self = .environment
    case .inputOutput: self = .inputOutput
    case .corrupt: self = .corrupt
    }
  }
}
