import Arguments
import Bytes
import Hashing
import OperatingSystem
import Store

/// The arguments of `atoll store export`.
struct ExportArguments: CommandArguments {
  var common = CommonArguments()
  /// The store and the folder to write to.
  var operands: [String] = []
  var name = "{key}.html"
  var run: String?
  var copies = false
  var content = ExportContent.outputs
  var countsFile: String?
  var siblings: [SiblingForm] = []
  var cacheControl = ExportList.usualCacheControl
  var baseAddress: String?
  var pendingFile: String?
  var writesJSON = false
  var progress = Progress.Form.auto

  static let options: [Option<Self>] = [
    .value(
      "name", "NAME", .text, to: \.name, group: .output,
      help: "The names of files, in which {key} stands for the key of a story.",
      default: "'{key}.html'"),
    StoreArguments.run(to: \.run),
    .flag(
      "copy", to: \.copies, group: .output,
      help: "Copy outputs, even if they could be hard links to the files of the store."),
    .value(
      "content", "CONTENT", .word, to: \.content, group: .output,
      help: """
        What the files contain: outputs, or counts (the number of comments, for other pages to include \
        or fetch).
        """, default: ExportContent.outputs.rawValue),
    .optional(
      "counts", "FILE", .file, to: \.countsFile, group: .output,
      help: "Also write this JSON object, with the number of comments for the key of each story."),
    .value(
      "precompress", "FORMS", .siblingForms, to: \.siblings, group: .output,
      help: """
        Write compressed siblings of each file, which web servers send in its place: NAME.gz (gzip), \
        NAME.br (br), or both (gzip,br).
        """, default: "none"),
    .optional(
      "pending", "FILE", .file, to: \.pendingFile, group: .output,
      help: """
        Add the names of all files that are written or removed to this list, before they change, for an \
        upload with rclone.
        """),
    .flag(
      "json", to: \.writesJSON, group: .output,
      help: """
        Write an object for each file: its change, name, address, content type, cache control, ETag \
        and compressed sibling.
        """),
    .optional(
      "address", "ADDRESS", .text, to: \.baseAddress, group: .output,
      help: "With --json: the address of the folder, to which names are added."),
    .value(
      "cache-control", "TEXT", .text, to: \.cacheControl, group: .output,
      help: "With --json: the value of Cache-Control.", default: ExportList.usualCacheControl),
    .progress(to: \.progress),
  ]
}

extension CommandTable {
  static let storeExport = Command<CommandError>(
    "export", "Write the outputs of a run to files named after their stories.",
    discussion: """
      Writes only files that differ from the last export to the same folder, and removes those of \
      stories that are gone. Each file is replaced atomically. Files are hard links to the store if \
      they can be, so do not edit them in place. An export that was interrupted is completed by the next.
      """,
    arguments: ExportArguments(),
    operand: Operand(
      "DIR", .folder, 2...2, to: \.operands, help: "The store, and the folder to write to.",
      target: "TARGET"),
    options: ExportArguments.options,
    examples: [
      Example(
        "atoll store export comments public/comments --name '{key}.html' --precompress gzip",
        "For a web server with compressed siblings:"),
      Example(
        "atoll store export comments public --json --address https://example.com/comments/",
        "With a list of all changes for an upload:"),
    ]
  ) { (arguments) throws(CommandError) in try ExportCommandRun.run(arguments) }
}

extension ExportName {
  /// Returns the names that an option describes.
  static func named(_ text: String, by option: String) throws(CommandError) -> ExportName {
    guard let name = ExportName(text) else {
      throw .usage(
        "--\(option) '\(text)' must contain {key} once, and no hidden or empty folder",
        advice: "for example --\(option) '{key}.html'")
    }
    return name
  }
}

