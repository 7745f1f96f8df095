import EmailOutput
import HTMLOutput
import Templating
import TerminalOutput
import Theming

/// What one kind of writer needs to know, made once for all stories.
enum Look: Sendable {
  case markup(Markup)
  case letters(TerminalPalette, TerminalSettings)
  case mail(Mail)

  /// What a page, a fragment or a card is made of.
  struct Markup: Sendable {
    let templates: HTMLTemplates
    let style: StyleElement
    /// The style sheet, which the style element holds or points to.
    let css: [UInt8]
  }

  /// What a mail is made of: templates for its HTML, and what its text is written with.
  struct Mail: Sendable {
    let part: EmailWriter.Part
    let templates: EmailTemplates
    let palette: TerminalPalette
    let letters: TerminalSettings
  }

  /// Compiles the templates and proves the theme, as far as the format has any use for them.
  init(_ options: Options, _ style: Style, _ templates: [TemplateSource]) throws(AtollError) {
    let theme = try Theme(style, for: options.format)
    if let form = HTMLTemplates.Form(options.format) {
      let css = theme.pageCSS(
        scheme: Scheme(options.scheme), cascade: Self.cascade(for: options),
        forDocument: options.format == .page)
      let sheet = try Self.styleElement(of: css, options)
      do throws(TemplateErrors) {
        let set = try TemplateSet(overrides: templates.map { ($0.path, $0.bytes) })
        self = .markup(
          Markup(
            templates: try HTMLTemplates(set, settings: options.templateSettings(form)),
            style: sheet, css: css))
      } catch {
        throw AtollError(error)
      }
      return
    }
    let settings = options.terminalSettings ?? TerminalSettings(form: .text, width: 72)
    let palette = TerminalPalette(theme, settings)
    if let part = EmailWriter.Part(options.format) {
      self = .mail(
        Mail(
          part: part, templates: try Self.mail(options, theme, templates), palette: palette,
          letters: settings))
    } else {
      self = .letters(palette, settings)
    }
  }

  private static func styleElement(
    of css: [UInt8], _ options: Options
  ) throws(AtollError) -> StyleElement {
    guard let address = options.styleSheetAddress else { return StyleElement(css: css) }
    guard let link = StyleElement(linkingTo: address) else {
      throw AtollError(
        .options, "'\(address)' cannot be the address of a style sheet",
        advice: "write an http or https address, or a path such as /comments.css")
    }
    return link
  }

  private static func mail(
    _ options: Options, _ theme: Theme, _ templates: [TemplateSource]
  ) throws(AtollError) -> EmailTemplates {
    let set: TemplateSet
    do throws(TemplateErrors) {
      set = try TemplateSet(overrides: templates.map { ($0.path, $0.bytes) })
    } catch {
      throw AtollError(error)
    }
    do throws(EmailFailure) {
      return try EmailTemplates(set, theme.emailStyles, settings: options.emailSettings())
    } catch {
      switch error {
      case .templates(let errors): throw AtollError(errors)
      case .styles(let errors):
        throw AtollError(
          .style, "the theme's mail sheets cannot be used",
          details: errors.map(\.description).joined(separator: "\n"))
      }
    }
  }

  /// What stands in a page of somebody else's is sealed against the rules it finds there, unless it
  /// bears the class names that are there to be restyled.
  private static func cascade(for options: Options) -> Cascade {
    options.format == .page || options.classNames != .atoll ? .layered : .sealed
  }
}

extension AtollError {
  init(_ errors: TemplateErrors) {
    self.init(.template, "the templates do not compile", details: errors.description)
  }
}
