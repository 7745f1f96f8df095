import Batch
import OperatingSystem
import Unpacking

extension CommandError {
  /// Creates the error for a dump file or a file of results, with an exit code that shows whether
  /// to retry.
  init(_ error: BatchError) {
    let path = error.line.map { "\(error.path):\($0)" } ?? error.path
    switch error.reason {
    case .cannotRead(let reason): self = CommandError(unpacking: reason, reading: error.path)
    case .cannotWrite(let reason):
      self = .failure(
        ExitCode(placing: reason), message: "cannot be written: \(reason.message)", at: path)
    case .truncated:
      self = .failure(
        .badInput, message: "the file ends within this row", at: path, advice: "export it again")
    case .rowTooLong(let limit):
      self = .failure(
        .badInput, message: "the row is longer than \(limit) bytes", at: path,
        advice: "allow more with --max-line")
    case .noReadableRow:
      self = .failure(
        .badInput, message: "none of its rows can be read", at: path,
        advice: "rows are JSON, one on each line")
    case .noSettings:
      self = .failure(
        .badInput, message: "the file has no rows of settings", at: path,
        advice: "give the rows of the collection settings or tenants, as mongoexport writes them")
    case .noComments:
      self = .failure(
        .badInput, message: "the dump has no rows of comments", at: path,
        advice: "give the rows of the collection comments too, as mongoexport writes them")
    case .notMadeForStore:
      self = .results(
        "this is not a result for a store", at: path, advice: "write it with batch --for-store")
    case .damagedResult(let problem):
      self = .results("the result is damaged: \(problem)", at: path)
    case .missingTrailer:
      self = .results("the last line, the trailer, is missing", at: path)
    case .differentRecipe:
      self = .results("the version or the options differ from those before", at: path)
    case .unfinishedResults:
      self = .results("Spark has not finished: its list, _files, is missing", at: path)
    }
  }

  /// Returns the error for results that cannot be loaded into a store.
  private static func results(
    _ problem: String, at path: String,
    advice: String = "nothing was loaded; copy or render these results again"
  ) -> Self {
    .failure(.badInput, message: problem, at: path, advice: advice)
  }
}