/// The work of `atoll store export`.
enum ExportCommandRun {
  static func run(_ arguments: ExportArguments) throws(CommandError) {
    let name = try ExportName.named(arguments.name, by: "name")
    try StoreCommands.checkTarget(arguments.operands.last ?? "")
    if !arguments.writesJSON {
      for option in ["address", "cache-control"] where arguments.common.given.contains(option) {
        throw .usage("--\(option) needs --json", advice: "add --json")
      }
    }
    var settings = ExportSettings(name: name)
    settings.copies = arguments.copies
    settings.content = arguments.content
    settings.siblings = try SiblingForms(compressing: arguments.siblings)
    let folder = StoreFolder(arguments.operands.first ?? "")
    let run = try StoreCommands.chosenRun(arguments.run, in: folder, arguments.common)
    let console = Console(arguments.common)
    var progress = Progress(
      arguments.progress, isQuiet: console.isQuiet, sharesTerminal: arguments.writesJSON)
    var list = ExportList(
      contentType: "", form: arguments.writesJSON ? .json : .none,
      cacheControl: arguments.cacheControl, address: arguments.baseAddress)
    let pending = try PendingNames(arguments.pendingFile)
    var done = 0
    let result = try StoreCommands.wrapped { () throws(StoreError) in
      list.contentType =
        arguments.content == .counts
        ? "application/json" : try ManifestReader(folder, run).fingerprint.contentType
      return try folder.export(run, to: arguments.operands.last ?? "", settings) { file in
        list.add(file)
        done += 1
        progress.show(Progress.Step(name: "exporting", done: done, total: nil, unit: "files"))
      } planned: { name throws(StoreError) in
        try pending?.add(name)
      }
    }
    progress.finish()
    if let path = arguments.countsFile { try writeCounts(of: result.run, in: folder, to: path) }
    if arguments.writesJSON { return try list.finish() }
    try console.print(result.files)
  }

  /// Writes the number of comments of every story of a run.
  private static func writeCounts(
    of run: ContentHash, in folder: StoreFolder, to path: String
  ) throws(CommandError) {
    var file: Output
    do { file = try Output(toFile: path) } catch { throw .writing(error, to: path) }
    var text = OutputBuffer(capacity: 1 << 17)
    var reader = try StoreCommands.wrapped { () throws(StoreError) in
      try ManifestReader(folder, run)
    }
    text.append("{")
    var isFirst = true
    while true {
      let entry: ManifestEntry?
      do throws(StoreError) { entry = try reader.next()?.entry } catch {
        throw CommandError(error)
      }
      guard let entry else { break }
      text.append(isFirst ? "\n\"" : ",\n\"")
      isFirst = false
      text.append(contentsOf: entry.key)
      text.append("\":")
      text.append(decimal: entry.comments)
      if text.count > 1 << 16 { try write(&text, to: &file) }
    }
    text.append("\n}\n")
    try write(&text, to: &file)
    try file.finish()
  }

  private static func write(
    _ text: inout OutputBuffer, to file: inout Output
  ) throws(CommandError) {
    try unsafe text.bytes().withUnsafeBufferPointer { (bytes) throws(CommandError) in
      try unsafe file.write(bytes)
    }
    text.clear()
  }
}

/// The file that collects the names of files to upload or to delete.
struct PendingNames: ~Copyable {
  private let file: OpenFile
  private let path: String

  init?(_ path: String?) throws(CommandError) {
    guard let path else { return nil }
    do { file = try OpenFile(appending: path) } catch { throw .writing(error, to: path) }
    self.path = path
  }

  func add(_ name: String) throws(StoreError) {
    do throws(SystemError) { try writeAll(Array("\(name)\n".utf8), to: file.descriptor) } catch {
      throw StoreError(.system(error), path, "cannot be written: \(error.message)")
    }
  }
}

/// The list of changed files: their names, or lines of JSON.
struct ExportList: ~Copyable {
  enum Form { case none, names, json }

  var contentType: String
  private let form: Form
  private let cacheControl: String
  private let address: String?
  private var output = StandardOutput()

  static let usualCacheControl = "public, max-age=300"

  init(
    contentType: String, form: Form, cacheControl: String = usualCacheControl,
    address: String? = nil
  ) {
    self.contentType = contentType
    self.form = form
    self.cacheControl = cacheControl
    self.address = address
  }

  mutating func add(_ file: ExportedFile) {
    switch form {
    case .none: return
    case .names:
      output.text.append(verbatim: file.name)
      output.text.append("\n")
    case .json: appendObject(file)
    }
    output.writeIfLarge()
  }

  private mutating func appendObject(_ file: ExportedFile) {
    output.text.beginObject()
    output.text.append(member: "change", string: file.change.rawValue)
    output.text.append(member: "name", string: file.name)
    if let address {
      output.text.append(member: "address", string: address + ExportName.address(of: file.name))
    }
    switch file.change {
    case .added, .changed:
      output.text.append(member: "type", string: contentType)
      output.text.append(member: "cacheControl", string: cacheControl)
      output.text.append(member: "etag", string: "\"\(file.output.text.prefix(32))\"")
      output.text.append(member: "bytes", file.size)
    case .removed: break
    }
    for (form, name) in file.siblingNames {
      switch form {
      case .gzip: output.text.append(member: "gzip", string: name)
      case .br: output.text.append(member: "br", string: name)
      }
    }
    output.text.append("}\n")
  }

  mutating func finish() throws(CommandError) {
    try output.finish()
  }
}
