import AtollArguments
import AtollBatch
import AtollBytes
import AtollOperatingSystem
import AtollStore

struct OutboxArguments: CommandArguments {
  var common = CommonArguments()
  /// The path of the store, and the folder of the outbox.
  var operands: [String] = []
  var runNumber: Int?
  var limit = 1000
  var isDelivered = false
  var export = ExportOptions()

  static let options: [Option<Self>] =
    ExportOptions.options.nested(at: \Self.export) + [
      StoreArguments.runOption(to: \.runNumber),
      .value(
        "limit", placeholder: "N", as: .count(1...1_000_000), to: \.limit, group: .output,
        help: "The maximum number of files in a batch.", default: "1000"),
      .flag(
        "delivered", to: \.isDelivered,
        help: "Record that the target has the batch, and empty the outbox."),
    ]
}

extension CommandTable {
  static let storeOutbox = Command(
    "store outbox", summary: "Write the next files that a bucket or CDN lacks into a folder.",
    arguments: OutboxArguments(),
    operand: Operand(
      "STORE", as: .file, count: 2...2, to: \.operands,
      help: "The store, and the folder of the outbox.", lastPlaceholder: "FOLDER"),
    options: OutboxArguments.options
  ) { arguments in try OutboxCommandRun.run(arguments) }
}

enum OutboxCommandRun {
  static func run(_ arguments: OutboxArguments) throws {
    let store = try StoreCommands.open(arguments.operands.first ?? "", with: arguments.common)
    let run = try store.run(arguments.runNumber)
    let settings = try arguments.export.settings(for: run)
    let lists = try arguments.export.lists(for: settings, arguments.common)
    let address = try arguments.export.folderAddress()
    let folder = arguments.operands.last ?? ""
    let console = Console(arguments.common)
    let outbox = try Outbox(folder, of: run, in: store, settings: settings)
    if arguments.isDelivered {
      let delivered = try outbox.markDelivered()
      try write(nil, to: folder, address: address, cacheControl: arguments.export.cacheControl)
      return try console.print("\(counted(delivered, noun: "file")) delivered\n")
    }
    let batch = try outbox.nextBatch(
      limit: arguments.limit, listNames: lists.names(for: run),
      listOptions: arguments.export.textOfListOptions(for: run), makeLists: lists.makeLists)
    try write(batch, to: folder, address: address, cacheControl: arguments.export.cacheControl)
    guard let batch else {
      console.note("the target has everything", at: folder)
      throw CommandEnding.silent(.nothingNew)
    }
    if !arguments.export.writesJSON {
      let name = batch.stage.rawValue
      return try console.print("\(name): \(counted(batch.files.count, noun: "file"))\n")
    }
    var output = StandardOutput()
    let list = ExportedFileList(cacheControl: arguments.export.cacheControl, address: address)
    for file in batch.files {
      list.append(file, to: &output.text)
      output.flushIfLarge()
    }
    try output.finish()
  }

  /// Writes the metadata files that an upload of a batch needs.
  ///
  /// Metadata files without content are removed. If `batch` is `nil`, all metadata files are
  /// removed.
  private static func write(
    _ batch: Outbox.Batch?, to folder: String, address: String?, cacheControl: String
  ) throws {
    var files: [(name: String, text: String?)] = [
      ("type", batch.map { $0.mediaType }), ("cache-control", batch.map { _ in cacheControl }),
      (
        "encoding",
        batch.flatMap { $0.encoding == .identity ? nil : $0.encoding.rawValue }
      ),
    ]
    let names = batch?.files.map(\.name) ?? []
    files.append(("remove", batch?.stage == .removals ? joinedLines(names) : nil))
    let purged = batch?.files.filter { $0.change != .added }.map(\.name) ?? []
    files.append(
      (
        "purge",
        address.map { address in joinedLines(purged.map { address + ExportName.address(of: $0) }) }
      ))
    for file in files {
      let path = "\(folder)/\(file.name)"
      try attributingWriteErrors(to: path) {
        if let text = file.text, !text.isEmpty {
          try replaceFile(at: path, with: Array(text.utf8))
        } else {
          try Folders.removeFile(path)
        }
      }
    }
  }

  private static func joinedLines(_ texts: [String]) -> String { texts.map { "\($0)\n" }.joined() }
}
