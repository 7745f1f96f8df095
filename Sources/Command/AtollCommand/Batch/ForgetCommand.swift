import Arguments
import Bytes
import Hashing
import Store

/// The arguments of `atoll store forget`.
struct ForgetArguments: CommandArguments {
  var common = CommonArguments()
  var operands: [String] = []
  var authors: [String] = []
  var comments: [String] = []
  var texts: [String] = []
  var erasure = Erasure()
  var purge = PurgeArguments()
  var writesJSON = false
  var progress = Progress.Form.auto

  static let options: [Option<Self>] =
    [
      .list(
        "author", "NAME", .text, to: \.authors, group: .comments,
        help: "Outputs that show this name, as readers see it."),
      .list(
        "comment", "ID", .text, to: \.comments, group: .comments,
        help: """
          Outputs that contain the id of this comment. Pages do; other formats only if they have links to \
          comments.
          """),
      .list(
        "text", "TEXT", .text, to: \.texts, group: .comments,
        help: "Outputs that show this text, such as a few words of a comment."),
      .list(
        "key", "KEY", .text, to: \.erasure.keys, group: .comments,
        help: "The outputs of the story with this key."),
      .optional(
        "max-removed", "N|P%", .countOrShare, to: \.erasure.removalLimit, group: .comments,
        help: """
          Exit with 7, and change nothing, if more than N stories of the current run, or P percent of \
          them, would disappear.
          """,
        default: PublishingRules.usualRemovals),
      .flag(
        "dry-run", letter: "n", to: \.erasure.isDry,
        help: "Change nothing, and print what would be removed."),
    ] + PurgeArguments.options.at(\.purge) + [
      .flag("json", to: \.writesJSON, group: .output, help: "Write the report as a JSON object."),
      .progress(to: \.progress),
    ]
}

extension CommandTable {
  static let storeForget = Command<CommandError>(
    "forget", "Erase outputs from all runs, and prove that they are gone.",
    discussion: """
      Searches every output in the folder, whether a run uses it or not, removes those that were found, \
      and rewrites all packs and manifests with them. Then it searches the whole folder again, and exits \
      with 5 if it still finds something. Runs get new names, because a name is the hash of its content.

      Erased stories of the current run are missing until the next run renders them. Remove the comments \
      on the server first, or the next run renders them again. If the command is killed, repeat it; the \
      list of stories is complete then, too.
      """,
    arguments: ForgetArguments(),
    operand: Operand("DIR", .folder, 1...1, to: \.operands, help: "The store."),
    options: ForgetArguments.options,
    examples: [
      Example(
        "atoll store forget comments --author ann42 --dry-run",
        "The stories that would be removed:"),
      Example(
        "atoll store forget comments --author ann42 --purge=https://example.com/{key}.html",
        "Erase them, and list the addresses to purge from a CDN:"),
    ]
  ) { (arguments) throws(CommandError) in try ForgetCommandRun.run(arguments) }
}

/// The work of `atoll store forget`.
enum ForgetCommandRun {
  static func run(_ arguments: ForgetArguments) throws(CommandError) {
    var list = try arguments.purge.list()
    if arguments.purge.isWanted, arguments.writesJSON {
      throw .usage("--purge and --json both write to standard output", advice: "choose one of them")
    }
    let erasure = try erasure(arguments)
    let folder = StoreFolder(arguments.operands.first ?? "")
    let console = Console(arguments.common)
    var progress = Progress(arguments.progress, isQuiet: console.isQuiet, sharesTerminal: false)
    let report = try StoreCommands.wrapped { () throws(StoreError) in
      try folder.forget(erasure) { stage, files in
        progress.show(Progress.Step(name: stage.rawValue, done: files, total: nil, unit: "files"))
      }
    }
    progress.finish()
    for pattern in report.unmatched {
      console.say(
        .warning, "no output contains '\(pattern.description)'", at: folder.path,
        advice: pattern.kind == .identifier
          ? "only pages and links to comments contain ids; --text finds words" : nil)
    }
    for key in erasure.unmatchedKeys(in: report) {
      console.say(.warning, "no run has a story with the key '\(key)'", at: folder.path)
    }
    if report.hasMails, !erasure.patterns.isEmpty {
      console.say(
        .warning, "the store has mails, in which texts can be encoded and are then not found",
        at: folder.path, advice: "erase their stories with --key")
    }
    if arguments.purge.isWanted {
      for key in report.keys { list.add(key) }
      try list.finish()
      if !console.isQuiet { console.sayPlain(text(report, erasure)) }
    } else {
      try console.print(
        arguments.writesJSON ? json(report) : keys(report) + text(report, erasure) + "\n")
    }
    try check(report, of: folder)
    if erasure.isDry { return }
    try StoreCommands.wrapped { () throws(StoreError) in try folder.forgetJournal() }
  }

