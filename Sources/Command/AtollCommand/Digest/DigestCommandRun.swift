import Atoll
import Batch
import Comments
import OperatingSystem
import Store

/// The work of `atoll digest`.
enum DigestCommandRun {
  static func run(_ arguments: DigestArguments) throws(CommandError) {
    var arguments = arguments
    let console = Console(arguments.common)
    let earlier = try arguments.earlier.earlierRun(arguments.common)
    if earlier != nil { arguments.display.options.since = .unknown }
    try check(arguments)
    let destination = Destination(arguments.output)
    try destination.check(apartFrom: arguments.inputs)
    let context = TerminalContext(of: destination)
    let options = try arguments.options(in: context)
    try DisplayArguments.check(arguments.common.given, for: options.format)
    let renderer = try RenderRun.renderer(arguments.display, options)
    let input = try input(arguments, renderer, earlier, console)
    if arguments.skipsEmpty, input.stories.isEmpty {
      console.say(.note, "no comment is chosen; nothing was written")
      throw .silent(.nothingNew)
    }
    let rendering: Rendering
    do {
      rendering = try renderer.render(digestOf: input.stories, newSince: input.since)
    } catch {
      throw CommandError(error)
    }
    try destination.write(rendering.bytes)
    console.say(rendering.report.diagnostics, in: nil)
  }

  private static func check(_ arguments: DigestArguments) throws(CommandError) {
    if arguments.digest.only.contains(.new), arguments.display.options.since == nil {
      throw .usage(
        "--only new needs to know which comments are new",
        advice: "add --since MOMENT or --since-store STORE")
    }
    if arguments.files.isEmpty, Terminal.isTerminal(0) {
      throw .usage("no input", advice: "name a file, or - to type lines in")
    }
  }

  // MARK: Input

  /// Stories with a chosen comment, and the moments after which comments of theirs are new.
  private struct Input {
    var stories: [Story] = []
    /// By the ids of the stories; empty without an earlier run.
    var since: [String: Timestamp] = [:]

    mutating func add(_ story: Story, since moment: Timestamp?, _ renderer: Renderer) {
      let since = moment.map { [story.id: $0] } ?? [:]
      // Of many stories few have a chosen comment, and only those need memory.
      guard renderer.chosenCount(of: [story], newSince: since) > 0 else { return }
      stories.append(story)
      self.since.merge(since) { $1 }
    }
  }

  private static func input(
    _ arguments: DigestArguments, _ renderer: Renderer, _ earlier: EarlierRun?, _ console: Console
  ) throws(CommandError) -> Input {
    var chosen = Input()
    let earlier = try StoreCommands.wrapped { () throws(StoreError) in try earlier?.lookup() }
    for path in arguments.inputs {
      for source in try StoryInput.sources(at: path) {
        for input in parts(of: source, path) {
          let reading: Reading
          do { reading = try Reading([input], as: arguments.form) } catch {
            throw CommandError(error)
          }
          console.say(reading.diagnostics, in: input.name)
          let since = try StoreCommands.wrapped { () throws(StoreError) in
            try earlier?.end(ofKey: Array(reading.story.id.utf8))
          }
          chosen.add(reading.story, since: since, renderer)
        }
      }
    }
    return chosen
  }

  /// Returns the lines of an input that has a story on each, or the input itself.
  static func parts(of source: InputSource, _ path: String) -> [InputSource] {
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
