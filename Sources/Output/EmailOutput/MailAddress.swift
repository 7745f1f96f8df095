/// A mailbox: an address and a display name, such as `Ann <ann@example.com>` (RFC 5322, 3.4).
package struct MailAddress: Hashable, Sendable {
  let name: String
  package let address: String
  var domain: String { address.split(separator: "@").last.map(String.init) ?? "" }

  /// Reads `address@example.com` or `Name <address@example.com>`.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    var name = ""
    var address = text
    if bytes.last == UInt8(ascii: ">"), let open = bytes.lastIndex(of: UInt8(ascii: "<")) {
      guard let read = Self.unquoted(String(decoding: bytes[..<open], as: UTF8.self)) else {
        return nil
      }
      name = read
      address = String(decoding: bytes[(open + 1)..<(bytes.count - 1)], as: UTF8.self)
    }
    guard Self.isAddress(address) else { return nil }
    self.name = name
    self.address = address
  }

  /// Returns whether a text is an address without comments, quoted local parts and literals.
  package static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count <= 64 && MailText.isDotAtom(parts[0])
      && MailText.isDomain(parts[1])
  }

  /// Returns a name without its quotation marks, or `nil` if it has none and a character of an address in it.
  private static func unquoted(_ text: String) -> String? {
    var scalars = Array(text.unicodeScalars)
    while scalars.last == " " { scalars.removeLast() }
    while scalars.first == " " { scalars.removeFirst() }
    if isQuoted(scalars) {
      scalars = Array(scalars[1..<(scalars.count - 1)])
    } else if scalars.contains(where: { "<>@".unicodeScalars.contains($0) }) {
      return nil
    }
    var name = ""
    var isEscaped = false
    for scalar in scalars {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        name.unicodeScalars.append(scalar)
        isEscaped = false
      }
    }
    return name
  }

  /// Returns whether the first and the last character of a text are a pair of quotation marks.
  private static func isQuoted(_ scalars: [Unicode.Scalar]) -> Bool {
    guard scalars.count >= 2, scalars.first == "\"" else { return false }
    var isEscaped = false
    for (index, scalar) in scalars.enumerated().dropFirst() {
      if scalar == "\"", !isEscaped { return index == scalars.count - 1 }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return false
  }

  /// Returns the mailbox as the words of a header.
  func words(in header: String) -> [String] {
    name.isEmpty ? [address] : MailText.phrase(name, in: header) + ["<\(address)>"]
  }
}
