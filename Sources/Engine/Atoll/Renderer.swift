public import Comments

import BodyParsing
import BodyText
import Bytes
import EmailOutput
import FeedOutput
import HTMLOutput
import Layout
import Rows
import TerminalOutput

/// Turns stories into output.
///
/// A renderer is made once, and renders any number of stories on any number of threads.
///
///     let reading = try Reading(bytes)
///     let renderer = try Renderer()
///     let page = try renderer.render(reading.story).bytes
///
/// Templates are compiled and the theme is validated when the renderer is made, so that a rendering
/// only walks over flat arrays.
public struct Renderer: Sendable {
  /// The most comments for which `SortControls.auto` adds sort controls to a page.
  ///
  /// A browser lays out the whole list again for each change of the order.
  public static let sortControlLimit = 2_000

  /// The options of every rendering.
  public internal(set) var options: Options
  /// The style sheet of pages, fragments and cards; empty for other formats.
  ///
  /// If `Options.styleSheetAddress` is set, serve the sheet there.
  public var styleSheet: [UInt8] {
    guard case .markup(let markup) = configuration else { return [] }
    return markup.sheet.css()
  }
  /// The time after which comments are new, which can be set anew for each story.
  package var since: Timestamp? {
    get { options.since }
    set {
      let showedOnlyNewComments = options.showsOnlyNewComments
      options.since = newValue
      if options.showsOnlyNewComments != showedOnlyNewComments { layout = options.layout() }
    }
  }
  /// The layout options, made once for all stories.
  var layout: LayoutOptions
  let configuration: WriterConfiguration
  /// The smallest and the largest size, in bytes, of the pieces in which output is passed on.
  ///
  /// The more output there is, the larger its pieces are.
  ///
  /// For a small output, the memory for a large piece costs more than additional system calls.
  static let (minimumChunkSize, maximumChunkSize) = (32 * 1024, 256 * 1024)
  private static let pageSize = 4096

  /// Creates a renderer with these options, theme and templates, or throws an error if they cannot
  /// be used.
  public init(
    options: Options = Options(), style: Style = .ign, templates: [TemplateSource] = []
  ) throws(AtollError) {
    self.options = options
    try options.check()
    layout = options.layout()
    configuration = try WriterConfiguration(options, style: style, templates: templates)
  }

  /// Renders a story and returns the whole output.
  public func render(_ story: Story) throws(AtollError) -> Rendering {
    try options.checkIsOnePage()
    let story = options.applyingPseudonyms(to: story)
    let focus = try options.focusPosition(in: story)
    let headers = try mailHeaders(for: story, about: focus)
    var workspace = Workspace(capacity: 64 * 1024)
    let report = write(story, about: focus, headers: headers, using: &workspace) {
      _ in
    }
    return Rendering(bytes: workspace.output.bytes(), report: report)
  }

  /// Renders a story and passes the output to `sink` in pieces, with only one piece in memory.
  ///
  /// An error that `sink` throws ends the rendering.
  public func render<SinkError: Error>(
    _ story: Story, into sink: (Span<UInt8>) throws(SinkError) -> Void
  ) throws(RenderingError<SinkError>) -> Report {
    var workspace = Workspace()
    return try render(story, using: &workspace, into: sink)
  }

  /// Renders a story in the memory of `workspace`, and passes the output to `sink` in pieces.
  ///
  /// An error that `sink` throws ends the rendering, and the output gathered until then is lost.
  public func render<SinkError: Error>(
    _ story: Story, using workspace: inout Workspace,
    into sink: (Span<UInt8>) throws(SinkError) -> Void
  ) throws(RenderingError<SinkError>) -> Report {
    try render(story, using: &workspace, omitsStyle: false, styleHandler: { _ in }, into: sink)
  }

  /// Renders a story without its style element, for callers that write one for many stories.
  ///
  /// `styleHandler` is called with the element and its position before any output is passed on.
  /// Only markup has a style element.
  package func renderWithoutStyle<SinkError: Error>(
    _ story: Story, using workspace: inout Workspace, styleHandler: (OmittedStyle) -> Void,
    into sink: (Span<UInt8>) throws(SinkError) -> Void
  ) throws(RenderingError<SinkError>) -> Report {
    try render(story, using: &workspace, omitsStyle: true, styleHandler: styleHandler, into: sink)
  }

