package import AtollBytes

/// An address that is safe in any output: http, https or mailto, in printable ASCII only.
///
/// It can only be created by the checking initializers. Their rules:
///
/// - the scheme is one of three, compared byte by byte without regard to ASCII case;
/// - http and https have `//`, a host that is a name or an IPv4 address, and no user or password;
/// - mailto has one address; the fields after a `?` (subject, copies, body) are left out, but
///   `init(keepingMailFields:)` keeps subject and body;
/// - an address is refused if it contains an ASCII space, a control character, a backslash, a line
///   or paragraph separator, a bidi embedding, override or isolate, or bytes that are not UTF-8, or
///   if it or the result has more than `maximumLength` bytes;
/// - a host in another script becomes Punycode, and every other byte that is not explicitly allowed
///   is percent-encoded.
///
/// The bytes therefore contain no quote, no backtick and no angle bracket; the writer has to escape
/// `&`. Checking a checked address changes nothing.
package struct SafeURL: Hashable, Sendable {
  package enum Scheme: Hashable, Sendable { case http, https, mailto }

  /// The maximum length of an accepted address in bytes, both as given and as checked.
  package static let maximumLength = 2000

  package let bytes: [UInt8]
  let parts: AddressParts

  package init?(_ address: Span<UInt8>) {
    var bytes: [UInt8] = []
    guard let parts = AddressChecker.append(address, to: &bytes) else { return nil }
    self.bytes = bytes
    self.parts = parts
  }

  /// Creates an address that is given by the person who runs Atoll, and is not from a comment.
  ///
  /// A mailto address keeps its subject and body, and is refused if it has any other field.
  package init?(keepingMailFields text: String) {
    let address = Array(text.utf8)
    var bytes: [UInt8] = []
    guard let parts = AddressChecker.append(keepingMailFields: address.span, to: &bytes) else {
      return nil
    }
    self.bytes = bytes
    self.parts = parts
  }

  package init?(_ address: [UInt8]) {
    self.init(address.span)
  }

  package init?(_ slice: Slice, of bytes: [UInt8]) {
    guard slice.end <= bytes.count else { return nil }
    self.init(bytes.span.extracting(slice.range))
  }

  package init?(_ text: String) { self.init(Array(text.utf8)) }

  /// Returns advice about an address that is refused only because it contains a space, as `isValid`
  /// finds; `nil` for other addresses.
  package static func adviceAboutSpace(
    in text: String, isValid: (String) -> Bool
  ) -> String? {
    guard text.utf8.contains(UInt8(ascii: " ")) else { return nil }
    return isValid(text.replacing(text: " ", with: "%20"))
      ? "it contains a space; write %20 instead" : nil
  }

  package var scheme: Scheme { parts.scheme }
  /// The host in ASCII and lower case; for mailto, the part after the `@`.
  package var host: ArraySlice<UInt8> { bytes[parts.host.range] }
  /// True if the host in its own script could be mistaken for another host, so that `host` should
  /// be shown next to the link.
  package var hasSuspiciousHost: Bool { parts.hasSuspiciousHost }
  package var string: String { String(decoding: bytes, as: UTF8.self) }
}
