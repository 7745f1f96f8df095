import Atoll
import AtollBytes
import AtollComments
import AtollPictureTests
import AtollSnapshots
import Foundation
import TestSupport

/// A project in a temporary folder, with a thread and a store.
final class TestProject {
  private let temporary: TemporaryFolder
  var folder: URL { temporary.url }

  static let thread = """
    {"atoll": 1, "story": {"id": "s", "url": "https://example.com/s", "title": "A story"},
     "comments": [
      {"id": "c1", "author": {"id": "u1", "name": "Ann"}, "created_at": "2026-01-02T03:04:05Z", "body": "Hello"},
      {"id": "c2", "parent": "c1", "author": {"id": "u2", "name": "Bo"},
       "created_at": "2026-01-02T03:05:05Z", "body": "Hi"}]}
    """

  init(thread: String = thread) throws {
    temporary = try TemporaryFolder()
    try write(thread, to: "thread.json")
  }

  var store: String { folder.appending(path: "Snapshots").path }

  func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  func write(_ bytes: [UInt8], to path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func text(of path: String) -> String? {
    try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  func renderer() -> SuiteRenderer { SuiteRenderer(root: folder.path, inputs: TestInputs()) }

  /// Returns a run that plans all snapshots of a suite.
  func run(_ suite: String) throws -> SuiteRun {
    let suite = try Suite(Array(suite.utf8), named: "suite.json")
    var run = SuiteRun(storeFolder: store, suite: suite, root: folder.path, inputs: TestInputs())
    run.plan = try suite.plan()
    return run
  }
}

/// Inputs that know the options `--format`, `--locale`, `--comment`, `--layout`, `--ancestors` and
/// `--pages`, and no themes.
struct TestInputs: SuiteInputs {
  func options(from arguments: [String]) throws -> Options {
    var options = Options()
    for index in stride(from: 0, to: arguments.count, by: 2) {
      let value = arguments[index + 1]
      switch arguments[index] {
      case "--format": options.format = Options.Format(rawValue: value) ?? .page
      case "--locale": options.language = value
      case "--comment": options.focus = value
      case "--layout":
        options.card.commentChoice = CardOptions.CommentChoice(rawValue: value) ?? .comment
      case "--ancestors": options.ancestorCount = Int(value) ?? 1
      case "--pages": options.pageLimit = Int(value).map { .comments($0) }
      case let name: throw Failure(.configuration, message: "unknown option '\(name)'")
      }
    }
    return options
  }

  func cardOptions(from arguments: [String]) throws -> Options {
    var options = try options(from: arguments)
    options.format = .card
    return options
  }

  func digestOptions(from arguments: [String]) throws -> Options {
    var options = try options(from: arguments)
    options.digest = DigestOptions()
    return options
  }

  func storyChoice(from arguments: [String]) -> StoryChoice { StoryChoice() }

  func digestStories(in file: InputSource) throws -> [Reading] {
    do { return [try Reading([file])] } catch {
      throw Failure(.noInput, message: error.message)
    }
  }

  func demoStory(named name: String) throws -> Story {
    do {
      let source = InputSource(name: name, bytes: Array(TestProject.thread.utf8))
      return try Reading([source]).story
    } catch {
      throw Failure(.noInput, message: error.message)
    }
  }

  func style(in folder: String) throws -> Style {
    throw Failure(.configuration, message: "there is no style here", at: folder)
  }

  func templates(in folder: String) throws -> [TemplateSource] {
    let url = URL(filePath: folder)
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
        TemplateSource(path: $0, bytes: Array(try Data(contentsOf: url.appending(path: $0))))
      }
    } catch {
      throw Failure(.configuration, message: "there are no templates here", at: folder)
    }
  }
}
