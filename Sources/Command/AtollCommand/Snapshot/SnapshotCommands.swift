import Arguments

extension CommandTable {
  static let snapshot = Command(
    "snapshot", summary: "Check that output has not changed, or see how it has.",
    subcommands: [
      snapshotInit, snapshotVerify, snapshotList, snapshotShow, snapshotReview, snapshotAccept,
      snapshotReject, snapshotPrune, snapshotReport, snapshotCompare, snapshotDoctor,
      snapshotMutate,
    ],
    examples: [
      Example("atoll snapshot init", purpose: "Begin a suite:"),
      Example("atoll snapshot verify", purpose: "Check that nothing has changed:"),
      Example("atoll snapshot review", purpose: "Decide about the changes:"),
    ])

  private static let snapshotInit = Command(
    "init", summary: "Write a first suite.",
    discussion: """
      Writes suite.json, with a case for each story or for two built-in stories, and a .gitignore for \
      pending output. Each case has screenshots, and an accessibility tree with the ids, languages and \
      addresses of the page, which no screenshot shows. Existing files are not replaced.
      """,
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
    ],
    examples: [
      Example("atoll snapshot init", purpose: "With built-in stories:"),
      Example(
        "atoll snapshot init threads/long.json --style our-style",
        purpose: "With your own story and theme:"),
    ]
  ) { arguments in try SnapshotInit.run(arguments) }

  private static let snapshotVerify = Command(
    "verify", summary: "Render everything in a suite, and compare it with the references.",
    discussion: """
      Never changes a reference. Output that differs is saved next to its reference as NAME.pending, \
      until it is accepted or rejected.

      Exits with 0 if nothing changed, 1 if something did, 2 if a reference is missing, 3 if a reference \
      is obsolete, 4 if nothing changed but the browser is missing, failed, or is not the version that \
      made the references, 5 if a reference is damaged, 73 if nothing was checked because a result file \
      cannot be created, 74 if nothing changed but a file cannot be written, and 78 if a case \
      cannot be rendered.
      """,
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
    ] + ResultOutputs.options,
    examples: [
      Example("atoll snapshot verify", purpose: "The suite in Snapshots/suite.json:"),
      Example(
        "atoll snapshot verify --summary summary.md --junit results.xml",
        purpose: "With files that continuous integration shows:"),
      Example(
        "atoll snapshot verify --against origin/main",
        purpose: "Compare screenshots that differ from their references with the main branch:"),
      Example(
        "atoll snapshot verify --html site --width 390 --width 1200",
        purpose: "All pages in a folder, whatever program wrote them:"),
    ]
  ) { arguments in try SnapshotVerify.run(arguments) }

  private static let snapshotList = Command(
    "list", summary: "List pending snapshots, grouped by cause.",
    arguments: SnapshotArguments(),
    options: [
      SnapshotArguments.store,
      .flag(
        "all", to: \.includesAll, group: .snapshots,
        help: "List the names of all references instead."),
      SnapshotArguments.json,
    ],
    examples: [Example("atoll snapshot list --json", purpose: "For other programs:")]
  ) { arguments in try SnapshotDecisionCommands.list(arguments) }

  private static let snapshotShow = Command(
    "show", summary: "Show what changed in a snapshot: rules, properties, texts, lines.",
    arguments: SnapshotArguments(), operand: SnapshotArguments.names,
    options: [
      SnapshotArguments.store,
      .value(
        "format", placeholder: "FORMAT", as: .word, letter: "f", to: \.shownForm, group: .output,
        help: "As text, as JSON, or the old output, the new output or their difference as a file.",
        default: "text"),
      .output(to: \.output),
    ],
    examples: [
      Example("atoll snapshot show look/demo/w390-light.png", purpose: "As text:"),
      Example(
        "atoll snapshot show look/demo/w390-light.png --format diff -o diff.png",
        purpose: "As an image of the difference:"),
    ]
  ) { arguments in try SnapshotShow.run(arguments) }

  private static let snapshotReview = Command(
    "review", summary: "Decide about pending snapshots with single keys.",
    arguments: SnapshotArguments(), options: [SnapshotArguments.store],
    examples: [Example("atoll snapshot review", purpose: "In a terminal:")]
  ) { arguments in try SnapshotReview.run(arguments) }

  private static let decisionOptions: [Option<SnapshotArguments>] = [
    SnapshotArguments.store, SnapshotArguments.all, SnapshotArguments.cause, .quiet,
  ]

  private static let snapshotAccept = Command(
    "accept", summary: "Make pending output the reference.",
    arguments: SnapshotArguments(), operand: SnapshotArguments.names, options: decisionOptions,
    examples: [
      Example("atoll snapshot accept --cause 3f09ab", purpose: "Everything that one edit caused:"),
      Example("atoll snapshot accept --all", purpose: "Everything:"),
    ]
  ) { arguments in
    try SnapshotDecisionCommands.decide(arguments, accepts: true)
  }

  private static let snapshotReject = Command(
    "reject", summary: "Delete pending output.",
    arguments: SnapshotArguments(), operand: SnapshotArguments.names, options: decisionOptions,
    examples: [Example("atoll snapshot reject --all", purpose: "Everything:")]
  ) { arguments in
    try SnapshotDecisionCommands.decide(arguments, accepts: false)
  }

  private static let snapshotPrune = Command(
    "prune", summary: "Remove references that the last complete run did not use.",
    arguments: SnapshotArguments(),
    options: [
      SnapshotArguments.store,
      .flag(
        "dry-run", letter: "n", to: \.isDryRun,
        help: "Remove nothing, and print what would be removed."),
    ],
    examples: [Example("atoll snapshot prune --dry-run", purpose: "What would be removed:")]
  ) { arguments in try SnapshotDecisionCommands.prune(arguments) }

  private static let snapshotReport = Command(
    "report", summary: "Write pending snapshots as one HTML file that needs no server.",
    arguments: SnapshotArguments(),
    options: [SnapshotArguments.store, .output(to: \.output)],
    examples: [Example("atoll snapshot report -o report.html", purpose: "Into a file:")]
  ) { arguments in try SnapshotShow.report(arguments) }

  private static let snapshotCompare = Command(
    "compare", summary: "Compare two screenshots, or any two PNG files.",
    discussion: """
      Prints how many pixels differ, by how much, and where. Works without a suite. Exits with 0 if all \
      pixels are the same, and with 1 if not.
      """,
    arguments: SnapshotArguments(),
    operand: Operand(
      "PNG", as: .file, count: 2...2, to: \.names, help: "The old and the new picture."),
    options: [
      .optional(
        "output", placeholder: "FILE", as: .file, letter: "o", to: \.output, group: .output,
        help: "Write a picture of the difference: darker pixels are red, lighter ones green."
      ).markedAsOutputPath,
      SnapshotArguments.json,
    ],
    examples: [
      Example("atoll snapshot compare old.png new.png", purpose: "Where two pictures differ:"),
      Example(
        "atoll snapshot compare old.png new.png -o diff.png", purpose: "With a picture of it:"),
    ]
  ) { arguments in try SnapshotCompare.run(arguments) }

  private static let snapshotDoctor = Command(
    "doctor", summary: "Check the browser, the fonts and the store.",
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
    ],
    examples: [
      Example("atoll snapshot doctor", purpose: "Check that screenshots can be taken here:"),
      Example(
        "atoll snapshot doctor --repeat 20",
        purpose: "Check that each screenshot comes out the same twenty times:"),
    ]
  ) { arguments in try SnapshotDoctor.run(arguments) }

  private static let snapshotMutate = Command(
    "mutate", summary: "Check that the suite notices edits of the theme.",
    discussion: """
      Makes one edit of the theme at a time, in memory, and takes screenshots of the suite until one \
      differs. Prints every edit that no screenshot shows, and how many were noticed.
      """,
    arguments: SnapshotArguments(), operand: SnapshotArguments.names,
    options: [
      SnapshotArguments.store, SnapshotArguments.suite,
      .optional(
        "limit", placeholder: "N", as: .count(1...100_000), to: \.editLimit, group: .snapshots,
        help: "Try only N edits, spread evenly over the theme.", default: "all"),
      SnapshotArguments.shard, SnapshotArguments.jobs, SnapshotArguments.json, .quiet,
    ],
    examples: [
      Example("atoll snapshot mutate --limit 50", purpose: "Fifty edits, spread evenly:")
    ]
  ) { arguments in try SnapshotMutate.run(arguments) }
}
