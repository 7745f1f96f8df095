import Atoll
import AtollBytes
import AtollOperatingSystem
import AtollSnapshots
import AtollTemplating
import AtollTheming

/// The styles and templates that a command line names, read from their folders.
enum StyleInputs {
  /// The endings of the files that a theme has.
  static let endings = [".json", ".css"]

  /// The maximum size of one file in bytes; real styles and templates have a few thousand bytes.
  private static let maximumFileSize = 4 << 20
  /// The maximum size of all files in a folder together, in bytes.
  private static let maximumFolderSize = 32 << 20
  /// The maximum number of files and folders that are searched.
  private static let maximumEntryCount = 2_000

  /// Returns the built-in theme with this name or the theme in this folder; for `nil`, the default
  /// theme.
  static func style(_ name: String?) throws -> Style {
    guard let name else { return .ign }
    if Theme.embeddedNames.contains(name) { return .embedded(name) }
    let files = try files(in: name, ending: endings, otherwise: unknownTheme)
    return .files(
      name: SuiteCase.shortName(ofStyle: name),
      files.map { StyleSource(path: $0.path, bytes: $0.bytes) })
  }

  /// Returns the templates in a folder, or throws the errors of all files that cannot be used.
  ///
  /// The array is empty if `folder` is `nil`.
  static func templates(in folder: String?) throws -> [TemplateSource] {
    let (templates, errors) = try templatesAndErrors(in: folder)
    if errors.isEmpty { return templates }
    throw Failure(
      .configuration, message: "the templates cannot be used", at: folder,
      details: SourceErrors(.templates, errors: errors).located(in: [folder]).lines)
  }

  /// Returns the templates in a folder that can be compiled, and the errors of all other files.
  static func templatesAndErrors(
    in folder: String?
  ) throws -> (templates: [TemplateSource], errors: [SourceError]) {
    guard let folder else { return ([], []) }
    var errors: [SourceError] = []
    let files = try files(in: folder, ending: [TemplateFolder.ending]) {
      errors = try TemplateFolder.errors(in: $0, atMost: maximumEntryCount)
      return !errors.isEmpty
    } otherwise: {
      Failure(
        .configuration, message: "the folder of templates cannot be read: \($1.message)", at: $0)
    }
    let unusable = TemplateSet.errors(in: files)
    let templates = files.filter { file in !unusable.contains { $0.file == file.path } }
    return (
      templates.map { TemplateSource(path: $0.path, bytes: $0.bytes) }, errors + unusable
    )
  }

  /// Returns the files in a folder with one of these endings.
  ///
  /// `mayBeEmpty` gets the folder, and decides whether it may have no such files.
  private static func files(
    in folder: String, ending suffixes: [String],
    mayBeEmpty: (String) throws -> Bool = { _ in false },
    otherwise failure: (String, SystemError) -> Failure
  ) throws -> [(path: String, bytes: [UInt8])] {
    _ = try translatingErrors(of: Folders.names(in: folder, atMost: 1)) {
      (error: SystemError) in failure(folder, error)
    }
    let mayBeEmpty = try mayBeEmpty(folder)
    let paths = try FolderListing.files(
      in: folder, ending: suffixes, intoSubfolders: true, atMost: maximumEntryCount,
      failingAs: .configuration)
    if paths.isEmpty, !mayBeEmpty {
      throw Failure(
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
        throw Failure(
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
  static func contents(of path: String) throws -> [UInt8] {
    do { return try WholeFile.bytes(of: path, atMost: maximumFileSize, accepting: .regular) } catch
    {
      var failure = Failure(error, reading: path)
      failure.kind = .configuration
      throw failure
    }
  }

  static func logo(at path: String) throws -> ImageFile {
    guard let image = ImageFile(try contents(of: path)) else {
      throw Failure(.configuration, message: "this is no PNG, JPEG, GIF or WebP picture", at: path)
    }
    guard image.isComplete else {
      throw Failure(.configuration, message: "the picture is damaged: its end is missing", at: path)
    }
    return image
  }

  /// Returns the error for a theme that is not built in and whose folder cannot be read.
  private static func unknownTheme(_ name: String, error: SystemError) -> Failure {
    let near = nearest(to: name, among: Theme.embeddedNames).map { "did you mean '\($0)'? " } ?? ""
    let names = Theme.embeddedNames.joined(separator: ", ")
    return Failure(
      .configuration,
      message: error.isMissing
        ? "there is no theme and no folder of this name"
        : "the folder of the theme cannot be read: \(error.message)", at: name,
      advice: "\(near)give a folder, or one of: \(names)")
  }
}
