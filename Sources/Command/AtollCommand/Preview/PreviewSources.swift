import Atoll
import AtollBytes
import AtollComments
import AtollOperatingSystem
import AtollPreview
import AtollTheming

/// The source files of a preview.
///
/// The files are looked up again for each update, so that new files are found.
struct PreviewSources {
  private let folder: String
  private let arguments: PreviewArguments

  /// The name of the folder, for the title of the page.
  let name: String

  init(_ arguments: PreviewArguments) throws {
    self.arguments = arguments
    folder = arguments.folder
    name = folder.split(separator: "/").last.map(String.init) ?? folder
    try checkFolder()
    try checkNamedInputs()
  }

  private func checkFolder() throws {
    let kind = try translatingErrors(of: FileMetadata(of: folder).kind) { (error: SystemError) in
      Failure(.noInput, message: "the folder cannot be read: \(error.message)", at: folder)
    }
    if kind != .folder { throw Failure(.noInput, message: "this is not a folder", at: folder) }
  }

  /// Throws an error if an option names something that does not exist.
  ///
  /// Other errors in the files are shown on the page, where they disappear once they are corrected.
  private func checkNamedInputs() throws {
    if let style = arguments.style, !exists(style) { _ = try StyleInputs.style(style) }
    if let templates = arguments.templateFolder, !exists(templates) {
      _ = try StyleInputs.templates(in: templates)
    }
    if let thread = arguments.threadFile, !exists(thread) {
      _ = try StoryInput.sources(at: thread, on: Console(isQuiet: true))
    }
  }

  /// The name of a built-in style, or the folder of the style; `nil` for the default style.
  private var style: String? {
    if let style = arguments.style { return style }
    return [folder, "\(folder)/style"].first { isFile("\($0)/theme.json") }
  }

  /// The folder of templates; `nil` if there is none.
  private var templateFolder: String? {
    let defaultPath = "\(folder)/templates"
    let hasDefaultFolder = (try? FileMetadata(of: defaultPath))?.kind == .folder
    return arguments.templateFolder ?? (hasDefaultFolder ? defaultPath : nil)
  }

  /// The folder of templates; `nil` if there is none, or while it has nothing that would be read.
  private var nonemptyTemplateFolder: String? {
    guard let templateFolder else { return nil }
    let entries = try? entries(of: templateFolder, ofKind: .templates)
    return entries?.isEmpty == true ? nil : templateFolder
  }

  /// Returns the paths of the entries of a folder that `kind` reads or rejects.
  private func entries(of folder: String, ofKind kind: FolderKind) throws -> [String] {
    try FolderListing.allEntries(in: folder, intoSubfolders: true)
      .filter { entry in
        switch kind.treatment(of: entry.name) {
        case .reads: true
        case .rejects: entry.kind != .folder
        case .ignores: false
        }
      }
      .map { "\(folder)/\($0.name)" }
  }

  private var threadFile: String? {
    if let threadFile = arguments.threadFile { return threadFile }
    // Every file ending in .json in this folder is read as part of the style.
    if style == folder { return nil }
    let defaultPath = "\(folder)/thread.json"
    return isFile(defaultPath) ? defaultPath : nil
  }

  private func exists(_ path: String) -> Bool { (try? FileMetadata(of: path)) != nil }

  private func isFile(_ path: String) -> Bool { (try? FileMetadata(of: path))?.kind == .file }

  /// Reads and validates all files; the errors are the same as those of `atoll render`.
  func read() throws -> PreviewInputs {
    try checkFolder()
    let style = try StyleInputs.style(style)
    let templates = try StyleInputs.templates(in: nonemptyTemplateFolder)
    let story: Story
    if let threadFile {
      // The files are read after every change, so notes about them would be repeated.
      let sources = try StoryInput.sources(at: threadFile, on: Console(isQuiet: true))
      story = try Reading(sources).story
    } else {
      story = try DemoCommand.story("story.json")
    }
    for format in [Options.Format.page, .emailHTML] {
      var options = Options()
      options.format = format
      options.mail = arguments.mail
      _ = try attributingCompileErrors(toFilesIn: self.style, nonemptyTemplateFolder) {
        try Renderer(options: options, style: style, templates: templates)
      }
    }
    return PreviewInputs(
      style: style, templates: templates, story: story,
      specimen: try DemoCommand.story("specimen.json"), mail: arguments.mail)
  }

  /// The path of a file, and metadata that is different after every change of the file.
  ///
  /// Programs can set a file's modification time (mtime), but not its status change time (ctime).
  struct Stamp: Hashable {
    let path: String
    let statusChangeTime: FileMetadata.Time
    let fileID: FileMetadata.FileID
  }

  /// Returns the stamps of all files; if a file has changed, they differ from the earlier stamps.
  func stamps() -> [Stamp] {
    var paths: [String] = []
    for (folder, kind) in [(style, FolderKind.theme), (templateFolder, .templates)] {
      guard let folder, !Theme.embeddedNames.contains(folder) else { continue }
      paths += (try? entries(of: folder, ofKind: kind)) ?? []
    }
    if let threadFile { paths.append(threadFile) }
    return paths.compactMap { path in
      // A link that leads nowhere is an error until it is removed.
      guard let metadata = (try? FileMetadata(of: path)) ?? (try? FileMetadata(ofLink: path)) else {
        return nil
      }
      return Stamp(
        path: path, statusChangeTime: metadata.statusChangeTime, fileID: metadata.fileID)
    }
  }
}
