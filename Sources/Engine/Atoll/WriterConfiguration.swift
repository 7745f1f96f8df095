import AtollBytes
import AtollEmailOutput
import AtollHTMLOutput
import AtollLayout
import AtollMarkupWriting
import AtollTemplating
import AtollTerminalOutput
import AtollTheming

/// The templates, palettes and settings for one kind of writer, made once for all stories.
enum WriterConfiguration: Sendable {
  case markup(Markup)
  case terminal(TerminalPalette, TerminalSettings)
  case mail(Mail)
  case structuredData(StructuredDataSettings, AddressSettings)
  case feed(AddressSettings)

  /// The templates and the style of a page, a fragment or a card.
  ///
  /// A class, so that it is not copied for every story.
  final class Markup: Sendable {
    let templates: HTMLTemplates
    /// The style sheet, which outputs contain or link to.
    let sheet: PageSheet
    let styles: StyleElementCache
    /// The settings for the structured data of pages; `nil` if none is written.
    let structuredData: StructuredDataSettings?

    init(
      templates: HTMLTemplates, sheet: PageSheet, structuredData: StructuredDataSettings?
    ) throws(AtollError) {
      self.structuredData = structuredData
      self.templates = templates
      self.sheet = sheet
      styles = try StyleElementCache(of: sheet, templates: templates)
    }
  }

  /// The templates for the HTML of an email, and the palette and settings for its text.
  struct Mail: Sendable {
    let part: EmailWriter.Part
    let templates: EmailTemplates
    let palette: TerminalPalette
    let terminalSettings: TerminalSettings

    func textWriter(for list: BlockList) -> TerminalWriter {
      TerminalWriter(palette, list: list, settings: terminalSettings)
    }
  }

  /// Creates the configuration for a format: compiles the templates and validates the theme, if the
  /// format uses them.
  init(_ options: Options, style: Style, templates: [TemplateSource]) throws(AtollError) {
    if let form = HTMLTemplates.Form(rawValue: options.format.rawValue) {
      self = .markup(
        try Self.makeMarkup(as: form, options: options, style: style, templates: templates))
      return
    }
    if options.format == .atom {
      self = .feed(try options.addressSettings())
      return
    }
    if options.format == .jsonLD, let data = try options.structuredDataSettings() {
      self = .structuredData(data, try options.addressSettings())
      return
    }
    let theme = try Theme(style, for: options.format)
    let settings = options.terminalSettings ?? TerminalSettings(form: .text, width: 72)
    let palette = TerminalPalette(theme, settings: settings)
    if let part = EmailWriter.Part(rawValue: options.format.rawValue) {
      self = .mail(
        Mail(
          part: part,
          templates: try Self.emailTemplates(for: options, theme: theme, templates: templates),
          palette: palette, terminalSettings: settings))
    } else {
      self = .terminal(palette, settings)
    }
  }

  private static func makeMarkup(
    as form: HTMLTemplates.Form, options: Options, style: Style, templates: [TemplateSource]
  ) throws(AtollError) -> Markup {
    let sheet = try PageSheet(style, for: options)
    var settings = try options.templateSettings(form)
    settings.customRootClass = sheet.customRootClass
    settings.showsInitials = sheet.showsInitials
    settings.wideDepth = sheet.depthCap.wide
    settings.narrowDepth = min(sheet.depthCap.narrow, sheet.depthCap.wide)
    let data = try form == .page ? options.structuredDataSettings() : nil
    let set = try TemplateSet(overrides: templates)
    let compiled = try translatingErrors(
      of: HTMLTemplates(set, settings: settings), AtollError.init(compiling:))
    return try Markup(templates: compiled, sheet: sheet, structuredData: data)
  }

  private static func emailTemplates(
    for options: Options, theme: Theme, templates: [TemplateSource]
  ) throws(AtollError) -> EmailTemplates {
    let settings = try options.emailSettings()
    let set = try TemplateSet(overrides: templates)
    return try translatingErrors(
      of: EmailTemplates(set, styles: theme.emailStyles, of: theme.builtInName, settings: settings),
      AtollError.init(compiling:))
  }
}

extension TemplateSet {
  init(overrides templates: [TemplateSource]) throws(AtollError) {
    let files = templates.map { ($0.path, $0.bytes) }
    self = try translatingErrors(of: TemplateSet(overrides: files), AtollError.init(compiling:))
  }
}
