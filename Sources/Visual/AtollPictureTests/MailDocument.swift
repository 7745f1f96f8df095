import AtollBytes
import AtollEmailOutput
import AtollSnapshots

/// The HTML part of an email, decoded from its message as a mail client does (RFC 2045, RFC 2046).
///
/// Screenshots of emails show this HTML, so that they also show a fault in its encoding.
struct MailDocument {
  let html: [UInt8]

  private typealias Lines = [ArraySlice<UInt8>]

  /// Reads a message whose lines end in LF; `nil` if it has no HTML part.
  init?(message: [UInt8]) {
    let lines = message.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let head = Self.head(of: lines[...]), let boundary = Self.boundary(in: head.text)
    else { return nil }
    let parts = lines[head.end...].split { $0.starts(with: "--\(boundary)".utf8) }
    for part in parts {
      guard let head = Self.head(of: part), head.text.contains(text: "content-type: text/html")
      else {
        continue
      }
      html = Self.decoded(Array(part[head.end...]), head: head.text)
      return
    }
    return nil
  }

  /// Returns the unfolded headers in lower case, and the index of the first line after them.
  private static func head(of lines: ArraySlice<ArraySlice<UInt8>>) -> (text: String, end: Int)? {
    guard let end = lines.firstIndex(where: \.isEmpty) else { return nil }
    let text = lines[..<end].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    return (text.replacing(text: "\n ", with: " ").lowercased(), end + 1)
  }

  private static func boundary(in head: String) -> String? {
    guard let start = head.firstRange(ofText: "boundary=\"") else { return nil }
    return String(head[start.upperBound...].prefix { $0 != "\"" })
  }

  private static func decoded(_ lines: Lines, head: String) -> [UInt8] {
    if head.contains(text: "content-transfer-encoding: quoted-printable") {
      return bytes(ofQuotedPrintable: lines)
    }
    if head.contains(text: "content-transfer-encoding: base64") {
      let text = String(decoding: lines.joined(), as: UTF8.self)
      return (bytes(ofBase64: text) ?? []).filter { $0 != 0x0D }
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  /// Returns the HTML as a mail client changes it.
  func html(in client: SuiteCase.Client) -> [UInt8] {
    switch client {
    case .whole: html
    case .gmail: MailClientSimulation(of: .gmail).simulated(html)
    case .outlookWindows: MailClientSimulation(of: .outlookWindows).simulated(html)
    case .inverted:
      html
        + Array(
          "<style>html{background:#fff;filter:invert(1) hue-rotate(180deg)}</style>\n".utf8)
    case .noImages: Self.edited(html, removing: " src=\"")
    }
  }

  /// Returns markup with an attribute removed from all of its tags.
  private static func edited(_ html: [UInt8], removing attribute: String) -> [UInt8] {
    let name = Array(attribute.utf8)
    var out: [UInt8] = []
    var index = 0
    var isInTag = false
    while index < html.count {
      if isInTag, html[index] == 0x20, html[index...].starts(with: name) {
        let value = html[(index + name.count)...]
        index = (value.firstIndex(of: UInt8(ascii: "\"")) ?? html.endIndex - 1) + 1
        continue
      }
      if html[index] == UInt8(ascii: "<") { isInTag = true }
      if html[index] == UInt8(ascii: ">") { isInTag = false }
      out.append(html[index])
      index += 1
    }
    return out
  }
}
