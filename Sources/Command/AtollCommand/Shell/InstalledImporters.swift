import AtollBytes
import AtollOperatingSystem

extension Failure {
  /// Returns the failure with advice that names the importers of this installation.
  ///
  /// The decoders do not read the file system, so they name the importers of the Debian package.
  /// Other installations have the folder `share/atoll` next to the program's folder `bin`.
  func namingInstalledImporters() -> Failure {
    guard let text = advice, let range = text.firstRange(ofText: Self.packagedImporters),
      let folder = Self.importerFolder(of: (processArguments().first ?? nil) ?? "")
    else { return self }
    let importer = text[range.upperBound...].prefix { $0 != " " }
    var failure = self
    failure.advice =
      text[..<range.lowerBound] + quotedForShell(folder + importer) + text[importer.endIndex...]
    return failure
  }

  private static let packagedImporters = "/usr/share/atoll/import/"

  /// Returns the folder of the importers that belong to a program: `/opt/share/atoll/import/` for
  /// `/opt/bin/atoll`.
  ///
  /// The result is `nil` if there is no such folder.
  static func importerFolder(of program: String) -> String? {
    guard let path = pathOfProgram(program) else { return nil }
    return importerFolder(nextToFolderOf: path)
      ?? importerFolder(nextToFolderOf: resolvedPath(path))
  }

  private static func importerFolder(nextToFolderOf path: String) -> String? {
    let folder = folderOfFile(path)
    guard folder == "bin" || folder.hasSuffix("/bin") else { return nil }
    let importers = "\(folder.dropLast("bin".count))share/atoll/import"
    guard (try? FileMetadata(of: importers)) != nil else { return nil }
    return "\(importers)/"
  }
}
