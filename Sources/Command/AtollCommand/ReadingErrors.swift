import Bytes
import OperatingSystem
import Unpacking

extension CommandError {
  /// Creates the error for a failure to read an input that may be compressed.
  init(unpacking error: UnpackingError, reading path: String) {
    switch error {
    case .system(let error): self.init(.system(error), reading: path)
    case .device: self.init(.device, reading: path)
    case .unsupported(let form):
      self = .failure(
        .badInput, message: "the input is compressed with \(form.rawValue), which is not supported",
        at: path,
        advice: "decompress it, or compress it with gzip")
    case .damaged(let byte):
      self = .failure(
        .badInput, message: "the gzip file is damaged at about byte \(byte)", at: path,
        advice: "fetch or export it again")
    case .truncated:
      self = .failure(
        .badInput, message: "the gzip file is truncated", at: path,
        advice: "fetch or export it again")
    case .tooLarge(let limit):
      self = .failure(
        .badInput, message: "the input is larger than \(limit >> 20) MiB when decompressed",
        at: path,
        advice: "split it by story, or decompress it first")
    }
  }

  /// Creates the error for a failure to read an input.
  init(_ failure: WholeFile.ReadError, reading path: String) {
    switch failure {
    case .folder:
      self = .failure(
        .noInput, message: "this is a folder, not a file", at: path, advice: "name a file in it")
    case .device:
      self = .failure(.noInput, message: "this is a device, not a file", at: path)
    case .notRegularFile:
      self = .failure(.noInput, message: "this is not a plain file", at: path)
    case .noMemory(let count):
      self = .failure(
        .temporary, message: "not enough memory for its \(count >> 20) MiB", at: path,
        advice: "split it by story; atoll batch holds one story at a time in memory")
    case .tooLarge(let limit) where limit < WholeFile.maximumSize:
      self = .failure(.badInput, message: "the file is larger than \(limit >> 10) KiB", at: path)
    case .tooLarge:
      self = .failure(
        .badInput, message: "the input is larger than 4 GiB", at: path,
        advice: "split the dump by story and render one at a time")
    case .system(let error):
      let message = "cannot be read: \(error.message)"
      let advice = error.isMissing ? Self.advice(for: path) : nil
      self = .failure(ExitCode(reading: error), message: message, at: path, advice: advice)
    }
  }

  /// Returns a suggestion if the folder has a file with a similar name.
  private static func advice(for path: String) -> String? {
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
}
