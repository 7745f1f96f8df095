import Atoll
import Comments
import OperatingSystem

/// The work of `atoll digest`.
enum DigestCommandRun {
  /// The comments of each story if neither `--top` nor `--top-per-story` says how many.
  private static let usualTop = 3

  static func run(_ arguments: DigestArguments) throws(CommandError) {
    var arguments = arguments
    let console = Console(arguments.common)
    try check(arguments)
    if arguments.digest.top == nil, arguments.digest.topPerStory == nil {
      arguments.digest.topPerStory = usualTop
    }
    let destination = Destination(arguments.output)
    try destination.check(apartFrom: arguments.inputs)
    let context = TerminalContext(of: destination)
    var options = try arguments.display.options(
      for: arguments.format, in: context, color: arguments.common.color)
    try MailOptions.check(arguments.common.given, for: options.format)
    options.digest = arguments.digest
    let renderer = try RenderRun.renderer(arguments.display, options)
    let stories = try stories(arguments, console)
    if arguments.skipsEmpty, renderer.chosenCount(of: stories) == 0 {
      console.say(.note, "no comment is chosen; nothing was written")
      throw .silent(.nothingNew)
    }
    let rendering: Rendering
    do { rendering = try renderer.render(digestOf: stories) } catch { throw CommandError(error) }
    try destination.write(rendering.bytes)
    console.say(rendering.report.diagnostics, in: nil)
  }

  private static func check(_ arguments: DigestArguments) throws(CommandError) {
    if arguments.digest.only.contains(.new), arguments.display.options.since == nil {
      throw .usage("--only new needs to know which comments are new", advice: "add --since MOMENT")
    }
    if arguments.files.isEmpty, Terminal.isTerminal(0) {
      throw .usage("no input", advice: "name a file, or - to type lines in")
    }
  }

  // MARK: Input

  private static func stories(
    _ arguments: DigestArguments, _ console: Console
  ) throws(CommandError) -> [Story] {
    var stories: [Story] = []
    for path in arguments.inputs {
      for source in try StoryInput.sources(at: path) {
        for input in parts(of: source, path) {
          do throws(AtollError) {
            let reading = try Reading([input], as: arguments.form)
            console.say(reading.diagnostics, in: input.name)
            stories.append(reading.story)
          } catch {
            throw CommandError(error)
          }
        }
      }
    }
    return stories
  }

  /// Returns the lines of an input that has a story on each, or the input itself.
  private static func parts(of source: InputSource, _ path: String) -> [InputSource] {
    let name = source.name.hasSuffix(".gz") ? String(source.name.dropLast(3)) : source.name
    guard path == "-" || name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") else {
      return [source]
    }
    var inputs: [InputSource] = []
    let lines = source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains(where: { $0 > 0x20 }) {
      inputs.append(InputSource(name: "\(source.name), line \(index + 1)", bytes: Array(line)))
    }
    return inputs
  }
}
