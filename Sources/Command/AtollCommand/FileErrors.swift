import AtollBytes
import AtollOperatingSystem

/// Runs a body that reads an input, and adds the path to its errors; if the file is missing, also
/// advice.
func attributingInputErrors<Value: ~Copyable>(
  to path: String, body: () throws -> Value
) throws(Failure) -> Value {
  try attributingReadErrors(to: path) {
    try translatingSystemErrors(
      { error in
        var failure = Failure(reading: error)
        if error.isMissing { failure.advice = similarFileAdvice(for: path) }
        return failure
      }, body: body)
  }
}

/// Returns the first 512 bytes of a regular file, or fewer; empty if the file cannot be read.
func firstBytes(ofFile path: String) -> [UInt8] {
  guard (try? FileMetadata(of: path))?.kind == .file, let file = try? OpenFile(reading: path),
    let bytes = try? readBytes(of: file.descriptor, at: 0, count: 512)
  else { return [] }
  return bytes
}

/// Runs a body that creates an output, and adds its path to the errors of the system.
func attributingCreationErrors<Value: ~Copyable>(
  to path: String, body: () throws -> Value
) throws -> Value {
  try translatingSystemErrors({ Failure($0, creating: path) }, body: body)
}

/// Runs a body that writes an output, and adds its name to the errors of the system.
func attributingWriteErrors<Value: ~Copyable>(
  to name: String, _ body: () throws -> Value
) throws -> Value {
  try translatingSystemErrors({ writeError($0, to: name) }, body: body)
}

func writeError(_ error: SystemError, to name: String) -> any Error {
  if error.isBrokenPipe { return CommandEnding.brokenPipe }
  if error.isInterrupted { return CommandEnding.silent(.interrupted) }
  return Failure(.inputOutput, message: "cannot write to \(name): \(error.message)")
}

/// Returns `did you mean 'PATH'?` if the folder has a file with a similar name.
private func similarFileAdvice(for path: String) -> String? {
  let start =
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex
  guard
    let names = try? FolderListing.files(
      in: folderOfFile(path), ending: [""], intoSubfolders: false)
  else { return nil }
  // Only the names are compared, since a long folder path would make any two paths look alike.
  return nearest(to: String(path[start...]), among: names).map {
    "did you mean '\(path[..<start])\($0)'?"
  }
}
