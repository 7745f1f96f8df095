import Atoll
import Comments
import OperatingSystem

/// `atoll demo`.
enum DemoCommand {
  private static let storyFile = "story.json"
  /// Two sheets, because some states cannot stand on the same page.
  private static let specimens = ["specimen", "specimen-closed"]
  /// The longest chain of replies on the sheets is cut here, so that hidden replies are seen too.
  private static let specimenDepth = 11
  /// The comment of the demo thread that the card shows, with the two it answers.
  private static let cardComment = "demo-4"
  /// The demo looks the same every day: this is its "now".
  private static let now = Timestamp(iso8601: "2026-07-31T18:30:00Z")

  static func run(_ invocation: Invocation) throws(Stop) {
    let console = Console(invocation)
    let folder = invocation.value(DemoOptions.folder) ?? "demo"
    let chosen = invocation.values(DemoOptions.format)
    do { try Folders.make(folder) } catch {
      throw .failure(.cannotCreate, "the folder cannot be made: \(error.message)", at: folder)
    }
    if chosen.isEmpty { try write(source(storyFile), to: "\(folder)/thread.json", console) }
    for format in RenderOptions.formats where chosen.isEmpty || chosen.contains(format) {
      let name = fileName(of: format)
      try write(storyFile, as: format, to: "\(folder)/\(name)", console)
    }
    if invocation.has(DemoOptions.specimen) {
      for name in specimens {
        try write(
          "\(name).json", as: "page", to: "\(folder)/\(name).html", console,
          maxDepth: specimenDepth)
      }
    }
  }

  private static func fileName(of format: String) -> String {
    switch Options.Format(rawValue: format) {
    case nil: "thread-blocks.json"
    case .page, .fragment, .card: "thread-\(format).html"
    case .ansi: "thread.ansi"
    case .text: "thread.txt"
    case .email: "thread.eml"
    case .emailHTML: "thread-email.html"
    case .emailText: "thread-email.txt"
    }
  }

  private static func write(
    _ file: String, as format: String, to path: String, _ console: Console,
    maxDepth: Int? = nil
  ) throws(Stop) {
    var options = Options()
    options.maxDepth = maxDepth
    options.format = Options.Format(rawValue: format) ?? .page
    options.now = now
    options.focus = cardComment
    options.ancestors = 2
    let story = try story(file)
    let bytes: [UInt8]
    if format == "json" {
      bytes = StageDump.json(of: story, options)
    } else {
      do {
        bytes = try Renderer(options: options).render(story).bytes
      } catch {
        throw Stop(error)
      }
    }
    try write(bytes, to: path, console)
  }

  private static func write(
    _ bytes: [UInt8], to path: String, _ console: Console
  ) throws(Stop) {
    let destination = Destination(path)
    try destination.check()
    try destination.write(bytes)
    try console.print("\(path)\n")
  }

  /// The document of a story that is built in.
  private static func source(_ name: String) throws(Stop) -> [UInt8] {
    guard let file = EmbeddedDemo.files.first(where: { $0.path == name }) else {
      throw .failure(.internalError, "the demo file '\(name)' is not built in")
    }
    return Array(file.text.utf8)
  }

  /// A story that is built in.
  static func story(_ name: String) throws(Stop) -> Story {
    let bytes = try source(name)
    do {
      return try Reading([InputSource(name: name, bytes: bytes)]).story
    } catch {
      throw Stop(error)
    }
  }
}
