import AtollArguments

extension CommandTable {
  static let snapshot = Command(
    "snapshot", summary: "Check that output has not changed, or see how it has.",
    subcommands: [
      snapshotInit, snapshotVerify, snapshotList, snapshotShow, snapshotReview, snapshotAccept,
      snapshotReject, snapshotPrune, snapshotReport, snapshotCompare, snapshotDoctor,
      snapshotMutate,
    ])

  private static let snapshotInit = Command(
    "snapshot init", summary: "Write a first suite.",
    arguments: SnapshotArguments(),
    operand: Operand(
      "STORY", as: .file, count: 0...1000, to: \.names,
      help: "A comment thread: a response of Coral, an Atoll document or rows of a database."),
    options: [
      SnapshotArguments.store,
      .optional(
        "style", placeholder: "NAME", as: .style, to: \.style, group: .appearance,
        help: "The theme: a built-in one, or a folder.", default: "ign"),
      .quiet,
    ]
  ) { arguments in try SnapshotInit.run(arguments) }

  private static let snapshotVerify = Command(
    "snapshot verify", summary: "Render everything in a suite, and compare it with the references.",
    arguments: SnapshotArguments(), operand: SnapshotArguments.names,
    options: [
      SnapshotArguments.store, SnapshotArguments.suite,
      .optional(
        "html", placeholder: "DIR", as: .folder, to: \.pagesFolder, group: .pages,
        help: "Check every page in this folder instead of a suite."
      ).markedAsCommon,
      .list(
        "width", placeholder: "PX", as: .count(100...4000), to: \.widths, group: .pages,
        help: "The width of pages. Can be given more than once.", default: "390 and 1200"
      ).markedAsCommon,
      .list(
        "scheme", placeholder: "SCHEME", as: .word, to: \.schemes, group: .pages,
        help: "The colour scheme. Can be given more than once.", default: "light"),
      .optional(
        "against", placeholder: "REF", as: .text, to: \.baselineCommit, group: .snapshots,
        help: """
          If a screenshot differs from its reference, compare it with the page of this git commit \
          instead, rendered with the same browser. Texts are compared with their references.
          """
      ).markedAsCommon,
      SnapshotArguments.shard, SnapshotArguments.jobs,
      .flag(
        "fresh", to: \.retakesAllScreenshots,
        help: "Take all screenshots again, even of pages whose bytes have not changed."),
      .flag(
        "require-browser", isNegatable: true, to: \.requiresBrowser,
        help: "Fail if there is no browser, instead of skipping screenshots.", default: "on"),
      SnapshotArguments.json, .quiet,
    ] + ResultOutputs.options
  ) { arguments in try SnapshotVerify.run(arguments) }

  private static let snapshotList = Command(
    "snapshot list", summary: "List pending snapshots, grouped by cause.",
    arguments: SnapshotArguments(),
    options: [
      SnapshotArguments.store,
      .flag(
        "all", to: \.includesAll, group: .snapshots,
        help: "List the names of all references instead."),
      SnapshotArguments.json,
    ]
  ) { arguments in try SnapshotDecisionCommands.list(arguments) }

  private static let snapshotShow = Command(
    "snapshot show", summary: "Show what changed in a snapshot: rules, properties, texts, lines.",
    arguments: SnapshotArguments(), operand: SnapshotArguments.names,
    options: [
      SnapshotArguments.store,
      .value(
        "format", placeholder: "FORMAT", as: .word, letter: "f", to: \.shownForm, group: .output,
        help: "As text, as JSON, or the old output, the new output or their difference as a file.",
        default: "text"),
      .output(to: \.output),
    ]
  ) { arguments in try SnapshotShow.run(arguments) }

  private static let snapshotReview = Command(
    "snapshot review", summary: "Decide about pending snapshots with single keys.",
    arguments: SnapshotArguments(), options: [SnapshotArguments.store]
  ) { arguments in try SnapshotReview.run(arguments) }

  private static let decisionOptions: [Option<SnapshotArguments>] = [
    SnapshotArguments.store, SnapshotArguments.all, SnapshotArguments.cause, .quiet,
  ]

  private static let snapshotAccept = Command(
    "snapshot accept", summary: "Make pending output the reference.",
    arguments: SnapshotArguments(), operand: SnapshotArguments.names, options: decisionOptions
  ) { arguments in
    try SnapshotDecisionCommands.decide(arguments, accepts: true)
  }

  private static let snapshotReject = Command(
    "snapshot reject", summary: "Delete pending output.",
    arguments: SnapshotArguments(), operand: SnapshotArguments.names, options: decisionOptions
  ) { arguments in
    try SnapshotDecisionCommands.decide(arguments, accepts: false)
  }

  private static let snapshotPrune = Command(
    "snapshot prune", summary: "Remove references that the last complete run did not use.",
    arguments: SnapshotArguments(),
    options: [
      SnapshotArguments.store,
      .flag(
        "dry-run", letter: "n", to: \.isDryRun,
        help: "Remove nothing, and print what would be removed."),
    ]
  ) { arguments in try SnapshotDecisionCommands.prune(arguments) }

  private static let snapshotReport = Command(
    "snapshot report", summary: "Write pending snapshots as one HTML file that needs no server.",
    arguments: SnapshotArguments(),
    options: [SnapshotArguments.store, .output(to: \.output)]
  ) { arguments in try SnapshotShow.report(arguments) }

  private static let snapshotCompare = Command(
    "snapshot compare", summary: "Compare two screenshots, or any two PNG files.",
    arguments: SnapshotArguments(),
    operand: Operand(
      "PNG", as: .file, count: 2...2, to: \.names, help: "The old and the new picture."),
    options: [
      .optional(
        "output", placeholder: "FILE", as: .file, letter: "o", to: \.output, group: .output,
        help: "Write a picture of the difference: darker pixels are red, lighter ones green."
      ).markedAsOutputPath,
      SnapshotArguments.json,
    ]
  ) { arguments in try SnapshotCompare.run(arguments) }

  private static let snapshotDoctor = Command(
    "snapshot doctor", summary: "Check the browser, the fonts and the store.",
    arguments: SnapshotArguments(), operand: SnapshotArguments.names,
    options: [
      SnapshotArguments.store, SnapshotArguments.suite,
      .flag(
        "record-fonts", to: \.recordsFonts,
        help: "Record the fonts of this machine as those of the store."),
      .optional(
        "repeat", placeholder: "N", as: .count(2...100_000), to: \.repetitions,
        help: "Take every screenshot of the suite N times, and list those that differ."),
      SnapshotArguments.jobs,
    ]
  ) { arguments in try SnapshotDoctor.run(arguments) }

  private static let snapshotMutate = Command(
    "snapshot mutate", summary: "Check that the suite notices edits of the theme.",
    arguments: SnapshotArguments(), operand: SnapshotArguments.names,
    options: [
      SnapshotArguments.store, SnapshotArguments.suite,
      .optional(
        "limit", placeholder: "N", as: .count(1...100_000), to: \.editLimit, group: .snapshots,
        help: "Try only N edits, spread evenly over the theme.", default: "all"),
      SnapshotArguments.shard, SnapshotArguments.jobs, SnapshotArguments.json, .quiet,
    ]
  ) { arguments in try SnapshotMutate.run(arguments) }
}
