import AtollArguments
import AtollBatch
import AtollStore

struct StoreArguments: CommandArguments {
  var common = CommonArguments()
  /// The path of the store, followed by the key of a story (for `get`) or the paths of the results
  /// (for `load`).
  var operands: [String] = []
  var runNumber: Int?
  var earlierRunNumber: Int?
  var order = StoryOrder.key
  var limit: Int?
  var includesAllRuns = false
  var marksDamagedStories = false
  var writesJSON = false
  var output: String?
  var progress = Progress.Form.auto
  var publishing = PublishingRules()
  var maximumLineLength = BatchSettings.defaultMaximumLineLength

  var path: String { operands.first ?? "" }

  static let operand = Operand<Self>(
    "STORE", as: .file, count: 1...1, to: \.operands, help: "The store.")
  static func runOption<Target>(
    to path: @autoclosure @escaping ArgumentPath<Target, Int?>,
    default defaultRun: String = "the current run"
  ) -> Option<Target> {
    .optional(
      "run", placeholder: "N", as: .count(1...Int.max), to: path(), group: .runs,
      help: "Use the run with this number.", default: defaultRun)
  }
  static let json = Option<Self>.flag(
    "json", to: \.writesJSON, group: .output, help: "Write JSON, one object on each line.")
}

extension CommandTable {
  static let store = Command(
    "store",
    summary: "List, export, check, compare, roll back and erase the outputs of a site's stories.",
    subcommands: [
      storeLoad, storeList, storeGet, storeRuns, storeDiff, storeRollback, storeVerify, storeExport,
      storeOutbox, storeForget,
    ])

  private static let storeLoad = Command(
    "store load", summary: "Load results that were rendered elsewhere, such as on Spark.",
    arguments: StoreArguments(),
    operand: Operand(
      "STORE", as: .file, count: 2...Int.max, to: \.operands,
      help:
        "The store, which is created if it does not exist, and files or folders of results; - for standard input.",
      lastPlaceholder: "RESULTS", repeatsLast: true),
    options: [
      BatchArguments.maxLine(
        to: \.maximumLineLength, help: "Reject results with a longer line, and load nothing.")
    ]
      + [
        PublishingRules.changes, PublishingRules.maxErrors, PublishingRules.maxRemoved,
        PublishingRules.keepMissing, PublishingRules.keep, PublishingRules.sync,
      ].nested(at: \.publishing) + [.progress(to: \.progress)]
  ) { arguments in try StoreCommands.load(arguments) }

  private static let storeList = Command(
    "store list", summary: "List the stories with their titles and numbers of comments.",
    arguments: StoreArguments(), operand: StoreArguments.operand,
    options: [
      .value(
        "order", placeholder: "ORDER", as: .word, to: \.order, group: .output,
        help: "The order: by key, or with the most comments or the latest comment first.",
        default: "key"),
      .optional(
        "limit", placeholder: "N", as: .count(1...Int.max), to: \.limit, group: .output,
        help: "List only the first N stories.", default: "all"),
      StoreArguments.runOption(to: \.runNumber), StoreArguments.json,
    ]
  ) { arguments in try StoreCommands.list(arguments) }

  private static let storeRuns = Command(
    "store runs", summary: "List the runs, the current one first.",
    arguments: StoreArguments(), operand: StoreArguments.operand, options: [StoreArguments.json]
  ) { arguments in try StoreCommands.listRuns(arguments) }

  private static let storeVerify = Command(
    "store verify",
    summary: "Check the file, and compare every output of the current run with its hash.",
    arguments: StoreArguments(), operand: StoreArguments.operand,
    options: [
      StoreArguments.runOption(to: \.runNumber),
      .flag("all", to: \.includesAllRuns, group: .runs, help: "Compare the outputs of all runs."),
      .flag(
        "repair", to: \.marksDamagedStories,
        help: "Mark stories with damaged outputs, so that the next run renders them again."),
      .progress(to: \.progress),
    ]
  ) { arguments in try StoreCommands.verify(arguments) }

  private static let storeDiff = Command(
    "store diff", summary: "List the stories whose output differs from the previous run.",
    arguments: StoreArguments(), operand: StoreArguments.operand,
    options: [
      .optional(
        "from", placeholder: "N", as: .count(1...Int.max), to: \.earlierRunNumber, group: .runs,
        help: "Compare with the run with this number.", default: "the run before"),
      StoreArguments.runOption(to: \.runNumber), StoreArguments.json,
    ]
  ) { arguments in try StoreCommands.diff(arguments) }

  private static let storeGet = Command(
    "store get", summary: "Write the output of one story.",
    arguments: StoreArguments(),
    operand: Operand(
      "STORE", as: .text, count: 2...2, to: \.operands,
      help: "The store, and the key of the story.", lastPlaceholder: "KEY"),
    options: [StoreArguments.runOption(to: \.runNumber), .output(to: \.output)]
  ) { arguments in try StoreCommands.get(arguments) }

  private static let storeRollback = Command(
    "store rollback",
    summary: "Make a new run with the stories of the run before, or of an earlier one.",
    arguments: StoreArguments(), operand: StoreArguments.operand,
    options: [
      StoreArguments.runOption(to: \.runNumber, default: "the run before the current one"),
      PublishingRules.maxRemovedByRollback.nested(at: \.publishing),
    ]
  ) { arguments in try StoreCommands.rollBack(arguments) }
}
