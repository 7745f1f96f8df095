import AtollBytes
import AtollOperatingSystem
import AtollTemplating

/// A folder with a user's own templates.
enum TemplateFolder {
  static let ending = ".mustache"

  /// Returns an error for each entry that is probably meant to be a template but is not.
  ///
  /// These are files with misspelled names, links to folders, and folders and dead links whose
  /// names end in `.mustache`. For files with this ending, see `TemplateSet.errors(in:)`.
  static func errors(
    in folder: String, atMost maximumEntryCount: Int
  ) throws(Failure) -> [SourceError] {
    let entries = try FolderListing.allEntries(
      in: folder, intoSubfolders: true, atMost: maximumEntryCount, failingAs: .configuration)
    let names = TemplateSet().names
    return entries.compactMap { entry in
      if entry.kind == .link, (try? FileMetadata(of: "\(folder)/\(entry.name)"))?.kind == .folder {
        return SourceError(
          file: entry.name, message: "this is a link to a folder, which is not followed; copy it")
      }
      return error(in: entry, among: names)
    }
  }

  /// Returns whether a file with this name is read, ignored or rejected in a folder of templates.
  static func treatment(of name: String) -> FolderKind.Treatment {
    if name.hasSuffix(ending) { return .reads }
    return misspelledTemplate(name, among: TemplateSet().names) == nil ? .ignores : .rejects
  }

  private static func error(in entry: FolderListing.Entry, among names: [String]) -> SourceError? {
    guard entry.name.hasSuffix(ending) else {
      guard entry.kind != .folder, let near = misspelledTemplate(entry.name, among: names) else {
        return nil
      }
      return SourceError(
        file: entry.name, message: "there is no template of this name", suggestion: near)
    }
    let message: String? =
      switch entry.kind {
      case .file: nil
      case .folder: "this is a folder, and a template is a file"
      case .link: "this link does not lead to a file"
      case .pipe, .device, .other, nil: "this is no regular file"
      }
    return message.map { SourceError(file: entry.name, message: $0) }
  }

  /// Returns the name of the template that a file was probably meant to be.
  ///
  /// `name` does not end in `.mustache`. The result is `nil` for copies of templates, such as
  /// `comment.mustache~` and `comment.mustache.orig`.
  private static func misspelledTemplate(_ name: String, among names: [String]) -> String? {
    guard !name.hasSuffix("~"), let near = nearest(to: name, among: names) else { return nil }
    let rest = name.hasPrefix(near) ? name.utf8.dropFirst(near.utf8.count).first : nil
    return rest.map(isLetter) == false ? nil : near
  }
}
