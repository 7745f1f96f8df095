import Templating
import Theming

/// Finds what mail clients would drop or break, in templates and in style sheets.
struct MailLinter: Sendable {
  /// The features that were asked for in spite of it.
  private let allowed: Set<String>

  init(allowing features: [String]) { allowed = Set(features) }

  // MARK: Templates

  /// What is wrong with a tag, a message each.
  func faults(of tag: TemplateTag) -> [String] {
    var faults: [String] = []
    if let fact = ClientFacts.elements[tag.name] {
      if let fault = fault("<\(tag.name)>", fact) { faults.append(fault) }
    } else if !ClientFacts.safeElements.contains(tag.name) {
      if let fault = unknown("<\(tag.name)>", "html-\(tag.name)") { faults.append(fault) }
    }
    for attribute in tag.attributes {
      guard let fact = ClientFacts.attributes[attribute.name] else { continue }
      if let fault = fault("the attribute '\(attribute.name)'", fact) { faults.append(fault) }
    }
    return faults
  }

  /// What is wrong with the text of a `style` attribute.
  func faults(ofStyle text: String) -> [String] {
    text.split(separator: ";").flatMap { declaration -> [String] in
      let parts = declaration.split(separator: ":", maxSplits: 1).map(trimmed)
      return parts.count == 2 ? faults(ofProperty: parts[0], value: parts[1]) : []
    }
  }

  // MARK: Style sheets

  /// Everything in the mail sheets of a theme that clients would drop, with its place.
  func errors(in styles: EmailStyles) -> [ThemeError] {
    var errors: [ThemeError] = []
    for declaration in styles.rules.flatMap(\.declarations) {
      for fault in faults(ofProperty: declaration.property, value: declaration.light) {
        var error = declaration.place
        error.message = fault
        // A rule with several selectors stands there once for each.
        if !errors.contains(error) { errors.append(error) }
      }
    }
    return errors
  }

  private func faults(ofProperty property: String, value: String) -> [String] {
    var faults: [String] = []
    if let fact = ClientFacts.properties[property] {
      if let fault = fault("'\(property)'", fact) { faults.append(fault) }
    } else if !ClientFacts.safeProperties.contains(property) {
      if let fault = unknown("'\(property)'", "css-\(property)") { faults.append(fault) }
    }
    for word in words(of: value) {
      guard let fact = ClientFacts.values[word] else { continue }
      let name = word.hasSuffix("(") ? "'\(word))'" : "'\(word)'"
      if let fault = fault(name, fact) { faults.append(fault) }
    }
    return faults
  }

  /// The words, functions and units of a value, digits and all else left out.
  private func words(of value: String) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "a"..."z", "-": word.unicodeScalars.append(scalar)
      case "A"..."Z":
        word.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value | 0x20)))
      case "(":
        if !word.isEmpty { words.append(word + "(") }
        word = ""
      default:
        if !word.isEmpty { words.append(word) }
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  // MARK: Messages

  private func fault(_ name: String, _ fact: ClientFacts.Fact) -> String? {
    guard !allowed.contains(fact.feature) else { return nil }
    return "\(name) does not work in \(fact.failing.told); leave it out, or write "
      + "--allow \(fact.feature)"
  }

  private func unknown(_ name: String, _ feature: String) -> String? {
    guard !allowed.contains(feature) else { return nil }
    return "nobody has tested \(name) in mail clients; leave it out, or write --allow \(feature)"
  }

  private func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
