import AtollBytes

/// A simulation of a mail client that drops declarations and style sheets from an email's HTML.
///
/// The result shows whether an email works without them. It does not show how the client lays out
/// the rest.
package struct MailClientSimulation {
  private let client: MailClient
  private let support = MailClientSupport.embedded

  package init(of client: MailClient) { self.client = client }

  /// Returns the HTML without what the client drops; attributes must be in double quotes, as in all
  /// of Atoll's emails.
  package func simulated(_ html: [UInt8]) -> [UInt8] {
    var rest = String(decoding: html, as: UTF8.self)[...]
    var result = ""
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      result += rest[..<start]
      rest = rest[start...]
      if rest.hasPrefix("<style"), let end = rest.firstRange(ofText: "</style>") {
        let sheet = rest[..<end.upperBound]
        if keeps(sheet: String(sheet)) { result += sheet }
        rest = rest[end.upperBound...]
      } else {
        let end = Self.end(ofTag: rest)
        result += rewritten(String(rest[..<end]))
        rest = rest[end...]
      }
    }
    return Array((result + rest).utf8)
  }

  /// Returns the index after the first `>` outside of quotes.
  private static func end(ofTag text: Substring) -> Substring.Index {
    var isQuoted = false
    for index in text.utf8.indices {
      if text.utf8[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, text.utf8[index] == UInt8(ascii: ">") { return text.utf8.index(after: index) }
    }
    return text.endIndex
  }

  /// Returns whether the client keeps a style sheet.
  ///
  /// Gmail drops all style sheets in accounts with other providers (`html-style`); Word drops those
  /// with media queries (`css-at-media`).
  private func keeps(sheet: String) -> Bool {
    switch client {
    case .gmail: false
    case .outlookWindows: !sheet.contains(text: "@media")
    case .outlookWeb, .outlookApps, .appleMail, .yahoo, .thunderbird: true
    }
  }

  private func rewritten(_ tag: String) -> String {
    let name = tag.dropFirst().prefix { $0.isLetter || $0.isNumber }
    // Gmail turns `<html>` and `<body>` into elements of its own page, without their attributes
    // (`html-body`).
    if client == .gmail, name == "html" { return "<html>" }
    if client == .gmail, name == "body" { return "<body\(Self.styleAttributeStart)margin:0\">" }
    guard let start = tag.firstRange(ofText: Self.styleAttributeStart) else { return tag }
    let value = tag[start.upperBound...].prefix { $0 != "\"" }
    let declarations = String(value).replacing(text: "&quot;", with: "'").split(separator: ";")
      .filter { !drops($0, in: name) }
    let style =
      declarations.isEmpty
      ? "" : "\(Self.styleAttributeStart)\(declarations.joined(separator: ";"))\""
    let after = tag[value.endIndex...].dropFirst()
    return tag[..<start.lowerBound] + style + after
  }

  private static let styleAttributeStart = " style=\""

  /// Returns whether the client drops a declaration such as `border-radius:4px`.
  private func drops(_ declaration: Substring, in element: Substring) -> Bool {
    let parts = declaration.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return false }
    let property = String(parts[0].filter { $0 != " " })
    // Word supports `max-width` for tables only (`css-max-width`).
    if client == .outlookWindows, property == "max-width", element != "table" { return true }
    let feature = support.properties[property] ?? support.expendableProperties[property]
    if feature?.failingClients.contains(client) == true { return true }
    return support.values.contains { word, feature in
      feature.failingClients.contains(client)
        && parts[1].split(whereSeparator: { $0 == " " || $0 == "," }).contains {
          word.hasSuffix("(") ? $0.hasPrefix(word) : $0 == word
        }
    }
  }
}
