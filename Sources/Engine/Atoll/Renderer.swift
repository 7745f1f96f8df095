public import Comments

import BodyParsing
import BodyText
import Bytes
import EmailOutput
import HTMLOutput
import Layout
import Rows
import TerminalOutput

/// Turns stories into output.
///
/// Made once, it renders any number of stories, on any number of threads.
///
///     let reading = try Reading([InputSource(name: "thread.json", bytes: bytes)])
///     let renderer = try Renderer()
///     let page = try renderer.render(reading.story).bytes
///
/// Templates are compiled and the theme is proven when the renderer is made; a rendering is a walk
/// over flat arrays.
public struct Renderer: Sendable {
  /// Pages with more comments than this are not given sort controls unless they are asked for: a
  /// browser lays the whole list out anew for each.
  public static let sortControlLimit = 2_000

  /// The options of every rendering.
  public let options: Options
  /// The style sheet that goes with the markup; other formats have none.
  ///
  /// If the options name its address, serve it there.
  public var styleSheet: [UInt8] {
    guard case .markup(let markup) = look else { return [] }
    return markup.sheet.css
  }
  /// Made once for all stories.
  private let layout: LayoutOptions
  private let look: Look
  /// Output is handed on in pieces of about this many bytes.
  static let pieceSize = 256 * 1024
  private static let pageSize = 4096

  /// A renderer with these options, theme and templates, or the reason why there cannot be one.
  public init(
    options: Options = Options(), style: Style = .ign, templates: [TemplateSource] = []
  ) throws(AtollError) {
    self.options = options
    try options.check()
    layout = options.layout()
    look = try Look(options, style, templates)
  }

  /// Renders a story and keeps the whole output.
  public func render(_ story: Story) throws(AtollError) -> Rendering {
    let focus = try options.focusPosition(in: story)
    let headers = try mailHeaders(for: story)
    var workspace = Workspace(capacity: 64 * 1024)
    let report = write(story, about: focus, headers, using: &workspace) { (_) throws(Never) in }
    return Rendering(bytes: workspace.output.bytes(), report: report)
  }

  /// Renders a story and hands the output on in pieces, so that memory holds one piece of it.
  ///
  /// An error of `sink` ends the rendering.
  public func render(
    _ story: Story, into sink: (Span<UInt8>) throws -> Void
  ) throws -> Report {
    var workspace = Workspace()
    return try render(story, using: &workspace, into: sink)
  }

  /// Renders a story in memory that was there before, and hands the output on in pieces.
  ///
  /// An error of `sink` ends the rendering, and the output gathered until then is lost.
  public func render(
    _ story: Story, using workspace: inout Workspace, into sink: (Span<UInt8>) throws -> Void
  ) throws -> Report {
    try render(story, using: &workspace, omitsStyle: false, styleAt: { _ in }, into: sink)
  }

  /// Renders a story without its style element, for callers that write the same one for many stories.
  ///
  /// `place` is called with the number of bytes before the element, before any of them is handed on. Only markup has one.
  package func renderWithoutStyle(
    _ story: Story, using workspace: inout Workspace, styleAt place: (Int) -> Void,
    into sink: (Span<UInt8>) throws -> Void
  ) throws -> Report {
    try render(story, using: &workspace, omitsStyle: true, styleAt: place, into: sink)
  }

  /// The style element of markup: the sheet, or the link to it.
  package var styleElement: [UInt8] {
    guard case .markup(let markup) = look else { return [] }
    return markup.style.element
  }

  private func render(
    _ story: Story, using workspace: inout Workspace, omitsStyle: Bool,
    styleAt place: (Int) -> Void, into sink: (Span<UInt8>) throws -> Void
  ) throws -> Report {
    let focus = try options.focusPosition(in: story)
    let headers = try mailHeaders(for: story)
    let report = try write(
      story, about: focus, headers, using: &workspace, omitsStyle: omitsStyle, styleAt: place
    ) { (output: inout OutputBuffer) in
      guard output.count >= Self.pieceSize else { return }
      // Whole pages: systems copy those faster into a file.
      let count = output.count & ~(Self.pageSize - 1)
      defer { output.removeFirst(count) }
      unsafe try output.withBytes { unsafe try sink($0.extracting(0..<count).span) }
    }
    if !workspace.gathersOutput { try workspace.handOn(into: sink) }
    return report
  }

  /// The headers a rendering should be served with.
  public func headers(for story: Story) -> [(name: String, value: String)] {
    guard case .markup(let markup) = look else {
      return [
        ("Content-Type", options.format.contentType), ("X-Content-Type-Options", "nosniff"),
      ]
    }
    let policy = ContentPolicy(
      style: markup.style, allowsStyleAttributes: options.showsSortControls(story))
    return [
      ("Content-Type", "text/html; charset=utf-8"),
      ("Content-Security-Policy", policy.header),
      ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"),
    ]
  }

  // MARK: The one way through

  private func write<Failure: Error>(
    _ story: Story, about focus: Position?, _ headers: MailHeaders?,
    using workspace: inout Workspace, omitsStyle: Bool = false,
    styleAt place: (Int) -> Void = { _ in },
    handingOn: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) -> Report {
    switch look {
    case .markup(let markup):
      let selection = options.selection(in: story, focus: focus)
      let blocks = BlockList(
        story, options: layout, selecting: selection, in: &workspace.trees)
      var writerOptions = HTMLWriter.Options()
      writerOptions.style = markup.style
      writerOptions.omitsStyle = omitsStyle
      writerOptions.sortControls = selection.ranksRoots
      writerOptions.writesJSONLD = options.writesJSONLD
      var writer = HTMLWriter(
        markup.templates, blocks, writerOptions,
        in: workspace.takeHTMLScratch())
      let report = try blocks.write(
        with: &writer, options, &workspace.bodies, to: &workspace.output,
        hasBegun: { place($0.stylePlace) }, handingOn: handingOn)
      workspace.giveBack(writer.takeScratch())
      return report
    case .letters(let palette, let settings):
      let blocks = BlockList(
        story, options: layout, selecting: options.selection(in: story, focus: nil),
        in: &workspace.trees)
      var writer = TerminalWriter(palette, blocks, settings)
      return try blocks.write(
        with: &writer, options, &workspace.bodies, to: &workspace.output, handingOn: handingOn)
    case .mail(let mail):
      guard let headers else { return Report() }
      var run = MailRun(
        options: options, layout: layout, look: mail, story: story, headers: headers)
      return run.render(to: &workspace.output)
    }
  }

  /// Returns the headers of a mail; `nil` for other formats.
  private func mailHeaders(for story: Story) throws(AtollError) -> MailHeaders? {
    guard case .mail(let mail) = look else { return nil }
    return try options.mailHeaders(for: story, in: mail.part)
  }
}
