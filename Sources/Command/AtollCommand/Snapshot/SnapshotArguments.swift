import AtollArguments
import AtollBytes
import AtollSnapshots

struct SnapshotArguments: CommandArguments {
  var common = CommonArguments()
  /// The operands: stories for `init`, pictures for `compare`, otherwise the names of snapshots or
  /// the beginnings of their names.
  var names: [String] = []
  var storeFolder = defaultStore
  var suitePath: String?
  var style: String?
  var pagesFolder: String?
  var widths: [Int] = []
  var schemes: [SuiteCase.Scheme] = []
  /// The git commit whose pages are rendered for comparison; `nil` if none was given.
  var baselineCommit: String?
  var shard: Shard?
  var jobs: Int?
  var retakesAllScreenshots = false
  var requiresBrowser = true
  var writesJSON = false
  var results = ResultOutputs()
  var includesAll = false
  var causes: [String] = []
  var isDryRun = false
  var shownForm = ShownForm.text
  var output: String?
  var recordsFonts = false
  var repetitions: Int?
  var editLimit: Int?

  static let defaultStore = "Snapshots"

  /// One of several equal parts of a suite, counted from 0.
  struct Shard: Hashable, Sendable {
    let index: Int
    let count: Int

    /// Creates a shard from text such as `1/4`, which counts parts from 1; `nil` if it is invalid.
    init?(text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
        (1...1000).contains(count), (1...count).contains(number)
      else { return nil }
      (index, self.count) = (number - 1, count)
    }
  }

  /// The forms in which `show` writes a snapshot.
  enum ShownForm: String, CaseIterable, Sendable { case text, json, old, new, diff }
}

extension ValueForm where Value == SnapshotArguments.Shard {
  static var shard: ValueForm {
    ValueForm(expected: "a part and the number of parts, such as 1/4") { .init(text: $0) }
  }
}

/// The options that multiple commands share.
extension SnapshotArguments {
  static let names = Operand<Self>(
    "NAME", as: .text, count: 0...10_000, to: \.names,
    help: "A snapshot, or the beginning of the names of several: look/demo.")
  static let store = Option<Self>.value(
    "store", placeholder: "DIR", as: .folder, to: \.storeFolder, group: .input,
    help: "The folder of the references.",
    default: defaultStore
  ).markedAsCommon
  static let suite = Option<Self>.optional(
    "suite", placeholder: "FILE", as: .file, to: \.suitePath, group: .input, help: "The suite.",
    default: "suite.json in the store")
  static let shard = Option<Self>.optional(
    "shard", placeholder: "I/N", as: .shard, to: \.shard, group: .snapshots,
    help: "Check only one of N equal parts: 1/4 to 4/4.")
  static let jobs = Option<Self>.optional(
    "jobs", placeholder: "N", as: .count(1...64), letter: "j", to: \.jobs,
    help: "The number of browsers that run at the same time.",
    default: "one for each processor, at most 4")
  static let json = Option<Self>.flag(
    "json", to: \.writesJSON, group: .output, help: "Write JSON, one object on each line.")
  static let all = Option<Self>.flag(
    "all", to: \.includesAll, group: .snapshots, help: "All pending snapshots.")
  static let cause = Option<Self>.list(
    "cause", placeholder: "CAUSE", as: .text, to: \.causes, group: .snapshots,
    help: "All pending snapshots with this cause, as list names it. Can be given more than once.")
}

extension SnapshotArguments {
  /// Throws an error if options for a folder of pages are mixed with options for a suite.
  func checkPageFolderOptions() throws {
    guard pagesFolder == nil else {
      if suitePath == nil { return }
      throw Failure(
        commandLine: "--suite and --html both name what is checked", advice: "leave one of them out"
      )
    }
    try common.given.reject(["width", "scheme"], advice: "add --html DIR") {
      "\($0) is for a folder of pages"
    }
  }
}
