import AtollArguments
import AtollBatch
import AtollBytes
import AtollComments
import AtollOperatingSystem
import AtollUnpacking

struct BatchInput {
  let origin: BatchRun.Origin
  /// The name in messages.
  let name: String
  /// The size in bytes, if it is known.
  let size: Int?
  /// The folder or the first file of a dump that should have all collections, for warnings; `nil`
  /// for a single file and for standard input.
  let placeOfDump: String?
  /// True if the input is a dump; messages about a dump have no line numbers.
  var isDump: Bool

  /// Creates an input of lines from a descriptor that stays open.
  init(lines descriptor: Int32, name: String, size: Int? = nil) {
    origin = .lines(descriptor, named: name)
    (self.name, self.size) = (name, size)
    (placeOfDump, isDump) = (nil, false)
  }

  private init(dump files: [DumpFile], folder: String? = nil) {
    origin = .dump(files)
    name = files.first?.name ?? StoryInput.standardInputName
    size = files.contains { $0.path == nil } ? nil : files.reduce(0) { $0 + $1.size }
    (placeOfDump, isDump) = (folder, true)
  }

  /// Opens the input that the operands name.
  ///
  /// A folder or several files are a dump. A single input is a dump if `--from` names a form of
  /// database rows and `--group` is not given. It is also a dump if its first line is a row of a
  /// database, and none of `--from`, `--strip-key` and `--notification` is given. For a pipe and
  /// standard input, the run checks the first line.
  init(_ operands: [String], settings: BatchSettings) throws {
    if operands.count(where: { $0 == "-" }) > 1 {
      throw Failure(
        .usage, message: "standard input can be read only once", advice: "write - only once")
    }
    if operands.count > 1 {
      self.init(dump: try Self.files(operands, settings: settings), folder: operands.first)
      return
    }
    let isDump = settings.form?.databaseServer != nil && !settings.groupsRows
    guard let path = operands.first, path != "-" else {
      if isDump {
        self.init(dump: try Self.files(["-"], settings: settings))
      } else {
        self.init(lines: 0, name: StoryInput.standardInputName)
      }
      return
    }
    let metadata = try attributingInputErrors(to: path) { try FileMetadata(of: path) }
    let mustBeLines =
      settings.linesBeginWithKey || settings.form != nil || settings.readsNotifications
    let containsRows =
      metadata.kind == .file && !mustBeLines ? try Self.content(of: path) == .rows : false
    if isDump || metadata.kind == .folder || containsRows {
      self.init(
        dump: try Self.files(operands, settings: settings),
        folder: metadata.kind == .folder ? path : nil)
      return
    }
    let file = try attributingInputErrors(to: path) { try OpenFile(reading: path) }
    self.init(
      lines: file.keepOpen(), name: path, size: metadata.kind == .file ? metadata.size : nil)
  }

  /// Returns the location of a story for messages: `stories.ndjson:3`, or only the name of a dump.
  func place(ofLine line: Int) -> String {
    isDump ? name : "\(name):\(line)"
  }

  /// Returns the files of a dump; those in a folder are sorted by name.
  private static func files(
    _ operands: [String], settings: BatchSettings
  ) throws -> [DumpFile] {
    try rejectOptionsForLines(settings)
    var files: [DumpFile] = []
    for operand in operands {
      if operand == "-" {
        files.append(DumpFile(standardInputNamed: StoryInput.standardInputName))
        continue
      }
      var paths = [operand]
      let metadata = try attributingInputErrors(to: operand) {
        try FileMetadata(of: operand)
      }
      if metadata.kind == .folder {
        let folder = try DumpFolder(operand)
        try folder.rejectUnreadPaths()
        paths = folder.files
      }
      for path in paths {
        files.append(
          try attributingInputErrors(to: path) { try DumpFile(path) })
      }
    }
    if files.isEmpty {
      throw Failure(
        .noInput,
        message: "the folder contains no file whose name ends in \(DumpFolder.endingsInWords)",
        at: operands.first)
    }
    for path in files.compactMap(\.path) {
      try DumpFolder.rejectBSON(at: path)
      guard settings.form == nil, (try? FileMetadata(of: path))?.kind == .file,
        (try? content(of: path)) == .stories
      else { continue }
      throw Failure(
        .badInput,
        message:
          "the lines of this file are stories, but several files or a folder must have rows of a database",
        at: path, advice: "send the stories of several files as lines: jq -c . FILES | atoll batch")
    }
    return files
  }

  /// Throws an error if the settings for lines are used for a dump.
  private static func rejectOptionsForLines(_ settings: BatchSettings) throws {
    var option: String?
    if let form = settings.form, form.databaseServer == nil { option = "--from \(form.rawValue)" }
    if settings.campaign != nil { option = "--campaign" }
    if settings.readsNotifications { option = "--notification" }
    if settings.linesBeginWithKey { option = "--strip-key" }
    guard let option else { return }
    throw Failure(
      commandLine:
        "\(option) is for lines of stories, but this input is read as the dump of a database",
      advice:
        "leave it out, or send the stories of several files as lines: jq -c . FILES | atoll batch")
  }

  private static func content(of path: String) throws -> DumpFile.Content {
    try DumpFolder.rejectBSON(at: path)
    let file = try attributingInputErrors(to: path) { try OpenFile(reading: path) }
    return try attributingInputErrors(to: path) { try DumpFile.content(of: file.descriptor) }
  }
}
