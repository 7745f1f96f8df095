import AtollArguments
import AtollBatch
import AtollBytes
import AtollHashing
import AtollOperatingSystem
import AtollStore

struct ExportArguments: CommandArguments {
  var common = CommonArguments()
  /// The path of the store, and the folder to write to.
  var operands: [String] = []
  var runNumber: Int?
  var comparesContent = false
  var export = ExportOptions()
  var progress = Progress.Form.auto

  static let options: [Option<Self>] =
    ExportOptions.options.nested(at: \Self.export) + [
      StoreArguments.runOption(to: \.runNumber),
      .flag(
        "check", to: \.comparesContent,
        help:
          "Compare the content of every file, not only its size and the time of its last change."),
      .progress(to: \.progress),
    ]
}

extension CommandTable {
  static let storeExport = Command(
    "store export",
    summary: "Make a folder equal to a run: a file for each story, and lists of them.",
    arguments: ExportArguments(),
    operand: Operand(
      "STORE", as: .file, count: 2...2, to: \.operands,
      help: "The store, and the folder to write to.", lastPlaceholder: "FOLDER"),
    options: ExportArguments.options
  ) { arguments in try ExportCommandRun.run(arguments) }
}

enum ExportCommandRun {
  static func run(_ arguments: ExportArguments) throws {
    let store = try StoreCommands.open(arguments.operands.first ?? "", with: arguments.common)
    let run = try store.run(arguments.runNumber)
    var settings = try arguments.export.settings(for: run)
    settings.comparesContent = arguments.comparesContent
    let lists = try arguments.export.lists(for: settings, arguments.common)
    let console = Console(arguments.common)
    let list = ExportedFileList(
      cacheControl: arguments.export.cacheControl, address: try arguments.export.folderAddress())
    if !arguments.export.writesJSON, arguments.common.given.contains("cache-control") {
      throw Failure(commandLine: "--cache-control needs --json", advice: "add --json")
    }
    var output = StandardOutput()
    let writesJSON = arguments.export.writesJSON
    var progress = Progress(
      arguments.progress, isQuiet: console.isQuiet,
      sharesTerminal: writesJSON && Terminal.isTerminal(1))
    var done = 0
    let counts = try FolderExport.run(
      run, of: store, to: arguments.operands.last ?? "", settings: settings,
      listNames: lists.names(for: run), makeLists: lists.makeLists
    ) { file in
      if writesJSON {
        list.append(file, to: &output.text)
        output.flushIfLarge()
      }
      done += 1
      progress.show(Progress.Step(name: "exporting", done: done, total: nil, unit: "files"))
    }
    progress.finish()
    if counts.foreign > 0 {
      console.warn(
        "the folder was not empty and had no record of an export; files and folders that were not replaced: "
          + grouped(counts.foreign), at: arguments.operands.last,
        advice: "remove what does not belong there")
    }
    if writesJSON { return try output.finish() }
    try console.print(
      "\(counted(counts.written, noun: "file")) written, \(grouped(counts.removed)) removed, "
        + "\(grouped(counts.unchanged)) unchanged\n")
  }
}

/// The list of exported files, as one JSON object per line.
struct ExportedFileList: Sendable {
  let cacheControl: String
  /// The address of the exported folder, with a slash at its end; `nil` to list no addresses.
  let address: String?

  func append(_ file: ExportedFile, to out: inout OutputBuffer) {
    out.beginObject()
    out.append(member: "change", string: file.change.rawValue)
    out.append(member: "name", string: file.name)
    if let address {
      out.append(member: "address", string: address + ExportName.address(of: file.name))
    }
    switch file.change {
    case .added, .changed:
      out.append(member: "type", string: file.mediaType)
      if file.encoding != .identity {
        out.append(member: "encoding", string: file.encoding.rawValue)
      }
      out.append(member: "cacheControl", string: cacheControl)
      if let hash = file.hash {
        out.append(member: "etag", string: "\"\(hash.text.prefix(32))\"")
      }
      out.append(member: "bytes", file.byteCount)
    case .removed: break
    }
    out.append("}\n")
  }
}
