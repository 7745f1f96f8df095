import Atoll

/// `atoll render`.
enum RenderRun {
  static func run(_ invocation: Invocation) throws(Stop) {
    let surroundings = Surroundings.of(Destination(invocation.value(OutputOptions.output)))
    let options = try Options(invocation, surroundings)
    let renderer = try renderer(for: invocation, options)
    var run = try StoryRun(invocation, options, surroundings)
    try run.refuseIfStrict()
    try run.endIfNothingIsNew()
    if invocation.has(OutputOptions.printHeaders) {
      try run.printHeaders(renderer.headers(for: run.story))
      // The page itself would run into the headers.
      if run.destination.path == nil { return try run.finish(bytesWritten: 0) }
    }
    if invocation.has(MessageOptions.strict) {
      try writeWhole(renderer, &run)
    } else if run.surroundings.isTerminal, renderer.options.format.isForReading {
      try showPieces(renderer, &run)
    } else {
      try writePieces(renderer, &run)
    }
  }

  /// Throws an error where an option could have no effect.
  static func checkUse(of invocation: Invocation) throws(Stop) {
    let format = invocation.value(RenderOptions.format)
    for option in [RenderOptions.comment, RenderOptions.ancestors]
    where format != Options.Format.card.rawValue && invocation.value(option) != nil {
      throw .usage(
        UsageError(
          invocation.path, "--\(option.name) is for cards; the other formats show the whole thread",
          advice: "write --format card, or leave it out"))
    }
    if invocation.has(NewsOptions.skipEmpty), invocation.value(NewsOptions.since) == nil,
      invocation.value(NewsOptions.previous) == nil
    {
      throw .usage(
        UsageError(
          invocation.path, "--skip-empty needs to know what is new",
          advice: "write --since MOMENT or --previous FILE"))
    }
  }

  /// The renderer a command line asks for: its templates compiled, its style proven.
  static func renderer(
    for invocation: Invocation, _ options: Options
  ) throws(Stop) -> Renderer {
    if options.format == .card, options.focus == nil {
      throw .usage(
        UsageError(invocation.path, "a card is about one comment", advice: "write --comment ID"))
    }
    let style = try LookFiles.style(invocation.value(RenderOptions.style))
    let templates = try LookFiles.templates(in: invocation.value(RenderOptions.templates))
    do {
      return try Renderer(options: options, style: style, templates: templates)
    } catch {
      throw Stop(error)
    }
  }

  /// Renders all before a byte is written, since only then is known whether any may be.
  private static func writeWhole(_ renderer: Renderer, _ run: inout StoryRun) throws(Stop) {
    let rendering: Rendering
    do { rendering = try renderer.render(run.story) } catch { throw Stop(error) }
    run.note(rendering.report)
    try run.refuseIfStrict()
    if run.surroundings.isTerminal, renderer.options.format.isForReading {
      try run.show(rendering.bytes)
    } else {
      try run.destination.write(rendering.bytes)
    }
    try run.finish(bytesWritten: rendering.bytes.count)
  }

  /// Writes each piece as it is rendered, so that memory holds no whole page.
  private static func writePieces(_ renderer: Renderer, _ run: inout StoryRun) throws(Stop) {
    let output = try run.destination.open()
    var written = 0
    try pieces(renderer, &run) { (piece, run) in
      try unsafe piece.withUnsafeBufferPointer { try unsafe output.write($0) }
      written += piece.count
      run.tell(Progress.Step(name: "writing", done: written))
    }
    try output.finish()
    try run.finish(bytesWritten: written)
  }

  /// Shows each piece as it is rendered on the terminal, in a pager where they are too many for it.
  private static func showPieces(_ renderer: Renderer, _ run: inout StoryRun) throws(Stop) {
    var screen = run.screen()
    var written = 0
    try pieces(renderer, &run) { (piece, _) in
      try unsafe piece.withUnsafeBufferPointer { try unsafe screen.write($0) }
      written += piece.count
    }
    try screen.finish()
    try run.finish(bytesWritten: written)
  }

  private static func pieces(
    _ renderer: Renderer, _ run: inout StoryRun,
    _ write: (Span<UInt8>, inout StoryRun) throws -> Void
  ) throws(Stop) {
    do {
      let report = try renderer.render(run.story) { piece in
        try write(piece, &run)
      }
      run.note(report)
    } catch let stop as Stop {
      throw stop
    } catch let error as AtollError {
      throw Stop(error)
    } catch {
      throw .failure(.internalError, "\(error)")
    }
  }
}

extension Options.Format {
  /// Whether people read it as it is, and not a browser or a program.
  var isForReading: Bool {
    switch self {
    case .ansi, .text: true
    case .page, .fragment, .card, .email, .emailHTML, .emailText: false
    }
  }
}
