import Store

extension CommandTable {
  static let store = CommandDescription(
    name: "store", summary: "Check, compare, roll back and clean what batch --store wrote.",
    subcommands: [
      storeList, storeVerify, storeDiff, storeGet, storePublish, storeAbandon,
      storeRollback, storeSweep,
    ],
    examples: [
      .init(line: "atoll store verify comments", purpose: "Is everything as it was written?"),
      .init(
        line: "atoll store diff comments --purge=https://example.com/comments/{key}",
        purpose: "What a CDN has to forget:"),
    ])

  private static let storeList = CommandDescription(
    name: "list", summary: "List the runs, the current one first.",
    discussion:
      "Ends with 5 if a manifest is missing or is not what was written; its run is listed, too.",
    operand: storeFolder, options: [StoreOptions.allManifests, StoreOptions.json],
    examples: [.init(line: "atoll store list comments", purpose: "Which runs are there?")])

  private static let storeVerify = CommandDescription(
    name: "verify", summary: "Read every output of the current run, and hold it to its hash.",
    discussion: "Ends with 5 if anything is missing or is not what was stored.",
    operand: storeFolder,
    options: [
      StoreOptions.run, StoreOptions.all, StoreOptions.removeFaulty, MessageOptions.progress,
    ],
    examples: [
      .init(line: "atoll store verify comments --all", purpose: "Older runs, too:"),
      .init(
        line: "atoll store verify comments --remove",
        purpose: "Let the next run draw again what is damaged:"),
    ])

  private static let storeDiff = CommandDescription(
    name: "diff", summary: "Name the stories that have another output than in the run before.",
    discussion: "After a rollback the run before is the one that was left.",
    operand: storeFolder,
    options: [StoreOptions.from, StoreOptions.run, StoreOptions.purge, StoreOptions.json],
    examples: [
      .init(line: "atoll store diff comments", purpose: "What the last run changed:"),
      .init(
        line: "atoll store diff comments --purge=https://example.com/comments/{key}",
        purpose: "As addresses that a CDN has to forget:"),
    ])

  private static let storeGet = CommandDescription(
    name: "get", summary: "Write the output of one story.",
    operand: OperandDescription(
      placeholder: "DIR KEY", form: .text, count: 2...2,
      help: "The store, and the key of the story."),
    options: [StoreOptions.run, OutputOptions.output],
    examples: [.init(line: "atoll store get comments s1 -o s1.html", purpose: "Into a file:")])

  private static let storePublish = CommandDescription(
    name: "publish",
    summary: "Make one run of the parts of all workers, and make it the current one.",
    discussion: """
      Workers that run batch --store --part write to one store at once. Ends with 75 unless every part is \
      there, drawn upon the current run, with one look.
      """,
    operand: storeFolder,
    options: [
      BatchOptions.maxErrors, BatchOptions.maxRemoved, BatchOptions.keepMissing, BatchOptions.sync,
    ],
    examples: [.init(line: "atoll store publish comments", purpose: "When all workers are done:")])

  private static let storeAbandon = CommandDescription(
    name: "abandon", summary: "Give up finished parts that wait to be published.",
    discussion: "Their outputs stay until a sweep.",
    operand: storeFolder, options: [StoreOptions.of],
    examples: [
      .init(
        line: "atoll store abandon comments --of 4", purpose: "Those of another number of parts:")
    ])

  private static let storeRollback = CommandDescription(
    name: "rollback", summary: "Make the run before the current one the current one, at once.",
    operand: storeFolder, options: [StoreOptions.run],
    examples: [.init(line: "atoll store rollback comments", purpose: "As it was before:")])

  private static let storeSweep = CommandDescription(
    name: "sweep", summary: "Remove older runs, and the outputs that no newer one needs.",
    operand: storeFolder, options: [StoreOptions.keep, StoreOptions.dryRun],
    examples: [
      .init(line: "atoll store sweep comments --keep 5 --dry-run", purpose: "How much would go?")
    ])

  private static let storeFolder = OperandDescription(
    placeholder: "DIR", form: .folder, count: 1...1, help: "The store.")
}

/// The options of `atoll store`.
enum StoreOptions {
  static let run = OptionDescription(
    name: "run", value: .of("RUN", .text), group: .choice,
    help: "A run, or the beginning of its name, in place of the usual one.")
  static let from = OptionDescription(
    name: "from", value: .of("RUN", .text), group: .choice,
    help: "Compare with this run, or the beginning of its name.",
    defaultText: "the run before it, or the current run if it is not current")
  static let all = OptionDescription(
    name: "all", group: .choice, help: "All runs that can be rolled back to.")
  static let allManifests = OptionDescription(
    name: "all", group: .choice, help: "Also runs whose manifests are merely there.")
  static let removeFaulty = OptionDescription(
    name: "remove", group: .choice,
    help: "Remove files that are not what was stored, so that the next run draws them again.")
  static let of = OptionDescription(
    name: "of", value: .of("COUNT", .count(1...StorePart.most)), group: .choice,
    help: "Only parts of so many.", defaultText: "all parts")
  static let keep = OptionDescription(
    name: "keep", value: .of("N", .count(1...100)), group: .choice,
    help: "How many runs stay, the current one among them.", defaultText: "3")
  static let purge = OptionDescription(
    name: "purge", value: ValueDescription(placeholder: "ADDRESS", form: .text, isOptional: true),
    group: .output,
    help: """
      Write the keys alone, one a line; or addresses, in which {key} stands for the key: \
      --purge=https://example.com/{key}.
      """)
  static let json = OptionDescription(
    name: "json", group: .output, help: "Write JSON, one object a line.")
  static let dryRun = OptionDescription(
    name: "dry-run", letter: "n", group: .general, help: "Remove nothing, and say what would be.")
}
