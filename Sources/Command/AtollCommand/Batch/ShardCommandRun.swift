import Arguments
import Batch
import Bytes
import OperatingSystem
import Unpacking

/// The arguments of `atoll shard`.
struct ShardArguments: CommandArguments {
  var common = CommonArguments()
  var files: [String] = []
  var folder = "pieces"
  var pieces: Int?
  var settings = ShardSettings(pieces: 1)
  var progress = Progress.Form.auto
}

extension CommandTable {
  static let shard = Command<CommandError>(
    "shard", "Split a dump into pieces that can be rendered separately.",
    discussion: """
      Reads the comments, archived comments, stories, users and settings that mongoexport wrote, in any \
      order, plain or compressed with gzip. Writes a folder for each piece with comments.ndjson, \
      sorted by story as batch --group needs it, and with stories.ndjson, users.ndjson and \
      settings.ndjson, which contain only the rows that these comments need. Each story is in exactly \
      one piece, the same one every time.

      pieces.ndjson contains the number of rows and stories of each piece, to compare with the \
      trailers of atoll batch.
      """,
    arguments: ShardArguments(),
    operand: Operand(
      "DUMP", .file, 1...10_000, to: \.files,
      help: "Files of rows, or a folder of .json, .ndjson and .jsonl files; - for standard input."),
    options: [
      .value(
        "output", "DIR", .folder, letter: "o", to: \.folder, group: .output,
        help: "The folder to create. It gets its name only when it is complete.",
        default: "pieces"),
      .optional(
        "pieces", "N", .count(1...mostPieces), to: \.pieces, group: .output,
        help: "The number of pieces.", default: "one for each 256 MiB of the dump"),
      .value(
        "memory", "MIB", .count(8...65_536),
        help: """
          The memory for sorting, in MiB; what does not fit is sorted in files, which takes longer. Give \
          a large dump as much as the machine can spare.
          """,
        default: "96"
      ) { $0.settings.memory = $1 << 20 },
      BatchArguments.maxLine(
        to: \.settings.longestLine, help: "End with an error if a row is longer than this."),
      .progress(to: \.progress),
    ],
    examples: [
      Example("atoll shard dump -o pieces --pieces 64", "Into 64 pieces:"),
      Example(
        "atoll batch --group pieces/0000/comments.ndjson --join pieces/0000/users.ndjson",
        "Render one of them:"),
    ]
  ) { (arguments) throws(CommandError) in try ShardCommandRun.run(arguments) }
}

private let mostPieces = 100_000

/// The work of `atoll shard`.
enum ShardCommandRun {
  private static let usualPiece = 256 << 20

  static func run(_ arguments: ShardArguments) throws(CommandError) {
    if arguments.files.count(where: { $0 == "-" }) > 1 {
      throw .failure(
        .usage, "standard input can be read only once", advice: "write - only once")
    }
    var target = arguments.folder
    while target.utf8.count > 1, target.utf8.last == UInt8(ascii: "/") { target.removeLast() }
    if (try? FileFacts(of: target)) != nil {
      throw .failure(
        .cannotCreate, "this already exists", at: target,
        advice: "remove it, or name another folder with --output")
    }
    let paths = try files(arguments.files)
    let size = paths.reduce(0) { $0 + $1.unpackedSize }
    var settings = arguments.settings
    settings.pieces =
      arguments.pieces ?? min(mostPieces, max(1, (size + usualPiece - 1) / usualPiece))
    let counts: ShardCounts
    do throws(BatchError) {
      counts = try cut(paths, settings, into: target, arguments.progress)
    } catch {
      throw CommandError(error)
    }
    try Console(arguments.common).print(line(counts, settings))
  }

  private static func cut(
    _ paths: [DumpFile], _ settings: ShardSettings, into target: String,
    _ form: Progress.Form
  ) throws(BatchError) -> ShardCounts {
    var run = try ShardRun(settings, into: target)
    var progress = Progress(form, isQuiet: false, sharesTerminal: false)
    let size = paths.reduce(0) { $0 + $1.size }
    var done = 0
    do throws(BatchError) {
      for input in paths {
        let name = input.name
        let read = { (descriptor: Int32) throws(BatchError) in
          try run.read(descriptor, named: name) { bytes in
            progress.show(
              Progress.Step(name: "reading \(name)", done: done + bytes, total: size))
          }
        }
        if let path = input.path {
          let file: OpenFile
          do { file = try OpenFile(reading: path) } catch {
            throw BatchError(.cannotRead(.system(error)), at: path)
          }
          try read(file.descriptor)
        } else {
          try read(0)
        }
        done += input.size
      }
      let counts = try run.finish(as: target)
      progress.finish()
      return counts
    } catch {
      progress.finish()
      run.abandon()
      throw error
    }
  }

  /// A file of a dump, or standard input.
  private struct DumpFile {
    /// The path; `nil` for standard input.
    let path: String?
    var size = 0
    var isCompressed = false

    var name: String { path ?? StoryInput.standardInputName }
    /// The size, estimated for a compressed file: comments compress to about an eighth.
    var unpackedSize: Int { isCompressed ? size * 8 : size }

    /// A file that can be read; a pipe can be opened only once.
    init(_ path: String) throws(SystemError) {
      self.path = path
      let facts = try FileFacts(of: path)
      size = facts.size
      guard facts.kind == .file else { return }
      let file = try OpenFile(reading: path)
      let first = try readBytes(
        of: file.descriptor, at: 0, count: Compression.longestBeginning)
      isCompressed = Compression.sight(of: first) == .compressed(.gzip)
    }

    /// Standard input.
    init() { path = nil }
  }

  /// Returns the files of a dump, those of a folder in the order of their names.
  private static func files(_ operands: [String]) throws(CommandError) -> [DumpFile] {
    var files: [DumpFile] = []
    for operand in operands {
      do throws(SystemError) {
        if operand == "-" {
          files.append(DumpFile())
          continue
        }
        if try FileFacts(of: operand).kind != .folder {
          files.append(try DumpFile(operand))
          continue
        }
      } catch {
        throw CommandError(.system(error), reading: operand)
      }
      let folder = try DumpFolder(operand)
      try folder.refuseOthers()
      for path in folder.files {
        do { files.append(try DumpFile(path)) } catch {
          throw CommandError(.system(error), reading: path)
        }
      }
    }
    if files.isEmpty {
      throw .failure(
        .noInput, "the folder contains no file whose name ends in \(DumpFolder.endingsInWords)",
        at: operands.first)
    }
    return files
  }

  private static func line(_ counts: ShardCounts, _ settings: ShardSettings) -> [UInt8] {
    var line = OutputBuffer()
    line.beginObject()
    line.append(member: "pieces", settings.pieces)
    line.append(member: "rows", counts.rows)
    line.append(member: "withoutKey", counts.rowsWithoutKey)
    line.append(member: "stories", counts.stories)
    line.append(member: "users", counts.users)
    line.append(member: "copiedUsers", counts.copiedUsers)
    line.append(member: "others", counts.others)
    line.append("}\n")
    return line.bytes()
  }
}
