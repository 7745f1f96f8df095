import AtollBodyText
import AtollBytes

/// A mailbox: an address and a display name, such as `Ann <ann@example.com>` (RFC 5322, 3.4).
///
/// The domain may be in any script, and is written in ASCII: `exämple.de` becomes
/// `xn--exmple-cua.de`. A local part in another script has no ASCII form, so the mail server has to
/// support SMTPUTF8 (RFC 6531).
package struct MailAddress: Hashable, Sendable {
  let name: String
  package let address: String
  var domain: String { address.split(separator: "@").last.map(String.init) ?? "" }

  /// Creates a mailbox from `address@example.com` or `Name <address@example.com>`; `nil` for any
  /// other string.
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
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isLocalPart(parts[0]), let domain = Self.domain(parts[1]) else {
      return nil
    }
    self.name = name
    self.address = "\(parts[0])@\(domain)"
  }

  /// Returns whether a string is a local part of at most 64 bytes that needs no quotation marks.
  private static func isLocalPart(_ text: Substring) -> Bool {
    let atoms = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 64
      && atoms.allSatisfy { !$0.isEmpty && $0.unicodeScalars.allSatisfy(isAtomScalar) }
  }

  private static func isAtomScalar(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return MailText.isAtomByte(UInt8(truncatingIfNeeded: scalar.value)) }
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate,
      .privateUse, .unassigned:
      return false
    case _: return true
    }
  }

  /// Returns a domain in ASCII, or `nil` if the string is not a domain.
  private static func domain(_ text: Substring) -> String? {
    if MailText.isDomain(text) { return String(text) }
    let isName = text.utf8.allSatisfy {
      $0 >= 0x80 || isLetterOrDigit($0) || ".-".utf8.contains($0)
    }
    guard isName, let url = SafeURL("https://\(text)/") else { return nil }
    let domain = String(decoding: url.host, as: UTF8.self)
    return MailText.isDomain(domain) ? domain : nil
  }

  /// Returns a display name without its quotation marks and without characters that change the text
  /// direction.
  ///
  /// Returns `nil` for a name without quotation marks that contains `<`, `>` or `@`.
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
    for scalar in scalars where !isDirectionControl(scalar.value) {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        name.unicodeScalars.append(scalar)
        isEscaped = false
      }
    }
    return name
  }

  /// Returns whether the first and the last character of a string are a pair of quotation marks.
  private static func isQuoted(_ scalars: [Unicode.Scalar]) -> Bool {
    guard scalars.count >= 2, scalars.first == "\"" else { return false }
    var isEscaped = false
    for (index, scalar) in scalars.enumerated().dropFirst() {
      if scalar == "\"", !isEscaped { return index == scalars.count - 1 }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return false
  }

  func words(in header: String) -> [String] {
    name.isEmpty ? [address] : MailText.phrase(name, in: header) + ["<\(address)>"]
  }
}
