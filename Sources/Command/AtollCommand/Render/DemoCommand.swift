import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import AtollLayout
import AtollOperatingSystem
import AtollUnpacking

struct DemoArguments: CommandArguments {
  var common = CommonArguments()
  var folder = "demo"
  var includesSpecimens = false
  var formats: [RenderFormat] = []
}

extension CommandTable {
  static let demo = Command(
    "demo", summary: "Render the demo thread that is built in.",
    arguments: DemoArguments(),
    options: [
      .value(
        "output", placeholder: "DIR", as: .folder, letter: "o", to: \.folder, group: .output,
        help: "Write into this folder; it is created if it does not exist.", default: "demo"
      ).markedAsOutputPath,
      .flag(
        "specimen", to: \.includesSpecimens, group: .output,
        help: "Render the specimen sheet, too: every element in every state."),
      .list(
        "format", placeholder: "FORMAT", as: .format, to: \.formats, group: .output,
        help: "Write this format only. Can be given more than once.", default: "all"),
      .quiet,
    ]
  ) { arguments in try DemoCommand.run(arguments) }
}

enum DemoCommand {
  private static let storyFile = "story.json"
  /// The specimen sheets; there are two because some states cannot occur on the same page.
  private static let specimens = ["specimen", "specimen-closed"]
  /// The depth limit on the sheets; deeper replies are left out, so that the note on them is shown.
  private static let specimenDepth = 11
  /// The comment of the demo thread that the demo's card shows, below two ancestors.
  private static let cardComment = "demo-4"
  /// The current time of the demo, so that its dates are the same every day.
  private static let now = Timestamp(iso8601: "2026-07-31T18:30:00Z")

  static func run(_ arguments: DemoArguments) throws {
    if arguments.folder == "-" {
      throw Failure(
        commandLine: "the demo is a folder, which cannot be standard output",
        advice: "name a folder, or render one file: atoll render demo/thread.json")
    }
    let chosen = arguments.formats
    var files: [(path: String, bytes: [UInt8])] = []
    if chosen.isEmpty {
      files += try inputs()
      try checkUnchanged(files, in: arguments.folder)
    }
    for format in RenderFormat.allCases where chosen.isEmpty || chosen.contains(format) {
      files.append((fileName(of: format), try rendered(storyFile, as: format)))
    }
    if arguments.includesSpecimens {
      for name in specimens {
        let page = try rendered(
          "\(name).json", as: .rendering(.page), maxDepth: specimenDepth)
        files.append(("\(name).html", page))
      }
    }
    try FolderFiles.write(files, into: arguments.folder, on: Console(arguments.common))
  }

  /// Throws an error if one of the inputs in the folder differs, because a user may have edited it.
  private static func checkUnchanged(
    _ inputs: [(path: String, bytes: [UInt8])], in folder: String
  ) throws {
    for input in inputs {
      let path = "\(folder)/\(input.path)"
      guard let present = try? WholeFile.bytes(of: path, atMost: WholeFile.maximumSize),
        present != input.bytes
      else { continue }
      throw Failure(
        .cannotCreate, message: "the file has been changed, and nothing was written", at: path,
        advice: "move it away, or name another folder with -o DIR")
    }
  }

  /// Returns inputs for other commands: a thread, stories in NDJSON, and database rows.
  private static func inputs() throws -> [(path: String, bytes: [UInt8])] {
    var lines: [UInt8] = []
    for name in [storyFile] + specimens.map({ "\($0).json" }) {
      lines += jsonLine(of: try source(name))
    }
    let rows = EmbeddedDemo.files.filter { $0.path.hasPrefix("dump/") }
    return [("thread.json", try source(storyFile)), ("stories.ndjson", lines)]
      + rows.map { ($0.path, Array($0.text.utf8)) }
  }

  private static func fileName(of format: RenderFormat) -> String {
    switch format.libraryFormat {
    case nil: "thread-blocks.json"
    case .page, .fragment, .card: "thread-\(format.name).html"
    case .ansi: "thread.ansi"
    case .text: "thread.txt"
    case .email: "thread.eml"
    case .emailHTML: "thread-email.html"
    case .emailText: "thread-email.txt"
    case .jsonLD: "thread.jsonld"
    case .atom: "thread.atom"
    }
  }

  private static func rendered(
    _ file: String, as format: RenderFormat, maxDepth: Int? = nil
  ) throws -> [UInt8] {
    var options = Options()
    options.maxDepth = maxDepth
    options.format = format.libraryFormat ?? .page
    options.now = now
    if format.libraryFormat == .card { options.focus = cardComment }
    options.ancestorCount = 2
    let story = try story(file)
    if format == .json { return options.pageBlocks(of: story).json() }
    return try Renderer(options: options).render(story).bytes
  }

  /// Returns the JSON document of a built-in story.
  private static func source(_ name: String) throws -> [UInt8] {
    guard let file = EmbeddedDemo.files.first(where: { $0.path == name }) else {
      throw Failure(.internalError, message: "the demo file '\(name)' is not built in")
    }
    return Array(file.text.utf8)
  }

  static var storyNames: [String] { [String(storyFile.dropLast(".json".utf8.count))] + specimens }

  /// Returns a built-in story: `story.json`.
  static func story(_ name: String) throws -> Story {
    let bytes = try source(name)
    return try Reading([InputSource(name: name, bytes: bytes)]).story
  }
}
