import AtollBytes
import AtollLayout
import AtollTheming

/// The `<style>` elements of an email, mainly with the colors for dark mode.
///
/// Each group of rules has its own element, because a client that rejects one rule drops the whole
/// element. Only rules that match a tag are written.
///
/// Mail servers may change long lines, non-ASCII characters and leading dots. The rest of the HTML
/// avoids these with character references. A style sheet cannot contain references, so its lines
/// are short and ASCII only, and none begins with a dot.
struct EmailHead: Sendable {
  /// A style rule as it is written in the head.
  struct Rule: Hashable, Sendable {
    /// The elements and classes of the rule's selector, such as `h3` and `.meta`.
    let requiredNames: [String]
    /// The dark colors of the rule, which override the styles in tags.
    let dark: String
    /// The dark text and background colors for Outlook, which adds attributes to elements whose
    /// colors it has changed.
    let outlook: String
  }

  private let rules: [Rule]
  /// The required names of all rules, and for each rule their numbers.
  private let names: StyleNames
  private let requiredNumbers: [[Int]]
  private let scheme: ColorScheme
  /// The `<style>` elements with all rules.
  private(set) var bytes: [UInt8] = []

  init(_ rules: [Rule], settings: EmailTemplates.Settings) {
    self.rules = rules
    var names = StyleNames()
    requiredNumbers = rules.map { rule in rule.requiredNames.map { names.add(selector: $0) } }
    self.names = names
    scheme = settings.scheme
    bytes = bytes(of: rules)
  }

  /// Returns the `<style>` elements with only the rules whose elements and classes are all in some
  /// HTML.
  func bytes(for html: Span<UInt8>) -> [UInt8] {
    let use = StyleUse(scanning: html, for: names)
    return bytes(of: zip(rules, requiredNumbers).filter { $1.allSatisfy(use.contains) }.map(\.0))
  }

  private func bytes(of rules: [Rule]) -> [UInt8] {
    var out = OutputBuffer()
    switch scheme {
    case .auto:
      out.append(
        verbatim: "<style>:root{color-scheme:light dark;supported-color-schemes:light dark}"
          + "table{border-collapse:collapse}</style>")
      out.append(verbatim: "<style>@media (prefers-color-scheme:dark){")
      for rule in rules { out.append(verbatim: rule.dark) }
      out.append(verbatim: "}</style><style>")
      for rule in rules { out.append(verbatim: rule.outlook) }
      out.append(verbatim: "</style>")
    case .light, .host: out.append(verbatim: "<style>:root{color-scheme:light}</style>")
    case .dark: out.append(verbatim: "<style>:root{color-scheme:dark}</style>")
    }
    return out.bytes()
  }

  /// Returns the rules of mail sheets that set colors and match a tag; empty unless the color
  /// scheme is `.auto`.
  static func rules(
    of styles: EmailStyles, used: Set<Int>, settings: EmailTemplates.Settings
  ) -> [Rule] {
    guard settings.scheme == .auto else { return [] }
    let isRightToLeft = settings.wording.isRightToLeft
    return styles.rules.enumerated().compactMap { index, rule in
      guard used.contains(index), rule.declarations.contains(where: \.isColored) else { return nil }
      let selector = rule.selector
      func declarations(_ prefix: String = "", only properties: Set<String>? = nil) -> String {
        let colored = rule.declarations.filter {
          $0.isColored && properties?.contains($0.property) ?? true
        }
        guard !colored.isEmpty else { return "" }
        let text = colored.map {
          "\($0.property.physicalProperty(isRightToLeft: isRightToLeft)):\($0.dark)!important"
        }
        return "\(prefix)\(selector.text){\(text.joined(separator: ";"))\n}"
      }
      return Rule(
        requiredNames: selector.parts.flatMap { part in
          (part.element.map { [$0] } ?? []) + part.classes.map { ".\($0)" }
        },
        dark: declarations(),
        outlook: declarations("[data-ogsc] ", only: ["color"])
          + declarations("[data-ogsb] ", only: ["background-color"]))
    }
  }
}
