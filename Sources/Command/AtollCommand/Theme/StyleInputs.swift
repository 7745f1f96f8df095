import Atoll
import Bytes
import OperatingSystem
import Theming

/// The styles and templates that a command line names, read from their folders.
enum StyleInputs {
  /// The maximum sizes of one file, and of all files in a folder, in bytes.
  ///
  /// Real styles and templates have a few thousand bytes.
  private static let maximumFileSize = 4 << 20
  private static let maximumFolderSize = 32 << 20
  /// The maximum number of files and folders that are searched.
  private static let maximumEntryCount = 2_000

  /// Returns the built-in theme with this name, or the theme in the folder at this path; the
  /// default theme if the name is `nil`.
  static func style(_ name: String?) throws(CommandError) -> Style {
    guard let name else { return .ign }
    if Theme.embeddedNames.contains(name) { return .embedded(name) }
    let files = try files(in: name, ending: [".json", ".css"], otherwise: unknownTheme)
    return .files(
      name: folderName(name), files.map { StyleSource(path: $0.path, bytes: $0.bytes) })
  }

  /// Returns the templates in a folder; an empty array if `folder` is `nil`.
  static func templates(in folder: String?) throws(CommandError) -> [TemplateSource] {
    guard let folder else { return [] }
    let files = try files(in: folder, ending: [".mustache"]) {
      .failure(
        .configuration, message: "the folder of templates cannot be read: \($1.message)", at: $0)
    }
    return files.map { TemplateSource(path: $0.path, bytes: $0.bytes) }
  }

  private static func files(
    in folder: String, ending suffixes: [String],
    otherwise failure: (String, SystemError) -> CommandError
  ) throws(CommandError) -> [(path: String, bytes: [UInt8])] {
    let paths: [String]
    do {
      paths = try FolderListing.files(
        in: folder, ending: suffixes, intoSubfolders: true, atMost: maximumEntryCount)
    } catch .system(let error, let path) where path == folder {
      throw failure(folder, error)
    } catch {
      throw CommandError(error, listing: folder, code: .configuration)
    }
    if paths.isEmpty {
      throw .failure(
        .configuration,
        message: "the folder contains no file ending in \(suffixes.joined(separator: " or "))",
        at: folder)
    }
    var files: [(path: String, bytes: [UInt8])] = []
    var total = 0
    for path in paths {
      let bytes = try contents(of: "\(folder)/\(path)")
      total += bytes.count
      if total > maximumFolderSize {
        throw .failure(
          .configuration,
          message:
            "the files of the folder are larger than \(maximumFolderSize >> 20) MiB together",
          at: folder)
      }
      files.append((path, bytes))
    }
    return files
  }

  /// Returns the contents of a file that a publisher provides, such as a style sheet or a template.
  static func contents(of path: String) throws(CommandError) -> [UInt8] {
    do {
      return try WholeFile.bytes(of: path, atMost: maximumFileSize, accepting: .regular)
    } catch {
      let message =
        switch error {
        case .system(let error): "cannot be read: \(error.message)"
        case .tooLarge, .noMemory: "the file is larger than \(maximumFileSize >> 20) MiB"
        case .folder, .device, .notRegularFile: "this is not a plain file"
        }
      throw .failure(.configuration, message: message, at: path)
    }
  }

  /// Returns the publisher's logo.
  static func logo(at path: String) throws(CommandError) -> ImageFile {
    guard let image = ImageFile(try contents(of: path)) else {
      throw .failure(.configuration, message: "this is no PNG, JPEG, GIF or WebP picture", at: path)
    }
    return image
  }

  /// Returns the error for a theme that is not built in and whose folder cannot be read.
  private static func unknownTheme(_ name: String, error: SystemError) -> CommandError {
    let near = nearest(to: name, among: Theme.embeddedNames).map { "did you mean '\($0)'? " } ?? ""
    let names = Theme.embeddedNames.joined(separator: ", ")
    return .failure(
      .configuration,
      message: error.isMissing
        ? "there is no theme and no folder of this name"
        : "the folder of the theme cannot be read: \(error.message)", at: name,
      advice: "\(near)give a folder, or one of: \(names)")
  }

  /// Returns the last component of a path, which is the name of its style.
  private static func folderName(_ path: String) -> String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    return parts.last.map { String(decoding: $0, as: UTF8.self) } ?? path
  }
}

extension CommandError {
  /// Returns the error with full paths in its details: each file name is prefixed with the folder
  /// that contains it.
  func withFullPaths(in folders: String?...) -> CommandError {
    var error = self
    error.details = details.map { line in
      let file = line.prefix { $0 != ":" }
      for case var folder? in folders {
        while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        if (try? FileMetadata(of: "\(folder)/\(file)")) != nil { return "\(folder)/\(line)" }
      }
      return line
    }
    return error
  }
}
