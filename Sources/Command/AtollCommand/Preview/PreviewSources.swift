import Atoll
import Comments
import OperatingSystem
import Preview
import Theming

/// The files that a preview is made of.
///
/// They are looked for again at every change, so that a file which appears later is found.
struct PreviewSources {
  private let folder: String
  private let arguments: PreviewArguments

  /// The name of the folder, for the title of the page.
  let name: String

  init(_ arguments: PreviewArguments) throws(CommandError) {
    self.arguments = arguments
    folder = arguments.folder ?? "."
    name = folder.split(separator: "/").last.map(String.init) ?? folder
    let kind: FileFacts.Kind
    do { kind = try FileFacts(of: folder).kind } catch {
      throw .failure(.noInput, "the folder cannot be read: \(error.message)", at: folder)
    }
    if kind != .folder { throw .failure(.noInput, "this is not a folder", at: folder) }
  }

  // MARK: Where they are

  /// The name of a built-in style, or the folder of the style.
  private var style: String? {
    if let style = arguments.style { return style }
    return [folder, "\(folder)/style"].first { isFile("\($0)/theme.json") }
  }

  private var templates: String? {
    if let templates = arguments.templates { return templates }
    let usual = "\(folder)/templates"
    return (try? FileFacts(of: usual))?.kind == .folder ? usual : nil
  }

  private var thread: String? {
    if let thread = arguments.thread { return thread }
    // A style reads every file of its folder that ends in .json.
    if style == folder { return nil }
    let usual = "\(folder)/thread.json"
    return isFile(usual) ? usual : nil
  }

  private func isFile(_ path: String) -> Bool { (try? FileFacts(of: path))?.kind == .file }

  // MARK: What they contain

  /// Reads all files, and tries them: the errors are those of `atoll render`.
  func read() throws(CommandError) -> PreviewInputs {
    let style = try StyleInputs.style(style)
    let templates = try StyleInputs.templates(in: templates)
    let story: Story
    if let thread {
      let sources = try StoryInput.sources(at: thread)
      do { story = try Reading(sources).story } catch { throw CommandError(error) }
    } else {
      story = try DemoCommand.story("story.json")
    }
    for format in [Options.Format.page, .emailHTML] {
      var options = Options()
      options.format = format
      do {
        _ = try Renderer(options: options, style: style, templates: templates)
      } catch {
        throw CommandError(error)
      }
    }
    return PreviewInputs(
      style: style, templates: templates, story: story,
      specimen: try DemoCommand.story("specimen.json"))
  }

  // MARK: When they change

  /// The size and the times of a file, which tell whether it has changed.
  struct Stamp: Hashable {
    let path: String
    let size: Int
    let modified: FileFacts.Moment
    let identity: FileFacts.Identity
  }

  /// Returns the stamps of all files; others than before mean that something has changed.
  func stamps() -> [Stamp] {
    var paths: [String] = []
    for (folder, endings) in [(style, [".json", ".css"]), (templates, [".mustache"])] {
      guard let folder, !Theme.embeddedNames.contains(folder) else { continue }
      let files = try? FolderListing.files(in: folder, ending: endings, intoSubfolders: true)
      paths += (files ?? []).map { "\(folder)/\($0)" }
    }
    if let thread { paths.append(thread) }
    return paths.compactMap { path in
      guard let facts = try? FileFacts(of: path) else { return nil }
      return Stamp(
        path: path, size: facts.size, modified: facts.modified, identity: facts.identity)
    }
  }
}
