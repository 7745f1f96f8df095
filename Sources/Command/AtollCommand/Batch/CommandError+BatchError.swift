import Batch
import OperatingSystem
import Unpacking

extension CommandError {
  /// An error of a file of a batch or a shard, with an exit code that shows whether to try again.
  init(_ error: BatchError) {
    let path = error.line.map { "\(error.path):\($0)" } ?? error.path
    switch error.reason {
    case .cannotRead(let reason): self = CommandError(unpacking: reason, reading: error.path)
    case .cannotWrite(let reason):
      self = .failure(
        ExitCode(placing: reason), "cannot be written: \(reason.message)", at: path)
    case .truncated:
      self = .failure(
        .badInput, "the file ends within this row", at: path, advice: "export it again")
    case .rowTooLong(let limit):
      self = .failure(
        .badInput, "the row is longer than \(limit) bytes", at: path,
        advice: "allow more with --max-line")
    case .noReadableRow:
      self = .failure(
        .badInput, "none of its rows can be read", at: path,
        advice: "rows are JSON, one on each line")
    case .nothingToJoin:
      self = .failure(
        .badInput, "the file has no rows of stories, users or settings", at: path,
        advice: "give the rows of these collections, as mongoexport writes them")
    case .nothingToShard:
      self = .failure(
        .badInput, "the dump has no rows of comments or users", at: path,
        advice: "give the rows of these collections, as mongoexport writes them")
    case .notAFile:
      self = .failure(
        .noInput, "--join needs a file, because its rows are read again for each story", at: path,
        advice: "write the rows to a file first")
    case .changed:
      self = .failure(
        .inputOutput, "the file was changed while the batch ran", at: path,
        advice: "do not change it, and run the batch again")
    case .notForStore:
      self = .results("this is not a result for a store", "write it with batch --for-store", path)
    case .damagedResult(let problem):
      self = .results("the result is damaged: \(problem)", Self.repetition, path)
    case .noTrailer:
      self = .results("the last line, the trailer, is missing", Self.repetition, path)
    case .otherRecipe:
      self = .results("the version or the options differ from those before", Self.repetition, path)
    case .unfinishedResults:
      self = .results("Spark has not finished: its list, _files, is missing", Self.repetition, path)
    case .alreadyExists:
      self = .failure(
        .cannotCreate, "this already exists, and atoll did not create it", at: path,
        advice: "remove it, or name another folder with --output")
    case .inUse:
      self = .failure(
        .cannotCreate, "another process is writing its pieces here", at: path,
        advice: "wait for it, or name another folder with --output")
    }
  }

  private static let repetition = "nothing was loaded; copy or render these results again"

  /// An error of results for a store.
  private static func results(_ problem: String, _ advice: String, _ path: String) -> Self {
    .failure(.badInput, problem, at: path, advice: advice)
  }
}
