import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import AtollLayout

/// The work of `atoll render` and `atoll rows`.
enum RenderRun {
  static func run(_ arguments: StoryArguments) throws {
    let context = TerminalContext(of: Destination(arguments.output))
    try check(arguments, in: context)
    var arguments = arguments
    try arguments.readNotification()
    try arguments.readPrevious()
    if arguments.format == .json {
      return try write(
        arguments, isForReading: false,
        headers: [ResponseHeader(name: "Content-Type", value: "application/json")]
      ) { (story, options) in
        let blocks = options.pageBlocks(of: story)
        return Rendering(bytes: blocks.json(), report: blocks.report)
      }
    }
    if arguments.display.isPaged { return try PagedRenderRun.run(arguments) }
    let options = try arguments.options(in: context)
    let renderer = try renderer(for: arguments.display, options: options)
    var run = try StoryRun(arguments, options: options, in: context)
    try run.throwIfStrict()
    try run.endIfNothingIsNew()
    if arguments.isStrict { return try writeWhole(using: renderer, in: &run) }
    if try printHeadersIfRequested({ renderer.headers(for: $0) }, in: &run) { return }
    if run.context.isTerminal, renderer.options.format.isForReading {
      try showPieces(using: renderer, in: &run)
    } else {
      try writePieces(using: renderer, in: &run)
    }
  }

  /// Throws an error if an option would have no effect.
  private static func check(
    _ arguments: StoryArguments, in context: TerminalContext
  ) throws {
    let isScreen = context.isTerminal && !arguments.printsHeaders
    let format = arguments.format ?? .rendering(isScreen ? .ansi : .page)
    try arguments.server.check(arguments.common.given)
    try DisplayArguments.check(
      arguments.common.given, of: arguments.display.options, for: format.libraryFormat)
    try arguments.checkNotification()
    try arguments.checkNewCommentOptions()
  }

  static func renderer(
    for display: DisplayArguments, options: Options
  ) throws -> Renderer {
    if options.format == .card, options.focus == nil, options.card.comments == nil {
      throw Failure(commandLine: "a card shows one comment", advice: "add --comment ID")
    }
    let style = try StyleInputs.style(display.style)
    let templates = try StyleInputs.templates(in: display.templateFolder)
    return try attributingCompileErrors(toFilesIn: display.style, display.templateFolder) {
      try Renderer(options: options, style: style, templates: templates)
    }
  }

  // MARK: Writing

  /// Writes text about a story.
  static func write(
    _ arguments: StoryArguments, isForReading: Bool, headers: [ResponseHeader],
    text: (Story, Options) -> Rendering
  ) throws {
    let context = TerminalContext(of: Destination(arguments.output))
    var run = try StoryRun(arguments, options: try arguments.options(in: context), in: context)
    try run.throwIfStrict()
    try run.endIfNothingIsNew()
    let rendering = text(run.story, run.options)
    run.add(rendering.report, isForBrowsers: false)
    try run.throwIfStrict()
    let allHeaders = headers + [ResponseHeader(name: "X-Content-Type-Options", value: "nosniff")]
    if try printHeadersIfRequested({ _ in allHeaders }, in: &run) { return }
    try write(rendering.bytes, isForReading: isForReading, in: &run)
  }

  /// Prints the headers if they are asked for, and returns whether the run is then finished.
  ///
  /// Without an output file, it is finished: the headers replace the result on standard output.
  private static func printHeadersIfRequested(
    _ headers: (Story) -> [ResponseHeader], in run: inout StoryRun
  ) throws -> Bool {
    guard run.arguments.printsHeaders else { return false }
    try run.printHeaders(headers(run.story))
    guard run.destination.path == nil else { return false }
    try run.finish(bytesWritten: 0)
    return true
  }

  private static func write(
    _ bytes: [UInt8], isForReading: Bool, in run: inout StoryRun
  ) throws {
    if isForReading, run.context.isTerminal {
      var screen = run.screen()
      try screen.write(bytes.span)
      try screen.finish()
    } else {
      try run.destination.write(bytes + run.context.lineEndToAdd(after: bytes.last))
    }
    try run.finish(bytesWritten: bytes.count)
  }

  /// Renders everything before the first byte is written, since `--strict` may
  /// forbid writing anything.
  private static func writeWhole(using renderer: Renderer, in run: inout StoryRun)
    throws
  {
    let rendering = try renderer.render(run.story)
    run.add(rendering.report)
    try run.throwIfStrict()
    if try printHeadersIfRequested({ renderer.headers(for: $0) }, in: &run) { return }
    try write(rendering.bytes, isForReading: renderer.options.format.isForReading, in: &run)
  }

  /// Writes each piece as it is rendered, so that a whole page is never in memory.
  private static func writePieces(
    using renderer: Renderer, in run: inout StoryRun
  ) throws {
    var output = try run.destination.open()
    var written = 0
    var last: UInt8?
    run.add(
      try renderer.prepare(run.story).write { piece in
        try output.write(piece)
        written += piece.count
        last = piece.isEmpty ? last : piece[piece.count - 1]
        run.showProgress(Progress.Step(name: "writing", done: written))
      })
    let lineEnd = run.context.lineEndToAdd(after: last)
    try output.write(lineEnd.span)
    try output.finish()
    try run.finish(bytesWritten: written)
  }

  /// Shows each piece on the terminal as it is rendered, in a pager if the output does not
  /// fit the screen.
  private static func showPieces(using renderer: Renderer, in run: inout StoryRun)
    throws
  {
    var screen = run.screen()
    var written = 0
    run.add(
      try renderer.prepare(run.story).write { piece in
        try screen.write(piece)
        written += piece.count
      })
    try screen.finish()
    try run.finish(bytesWritten: written)
  }
}
