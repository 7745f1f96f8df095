import AtollArguments
import AtollBytes
import AtollStore

struct ForgetArguments: CommandArguments {
  var common = CommonArguments()
  var operands: [String] = []
  var comments: [String] = []
  var texts: [String] = []
  var erasure = Erasure()
  /// True if the keys or addresses of the erased stories are written to standard output, in place
  /// of human-readable text, for a CDN that has to purge them.
  var writesPurgeList = false
  /// The pattern for the addresses, which contains `{key}`; `nil` to list keys.
  var purgePattern: String?
  var writesJSON = false
  var progress = Progress.Form.auto

  static let options: [Option<Self>] = [
    .list(
      "author", placeholder: "ID|NAME", as: .text, to: \.erasure.people, group: .comments,
      help: """
        The stories in which this person appears, and all others that show the name: as an author, \
        quoted, mentioned, in a title or an address.
        """),
    .list(
      "comment", placeholder: "ID", as: .text, to: \.comments, group: .comments,
      help: """
        Outputs that contain the id of this comment. Pages do; other formats only if they have links to \
        comments.
        """),
    .list(
      "text", placeholder: "TEXT", as: .text, to: \.texts, group: .comments,
      help: "Outputs that show this text, such as a few words of a comment."),
    .list(
      "key", placeholder: "KEY", as: .text, to: \.erasure.keys, group: .comments,
      help: "The outputs of the story with this key."),
    .optional(
      "max-removed", placeholder: "N|P%", as: .countOrPercentage, to: \.erasure.removalLimit,
      group: .comments,
      help: """
        Exit with 7, and change nothing, if more than N stories of the current run, or P percent of \
        them, would disappear.
        """,
      default: PublishingRules.defaultRemovalText),
    .flag(
      "dry-run", letter: "n", to: \.erasure.isDryRun,
      help: "Change nothing, and print what would be erased."),
    .withOptionalValue(
      "purge", placeholder: "ADDRESS", as: .text, group: .output,
      help: """
        Write only the keys, one on each line, with \\u{a} for a line end in a key; or addresses, in which \
        {key} stands for the key: --purge=https://example.com/{key}.
        """
    ) {
      $0.writesPurgeList = true
      $0.purgePattern = $1
    },
    .flag("json", to: \.writesJSON, group: .output, help: "Write the report as a JSON object."),
    .progress(to: \.progress),
  ]
}

extension CommandTable {
  static let storeForget = Command(
    "store forget", summary: "Erase people and texts from all runs, and check that they are gone.",
    arguments: ForgetArguments(),
    operand: Operand("STORE", as: .file, count: 1...1, to: \.operands, help: "The store."),
    options: ForgetArguments.options
  ) { arguments in try ForgetCommandRun.run(arguments) }
}

enum ForgetCommandRun {
  static func run(_ arguments: ForgetArguments) throws {
    if let pattern = arguments.purgePattern, !pattern.contains(text: "{key}") {
      throw Failure(
        commandLine: "--purge '\(pattern)' must contain {key}",
        advice: "for example --purge=https://example.com/comments/{key}.html")
    }
    if arguments.writesPurgeList, arguments.writesJSON {
      throw Failure(
        commandLine: "--purge and --json both write to standard output",
        advice: "choose one of them")
    }
    let erasure = try erasure(arguments)
    let path = arguments.operands.first ?? ""
    let console = Console(arguments.common)
    warnOfInexactSearches(for: erasure, in: path, on: console)
    var progress = Progress(arguments.progress, isQuiet: console.isQuiet, sharesTerminal: false)
    // After the erasure, nothing knows the keys: if they cannot be written, nothing is erased.
    let report = try ErasureRun.run(erasure, on: path) { stage, count in
      progress.show(Progress.Step(name: stage.rawValue, done: count, total: nil, unit: "outputs"))
    } willErase: { report in
      progress.finish()
      if arguments.writesPurgeList {
        try writePurgeList(report.keys, pattern: arguments.purgePattern)
      } else {
        try console.print(arguments.writesJSON ? jsonBeginning(report) : keyList(of: report))
      }
    }
    progress.finish()
    warnOfUnmatchedTexts(report, of: arguments, in: path, on: console)
    if arguments.writesPurgeList {
      if !console.isQuiet { console.sayPlain(text(report, of: erasure)) }
    } else {
      try console.print(
        arguments.writesJSON ? jsonEnd(report) : text(report, of: erasure) + "\n")
    }
    if report.exceedsLimit {
      console.warn(
        "these are more stories than --max-removed allows", at: path,
        advice: "to erase them, add --max-removed \(report.currentStoryCount)")
    }
    try check(report, of: erasure, in: path, on: console)
  }

  /// Writes a key, or its address, on each line.
  private static func writePurgeList(_ keys: [[UInt8]], pattern: String?) throws {
    var output = StandardOutput()
    for key in keys {
      if let pattern {
        // This is the address of the exported file, whose name contains the encoded key.
        let name = ExportName.address(
          of: String(decoding: FileNameEncoding.encoded(key), as: UTF8.self))
        output.text.append(verbatim: pattern.replacing(text: "{key}", with: name))
      } else {
        let key = String(decoding: key, as: UTF8.self)
        output.text.append(verbatim: key.replacing(text: "\n", with: "\\u{a}"))
      }
      output.text.append("\n")
      output.flushIfLarge()
    }
    try output.finish()
  }

