import Batch
import Bytes
import OperatingSystem
import Unpacking

/// `atoll shard`.
enum ShardCommandRun {
  private static let usualPiece = 256 << 20

  static func run(_ invocation: Invocation) throws(Stop) {
    try refuseToReadTwice(invocation)
    var target = invocation.value(ShardOptions.folder) ?? "pieces"
    while target.utf8.count > 1, target.utf8.last == UInt8(ascii: "/") { target.removeLast() }
    if (try? FileFacts(of: target)) != nil {
      throw .failure(
        .cannotCreate, "there is something of this name", at: target,
        advice: "remove it, or name another folder with --output")
    }
    let paths = try files(invocation.operands)
    let size = paths.reduce(0) { $0 + $1.unpackedSize }
    let usual = min(100_000, max(1, (size + usualPiece - 1) / usualPiece))
    var settings = ShardSettings(pieces: invocation.count(ShardOptions.pieces) ?? usual)
    settings.longestLine = invocation.count(BatchOptions.maxLine) ?? settings.longestLine
    settings.memory = invocation.count(ShardOptions.memory).map { $0 << 20 } ?? settings.memory
    let counts: ShardCounts
    do throws(ShardFailure) {
      counts = try cut(paths, settings, into: target, invocation)
    } catch {
      throw Stop(error)
    }
    try Console(invocation).print(line(counts, settings))
  }

  private static func cut(
    _ paths: [DumpFile], _ settings: ShardSettings, into target: String,
    _ invocation: Invocation
  ) throws(ShardFailure) -> ShardCounts {
    var run = try ShardRun(settings, into: target)
    var progress = Progress(invocation, isQuiet: false, sharesTerminal: false)
    let size = paths.reduce(0) { $0 + $1.size }
    var done = 0
    do throws(ShardFailure) {
      for input in paths {
        let name = input.name
        let read = { (descriptor: Int32) throws(ShardFailure) in
          try run.read(descriptor, named: name) { bytes in
            progress.tell(
              Progress.Step(name: "reading \(name)", done: done + bytes, total: size))
          }
        }
        if let path = input.path {
          let file: OpenFile
          do { file = try OpenFile(reading: path) } catch {
            throw ShardFailure.cannotRead(.system(error), path)
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
    /// Nothing for standard input.
    let path: String?
    var size = 0
    var isCompressed = false

    var name: String { path ?? StoryInput.standardInputName }
    /// Rows of comments shrink to about an eighth.
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

  private static func refuseToReadTwice(_ invocation: Invocation) throws(Stop) {
    if invocation.operands.count(where: { $0 == "-" }) > 1 {
      throw .failure(.usage, "standard input can be read only once")
    }
  }

  /// The files of a dump, those of a folder in the order of their names.
  private static func files(_ operands: [String]) throws(Stop) -> [DumpFile] {
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
        throw StoryInput.stop(.system(error), reading: operand)
      }
      let folder = try DumpFolder(operand)
      try folder.refuseOthers()
      for path in folder.files {
        do { files.append(try DumpFile(path)) } catch {
          throw StoryInput.stop(.system(error), reading: path)
        }
      }
    }
    if files.isEmpty {
      throw .failure(
        .noInput, "the folder holds no file whose name ends in \(DumpFolder.endingsInWords)",
        at: operands.first)
    }
    return files
  }

  private static func line(_ counts: ShardCounts, _ settings: ShardSettings) -> [UInt8] {
    var line = OutputBuffer()
    let numbers: [(StaticString, Int)] = [
      ("{\"pieces\":", settings.pieces), (",\"rows\":", counts.rows),
      (",\"withoutKey\":", counts.rowsWithoutKey), (",\"stories\":", counts.stories),
      (",\"users\":", counts.users), (",\"copiedUsers\":", counts.copiedUsers),
      (",\"others\":", counts.others),
    ]
    for (name, number) in numbers {
      line.append(name)
      line.append(decimal: number)
    }
    line.append("}\n")
    return line.bytes()
  }
}

extension Stop {
  fileprivate init(_ failure: ShardFailure) {
    switch failure {
    case .system(let error, let path):
      self = .failure(
        ExitCode(placing: error), "cannot be written: \(error.message)", at: path)
    case .cannotRead(let error, let path): self = StoryInput.stop(unpacking: error, reading: path)
    case .tooLong(let path, let line, let limit):
      self = .failure(
        .badInput, "the row has more than the \(limit) bytes allowed", at: "\(path):\(line)",
        advice: "allow more with --max-line")
    case .unreadable(let path):
      self = .failure(
        .badInput, "none of its rows can be read", at: path,
        advice: "rows are JSON, one on each line")
    case .taken(let path):
      self = .failure(
        .cannotCreate, "there is something of this name, which atoll did not make", at: path,
        advice: "remove it, or name another folder with --output")
    case .inUse(let path):
      self = .failure(
        .cannotCreate, "another process makes its pieces here", at: path,
        advice: "wait for it, or name another folder with --output")
    case .torn(let path, let line):
      self = .failure(
        .badInput, "the file ends within this row", at: "\(path):\(line)",
        advice: "export it again")
    }
  }
}
