import Bytes
import OperatingSystem
import Templating

/// A folder with a user's own templates.
enum TemplateFolder {
  private static let ending = ".mustache"

  /// Reports everything in a folder that was probably meant to be a template but cannot be one:
  /// links that lead nowhere, folders, and files whose names are misspelt.
  ///
  /// Templates with unknown names are reported when they are compiled.
  static func check(_ folder: String, atMost maximumEntryCount: Int) throws(Failure) {
    let entries = try FolderListing.everything(
      in: folder, intoSubfolders: true, atMost: maximumEntryCount, failingAs: .configuration)
    let names = TemplateSet().names
    let errors = entries.compactMap { entry in
      var error = error(in: entry, among: names)
      error?.file = "\(folder)/\(entry.name)"
      return error
    }
    if errors.isEmpty { return }
    throw Failure(
      .configuration, message: "the templates cannot be used", at: folder,
      details: errors.map(\.description))
  }

  private static func error(in entry: FolderListing.Entry, among names: [String]) -> SourceError? {
    guard entry.name.hasSuffix(ending) else {
      guard entry.kind != .folder, let near = misspeltTemplate(entry.name, among: names) else {
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

  /// Returns the template that a file was probably meant to be, if its name does not end as those
  /// of templates do.
  ///
  /// Copies of templates, such as `comment.mustache~` and `comment.mustache.orig`, are not meant.
  private static func misspeltTemplate(_ name: String, among names: [String]) -> String? {
    guard !name.hasSuffix("~"), let near = nearest(to: name, among: names) else { return nil }
    let rest = name.hasPrefix(near) ? name.utf8.dropFirst(near.utf8.count).first : nil
    return rest.map(isLetter) == false ? nil : near
  }
}
