import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import AtollOperatingSystem
import AtollPageShots
import AtollPictureTests
import AtollSnapshots

/// The suite, the store and the browser that a `snapshot` command uses, according to its options.
enum SuiteCommand {
  static func suiteRun(for arguments: SnapshotArguments) throws -> SuiteRun {
    let store = arguments.storeFolder
    let inputs = CommandLineSuiteInputs(console: Console(arguments.common))
    var run: SuiteRun
    if let folder = arguments.pagesFolder {
      run = SuiteRun(
        storeFolder: store, suite: try suite(ofPagesIn: folder, arguments: arguments),
        root: resolvedPath(folder),
        inputs: inputs)
    } else {
      let path = arguments.suitePath ?? "\(store)/\(Suite.fileName)"
      // Paths in a suite are relative to the parent of the folder with the suite's file. That
      // folder is usually the store.
      run = SuiteRun(
        storeFolder: store, suite: try suite(at: path, store: store),
        root: resolvedPath("\(folderOfFile(path))/.."), inputs: inputs)
      try run.suite.check()
    }
    try checkInputs(of: run)
    run.browserCount = arguments.jobs ?? max(1, min(4, processorCount))
    run.plan = try translatingSuiteErrors(of: run.suite.plan())
    try run.suite.checkThatAllCases(areIn: run.plan)
    try select(arguments.names, in: &run)
    return run
  }

  /// Throws an error if an input is in the folder of the references.
  ///
  /// Such an input would be reported as an obsolete reference.
  private static func checkInputs(of run: SuiteRun) throws {
    let references = resolvedPath("\(run.storeFolder)/\(run.suite.id)")
    let inputs = run.suite.inputPaths(below: run.renderer.root)
    guard let input = inputs.first(where: { resolvedPath($0).hasPrefix("\(references)/") }) else {
      return
    }
    throw Failure(
      commandLine: "\(shownPath(input)) is in the folder of the suite's references",
      advice: "move it to another folder, or give another --store")
  }

  private static func suite(at path: String, store: String) throws -> Suite {
    guard let text = try translatingSuiteErrors(of: StoreFiles.contents(of: path)) else {
      throw Failure(
        .noInput, message: "there is no suite here", at: path,
        advice: """
          write one with 'atoll snapshot init\(SnapshotText.storeOption(store))', or name a \
          folder of pages: --html DIR
          """)
    }
    return try translatingSuiteErrors(of: Suite(text, named: path))
  }

  /// Returns `value`, or throws its `SnapshotError` as a `Failure` of the kind `badInput`.
  static func translatingSuiteErrors<Value>(
    of value: @autoclosure () throws(SnapshotError) -> Value
  ) throws(Failure) -> Value {
    try translatingErrors(of: value()) { (error: SnapshotError) in
      Failure(.badInput, message: error.message, at: error.path)
    }
  }

  private static func suite(ofPagesIn folder: String, arguments: SnapshotArguments) throws
    -> Suite
  {
    let paths = try FolderListing.files(
      in: folder, ending: PageFolder.endings, intoSubfolders: true)
    guard !paths.isEmpty else {
      throw Failure(.noInput, message: "the folder has no file ending in .html", at: folder)
    }
    return PageFolder.suite(
      of: paths, in: folder,
      widths: arguments.widths,
      schemes: arguments.schemes)
  }

  /// Removes all snapshots from the plan except those whose names begin with one of `names`.
  private static func select(_ names: [String], in run: inout SuiteRun) throws {
    if names.isEmpty { return }
    for name in names where !run.plan.contains(where: { $0.name.text.hasPrefix(name) }) {
      throw Failure(
        .noInput, message: "no snapshot's name begins with '\(name)'",
        advice: nearest(to: name, among: run.plan.map(\.name.text).filter { $0 != name }).map {
          "did you mean '\($0)'?"
        })
    }
    run.plan = run.plan.filter { snapshot in names.contains { snapshot.name.text.hasPrefix($0) } }
    run.coversWholeShard = false
  }

  /// Returns the browser and fonts for a store, and the store's work folder.
  static func browserEnvironment(
    ofStoreIn store: String
  ) throws -> (environment: BrowserEnvironment, workFolder: String) {
    let work = absolutePath(try RunRecord.makeWorkFolder(ofStoreIn: store))
    do {
      return (try BrowserEnvironment(storeFolder: store, workFolder: work), work)
    } catch {
      var failure = Failure(error)
      if failure.kind == .environment { failure.advice = "see 'atoll snapshot doctor'" }
      throw failure
    }
  }
}

/// The options, stories, styles and templates of a suite, read as the command line reads them.
struct CommandLineSuiteInputs: SuiteInputs {
  let console: Console

  func options(from arguments: [String]) throws -> Options {
    var parsed = try StoryArguments(parsing: arguments)
    try parsed.checkNewCommentOptions()
    try parsed.readPrevious()
    return try parsed.options(in: TerminalContext())
  }

  func cardOptions(from arguments: [String]) throws -> Options {
    try CardArguments(parsing: arguments).options(in: TerminalContext())
  }

  func digestOptions(from arguments: [String]) throws -> Options {
    let parsed = try DigestArguments(parsing: arguments)
    try parsed.checkNewCommentOptions()
    return try parsed.options(in: TerminalContext())
  }

  func storyChoice(from arguments: [String]) -> StoryChoice {
    let card = try? CardArguments(parsing: arguments)
    let story = (try? StoryArguments(parsing: arguments)) ?? card?.story
    return StoryChoice(form: story?.form, id: story?.storyID)
  }

  func digestStories(in file: InputSource) throws -> [Reading] {
    var readings: [Reading] = []
    for source in DigestCommandRun.parts(of: file, at: file.name, on: console) {
      readings.append(try Reading([source]))
    }
    return readings
  }

  func demoStory(named name: String) throws -> Story {
    try DemoCommand.story("\(name).json")
  }

  func style(in folder: String) throws -> Style {
    try StyleInputs.style(folder)
  }

  func templates(in folder: String) throws -> [TemplateSource] {
    try StyleInputs.templates(in: folder)
  }
}
