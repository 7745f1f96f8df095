import Bytes
import OperatingSystem

extension Failure {
  /// Returns the failure with advice that names the importers of this installation.
  ///
  /// The decoders, which do not look at the file system, name the importers of the Debian package.
  /// Other installations have `share/atoll` next to the folder `bin` of the program.
  func namingInstalledImporters() -> Failure {
    guard let text = advice, let range = text.firstRange(ofText: Self.packagedImporters),
      let folder = Self.importers(of: (processArguments().first ?? nil) ?? "")
    else { return self }
    let importer = text[range.upperBound...].prefix { $0 != " " }
    var failure = self
    failure.advice =
      text[..<range.lowerBound] + quotedForShell(folder + importer) + text[importer.endIndex...]
    return failure
  }

  private static let packagedImporters = "/usr/share/atoll/import/"

  /// Returns the folder of the importers next to a program, with a slash at its end; `nil` if there
  /// is none.
  static func importers(of program: String) -> String? {
    guard let path = pathOfProgram(program) else { return nil }
    return importers(besideFolderOf: path) ?? importers(besideFolderOf: resolvedPath(path))
  }

  private static func importers(besideFolderOf path: String) -> String? {
    let folder = folderOfFile(path)
    guard folder == "bin" || folder.hasSuffix("/bin") else { return nil }
    let importers = "\(folder.dropLast("bin".count))share/atoll/import"
    guard (try? FileMetadata(of: importers)) != nil else { return nil }
    return "\(importers)/"
  }
}