  /// Throws an error if something of an erased text may still be in the file.
  private static func check(
    _ report: ErasureReport, of erasure: Erasure, in path: String, on console: Console
  ) throws {
    if !report.isFinished {
      throw Failure(
        .temporary,
        message:
          "the store no longer shows the erased data, but its files may still contain them, because another process "
          + "has the store open", at: path,
        advice: "end that process; then the next command on this store finishes the erasure")
    }
    for text in report.hiddenTexts {
      console.warn(
        "'\(text)' remains in parts that readers do not see, such as a style sheet, or in the name of "
          + "another person", at: path)
    }
    if let first = report.remainingTexts?.first {
      throw Failure(
        .corrupt, message: "free parts of the file still contain '\(first)'", at: path,
        advice: "overwrite them: sqlite3 \(quotedForShell(path)) vacuum")
    }
    if let table = report.foreignTables.first, !erasure.isDryRun {
      let others = report.foreignTables.count > 1 ? " and others" : ""
      throw Failure(
        .corrupt,
        message:
          "the stories are erased, but the table '\(table)'\(others) in the file does not belong to atoll, and was not "
          + "searched", at: path,
        advice: "erase what it has of these stories, or move it to a file of its own")
    }
  }

  /// Warns about names and texts that cannot be searched for exactly as they were written.
  private static func warnOfInexactSearches(
    for erasure: Erasure, in store: String, on console: Console
  ) {
    for name in erasure.people where ErasurePattern(.words, text: name) == nil {
      console.warn(
        "'\(name)' has neither a letter nor a digit, so only people with exactly this name are found, and no texts",
        at: store)
    }
    for pattern in erasure.searchPatterns {
      guard let words = pattern.wordsWithoutPunctuation else { continue }
      console.warn(
        "'\(pattern.originalText)' is found wherever '\(words)' is, with or without punctuation",
        at: store)
    }
  }

  /// Warns about everything in the request that the store does not contain.
  private static func warnOfUnmatchedTexts(
    _ report: ErasureReport, of arguments: ForgetArguments, in store: String, on console: Console
  ) {
    let requests: [(texts: [String], advice: String)] = [
      (
        arguments.erasure.people,
        "try the id of the account, or other names of the person; --text finds words"
      ),
      (
        arguments.comments,
        "only pages and links to comments contain ids of comments; --text finds words"
      ),
      (arguments.texts, "try fewer words, as readers see them"),
      (arguments.erasure.keys, "atoll store list \(quotedForShell(store)) prints the keys"),
    ]
    for request in requests {
      for text in request.texts where report.unmatchedTexts.contains(text) {
        console.warn("nothing in the store matches '\(text)'", at: store, advice: request.advice)
      }
    }
  }

  private static func erasure(_ arguments: ForgetArguments) throws -> Erasure {
    var erasure = arguments.erasure
    let texts: [(ErasurePattern.Kind, [String])] = [
      (.words, erasure.people), (.identifier, arguments.comments), (.text, arguments.texts),
    ]
    for (kind, texts) in texts {
      for text in texts {
        guard let pattern = ErasurePattern(kind, text: text) else {
          // Names without letters and digits are compared exactly, without a pattern.
          if kind == .words, !text.isEmpty { continue }
          throw Failure(
            commandLine: "'\(text)' has neither a letter nor a digit",
            advice: "it would be found everywhere")
        }
        if kind != .words { erasure.patterns.append(pattern) }
      }
    }
    if erasure.patterns.isEmpty, erasure.people.isEmpty, erasure.keys.isEmpty {
      throw Failure(
        commandLine: "no person, comment, text or story to erase is given",
        advice: "add --author, --comment, --text or --key")
    }
    return erasure
  }

  private static func keyList(of report: ErasureReport) -> String {
    report.keys.map { "- \(escapingInvisibles(String(decoding: $0, as: UTF8.self)))\n" }.joined()
  }

  private static func text(_ report: ErasureReport, of erasure: Erasure) -> String {
    let verb = erasure.isDryRun ? "would be erased" : "erased"
    return
      "\(counted(report.keys.count, noun: "story")), \(grouped(report.currentStoryCount)) of them in the current run; "
      + "\(counted(report.outputCount, noun: "output")), \(counted(report.byteCount, noun: "byte")) \(verb)"
  }

  /// Returns the part of the report that is known before the erasure.
  private static func jsonBeginning(_ report: ErasureReport) -> String {
    var out = OutputBuffer()
    out.beginObject()
    out.append(
      member: "stories", strings: report.keys.map { String(decoding: $0, as: UTF8.self) })
    out.append(member: "current", report.currentStoryCount)
    out.append(member: "outputs", report.outputCount)
    out.append(member: "bytes", report.byteCount)
    out.append(member: "people", report.personCount)
    return String(decoding: out.bytes(), as: UTF8.self)
  }

  private static func jsonEnd(_ report: ErasureReport) -> String {
    var out = OutputBuffer()
    if let remaining = report.remainingTexts { out.append(member: "left", strings: remaining) }
    out.append(member: "hidden", strings: report.hiddenTexts)
    out.append("}\n")
    return "," + String(decoding: out.bytes(), as: UTF8.self)
  }
}