  private static func erasure(_ arguments: ForgetArguments) throws(CommandError) -> Erasure {
    var erasure = arguments.erasure
    let texts: [(ErasurePattern.Kind, [String])] = [
      (.words, arguments.authors), (.identifier, arguments.comments), (.text, arguments.texts),
    ]
    for (kind, texts) in texts {
      for text in texts {
        guard let pattern = ErasurePattern(kind, text) else {
          throw .usage("'\(text)' has no visible character", advice: "it would be found everywhere")
        }
        erasure.patterns.append(pattern)
      }
    }
    if erasure.patterns.isEmpty, erasure.keys.isEmpty {
      throw .usage(
        "nothing to forget is named", advice: "add --author, --comment, --text or --key")
    }
    return erasure
  }

  private static func check(_ report: ErasureReport, of folder: StoreFolder) throws(CommandError) {
    guard let found = report.search?.found, let first = found.first else { return }
    throw .failure(
      .corrupt,
      "what was to be erased is still in \(counted(found.count, "file")), the first is \(first)",
      at: folder.path,
      advice: "if it is a manifest, the text is in the key of a story, which --key erases")
  }

  private static func keys(_ report: ErasureReport) -> String {
    report.keys.map { "- \(visible(String(decoding: $0, as: UTF8.self)))\n" }.joined()
  }

  private static func text(_ report: ErasureReport, _ erasure: Erasure) -> String {
    let verb = erasure.isDry ? "would be removed" : "removed"
    var text =
      "\(counted(report.keys.count, "story")), \(grouped(report.currentCount)) of them in the current run; "
      + "\(counted(report.outputs, "output")), \(counted(report.bytes, "byte")) \(verb); "
      + "\(counted(report.runs, "run")) and \(counted(report.packs, "pack")) rewritten"
    if let search = report.search {
      text +=
        "\nsearched: \(counted(search.files, "file")), \(counted(search.bytes, "byte")); found: "
        + "\(grouped(search.found.count))"
    }
    return text
  }

  private static func json(_ report: ErasureReport) -> String {
    var out = OutputBuffer()
    out.beginObject()
    out.append(key: "stories")
    out.beginArray()
    for key in report.keys {
      out.separate()
      out.append("\"")
      out.append(contentsOf: key)
      out.append("\"")
    }
    out.endArray()
    out.append(member: "current", report.currentCount)
    out.append(member: "outputs", report.outputs)
    out.append(member: "bytes", report.bytes)
    out.append(member: "runs", report.runs)
    out.append(member: "packs", report.packs)
    if let current = report.current { out.append(member: "run", current) }
    if let search = report.search {
      out.append(member: "searchedFiles", search.files)
      out.append(member: "searchedBytes", search.bytes)
      out.append(key: "found")
      out.beginArray()
      for path in search.found {
        out.separate()
        out.append(jsonString: path)
      }
      out.endArray()
    }
    out.append("}\n")
    return String(decoding: out.bytes(), as: UTF8.self)
  }
}
