import Arguments
import Atoll
import Batch
import Bytes
import Hashing
import Store

/// The arguments of `atoll store index`.
struct IndexArguments: CommandArguments {
  var common = CommonArguments()
  /// The store and the folder to write to.
  var operands: [String] = []
  var run: String?
  var name = "{key}.html"
  var storiesAddress: String?
  var listsAddress: String?
  var feedName: String?
  var title = ""
  var storiesPerPage = 50
  var pendingFile: String?
  var display = DisplayArguments()

  static let options: [Option<Self>] =
    [
      .optional(
        "stories", "ADDRESS", .text, to: \.storiesAddress, group: .output,
        help:
          "The address of the folder with the exported stories, such as https://example.com/comments/."
      ),
      .optional(
        "address", "ADDRESS", .text, to: \.listsAddress, group: .output,
        help: "The address of the folder that is written."),
      .value(
        "name", "NAME", .text, to: \.name, group: .output,
        help: "The names of the exported stories, as for atoll store export.",
        default: "'{key}.html'"),
      .optional(
        "feeds", "NAME", .text, to: \.feedName, group: .output,
        help:
          "The names of the stories' feeds, if they are in the same folder, such as '{key}.atom'."),
      .value(
        "title", "TEXT", .text, to: \.title, group: .output, help: "The name of the site.",
        default: "none"),
      .value(
        "per-page", "N", .count(1...1000), to: \.storiesPerPage, group: .output,
        help: "The number of stories on a page.", default: "50"),
      StoreArguments.run(to: \.run),
      .optional(
        "pending", "FILE", .file, to: \.pendingFile, group: .output,
        help:
          "Add the names of all files that are written or removed to this list, before they change."
      ),
    ] + (DisplayArguments.sheets + DisplayArguments.moments).at(\Self.display)
}

extension CommandTable {
  static let storeIndex = Command<CommandError>(
    "index", "Write pages that list the stories of a run, a feed and sitemaps.",
    discussion: """
      Lists the stories with the latest comments, those with the most, and those of each month, on \
      pages that link to one another and to the stories that atoll store export writes. Only files that \
      differ are written, and those that are no longer needed are removed.
      """,
    arguments: IndexArguments(),
    operand: Operand(
      "DIR", .folder, 2...2, to: \.operands, help: "The store, and the folder to write to.",
      target: "TARGET"),
    options: IndexArguments.options,
    examples: [
      Example(
        """
        atoll store index comments public/index --stories https://example.com/comments/ \
        --address https://example.com/comments/index/
        """, "For stories that were exported to public/comments:")
    ]
  ) { (arguments) throws(CommandError) in try IndexCommandRun.run(arguments) }
}

/// The work of `atoll store index`.
enum IndexCommandRun {
  static func run(_ arguments: IndexArguments) throws(CommandError) {
    let listsAddress = try folderAddress(arguments.listsAddress, of: "address")
    var settings = SiteIndexSettings(
      name: try ExportName.named(arguments.name, by: "name"),
      storiesAddress: try folderAddress(arguments.storiesAddress, of: "stories"),
      listsAddress: listsAddress)
    if let name = arguments.feedName {
      settings.feedName = try ExportName.named(name, by: "feeds")
    }
    settings.storiesPerPage = arguments.storiesPerPage
    let renderer = try renderer(arguments, feedAddress: "\(listsAddress)feed.atom")
    let store = StoreFolder(arguments.operands.first ?? "")
    try StoreCommands.checkTarget(arguments.operands.last ?? "")
    let run = try StoreCommands.chosenRun(arguments.run, in: store, arguments.common)
    let pending = try PendingNames(arguments.pendingFile)
    let counts = try StoreCommands.wrapped { () throws(StoreError) in
      var index = try SiteIndexRun(settings, renderer, into: arguments.operands.last ?? "") {
        (name) throws(StoreError) in try pending?.add(name)
      }
      return try index.run(run, of: store)
    }
    try Console(arguments.common).print(counts)
  }

  private static func renderer(
    _ arguments: IndexArguments, feedAddress: String
  ) throws(CommandError) -> SiteIndexRenderer {
    let style = try StyleInputs.style(arguments.display.style)
    let templates = try StyleInputs.templates(in: arguments.display.templates)
    do throws(AtollError) {
      return try SiteIndexRenderer(
        options: arguments.display.options, style: style, templates: templates,
        title: arguments.title, feedAddress: feedAddress)
    } catch {
      throw CommandError(error).locating(
        filesIn: arguments.display.style, arguments.display.templates)
    }
  }

  /// Checks the address of a folder, and adds a slash if it does not end in one.
  private static func folderAddress(
    _ address: String?, of option: String
  ) throws(CommandError) -> String {
    let example = "--\(option) https://example.com/comments/"
    guard let address else {
      throw .usage("option '--\(option)' is missing", advice: "for example \(example)")
    }
    guard ["http://", "https://"].contains(where: { address.hasPrefix($0) }) else {
      throw .usage(
        "--\(option) '\(address)' is not an http or https address", advice: "for example \(example)"
      )
    }
    return address.hasSuffix("/") ? address : "\(address)/"
  }
}
