import AtollArguments
import AtollPictureTests

/// The kind of a folder of inputs, which determines the files that are read.
enum FolderKind {
  /// A folder of story files, as in `render`.
  case stories
  /// A dump, as in `batch`; a folder with files that are not read is an error.
  case dump
  case theme
  case templates
  /// A folder of pages for snapshots.
  case pages
  /// A folder that a suite names, which may have stories, themes or templates.
  case ofSuite

  /// Creates the kind of the folder that an option names; `nil` for a folder in which Atoll
  /// chooses all names of files.
  init?(ofOption name: String) {
    switch name {
    case "templates": self = .templates
    case "style": self = .theme
    case "html": self = .pages
    // The folder of snapshots.
    case "store": return nil
    default: self = .stories
    }
  }

  /// The treatment of a file in a folder.
  enum Treatment {
    case reads, rejects, ignores
  }

  /// Returns the treatment of a file; `path` is relative to the folder.
  func treatment(of path: String) -> Treatment {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    if parts.contains(where: { $0.first == UInt8(ascii: ".") }) { return .ignores }
    if parts.count > (readsSubfolders ? FolderListing.maximumDepth + 1 : 1) { return .ignores }
    switch self {
    case .stories: return DumpFolder.treatment(of: path) == .reads ? .reads : .ignores
    case .dump: return DumpFolder.treatment(of: path)
    case .theme: return StyleInputs.endings.contains(where: path.hasSuffix) ? .reads : .ignores
    case .templates: return TemplateFolder.treatment(of: path)
    case .pages: return PageFolder.endings.contains(where: path.hasSuffix) ? .reads : .ignores
    case .ofSuite:
      let treatments = [FolderKind.stories, .theme, .templates].map { $0.treatment(of: path) }
      return treatments.first { $0 != .ignores } ?? .ignores
    }
  }

  var readsSubfolders: Bool {
    switch self {
    case .stories, .dump: false
    case .theme, .templates, .pages, .ofSuite: true
    }
  }
}

extension CommandArguments {
  static var operandFolderKind: FolderKind { .stories }

  /// The files and folders that the command line names as inputs.
  var protectedInputs: ProtectedInputs {
    ProtectedInputs(common.given, operandFolderKind: Self.operandFolderKind)
  }
}
