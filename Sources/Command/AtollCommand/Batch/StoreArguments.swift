import Arguments
import Store

/// The arguments of the commands of `atoll store`.
struct StoreArguments: CommandArguments {
  var common = CommonArguments()
  /// The folder of the store, and for `get` the key of a story.
  var operands: [String] = []
  var run: String?
  var from: String?
  var includesAll = false
  var removesDamaged = false
  /// The number of parts of the runs that `abandon` discards.
  var partCount: Int?
  var keptRuns = 3
  var purge = PurgeArguments()
  var writesJSON = false
  /// The names of exported files.
  var fileName: String?
  var isDryRun = false
  var output: String?
  var rules = PublishingRules()
  var progress = Progress.Form.auto

  var folder: StoreFolder { StoreFolder(operands.first ?? "") }

  static let operand = Operand<Self>("DIR", .folder, 1...1, to: \.operands, help: "The store.")
  /// `--run`, which chooses a run of a store.
  static func run<Target>(
    to path: @autoclosure @escaping ArgumentPath<Target, String?>,
    default usual: String = "the current run"
  ) -> Option<Target> {
    .optional(
      "run", "RUN", .text, to: path(), group: .runs,
      help: "Use this run, given by its name or the beginning of it.", default: usual)
  }
  static let json = Option<Self>.flag(
    "json", to: \.writesJSON, group: .output, help: "Write JSON, one object on each line.")
}

extension CommandTable {
  static let store = Command<CommandError>(
    "store", "Check, compare, export, roll back and erase what batch --store wrote.",
    subcommands: [
      storeList, storeVerify, storeDiff, storeGet, storePublish, storeAbandon,
      storeRollback, storeSweep, storeForget, storeExport, storeIndex,
    ],
    examples: [
      Example("atoll store verify comments", "Check that all outputs are as they were written:"),
      Example(
        "atoll store diff comments --purge=https://example.com/comments/{key}",
        "The addresses to purge from a CDN:"),
    ])

  private static let storeList = Command<CommandError>(
    "list", "List the runs, the current one first.",
    discussion: """
      Exits with 5 if a manifest is missing or damaged; its run is listed, too.
      """,
    arguments: StoreArguments(), operand: StoreArguments.operand,
    options: [
      .flag(
        "all", to: \.includesAll, group: .runs,
        help: "Also list runs that were held back or left the history, but can be rolled back to."),
      StoreArguments.json,
    ],
    examples: [Example("atoll store list comments", "All runs:")]
  ) { (arguments) throws(CommandError) in try StoreCommands.list(arguments) }

  private static let storeVerify = Command<CommandError>(
    "verify", "Read every output of the current run, and compare it with its hash.",
    discussion: "Exits with 5 if an output is missing or damaged.",
    arguments: StoreArguments(), operand: StoreArguments.operand,
    options: [
      StoreArguments.run(to: \.run),
      .flag(
        "all", to: \.includesAll, group: .runs,
        help: "Read all runs that can be rolled back to."),
      .flag(
        "remove", to: \.removesDamaged,
        help: "Remove damaged files, so that the next run renders them again."),
      .progress(to: \.progress),
    ],
    examples: [
      Example("atoll store verify comments --all", "Older runs, too:"),
      Example(
        "atoll store verify comments --remove", "Let the next run render damaged outputs again:"),
    ]
  ) { (arguments) throws(CommandError) in try StoreCommands.verify(arguments) }

  private static let storeDiff = Command<CommandError>(
    "diff", "List the stories whose output differs from the previous run.",
    discussion: "After a rollback, the previous run is the one that was replaced.",
    arguments: StoreArguments(), operand: StoreArguments.operand,
    options: [
      .optional(
        "from", "RUN", .text, to: \.from, group: .runs,
        help: "Compare with this run, given by its name or the beginning of it.",
        default: "the run before; for a run that was held back, the current run"),
      StoreArguments.run(to: \.run),
    ] + PurgeArguments.options.at(\.purge) + [
      .optional(
        "name", "NAME", .text, to: \.fileName, group: .output,
        help: """
          Write the names of the exported files that differ, in which {key} stands for the key, for an upload: \
          --name '{key}.html'. With --json, also their content types, cache control and ETags.
          """),
      StoreArguments.json,
    ],
    examples: [
      Example("atoll store diff comments", "The changes of the last run:"),
      Example(
        "atoll store diff comments --purge=https://example.com/comments/{key}",
        "As addresses to purge from a CDN:"),
    ]
  ) { (arguments) throws(CommandError) in try StoreCommands.diff(arguments) }

  private static let storeGet = Command<CommandError>(
    "get", "Write the output of one story.",
    arguments: StoreArguments(),
    operand: Operand(
      "DIR", .text, 2...2, to: \.operands, help: "The store, and the key of the story.",
      target: "KEY"),
    options: [StoreArguments.run(to: \.run), .output(to: \.output)],
    examples: [Example("atoll store get comments s1 -o s1.html", "Into a file:")]
  ) { (arguments) throws(CommandError) in try StoreCommands.get(arguments) }

  private static let storePublish = Command<CommandError>(
    "publish", "Combine the parts of a run, and make it the current run.",
    discussion: """
      The parts are those that workers rendered with atoll batch --store --part. Exits with 75 if a part \
      is missing, was rendered with other options, or was started from a run that is no longer current.
      """,
    arguments: StoreArguments(), operand: StoreArguments.operand,
    options: [
      PublishingRules.maxErrors, PublishingRules.maxRemoved, PublishingRules.keepMissing,
      PublishingRules.sync,
    ].at(\.rules),
    examples: [Example("atoll store publish comments", "When all workers are done:")]
  ) { (arguments) throws(CommandError) in try StoreCommands.publish(arguments) }

  private static let storeAbandon = Command<CommandError>(
    "abandon", "Discard finished parts that wait to be published.",
    discussion: "Their outputs stay until a sweep.",
    arguments: StoreArguments(), operand: StoreArguments.operand,
    options: [
      .optional(
        "of", "COUNT", .count(1...RunPart.most), to: \.partCount, group: .runs,
        help: "Discard only parts of runs with this many parts: 4 for --part 1/4.",
        default: "all parts")
    ],
    examples: [
      Example("atoll store abandon comments --of 4", "Those of a run with four parts:")
    ]
  ) { (arguments) throws(CommandError) in try StoreCommands.abandon(arguments) }

  private static let storeRollback = Command<CommandError>(
    "rollback", "Make the previous run the current one, at once.",
    arguments: StoreArguments(), operand: StoreArguments.operand,
    options: [StoreArguments.run(to: \.run, default: "the run before the current one")],
    examples: [Example("atoll store rollback comments", "Undo the last run:")]
  ) { (arguments) throws(CommandError) in try StoreCommands.rollback(arguments) }

  private static let storeSweep = Command<CommandError>(
    "sweep", "Remove older runs, and the outputs that no newer run uses.",
    arguments: StoreArguments(), operand: StoreArguments.operand,
    options: [
      .value(
        "keep", "N", .count(1...100), to: \.keptRuns, group: .runs,
        help: "The number of runs to keep, including the current one.", default: "3"),
      .flag(
        "dry-run", letter: "n", to: \.isDryRun,
        help: "Remove nothing, and print what would be removed."),
    ],
    examples: [
      Example("atoll store sweep comments --keep 5 --dry-run", "How much would be removed:")
    ]
  ) { (arguments) throws(CommandError) in try StoreCommands.sweep(arguments) }
}
