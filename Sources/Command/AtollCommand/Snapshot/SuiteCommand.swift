import Atoll
import Bytes
import Comments
import OperatingSystem
import PageShots
import PictureTests
import Snapshots

/// The suite, the store and the browser that the options of a `snapshot` command name.
enum SuiteCommand {
  /// Returns the folder of the references.
  static func store(_ invocation: Invocation) -> String {
    invocation.value(SnapshotOptions.store) ?? SnapshotOptions.usualStore
  }

  /// The command runs in CI, where nobody looks at what it would accept or skip.
  static var isUnattended: Bool {
    Environment.ofProcess[.ci].map { $0 != "0" && $0 != "false" } ?? false
  }

  /// Returns the number of browsers that draw at a time.
  static func jobs(_ invocation: Invocation) -> Int {
    invocation.count(SnapshotOptions.jobs)
      ?? max(1, min(4, processorCount))
  }

  /// Returns the run that a command line asks for.
  static func run(_ invocation: Invocation) throws(Stop) -> SuiteRun {
    let store = store(invocation)
    let inputs = CommandInputs()
    var run: SuiteRun
    if let folder = invocation.value(SnapshotOptions.html) {
      run = SuiteRun(
        store: store, suite: try pages(in: folder, invocation), root: absolutePath(folder),
        inputs: inputs)
    } else {
      let path = invocation.value(SnapshotOptions.suite) ?? "\(store)/\(Suite.fileName)"
      // Paths in a suite are relative to the folder of the store.
      run = SuiteRun(
        store: store, suite: try suite(at: path, store),
        root: absolutePath("\(folderOfFile(path))/.."), inputs: inputs)
    }
    run.jobs = jobs(invocation)
    do { run.plan = try run.suite.plan() } catch {
      throw .failure(.badInput, error.message, at: error.path)
    }
    try select(invocation.operands, in: &run)
    return run
  }

  private static func suite(at path: String, _ store: String) throws(Stop) -> Suite {
    let text: [UInt8]?
    do { text = try StoreFiles.contents(of: path) } catch {
      throw .failure(.badInput, error.message, at: error.path)
    }
    guard let text else {
      throw .failure(
        .noInput, "there is no suite here", at: path,
        advice: """
          write one with 'atoll snapshot init\(SnapshotText.storeOption(store))', or name a \
          folder of pages: --html DIR
          """)
    }
    do { return try Suite(text, named: path) } catch {
      throw .failure(.badInput, error.message, at: error.path)
    }
  }

  private static func pages(in folder: String, _ invocation: Invocation) throws(Stop) -> Suite {
    let paths: [String]
    do {
      paths = try FolderListing.files(
        in: folder, ending: PageFolder.endings, intoSubfolders: true)
    } catch {
      throw Stop(error, listing: folder, .noInput)
    }
    guard !paths.isEmpty else {
      throw .failure(.noInput, "the folder has no file ending in .html", at: folder)
    }
    return PageFolder.suite(
      of: paths, in: folder,
      widths: invocation.values(SnapshotOptions.width).compactMap { Int($0) },
      schemes: invocation.values(SnapshotOptions.scheme).compactMap(
        SuiteCase.Scheme.init(rawValue:)))
  }

  /// Leaves only the snapshots in the plan whose names begin with one of these.
  private static func select(_ names: [String], in run: inout SuiteRun) throws(Stop) {
    if names.isEmpty { return }
    for name in names where !run.plan.contains(where: { $0.name.text.hasPrefix(name) }) {
      throw .failure(
        .noInput, "no snapshot's name begins with '\(name)'",
        advice: nearest(to: name, among: run.plan.map(\.name.text).filter { $0 != name }).map {
          "did you mean '\($0)'?"
        })
    }
    run.plan = run.plan.filter { snapshot in names.contains { snapshot.name.text.hasPrefix($0) } }
    run.isComplete = false
  }

  /// Returns the part that `--shard` asks for, counted from 0, and the number of parts.
  static func shard(_ invocation: Invocation) throws(Stop) -> (index: Int, count: Int)? {
    guard let shard = invocation.value(SnapshotOptions.shard) else { return nil }
    let numbers = shard.split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2, (1...1000).contains(numbers[1]), (1...numbers[1]).contains(numbers[0])
    else {
      throw .usage(
        UsageError(
          invocation.path, "wrong value '\(shard)' for option '--shard'",
          advice: "give a part and the number of parts, such as 1/4"))
    }
    return (numbers[0] - 1, numbers[1])
  }

  /// Returns the browser and the fonts of a store, and the store's work folder.
  static func browser(
    ofStoreIn store: String
  ) throws(Stop) -> (environment: ShotEnvironment, work: String) {
    let work: String
    do { work = absolutePath(try RunRecord.makeWorkFolder(ofStoreIn: store)) } catch {
      throw Stop(error)
    }
    do {
      return (try ShotEnvironment(storeFolder: store, workFolder: work), work)
    } catch {
      throw .failure(.environment, error.description, advice: "see 'atoll snapshot doctor'")
    }
  }
}

/// The options, stories, styles and templates of a suite, as `atoll render` reads them.
struct CommandInputs: SuiteInputs {
  func options(from arguments: [String]) throws(SuiteError) -> Options {
    do {
      var parser = ArgumentParser(["render"], CommandTable.render, arguments)
      return try Options(try parser.parse(), Surroundings())
    } catch let error as Stop {
      throw SuiteError(error)
    } catch let error as UsageError {
      throw SuiteError(.configuration, error.message, advice: error.advice)
    } catch {
      throw SuiteError(.configuration, "\(error)")
    }
  }

  func demoStory(named name: String) throws(SuiteError) -> Story {
    do { return try DemoCommand.story("\(name).json") } catch { throw SuiteError(error) }
  }

  func style(in folder: String) throws(SuiteError) -> Style {
    do { return try LookFiles.style(folder) } catch { throw SuiteError(error) }
  }

  func templates(in folder: String) throws(SuiteError) -> [TemplateSource] {
    do { return try LookFiles.templates(in: folder) } catch { throw SuiteError(error) }
  }
}

extension SuiteError {
  /// A failure of the command line, which `Stop(_:)` turns back into itself.
  fileprivate init(_ stop: Stop) {
    switch stop {
    case .failure(let failure):
      let detail = failure.details.first.map { ": \($0)" } ?? ""
      self.init(
        failure.code == .inputOutput ? .inputOutput : .configuration, failure.message + detail,
        at: failure.place, advice: failure.advice)
    case .usage(let error): self.init(.configuration, error.message, advice: error.advice)
    case .closedPipe, .nothingNew, .interrupted, .terminated:
      self.init(.inputOutput, "interrupted")
    }
    underlying = stop
  }
}

extension Stop {
  /// A failure to run a suite.
  init(_ error: SuiteError) {
    if let stop = error.underlying as? Stop {
      self = stop
    } else if let error = error.underlying as? AtollError {
      self = Stop(error)
    } else if let error = error.underlying as? SnapshotError {
      self = Stop(error)
    } else {
      self = .failure(
        ExitCode(error.reason), error.message, at: error.place, advice: error.advice)
    }
  }

  /// A failure of a snapshot store.
  init(_ error: SnapshotError) {
    self = .failure(
      error.isDamage ? .corrupt : .inputOutput, error.message, at: error.path,
      advice: error.isDamage
        ? "after a merge take either side, then run 'atoll snapshot verify' and accept what is right"
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
