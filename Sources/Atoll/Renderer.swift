public import Comments

import BodyParsing
import BodyText
import Bytes
import HTMLOutput
import Layout
import Rows
import Templating
import TerminalOutput
import Theming

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

  /// What decides what stories look like.
  public let options: Options
  private let look: Look
  /// Output is handed on in pieces of about this many bytes.
  private static let pieceSize = 256 * 1024

  /// A renderer with these options, theme and templates, or the reason why there cannot be one.
  public init(
    options: Options = Options(), style: Style = .ign, templates: [TemplateSource] = []
  ) throws(AtollError) {
    self.options = options
    try options.check()
    let theme = try Theme(style)
    if let form = HTMLTemplates.Form(options.format) {
      let sheet = StyleElement(
        css: theme.pageCSS(
          scheme: Scheme(options.scheme), cascade: Self.cascade(for: options),
          forDocument: options.format == .page))
      do throws(TemplateErrors) {
        let set = try TemplateSet(overrides: templates.map { ($0.path, $0.bytes) })
        look = .markup(try HTMLTemplates(set, settings: options.templateSettings(form)), sheet)
      } catch {
        throw AtollError(.template, "the templates do not compile", details: error.description)
      }
    } else {
      let settings = options.terminalSettings ?? TerminalSettings(form: .text, width: 72)
      look = .letters(TerminalPalette(theme, settings), settings)
    }
  }

  /// What one kind of writer needs to know, made once for all stories.
  private enum Look: Sendable {
    case markup(HTMLTemplates, StyleElement)
    case letters(TerminalPalette, TerminalSettings)
  }

  /// What stands in a page of somebody else's is sealed against the rules it finds there, unless it
  /// bears the class names that are there to be restyled.
  private static func cascade(for options: Options) -> Cascade {
    options.format == .page || options.classNames != .atoll ? .layered : .sealed
  }

  /// Renders a story and keeps the whole output.
  public func render(_ story: Story) throws(AtollError) -> Rendering {
    try checkFocus(in: story)
    var output = OutputBuffer(capacity: 64 * 1024)
    let report = try render(story, to: &output) { _ throws(AtollError) in }
    return Rendering(bytes: output.bytes(), report: report)
  }

  /// Renders a story and hands the output on in pieces, so that memory holds one piece of it.
  ///
  /// What `sink` throws ends the rendering.
  public func render(
    _ story: Story, into sink: (Span<UInt8>) throws -> Void
  ) throws -> Report {
    try checkFocus(in: story)
    var output = OutputBuffer(capacity: Self.pieceSize * 2)
    let report = try render(story, to: &output) { (output: inout OutputBuffer) in
      guard output.count >= Self.pieceSize else { return }
      unsafe try output.withBytes { unsafe try sink($0.span) }
      output.clear()
    }
    unsafe try output.withBytes { unsafe try sink($0.span) }
    return report
  }

  /// The headers a rendering should be served with.
  public func headers(for story: Story) -> [(name: String, value: String)] {
    guard case .markup(_, let style) = look else {
      return [
        ("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff"),
      ]
    }
    let policy = ContentPolicy(style: style, allowsStyleAttributes: showsSortControls(story))
    return [
      ("Content-Type", "text/html; charset=utf-8"),
      ("Content-Security-Policy", policy.header),
      ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"),
    ]
  }

  // MARK: The one way through

  private func render<Failure: Error>(
    _ story: Story, to output: inout OutputBuffer,
    handingOn: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) -> Report {
    let sortControls = showsSortControls(story)
    let blocks = BlockList(story, options: options.layout(ranks: sortControls))
    switch look {
    case .markup(let templates, let style):
      var writerOptions = HTMLWriter.Options()
      writerOptions.style = style
      writerOptions.sortControls = sortControls
      writerOptions.writesJSONLD = options.writesJSONLD
      var writer = HTMLWriter(templates, blocks, writerOptions)
      return try write(blocks, with: &writer, to: &output, handingOn: handingOn)
    case .letters(let palette, let settings):
      var writer = TerminalWriter(palette, blocks, settings)
      return try write(blocks, with: &writer, to: &output, handingOn: handingOn)
    }
  }

  private func write<Writer: BlockWriter & ~Copyable, Failure: Error>(
    _ blocks: BlockList, with writer: inout Writer, to output: inout OutputBuffer,
    handingOn: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) -> Report {
    var bodies = BodyReader(options)
    var report = Report()
    report.blockCount = blocks.blocks.count

    writer.begin(&output)
    for index in blocks.blocks.indices {
      let block = blocks.blocks[index]
      switch block.kind {
      case .comment, .tombstone: report.commentCount += 1
      case .announcement, .infobox, .questionBox, .featured, .closed, .heading, .hiddenReplies,
        .moreComments, .noComments:
        break
      }
      bodies.lookAhead(of: index, in: blocks)
      bodies.read(block, of: blocks)
      writer.write(index, bodies.text, &output)
      try handingOn(&output)
    }
    writer.finish(&output)
    var diagnostics = blocks.diagnostics
    diagnostics.add(contentsOf: bodies.diagnostics)
    report.diagnostics = diagnostics.list()
    return report
  }

  private func checkFocus(in story: Story) throws(AtollError) {
    guard options.format == .card, let focus = options.focus, story.position(of: focus) == nil
    else { return }
    throw AtollError(
      .options, "the story has no comment '\(focus)'",
      advice: "`atoll rows` lists the ids of the comments there are")
  }

  private func showsSortControls(_ story: Story) -> Bool {
    switch options.sortControls {
    case .on: options.format != .card
    case .off: false
    case .auto: options.format == .page && story.count > 1 && story.count <= Self.sortControlLimit
    }
  }
}
