public import AtollComments

import AtollBodyParsing
import AtollBytes
import AtollEmailOutput
import AtollFeedOutput
import AtollHTMLOutput
import AtollLayout
import AtollRows
import AtollTerminalOutput

/// A renderer that turns stories into output.
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
  /// The maximum number of comments for which `SortControls.auto` adds sort controls to a page.
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
      if options.showsOnlyNewComments != showedOnlyNewComments { layout = options.layoutOptions() }
    }
  }
  /// The layout options, made once for all stories.
  var layout: LayoutOptions
  let configuration: WriterConfiguration
  /// The smallest and the largest size, in bytes, of the pieces in which output is passed on.
  ///
  /// Pieces grow with the output: for a small output, the memory of a large piece costs more than
  /// additional system calls.
  static let (minimumChunkSize, maximumChunkSize) = (32 * 1024, 256 * 1024)

  /// Creates a renderer with these options, theme and templates, or throws an error if they cannot
  /// be used.
  public init(
    options: Options = Options(), style: Style = .ign, templates: [TemplateSource] = []
  ) throws(AtollError) {
    self.options = options
    try options.check()
    layout = options.layoutOptions()
    configuration = try WriterConfiguration(options, style: style, templates: templates)
  }

  /// Returns the HTTP headers with which the rendering of a story should be served.
  ///
  /// If `Options.pageLimit` is set, they are the headers for all pages of the story. If such pages
  /// contain their style sheets, each needs a policy of its own: then there is no header
  /// `Content-Security-Policy`, and each page has its policy in a `<meta>` element.
  public func headers(for story: Story) -> [ResponseHeader] {
    let story = options.applyingPseudonyms(to: story)
    let type = ResponseHeader(name: "Content-Type", value: options.format.contentType)
    let noSniff = ResponseHeader(name: "X-Content-Type-Options", value: "nosniff")
    guard case .markup(let markup) = configuration else { return [type, noSniff] }
    var headers = [type, noSniff, ResponseHeader(name: "Referrer-Policy", value: "no-referrer")]
    if options.pageLimit == nil || options.styleSheetAddress != nil {
      let policy = style(of: story, markup: markup)
        .policyHeader(allowingStyleAttributes: options.showsSortControls(story))
      headers.insert(ResponseHeader(name: "Content-Security-Policy", value: policy), at: 1)
    }
    return headers
  }

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

  func write<Failure: Error>(
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
      let blocks = blockList(of: story, about: focus, in: &workspace)
      var writer = TerminalWriter(palette, list: blocks, settings: settings)
      return try blocks.write(
        with: &writer, options: options, bodies: &workspace.bodies, to: &workspace.output,
        flush: flush)
    case .mail(let mail):
      guard let headers else { return Report() }
      var mailRenderer = MailRenderer(
        options: options, layout: layout, configuration: mail, story: story, focus: focus,
        headers: headers)
      return mailRenderer.render(to: &workspace.output)
    case .structuredData(let settings, let addresses):
      let blocks = blockList(of: story, about: focus, in: &workspace)
      let data = settings.chosenKind(for: blocks)
      guard let kind = data.kind else { return Report(diagnosticList: data.diagnostics) }
      var writer = StructuredDataWriter(
        blocks, kind: kind, subject: settings.subject, addresses: addresses,
        hasAnchors: options.hasAnchors)
      return try blocks.write(
        with: &writer, options: options, bodies: &workspace.bodies, to: &workspace.output,
        flush: flush)
    case .feed(let addresses):
      let blocks = blockList(of: story, about: focus, in: &workspace)
      var writer = AtomWriter(blocks, addresses: addresses)
      return try blocks.write(
        with: &writer, options: options, bodies: &workspace.bodies, to: &workspace.output,
        flush: flush)
    }
  }

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
    writerOptions.structuredDataKind = data?.kind
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
    if let data { report.diagnosticList.add(contentsOf: data.diagnostics) }
    workspace.recycle(writer.takeScratch())
    return report
  }

  private func blockList(
    of story: Story, about focus: Position?, in workspace: inout Workspace
  ) -> BlockList {
    BlockList(
      story, options: layout, selecting: options.selection(in: story, focus: focus),
      in: &workspace.trees)
  }
}
