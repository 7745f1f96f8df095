import Batch
import Bytes
import Files

/// `atoll shard`.
enum ShardCommandRun {
  private static let usualPiece = 256 << 20

  static func run(_ invocation: Invocation) throws(Stop) {
    var target = invocation.value(ShardOptions.folder) ?? "pieces"
    while target.utf8.count > 1, target.utf8.last == UInt8(ascii: "/") { target.removeLast() }
    if (try? FileFacts(of: target)) != nil {
      throw .failure(
        .cannotCreate, "there is something of this name", at: target,
        advice: "remove it, or name another folder with --output")
    }
    let paths = try files(invocation.operands)
    let size = paths.reduce(0) { $0 + $1.size }
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
    _ paths: [(path: String, size: Int)], _ settings: ShardSettings, into target: String,
    _ invocation: Invocation
  ) throws(ShardFailure) -> ShardCounts {
    var run = try ShardRun(settings, into: target)
    var progress = Progress(invocation, isQuiet: false, sharesTerminal: false)
    let size = paths.reduce(0) { $0 + $1.size }
    var done = 0
    do throws(ShardFailure) {
      for (path, length) in paths {
        let file: OpenFile
        do { file = try OpenFile(reading: path) } catch { throw ShardFailure.system(error, path) }
        try run.read(file.descriptor, named: path) { bytes in
          progress.tell(
            Progress.Step(name: "reading \(path)", done: done + bytes, total: size))
        }
        done += length
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

  /// The files of a dump, those of a folder in the order of their names.
  private static func files(_ operands: [String]) throws(Stop) -> [(path: String, size: Int)] {
    var files: [(path: String, size: Int)] = []
    for operand in operands {
      do throws(SystemError) {
        guard try FileFacts(of: operand).kind == .folder else {
          files.append((operand, try size(of: operand)))
          continue
        }
        let names = try FolderListing.files(
          in: operand, ending: [".json", ".ndjson"], intoSubfolders: false)
        for name in names {
          let path = "\(operand)/\(name)"
          files.append((path, try size(of: path)))
        }
      } catch {
        throw StoryInput.stop(.system(error), reading: operand)
      }
    }
    if files.isEmpty {
      throw .failure(
        .noInput, "there are no .json or .ndjson files here", at: operands.first)
    }
    return files
  }

  /// The size of a file, which can be read; a pipe can be opened only once.
  private static func size(of path: String) throws(SystemError) -> Int {
    let facts = try FileFacts(of: path)
    if facts.kind == .file { _ = try OpenFile(reading: path) }
    return facts.size
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
      let code: ExitCode =
        error.isMissing ? .noInput : error.isTemporary ? .temporary : .inputOutput
      self = .failure(code, error.message, at: path)
    case .tooLong(let path, let line, let limit):
      self = .failure(
        .badInput, "the row has more than the \(limit) bytes allowed", at: "\(path):\(line)",
        advice: "allow more with --max-line")
    case .unreadable(let path):
      self = .failure(
        .badInput, "none of its rows can be read", at: path,
        advice: "rows are JSON, one on each line; unpack a file that is compressed")
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
