/// A group of mail clients that have the same rendering engine, and so the same limits.
///
/// The raw value is the name in `Data/mail-clients.txt`.
package enum MailClient: String, CaseIterable, Sendable {
  case gmail
  /// Outlook for Windows, which renders with Word.
  case outlookWindows = "outlook-windows"
  /// Outlook on the web, and the new Outlook for Windows.
  case outlookWeb = "outlook-web"
  /// Outlook for macOS, iOS and Android.
  case outlookApps = "outlook-apps"
  case appleMail = "apple-mail"
  case yahoo, thunderbird

  /// The client's name, as written in a sentence.
  var name: String {
    switch self {
    case .gmail: "Gmail"
    case .outlookWindows: "Outlook for Windows"
    case .outlookWeb: "Outlook.com"
    case .outlookApps: "the Outlook apps"
    case .appleMail: "Apple Mail"
    case .yahoo: "Yahoo Mail"
    case .thunderbird: "Thunderbird"
    }
  }
}

/// The HTML and CSS features that mail clients drop or break, and those that are safe.
///
/// They are parsed from the embedded `Data/mail-clients.txt` when they are first used.
struct MailClientSupport: Sendable {
  /// A feature: its name on caniemail.com, and the clients in which it fails.
  struct Feature: Sendable {
    let name: String
    let failingClients: [MailClient]

    /// The failing clients, listed for a sentence, such as `Gmail, Outlook.com and Yahoo Mail`.
    var failingClientList: String {
      let names = failingClients.map(\.name)
      guard let last = names.last, names.count > 1 else { return names.first ?? "" }
      return names.dropLast().joined(separator: ", ") + " and " + last
    }
  }

  /// The features that fail, keyed by the name of an element, an attribute or a property, or by a
  /// word in a value.
  private(set) var elements: [String: Feature] = [:]
  private(set) var attributes: [String: Feature] = [:]
  private(set) var properties: [String: Feature] = [:]
  private(set) var values: [String: Feature] = [:]
  /// The properties that some clients drop without harm.
  private(set) var expendableProperties: [String: Feature] = [:]
  private(set) var safeElements: Set<String> = []
  private(set) var safeProperties: Set<String> = []

  static let embedded = MailClientSupport(EmbeddedData.files.flatMap { Array($0.text.utf8) })

  private enum Section: String {
    case elements, attributes, properties, values
    case expendableProperties = "dropped without harm"
    case safeElements = "safe elements"
    case safeProperties = "safe properties"
  }

  /// Creates the tables from a file's text.
  ///
  /// The text is parsed as bytes for speed, since every process that compiles email templates
  /// parses it.
  init(_ text: [UInt8]) {
    var section = Section.elements
    for line in text.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      if line.first == UInt8(ascii: "[") {
        let name = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
        section = Section(rawValue: name) ?? section
      } else {
        add(line, to: section)
      }
    }
  }

  private mutating func add(_ line: ArraySlice<UInt8>, to section: Section) {
    switch section {
    case .elements: Self.add(line, to: &elements)
    case .attributes: Self.add(line, to: &attributes)
    case .properties: Self.add(line, to: &properties)
    case .values: Self.add(line, to: &values)
    case .expendableProperties: Self.add(line, to: &expendableProperties)
    case .safeElements: safeElements.formUnion(Self.words(of: line))
    case .safeProperties: safeProperties.formUnion(Self.words(of: line))
    }
  }

  /// Adds the feature of a line such as `css-gap: outlook-windows yahoo: gap row-gap column-gap`.
  private static func add(
    _ line: ArraySlice<UInt8>, to features: inout [String: Feature]
  ) {
    let parts = line.split(separator: UInt8(ascii: ":"))
    guard parts.count == 3 else { return }
    let clients = words(of: parts[1]).compactMap { MailClient(rawValue: $0) }
    let feature = Feature(name: String(decoding: parts[0], as: UTF8.self), failingClients: clients)
    for name in words(of: parts[2]) { features[name] = feature }
  }

  private static func words(of line: ArraySlice<UInt8>) -> [String] {
    line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
  }
}
