/// Mail clients that go by the same engine, and so by the same rules.
struct MailClients: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let gmail = MailClients(rawValue: 1 << 0)
  /// Outlook for Windows with Word inside.
  static let outlookWindows = MailClients(rawValue: 1 << 1)
  /// Outlook on the web, and the new Outlook for Windows.
  static let outlookWeb = MailClients(rawValue: 1 << 2)
  /// Outlook for macOS, iOS and Android.
  static let outlookApps = MailClients(rawValue: 1 << 3)
  static let appleMail = MailClients(rawValue: 1 << 4)
  static let yahoo = MailClients(rawValue: 1 << 5)
  static let thunderbird = MailClients(rawValue: 1 << 6)

  private static let names: [(MailClients, String)] = [
    (.gmail, "Gmail"), (.outlookWindows, "Outlook for Windows"), (.outlookWeb, "Outlook.com"),
    (.outlookApps, "the Outlook apps"), (.appleMail, "Apple Mail"), (.yahoo, "Yahoo Mail"),
    (.thunderbird, "Thunderbird"),
  ]

  /// The clients as a sentence names them.
  var told: String {
    let told = Self.names.filter { contains($0.0) }.map(\.1)
    guard let last = told.last, told.count > 1 else { return told.first ?? "" }
    return told.dropLast().joined(separator: ", ") + " and " + last
  }
}

/// What mail clients make of HTML and CSS: a table of facts, each looked up and none guessed.
///
/// The facts are those of caniemail.com (MIT licence, state of June 2026), whose names for features
/// are used, so that each can be read there with its tests and notes. A client counts as one that
/// fails when a version of it does, on the web or in an app.
enum ClientFacts {
  /// A feature that fails somewhere, and where.
  typealias Fact = (feature: String, failing: MailClients)

  /// What no mail may have: elements.
  static let elements: [String: Fact] = facts([
    (
      "html-semantics", [.outlookWindows, .yahoo],
      "article aside details figcaption figure footer header main mark nav section summary time"
    ),
    ("html-svg", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "svg"),
    ("html-form", [.gmail, .outlookWindows], "form fieldset legend label"),
    ("html-input-checkbox", [.outlookWindows], "input"),
    ("html-button-submit", [.gmail, .outlookWindows, .outlookWeb, .outlookApps], "button"),
    ("html-select", [.gmail, .outlookWindows], "select option optgroup"),
    ("html-textarea", [.outlookWindows, .outlookApps, .thunderbird], "textarea"),
    ("html-link", [.gmail, .outlookWeb, .outlookApps, .yahoo, .thunderbird], "link"),
    ("html-base", [.outlookWeb], "base"),
    ("html-bdi", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "bdi bdo"),
    ("html-abbr", [.outlookWindows, .yahoo], "abbr acronym"),
    ("html-wbr", [.gmail, .outlookWindows], "wbr"),
    ("html-dialog", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "dialog"),
    ("html-object", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "object embed"),
    (
      "html-video", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "video source track"
    ),
    ("html-audio", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "audio"),
    ("html-picture", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "picture"),
    ("html-meter", [.gmail, .outlookWindows, .yahoo], "meter"),
    ("html-progress", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "progress"),
    ("html-ruby", [.gmail, .outlookWindows], "ruby rb rt rp"),
    ("html-marquee", [.gmail, .outlookWindows], "marquee"),
  ])

