import Atoll
import AtollLayout
import AtollTemplating
import AtollTheming
import Foundation
import Testing

@testable import AtollEmailOutput

/// Styles are inlined as a browser would apply them.
@Suite struct InlinerTests {
  /// Returns the first tag of an element in a mail with a custom template and a custom mail sheet.
  static func tag(
    _ element: String, of template: String, _ css: String,
    _ change: (inout Options) -> Void = { _ in }
  ) throws -> String {
    let html = try mail(template, css, change)
    let start = try #require(html.range(of: "<\(element) "), "\(html.suffix(800))")
    let rest = html[start.lowerBound...]
    return String(rest[...(try #require(rest.firstIndex(of: ">")))])
  }

  static func mail(
    _ template: String, _ css: String, _ change: (inout Options) -> Void = { _ in }
  ) throws -> String {
    var options = Options()
    options.format = .emailHTML
    change(&options)
    let style = Style.files(
      name: "own",
      [
        StyleSource(
          path: "theme.json",
          bytes: Array(#"{"extends": "ign", "email-styles": ["own.css"]}"#.utf8)),
        StyleSource(path: "own.css", bytes: Array(css.utf8)),
      ])
    let templates = [
      TemplateSource(path: "email/no-comments.mustache", bytes: Array(template.utf8))
    ]
    let renderer = try Renderer(options: options, style: style, templates: templates)
    return String(decoding: try renderer.render(Stories.story(of: 0)).bytes, as: UTF8.self)
  }

  @Test func prefersClassesToElementsAndLaterRulesToEarlierOnes() throws {
    let css =
      "i{letter-spacing:1px}.x{letter-spacing:2px}i{letter-spacing:3px}.x{letter-spacing:4px}"
    #expect(
      try Self.tag("i", of: "<i class=\"x\">a</i>", css) == "<i style=\"letter-spacing:4px\">")
  }

  @Test(arguments: ["x y", "x\ty", " x  y ", "y\nx", "x y x"])
  func separatesClassesAtAnyWhiteSpace(classes: String) throws {
    let css = ".x{letter-spacing:1px}.y{text-indent:2px}.x.y{padding:3px}"
    #expect(
      try Self.tag("i", of: "<i class=\"\(classes)\">a</i>", css)
        == "<i style=\"letter-spacing:1px;text-indent:2px;padding:3px\">")
  }

  @Test(arguments: ["wbr", "br", "img"])
  func doesNotTreatAVoidElementAsAnAncestor(_ name: String) throws {
    let css = "\(name) i{letter-spacing:1px}u i{text-indent:2px}"
    #expect(
      try Self.tag("i", of: "<u>a<\(name)>b<i>c</i></u>", css) {
        $0.mail.allowedFeatures = ["html-\(name)"]
      }
        == "<i style=\"text-indent:2px\">")
  }

  @Test func matchesDescendantAndChildSelectors() throws {
    let css = ".x u i{letter-spacing:1px}.x>i{letter-spacing:2px}div u>i{text-indent:3px}"
    let tag = try Self.tag("i", of: "<div class=\"x\"><u><b><i>a</i></b></u></div>", css)
    #expect(tag == "<i style=\"letter-spacing:1px\">")
  }

  @Test func overridesEarlierLonghandsWithAShorthand() throws {
    let css = "i{padding-left:1px;padding:2px;margin:3px;margin-left:4px}"
    let tag = try Self.tag("i", of: "<i>a</i>", css)
    #expect(tag == "<i style=\"padding:2px;margin:3px;margin-left:4px\">")
  }

  @Test func addsLegacyAttributesForOldClients() throws {
    let tag = try Self.tag(
      "th", of: "<table><tr><th>a</th></tr></table>",
      "th{background-color:var(--atoll-card);width:40px}")
    #expect(
      tag == "<th bgcolor=\"#ffffff\" width=\"40\" style=\"background-color:#ffffff;width:40px\">")
  }

  @Test func resolvesLogicalPropertiesByTheDirectionOfTheMail() throws {
    let css = "i{padding-inline-start:1px}"
    #expect(try Self.tag("i", of: "<i>a</i>", css) == "<i style=\"padding-left:1px\">")
    let arabic = try Self.tag("i", of: "<i>a</i>", css) { $0.language = "ar" }
    #expect(arabic == "<i style=\"padding-right:1px\">")
  }

  @Test func writesDarkColorsOfUsedClassesIntoTheHead() throws {
    let css = ".x{color:var(--atoll-ink)}.y{color:var(--atoll-link)}.z{letter-spacing:1px}"
    let html = try Self.mail("<i class=\"x z\">a</i>", css)
    #expect(html.contains(".x{color:#f6f8f7!important\n}"))
    #expect(html.contains("[data-ogsc] .x{color:#f6f8f7!important\n}"))
    #expect(!html.contains(".y{"))
    #expect(html.contains("<i class=\"x\" style=\"color:#181c25;letter-spacing:1px\">"))
  }

  @Test func writesNoClassesForASingleColorScheme() throws {
    let css = ".x{color:var(--atoll-ink)}"
    let dark = try Self.mail("<i class=\"x\">a</i>", css) { $0.scheme = .dark }
    #expect(dark.contains("<i style=\"color:#f6f8f7\">"))
    #expect(!dark.contains("prefers-color-scheme"))
  }

  @Test func tracksElementsAcrossTemplateSections() throws {
    let template =
      "{{#has_title}}<div class=\"x\">{{/has_title}}{{^has_title}}<div class=\"y\">{{/has_title}}"
      + "<i>a</i></div><u>b</u>"
    let css = "div i{letter-spacing:1px}div u{letter-spacing:2px}"
    let html = try Self.mail(template, css)
    #expect(html.contains("<i style=\"letter-spacing:1px\">a</i>"))
    // The frame of the mail has an element around the template.
    #expect(html.contains("<u style=\"letter-spacing:2px\">b</u>"))
  }

  @Test func putsATagsOwnStyleAfterTheInlinedRules() throws {
    let tag = try Self.tag("i", of: "<i style=\"margin:1px\">a</i>", "i{margin:2px;padding:3px}")
    #expect(tag == "<i style=\"margin:2px;padding:3px;margin:1px\">")
  }
}

/// Markup and styles that mail clients break are reported when a renderer is created.
@Suite struct LinterTests {
  static func complaint(_ template: String, _ css: String = "", allow: [String] = []) -> String? {
    do {
      _ = try InlinerTests.mail(template, css.isEmpty ? "i{margin:0}" : css) {
        $0.mail.allowedFeatures = allow
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func acceptsTheBuiltInTemplates() throws {
    for name in ["ign", "plain"] {
      for format in [Options.Format.email, .emailHTML, .emailText] {
        var options = Options()
        options.format = format
        _ = try Renderer(options: options, style: .embedded(name))
      }
    }
  }

  static let badTemplates = MailClientSupport.embedded.elements.keys.sorted().filter {
    !["track", "source", "embed"].contains($0)
  }

  @Test(arguments: badTemplates)
  func reportsEveryUnsupportedElement(element: String) throws {
    let feature = try #require(MailClientSupport.embedded.elements[element])
    let end = ["base", "input", "link", "wbr"].contains(element) ? "" : "</\(element)>"
    let complaint = try #require(Self.complaint("<b>a</b>\n <\(element)>b\(end)"))
    #expect(complaint.contains("email/no-comments.mustache:2:2: error: <\(element)> does not work"))
    #expect(complaint.contains(feature.failingClientList))
    #expect(complaint.contains("--allow \(feature.name)"))
    #expect(Self.complaint("<\(element)>b\(end)", allow: [feature.name]) == nil)
  }

  @Test(arguments: MailClientSupport.embedded.attributes.keys.sorted())
  func reportsEveryUnsupportedAttribute(attribute: String) throws {
    let feature = try #require(MailClientSupport.embedded.attributes[attribute])
    let template = "<a href=\"https://example.com\" \(attribute)=\"x\">b</a>"
    #expect(Self.complaint(template)?.contains("--allow \(feature.name)") == true)
    #expect(Self.complaint(template, allow: [feature.name]) == nil)
  }

  @Test(arguments: MailClientSupport.embedded.properties.keys.sorted())
  func reportsEveryUnsupportedProperty(property: String) throws {
    let feature = try #require(MailClientSupport.embedded.properties[property])
    let css = "b{margin:0}\ni{\(property):1px}"
    let complaint = try #require(Self.complaint("<i>a</i>", css))
    #expect(complaint.contains("own.css:2:3: error: '\(property)' does not work in"))
    #expect(complaint.contains("--allow \(feature.name)"))
    #expect(Self.complaint("<i>a</i>", css, allow: [feature.name]) == nil)
    // Also in a `style` attribute.
    #expect(Self.complaint("<i style=\"\(property):1px\">a</i>")?.contains(feature.name) == true)
  }

  @Test(arguments: [
    "display:flex", "display:grid", "width:calc(1px + 2px)", "width:clamp(1px,2px,3px)",
    "color:rgb(0,0,0)", "color:hsl(0,0,0)", "color:oklch(0 0 0)",
    "font-size:1rem", "width:50vw", "color:initial", "width:min(1px,2px)",
  ])
  func reportsEveryUnsupportedValue(declaration: String) {
    #expect(Self.complaint("<i>a</i>", "i{\(declaration)}")?.contains("does not work in") == true)
  }

  @Test func reportsUntestedElementsAndProperties() {
    #expect(Self.complaint("<blink>a</blink>")?.contains("<blink> is not tested") == true)
    #expect(
      Self.complaint("<i>a</i>", "i{quotes:none}")?.contains("'quotes' is not tested") == true)
    #expect(
      Self.complaint("<i>a</i>", "i{paddin:0}")?.contains(
        "did you mean 'padding'? If not, leave it")
        == true)
    #expect(Self.complaint("<blink>a</blink>", allow: ["html-blink"]) == nil)
  }

  @Test(arguments: [
    "i:hover{margin:0}", "i[x]{margin:0}", "i+b{margin:0}", "@media print{i{margin:0}}",
    "i{margin:0!important}", "i{--x:1}", "i{background-image:url(x)}", "#x{margin:0}",
    "i{color:var(--atoll-inkk)}",
  ])
  func rejectsCSSThatAMailSheetCannotContain(css: String) {
    #expect(Self.complaint("<i>a</i>", css)?.contains("own.css:1:") == true)
  }

  @Test func rejectsATemplateSectionInAClassAttribute() {
    let complaint = Self.complaint("<i class=\"a{{#has_title}} b{{/has_title}}\">a</i>")
    #expect(complaint?.contains("write a tag for each case") == true)
  }
}
