import AtollBytes
import AtollTemplating
import AtollTheming

/// A check for features that mail clients drop or break, in templates and in style sheets.
struct MailLinter: Sendable {
  private let support = MailClientSupport.embedded
  private let allowedFeatures: Set<String>

  init(allowing features: [String]) { allowedFeatures = Set(features) }

  func faults(of tag: TemplateTag) -> [String] {
    var faults: [String] = []
    if let feature = support.elements[tag.name] {
      faults += faultsOfUnsupported("<\(tag.name)>", feature: feature)
    } else if !support.safeElements.contains(tag.name) {
      faults += faultsOfUntested(
        tag.name, among: support.safeElements, feature: "html-\(tag.name)"
      ) { "<\($0)>" }
    }
    for attribute in tag.attributes {
      guard let feature = support.attributes[attribute.name] else { continue }
      faults += faultsOfUnsupported("the attribute '\(attribute.name)'", feature: feature)
    }
    return faults
  }

  func faults(ofStyle text: String) -> [String] {
    text.split(separator: ";").flatMap { declaration -> [String] in
      let parts = declaration.split(separator: ":", maxSplits: 1).map {
        String($0.trimming { $0 == " " })
      }
      return parts.count == 2 ? faults(ofProperty: parts[0], value: parts[1]) : []
    }
  }

  /// Returns an error, with its position, for everything in a theme's mail sheets that clients
  /// would drop or that is untested.
  func errors(in styles: EmailStyles) -> [SourceError] {
    var errors: [SourceError] = []
    for declaration in styles.rules.flatMap(\.declarations) {
      for fault in faults(ofProperty: declaration.property, value: declaration.light) {
        let error = declaration.error(fault)
        // A rule with multiple selectors is listed once for each selector.
        if !errors.contains(error) { errors.append(error) }
      }
    }
    return errors
  }

  private func faults(ofProperty property: String, value: String) -> [String] {
    var faults: [String] = []
    if let feature = support.properties[property] {
      faults += faultsOfUnsupported("'\(property)'", feature: feature)
    } else if !support.safeProperties.contains(property) {
      faults += faultsOfUntested(
        property, among: support.safeProperties, feature: "css-\(property)"
      ) { "'\($0)'" }
    }
    for word in words(of: value) {
      guard let feature = support.values[word] else { continue }
      faults += faultsOfUnsupported(
        word.hasSuffix("(") ? "'\(word))'" : "'\(word)'", feature: feature)
    }
    return faults
  }

  /// Returns the keywords, units and function names of a value, all in lower case, such as `calc(`.
  private func words(of value: String) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "-": word += String(scalar).lowercased()
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

  private func faultsOfUnsupported(_ name: String, feature: MailClientSupport.Feature) -> [String] {
    guard !allowedFeatures.contains(feature.name) else { return [] }
    return [
      "\(name) does not work in \(feature.failingClientList); leave it out, or write --allow \(feature.name)"
    ]
  }

  private func faultsOfUntested(
    _ name: String, among safeNames: Set<String>, feature: String, quoting: (String) -> String
  ) -> [String] {
    guard !allowedFeatures.contains(feature) else { return [] }
    let near = nearest(to: name, among: safeNames.sorted())
    let advice = near.map { "did you mean \(quoting($0))? If not, " } ?? ""
    return [
      "\(quoting(name)) is not tested in mail clients; \(advice)leave it out, or write --allow \(feature)"
    ]
  }
}