  /// What no mail may have: attributes.
  static let attributes: [String: Fact] = facts([
    ("html-target", [.gmail, .outlookApps, .yahoo], "target"),
    ("html-srcset", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "srcset sizes"),
    ("html-hidden", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "hidden"),
    (
      "html-loading-attribute",
      [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "loading"
    ),
    ("html-popover", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "popover"),
    (
      "html-aria-labelledby", [.gmail, .outlookWindows, .outlookWeb, .yahoo, .thunderbird],
      "aria-labelledby"
    ),
    ("html-aria-describedby", [.gmail, .outlookWindows, .yahoo, .thunderbird], "aria-describedby"),
  ])

  /// What no mail may have: properties.
  static let properties: [String: Fact] = facts([
    ("css-float", [.outlookWindows], "float"),
    ("css-clear", [.outlookWindows], "clear"),
    ("css-position", [.gmail, .outlookWindows, .outlookApps], "position"),
    ("css-left-right-top-bottom", [.gmail, .outlookWindows, .yahoo], "left right top bottom"),
    ("css-inset", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "inset"),
    ("css-z-index", [.gmail, .outlookWindows], "z-index"),
    ("css-background-image", [.outlookWindows], "background-image background"),
    ("css-background-position", [.outlookWindows], "background-position background-repeat"),
    ("css-background-size", [.outlookWindows], "background-size background-clip"),
    ("css-border-spacing", [.outlookWindows, .outlookApps], "border-spacing"),
    (
      "css-border-image", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "border-image"
    ),
    ("css-table-layout", [.outlookWindows, .outlookApps], "table-layout"),
    ("css-white-space", [.outlookWindows], "white-space"),
    (
      "css-overflow-wrap", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "overflow-wrap"
    ),
    ("css-hyphens", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "hyphens"),
    ("css-text-overflow", [.outlookWindows, .yahoo], "text-overflow"),
    ("css-text-shadow", [.gmail, .outlookWindows, .outlookWeb, .outlookApps], "text-shadow"),
    ("css-visibility", [.gmail, .outlookWindows], "visibility"),
    ("css-opacity", [.outlookWindows], "opacity"),
    ("css-overflow", [.outlookWindows], "overflow overflow-x overflow-y"),
    (
      "css-transform", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "transform rotate scale translate"
    ),
    ("css-transition", [.gmail, .outlookWindows, .outlookWeb, .outlookApps], "transition"),
    (
      "css-animation",
      [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo, .thunderbird],
      "animation animation-name"
    ),
    ("css-filter", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "filter"),
    ("css-clip-path", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "clip-path"),
    ("css-mask-image", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "mask-image"),
    ("css-mix-blend-mode", [.outlookWindows, .yahoo], "mix-blend-mode"),
    ("css-box-shadow", [.gmail, .outlookWindows, .yahoo], "box-shadow"),
    ("css-box-sizing", [.outlookWindows, .outlookWeb, .yahoo], "box-sizing"),
    ("css-object-fit", [.outlookWindows, .yahoo], "object-fit object-position"),
    ("css-height", [.yahoo], "height"),
    ("css-min-height", [.outlookWindows], "min-height"),
    ("css-max-height", [.outlookWindows], "max-height"),
    ("css-min-width", [.outlookWindows], "min-width"),
    (
      "css-block-inline-size", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "block-size inline-size"
    ),
    ("css-gap", [.outlookWindows, .yahoo], "gap row-gap column-gap"),
    (
      "css-grid-template", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "grid-template grid-template-columns grid-template-rows"
    ),
    ("css-flex-direction", [.gmail, .outlookWindows, .outlookApps, .yahoo], "flex-direction flex"),
    ("css-flex-wrap", [.gmail, .outlookWindows, .yahoo], "flex-wrap"),
    ("css-align-items", [.gmail, .outlookWindows, .yahoo], "align-items"),
    ("css-justify-content", [.gmail, .outlookWindows, .yahoo], "justify-content"),
    (
      "css-aspect-ratio", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "aspect-ratio"
    ),
    ("css-column-count", [.outlookWindows, .outlookWeb, .yahoo], "column-count columns"),
    ("css-outline", [.outlookWindows], "outline"),
    ("css-cursor", [.gmail, .outlookWeb, .outlookApps, .yahoo], "cursor"),
    (
      "css-user-select", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "user-select"
    ),
    (
      "css-list-style-image", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "list-style-image"
    ),
    ("css-list-style-position", [.outlookWindows], "list-style-position"),
    ("css-word-spacing", [.outlookWindows], "word-spacing"),
    ("css-writing-mode", [.outlookWindows, .yahoo], "writing-mode"),
    (
      "css-margin-block-start-end", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "margin-block margin-block-start margin-block-end"
    ),
    (
      "css-padding-block-start-end", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "padding-block padding-block-start padding-block-end"
    ),
    (
      "css-margin-inline-block", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "margin-inline"
    ),
    (
      "css-padding-inline-block",
      [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo, .thunderbird],
      "padding-inline"
    ),
    ("css-color-scheme", [.gmail, .outlookWindows, .outlookApps, .yahoo], "color-scheme"),
  ])

  /// What no value may have: words, units and functions, as they are found in it.
  static let values: [String: Fact] = facts([
    ("css-display-flex", [.outlookWindows], "flex inline-flex"),
    ("css-display-grid", [.outlookWindows], "grid inline-grid"),
    ("css-variables", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo], "var("),
    ("css-unit-calc", [.outlookWindows, .outlookWeb, .outlookApps, .yahoo], "calc("),
    ("css-function-clamp", [.outlookWindows, .outlookWeb, .outlookApps, .yahoo], "clamp("),
    ("css-function-min", [.outlookWindows, .outlookWeb, .outlookApps, .yahoo], "min("),
    ("css-function-max", [.outlookWindows, .outlookWeb, .outlookApps, .yahoo], "max("),
    (
      "css-function-light-dark", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "light-dark("
    ),
    (
      "css-linear-gradient", [.outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "linear-gradient("
    ),
    (
      "css-radial-gradient", [.outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "radial-gradient("
    ),
    (
      "css-conic-gradient", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "conic-gradient("
    ),
    // Known in part only: Gmail drops the whole attribute where it does not like the spelling.
    ("css-rgb", [.gmail, .outlookWindows], "rgb("),
    ("css-rgba", [.outlookWindows], "rgba("),
    (
      "css-modern-color", [.gmail, .outlookWindows, .outlookWeb, .outlookApps, .yahoo],
      "hsl( hsla( oklch( oklab( lab( lch( hwb( color( color-mix("
    ),
    ("css-unit-rem", [.outlookWindows, .yahoo], "rem"),
    ("css-unit-vw", [.outlookWindows], "vw"),
    ("css-unit-vh", [.outlookWindows], "vh"),
    ("css-unit-ch", [.outlookWindows, .yahoo], "ch"),
    ("css-unit-initial", [.outlookWindows, .yahoo], "initial unset revert"),
    ("css-background-image", [.outlookWindows], "url("),
  ])

  /// Properties that every client knows, or that harm nobody where they are not known.
  ///
  /// What is in no table was tested by nobody, and is an error too.
  static let safeProperties: Set<String> = [
    "background-color", "border", "border-bottom", "border-bottom-color", "border-bottom-style",
    "border-bottom-width", "border-collapse", "border-color", "border-inline-end",
    "border-inline-start", "border-left", "border-radius", "border-right", "border-style",
    "border-top", "border-top-color", "border-width", "color", "direction", "display", "font",
    "font-family", "font-size", "font-style", "font-variant", "font-weight", "letter-spacing",
    "line-height", "list-style", "list-style-type", "margin", "margin-bottom",
    "margin-inline-end", "margin-inline-start", "margin-left", "margin-right", "margin-top",
    "max-width", "mso-hide", "mso-line-height-rule", "mso-table-lspace", "mso-table-rspace",
    "padding", "padding-bottom", "padding-inline-end", "padding-inline-start", "padding-left",
    "padding-right", "padding-top", "text-align", "text-decoration", "text-indent",
    "text-transform", "vertical-align", "width", "word-break", "word-wrap",
  ]

  /// Elements that every client keeps.
  static let safeElements: Set<String> = [
    "a", "address", "b", "big", "blockquote", "body", "br", "caption", "center", "code", "col",
    "colgroup", "dd", "del", "dfn", "div", "dl", "dt", "em", "font", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "hr", "html", "i", "img", "ins", "li", "meta", "ol", "p", "pre", "s", "small",
    "span", "strike", "strong", "style", "sub", "sup", "table", "tbody", "td", "tfoot", "th",
    "thead", "title", "tr", "u", "ul",
  ]

  private static func facts(
    _ rows: [(feature: String, failing: MailClients, names: String)]
  ) -> [String: Fact] {
    var facts: [String: Fact] = [:]
    for row in rows {
      for name in row.names.split(separator: " ") {
        facts[String(name)] = (row.feature, row.failing)
      }
    }
    return facts
  }
}
