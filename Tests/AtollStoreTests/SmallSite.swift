import AtollBytes
import AtollHashing
import AtollOperatingSystem
import Foundation
import TestSupport

@testable import AtollStore

/// A store in a folder that is removed with it; the outputs of its stories are a few bytes each.
final class SmallSite {
  private let temporary: TemporaryFolder
  var folder: String { temporary.path }
  let path: String

  init(name: String = "site.db") throws {
    temporary = try TemporaryFolder()
    path = "\(temporary.path)/\(name)"
  }

  static func recipe(_ name: String = "usual") -> Recipe {
    Recipe(
      version: "1", optionsHash: ContentHash(of: Array(name.utf8)), templatesHash: .zero,
      styleHash: .zero,
      format: "text", contentType: "text/plain")
  }

  static func rules(_ change: (inout PublishingRules) -> Void) -> PublishingRules {
    var rules = PublishingRules()
    rules.waitsForDisk = false
    change(&rules)
    return rules
  }

  /// Begins a run without finishing it.
  func begin(
    options: String = "usual", _ change: (inout PublishingRules) -> Void = { _ in }
  ) throws -> SiteRun {
    try SiteRun(
      path, recipe: Self.recipe(options), rules: Self.rules(change), timeoutMilliseconds: 0)
  }

  /// Makes a run of stories, each of which has its text as its input and as its output.
  @discardableResult func run(
    _ stories: KeyValuePairs<String, String>, options: String = "usual", unread: [Int] = [],
    failures: Int = 0, _ change: (inout PublishingRules) -> Void = { _ in }
  ) throws -> SiteRun.Outcome {
    try run(
      many: stories.map { ($0.key, $0.value) }, options: options, unread: unread,
      failures: failures, change)
  }

  @discardableResult func run(
    many stories: [(key: String, text: String)], options: String = "usual", unread: [Int] = [],
    failures: Int = 0, _ change: (inout PublishingRules) -> Void = { _ in },
    removed: (String) -> Void = { _ in }
  ) throws -> SiteRun.Outcome {
    let run = try begin(options: options, change)
    let lookup = try run.lookup()
    for story in stories { try Self.add(story.key, story.text, to: run, lookup) }
    for line in unread { run.addUnreadableLine(line) }
    return try run.finish(RunCounts(stories: stories.count + failures, failures: failures)) {
      removed(String(decoding: $0, as: UTF8.self))
    }
  }

  static func add(
    _ key: String, _ text: String, to run: SiteRun, _ lookup: StoryLookup? = nil,
    title: String? = nil, people: [Person]? = nil, comments: Int = 1, lost: Int = 0
  ) throws {
    let (key, text) = (Array(key.utf8), Array(text.utf8))
    let input = ContentHash(of: text)
    let known = try lookup?.story(ofKey: key)
    if let lookup, let known,
      lookup.reasons(toRender: input, joinedRowsHash: nil, insteadOf: known).isEmpty
    {
      return try run.keep(known)
    }
    let story = RenderedStory(
      key: key, inputHash: input, outputHash: input, commentCount: comments,
      metadata: ListedMetadata(
        title: title ?? "About \(String(decoding: key, as: UTF8.self))", address: "",
        latestCommentTime: nil),
      people: people ?? [person("writer of \(String(decoding: text, as: UTF8.self))")],
      lostCommentCount: lost)
    try run.add(story, output: text.span, size: text.count, replacing: known)
  }

  static func person(_ name: String) -> Person {
    Person(author: Array("id of \(name)".utf8), name: Array(name.utf8))
  }

  /// Returns `count` stories, whose texts are numbered.
  static func stories(_ count: Int, _ text: String = "text") -> [(key: String, text: String)] {
    (0..<count).map { ("s\($0)", "\(text) \($0)") }
  }

  // MARK: Reading

  /// Lists the stories of a run with their outputs: `a: text`.
  func stories(of run: Int? = nil, in store: SiteStore? = nil) throws -> [String] {
    let store = try store ?? SiteStore(path)
    var lines: [String] = []
    try store.forEachStory(in: store.run(run)) { story in
      lines.append(
        "\(String(decoding: story.key, as: UTF8.self)): \(try Self.output(of: story, in: store))")
    }
    return lines
  }

  /// Returns the titles of the stories of a run.
  func titles(of run: Int? = nil) throws -> [String] {
    let store = try SiteStore(path)
    var titles: [String] = []
    try store.forEachStory(in: store.run(run)) { titles.append($0.metadata.title) }
    return titles
  }

  static func output(of story: StoredStory, in store: SiteStore) throws -> String {
    String(decoding: try store.checkedOutput(of: story), as: UTF8.self)
  }

  /// Lists how stories differ: `added a`.
  func difference(from old: Int?, to new: Int) throws -> [String] {
    let store = try SiteStore(path)
    var lines: [String] = []
    let before = old == nil ? nil : try store.run(old)
    try store.difference(from: before, to: store.run(new)) {
      lines.append("\($0.rawValue) \(String(decoding: $1.key, as: UTF8.self))")
    }
    return lines
  }

  func number(_ query: String) throws -> Int? {
    try Database(path, for: .reading).number(query)
  }

  func texts(_ query: String) throws -> [String] {
    try Database(path, for: .reading).prepare(query).map { $0.text(0) }
  }

  /// Copies the files of the store in their current state, as a killed process would leave them.
  func copyAsKilled() throws -> SmallSite {
    let copy = try SmallSite()
    for end in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: path + end) {
      try FileManager.default.copyItem(atPath: path + end, toPath: copy.path + end)
    }
    return copy
  }

  var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }
}

extension SiteStore {
  /// Returns the persons who appear in a story, ordered by account and name.
  func people(of story: StoredStory) throws -> [Person] {
    let people = try database.prepare(
      """
      select author, name from appears join person on person.id = person
      where version = ?1 order by author, name
      """)
    return try people.map(.integer(story.id)) { Person(author: $0.bytes(0), name: $0.bytes(1)) }
  }
}
