package import AtollBytes
import AtollOperatingSystem
import AtollTheming

/// Calls `body`, which compiles files, and prefixes the file names in its errors with their folder.
package func attributingCompileErrors<Value>(
  toFilesIn folders: String?..., body: () throws -> Value
) throws -> Value {
  do { return try body() } catch var error as AtollError {
    error.sourceErrors = error.sourceErrors?.located(in: folders)
    if let errors = error.sourceErrors { error.details = errors.lines }
    throw error
  }
}

extension SourceErrors {
  /// Returns the errors, with each file name prefixed by the folder that contains the file.
  ///
  /// A missing `theme.json` is assigned to the first folder, which is that of the theme.
  package func located(in folders: [String?]) -> SourceErrors {
    var located = self
    for index in errors.indices {
      let file = errors[index].file
      for case var folder? in folders {
        while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        let isMissing = kind == .theme && file == Theme.tokenFileName
        guard isMissing || (try? FileMetadata(ofLink: "\(folder)/\(file)")) != nil
        else { continue }
        located.errors[index].file = "\(folder)/\(file)"
        break
      }
    }
    return located
  }
}
