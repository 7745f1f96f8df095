package import Bytes

/// The reason why an input cannot be read or decompressed.
package enum ReadError: Error, Hashable, Sendable {
  case system(SystemError)
  case folder
  /// A device returned more than `WholeFile.maximumDeviceReadSize` bytes.
  case device
  /// A pipe, device or socket where only a regular file is accepted.
  case notRegularFile
  /// There is not enough memory for this number of bytes.
  case noMemory(Int)
  case tooLarge(limit: Int)
  /// The input is compressed in a format that is not supported.
  case unsupported(compression: String)
  /// The compressed data is damaged, at about this byte offset in the input.
  case damaged(offset: Int)
  /// The input ends before the compressed data does.
  case truncated
  /// The decompressed input has more bytes than allowed.
  case tooLargeUnpacked(limit: Int)

  /// Returns a value that is read, or throws its `SystemError` as a `ReadError`.
  package static func translating<Value: ~Copyable>(
    _ value: @autoclosure () throws(SystemError) -> Value
  ) throws(ReadError) -> Value {
    try translatingErrors(of: value(), ReadError.system)
  }

  /// Returns the failure to read the input at a path.
  package func failure(reading path: String) -> Failure {
    switch self {
    case .system(let error):
      Failure(
        Failure.Kind(reading: error), message: "cannot be read: \(error.message)", at: path)
    case .folder:
      Failure(
        .noInput, message: "this is a folder, not a file", at: path, advice: "name a file in it")
    case .device: Failure(.noInput, message: "this is a device, not a file", at: path)
    case .notRegularFile: Failure(.noInput, message: "this is not a plain file", at: path)
    case .noMemory(let count):
      Failure(.temporary, message: "not enough memory for its \(count >> 20) MiB", at: path)
    case .tooLarge(let limit) where limit < WholeFile.maximumSize:
      Failure(.badInput, message: "the file is larger than \(inUnits(limit))", at: path)
    case .tooLarge: Failure(.badInput, message: "the input is larger than 4 GiB", at: path)
    case .unsupported(let compression):
      Failure(
        .badInput, message: "the input is compressed with \(compression), which is not supported",
        at: path, advice: "decompress it, or compress it with gzip")
    case .damaged(let offset):
      Failure(
        .badInput, message: "the gzip file is damaged at about byte \(offset)", at: path,
        advice: "fetch or export it again")
    case .truncated:
      Failure(
        .badInput, message: "the gzip file is truncated", at: path,
        advice: "fetch or export it again")
    case .tooLargeUnpacked(let limit):
      Failure(
        .badInput, message: "the input is larger than \(limit >> 20) MiB when decompressed",
        at: path)
    }
  }

  private func inUnits(_ size: Int) -> String {
    size >> 20 > 0 ? "\(size >> 20) MiB" : "\(size >> 10) KiB"
  }
}

/// Runs a body that reads an input, and adds the input's path to its errors.
///
/// `failure` returns the failure to read the input at a path.
package func attributingReadErrors<Value: ~Copyable>(
  to path: String, as failure: (ReadError, String) -> Failure = { $0.failure(reading: $1) },
  body: () throws -> Value
) throws -> Value {
  do { return try body() } catch {
    switch error {
    case let error as ReadError: throw failure(error, path)
    case let error as SystemError: throw failure(.system(error), path)
    case _: throw error
    }
  }
}