  private func render<SinkError: Error>(
    _ story: Story, using workspace: inout Workspace, omitsStyle: Bool,
    styleHandler: (OmittedStyle) -> Void, into sink: (Span<UInt8>) throws(SinkError) -> Void
  ) throws(RenderingError<SinkError>) -> Report {
    var failure: SinkError?
    var report = Report()
    do throws(AtollError) {
      report = try renderChunks(
        of: story, using: &workspace, omitsStyle: omitsStyle, styleHandler: styleHandler
      ) { piece in
        do throws(SinkError) { try sink(piece) } catch {
          failure = error
          throw error
        }
      }
    } catch {
      throw .rendering(error)
    }
    if let failure { throw .sink(failure) }
    return report
  }

  /// Renders a story in pieces, until `sink` throws an error.
  ///
  /// The function is not generic: output may be passed on after every block, and throwing an error
  /// of a generic type takes longer.
  private func renderChunks(
    of story: Story, using workspace: inout Workspace, omitsStyle: Bool,
    styleHandler: (OmittedStyle) -> Void, into sink: (Span<UInt8>) throws -> Void
  ) throws(AtollError) -> Report {
    try options.checkIsOnePage()
    let story = options.applyingPseudonyms(to: story)
    let focus = try options.focusPosition(in: story)
    let headers = try mailHeaders(for: story, about: focus)
    let minimumChunkSize = workspace.minimumChunkSize
    var flushedCount = 0
    do {
      let report = try write(
        story, about: focus, headers: headers, using: &workspace, omitsStyle: omitsStyle,
        styleHandler: styleHandler
      ) { (output: inout OutputBuffer) in
        let chunkSize = min(max(minimumChunkSize, flushedCount / 32), Self.maximumChunkSize)
        guard output.count >= chunkSize else { return }
        // Whole memory pages, which systems copy into a file faster.
        let count = output.count & ~(Self.pageSize - 1)
        flushedCount += count
        try output.withBytes { try sink($0.extracting(0..<count)) }
        output.removeFirst(count)
      }
      if !workspace.buffersOutput { try workspace.flush(into: sink) }
      return report
    } catch {
      // The rest of the output must not become the beginning of the next story's.
      workspace.output.clear()
      return Report()
    }
  }

  /// Returns the HTTP headers with which the rendering of a story should be served.
  public func headers(for story: Story) -> [ResponseHeader] {
    let story = options.applyingPseudonyms(to: story)
    let type = ResponseHeader(name: "Content-Type", value: options.format.contentType)
    let noSniff = ResponseHeader(name: "X-Content-Type-Options", value: "nosniff")
    guard case .markup(let markup) = configuration else { return [type, noSniff] }
    let policy = ContentPolicy(
      style: style(of: story, markup: markup),
      allowsStyleAttributes: options.showsSortControls(story))
    return [
      type, ResponseHeader(name: "Content-Security-Policy", value: policy.header), noSniff,
      ResponseHeader(name: "Referrer-Policy", value: "no-referrer"),
    ]
  }

  /// Returns the style element in the output for a story.
  private func style(of story: Story, markup: WriterConfiguration.Markup) -> StyleElement {
    let focus = (try? options.focusPosition(in: story)) ?? nil
    let blocks = BlockList(
      story, options: layout, selecting: options.selection(in: story, focus: focus))
    guard markup.styles.choosesSheetByMarkup(for: blocks) else {
      return markup.styles.element(for: blocks)
    }
    var workspace = Workspace()
    _ = write(story, about: focus, headers: nil, using: &workspace) { _ in }
    return workspace.output.withBytes { markup.styles.element(for: $0) }
  }

  // MARK: Writing

