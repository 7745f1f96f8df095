import Bytes
import Layout
import Theming

/// The `<style>` elements of a mail: the colours for dark mode.
///
/// Each group of rules has its own element, because a client drops a whole element if it dislikes one rule. Only rules
/// that match a tag are written. Character references mean nothing in a style sheet, so its lines are ASCII, short, and none
/// begins with a dot.
struct EmailHead: Sendable {
  private let rules: [EmailRule]
  private let scheme: ColorScheme
  private let isRightToLeft: Bool
  /// The elements with all rules.
  private(set) var bytes: [UInt8] = []

  init(_ styles: EmailStyles, used: Set<Int>, _ settings: EmailTemplates.Settings) {
    rules = styles.rules.enumerated().filter { used.contains($0.offset) }.map(\.element)
    scheme = settings.scheme
    isRightToLeft = settings.wording.isRightToLeft
    bytes = bytes(of: rules)
  }

  /// Returns the elements with the rules that match something in a mail.
  func bytes(for markup: WrittenMarkup) -> [UInt8] {
    bytes(of: rules.filter { rule in rule.selector.parts.allSatisfy(markup.contains) })
  }

  private func bytes(of rules: [EmailRule]) -> [UInt8] {
    var out = OutputBuffer()
    switch scheme {
    case .auto:
      out.append(
        verbatim: "<style>:root{color-scheme:light dark;supported-color-schemes:light dark}"
          + "table{border-collapse:collapse}</style>")
      let dark = rules.map { declarations(of: $0, selector: $0.selector.text) }.joined()
      out.append(verbatim: "<style>@media (prefers-color-scheme:dark){\(dark)}</style>")
      // Outlook adds these attributes where it changed the colour of a text or a background.
      let changed = rules.map { rule in
        declarations(of: rule, selector: "[data-ogsc] \(rule.selector.text)", only: ["color"])
          + declarations(
            of: rule, selector: "[data-ogsb] \(rule.selector.text)", only: ["background-color"])
      }
      out.append(verbatim: "<style>\(changed.joined())</style>")
    case .light, .host: out.append(verbatim: "<style>:root{color-scheme:light}</style>")
    case .dark: out.append(verbatim: "<style>:root{color-scheme:dark}</style>")
    }
    return out.bytes()
  }

  /// Returns the dark colours of a rule, which override the styles in tags.
  private func declarations(
    of rule: EmailRule, selector: String, only properties: Set<String>? = nil
  ) -> String {
    let colored = rule.declarations.filter {
      $0.isColored && properties?.contains($0.property) ?? true
    }
    guard !colored.isEmpty else { return "" }
    let text = colored.map {
      "\($0.property.directed(isRightToLeft)):\($0.dark)!important"
    }
    return "\(selector){\(text.joined(separator: ";"))\n}"
  }
}
