import Atoll
import Comments
import OperatingSystem
import PageShots
import Snapshots

/// The work of `atoll card`.
enum CardRun {
  static func run(_ arguments: CardArguments) throws(CommandError) {
    var story = arguments.story
    guard let folder = story.output else {
      throw .usage("a card consists of several files", advice: "name a folder for them: add -o DIR")
    }
    guard !arguments.address.isEmpty else {
      throw .usage(
        "the page names the address of its picture",
        advice: "add --address ADDRESS, at which the folder will be served")
    }
    try OutputFolder.check(folder, holdsOnly: SharedCard.isName, which: "one of a card's files")
    // The folder is written below, and not by the run as a file.
    story.output = nil
    story.format = .rendering(.card)
    let context = TerminalContext()
    let options = try story.options(in: context)
    let renderer = try RenderRun.renderer(story.display, options)
    var run = try StoryRun(story, options: options, in: context)
    let shared: SharedCard
    do { shared = try SharedCard(options, of: run.story, at: arguments.address) } catch {
      throw CommandError(error)
    }
    let card = try render(run.story, with: renderer)
    var alone = options
    alone.ancestors = 0
    let pictured = try render(
      shared.pictured, with: try RenderRun.renderer(story.display, alone))
    let shots = try shots(
      picture: shared.picturePage(of: pictured), embed: shared.embedPage(of: card), options,
      arguments.scale, run.console)
    let page = try page(of: run.story, shared, renderer, arguments)
    let data = shared.data(
      with: card, height: shots.embedHeight, pictureScale: arguments.scale)
    let files = [
      (SharedCard.pageName, page), (SharedCard.pictureName, shots.picture),
      (SharedCard.dataName, data),
    ]
    try write(files, into: folder)
    try run.finish(bytesWritten: files.reduce(0) { $0 + $1.1.count })
  }

  private static func render(
    _ story: Story, with renderer: Renderer
  ) throws(CommandError) -> [UInt8] {
    do { return try renderer.render(story).bytes } catch { throw CommandError(error) }
  }

  /// Returns the page with the comment.
  private static func page(
    of story: Story, _ shared: SharedCard, _ renderer: Renderer, _ arguments: CardArguments
  ) throws(CommandError) -> [UInt8] {
    let display = arguments.story.display
    let style = try StyleInputs.style(display.style)
    let templates = try StyleInputs.templates(in: display.templates)
    var workspace = Workspace()
    var card: [UInt8] = []
    do throws(RenderingError<Never>) {
      _ = try renderer.renderWithoutStyle(story, using: &workspace, styleAt: { _ in }) { piece in
        card += unsafe piece.withUnsafeBufferPointer { unsafe Array($0) }
      }
    } catch {
      switch error {
      case .rendering(let error): throw CommandError(error)
      }
    }
    do {
      return try shared.page(around: card, pictureScale: arguments.scale, style, templates)
    } catch {
      throw CommandError(error).locating(filesIn: display.style, display.templates)
    }
  }

  private static func write(
    _ files: [(name: String, bytes: [UInt8])], into folder: String
  ) throws(CommandError) {
    let replacement = try OutputFolder.begin(folder)
    for file in files {
      do { try replacement.write(file.bytes.span, as: file.name) } catch {
        throw CommandError.writing(error, to: "\(folder)/\(file.name)")
      }
    }
    try OutputFolder.finish(replacement, at: folder)
  }

  // MARK: Screenshots

  /// Takes the picture, and measures the height of the comment as other sites include it.
  private static func shots(
    picture: [UInt8], embed: [UInt8], _ options: Options, _ scale: Int, _ console: Console
  ) throws(CommandError) -> (picture: [UInt8], embedHeight: Int) {
    let work = try makeWorkFolder()
    defer { try? Folders.removeTree(work) }
    var pages: [PageRequest] = []
    for (name, bytes, width) in [
      ("picture.html", picture, SharedCard.pictureWidth),
      ("embed.html", embed, SharedCard.embedWidth),
    ] {
      let path = "\(work)/\(name)"
      do { try replaceFile(at: path, with: bytes) } catch {
        throw CommandError.writing(error, to: path)
      }
      pages.append(PageRequest(path: path, width: width))
      pages[pages.count - 1].scheme = options.scheme == .dark ? .dark : .light
    }
    (pages[0].viewportHeight, pages[0].scale, pages[0].wantsLayout) =
      (SharedCard.pictureHeight, scale, true)
    pages[1].viewportHeight = 1
    do throws(ShotError) {
      let environment = try ShotEnvironment(storeFolder: work, workFolder: work)
      let shots = try BrowserPool.shoot(pages, in: environment)
      let missing = FontCoverage(of: environment.fonts).missing(in: [shots[0].characters])
      if !missing.isEmpty {
        console.say(
          .warning, "no font has \(missing.joined(separator: ", "))", at: SharedCard.pictureName)
      }
      do throws(PictureError) {
        return (shots[0].file, try PNGReader.size(of: shots[1].file).height)
      } catch {
        throw .picture(error)
      }
    } catch {
      throw CommandError(error)
    }
  }

  /// Makes a folder for the pages and the browser's profile.
  private static func makeWorkFolder() throws(CommandError) -> String {
    let parent = Environment.ofProcess[.temporaryFolder] ?? "/tmp"
    let folder = absolutePath("\(parent)/atoll-card-\(UInt64.random(in: 0 ... .max))")
    do { try Folders.make(folder, mode: 0o700) } catch {
      throw .failure(ExitCode(creating: error), "cannot be created: \(error.message)", at: folder)
    }
    return folder
  }
}