  private func write<Failure: Error>(
    _ story: Story, about focus: Position?, headers: MailHeaders?,
    using workspace: inout Workspace, omitsStyle: Bool = false,
    styleHandler: (OmittedStyle) -> Void = { _ in },
    flush: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) -> Report {
    switch configuration {
    case .markup(let markup):
      return try write(
        story, about: focus, as: markup, using: &workspace, omitsStyle: omitsStyle,
        styleHandler: styleHandler,
        flush: flush)
    case .terminal(let palette, let settings):
      let blocks = blocks(of: story, about: focus, in: &workspace)
      var writer = TerminalWriter(palette, list: blocks, settings: settings)
      return try blocks.write(
        with: &writer, options: options, bodies: &workspace.bodies, to: &workspace.output,
        flush: flush)
    case .mail(let mail):
      guard let headers else { return Report() }
      var run = MailRun(
        options: options, layout: layout, configuration: mail, story: story, focus: focus,
        headers: headers)
      return run.render(to: &workspace.output)
    case .structuredData(let settings, let addresses):
      let blocks = blocks(of: story, about: focus, in: &workspace)
      let data = settings.chosenKind(for: blocks)
      guard let kind = data.kind else { return Report(diagnostics: data.diagnostics) }
      var writer = StructuredDataWriter(
        blocks, kind: kind, subject: settings.subject, addresses: addresses,
        hasAnchors: options.hasAnchors)
      return try blocks.write(
        with: &writer, options: options, bodies: &workspace.bodies, to: &workspace.output,
        flush: flush)
    case .feed(let addresses):
      let blocks = blocks(of: story, about: focus, in: &workspace)
      var writer = AtomWriter(blocks, addresses: addresses)
      return try blocks.write(
        with: &writer, options: options, bodies: &workspace.bodies, to: &workspace.output,
        flush: flush)
    }
  }

  /// Writes a page, a fragment or a card.
  private func write<Failure: Error>(
    _ story: Story, about focus: Position?, as markup: WriterConfiguration.Markup,
    using workspace: inout Workspace, omitsStyle: Bool, styleHandler: (OmittedStyle) -> Void,
    flush: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) -> Report {
    let selection = options.selection(in: story, focus: focus)
    let blocks = BlockList(
      story, options: layout, selecting: selection, in: &workspace.trees)
    var writerOptions = HTMLWriter.Options()
    let choosesSheetByMarkup = markup.styles.choosesSheetByMarkup(for: blocks)
    if !choosesSheetByMarkup { writerOptions.style = markup.styles.element(for: blocks) }
    writerOptions.omitsStyle = omitsStyle || choosesSheetByMarkup
    writerOptions.hasSortControls = selection.ranksRoots
    let data = markup.structuredData?.chosenKind(for: blocks)
    writerOptions.structuredData = data?.kind
    if let subject = markup.structuredData?.subject { writerOptions.subject = subject }
    var writer = HTMLWriter(
      markup.templates, list: blocks, options: writerOptions, in: workspace.takeHTMLScratch())
    var report: Report
    if choosesSheetByMarkup {
      let start = workspace.output.count
      report = blocks.write(
        with: &writer, options: options, bodies: &workspace.bodies, to: &workspace.output
      ) { _ in }
      let style = workspace.output.withBytes {
        markup.styles.element(for: $0.extracting(start...))
      }
      if omitsStyle {
        styleHandler(OmittedStyle(style, at: writer.styleOffset))
      } else {
        style.insert(into: &workspace.output, at: writer.styleOffset)
      }
      try flush(&workspace.output)
    } else {
      let style = writerOptions.style
      report = try blocks.write(
        with: &writer, options: options, bodies: &workspace.bodies, to: &workspace.output,
        didBegin: { if omitsStyle { styleHandler(OmittedStyle(style, at: $0.styleOffset)) } },
        flush: flush)
    }
    if let data { report.diagnostics += data.diagnostics }
    workspace.recycle(writer.takeScratch())
    return report
  }

  private func blocks(
    of story: Story, about focus: Position?, in workspace: inout Workspace
  ) -> BlockList {
    BlockList(
      story, options: layout, selecting: options.selection(in: story, focus: focus),
      in: &workspace.trees)
  }

  /// Returns the headers of an email, or `nil` for other formats; throws an error if a feed's story
  /// has no address.
  private func mailHeaders(
    for story: Story, about focus: Position?
  ) throws(AtollError) -> MailHeaders? {
    if case .feed = configuration, SafeURL(story.metadata.url, of: story.bytes) == nil {
      throw AtollError(
        .input, message: "the story has no address, and the ids of a feed are made of it",
        advice: "add the address of the story to the input")
    }
    guard case .mail(let mail) = configuration else { return nil }
    return try options.mailHeaders(for: story, about: focus, in: mail.part)
  }
}
