package import AtollBytes

/// The element that contains or links to a style sheet, and the sheet's source in a content
/// security policy.
package struct StyleElement: Sendable {
  /// The whole element; empty if there is no style.
  package let element: [UInt8]
  /// The source of the sheet in a content security policy: its hash, its address or `'self'`; empty
  /// if there is no style.
  package let source: String
  /// The policies for a page with this sheet: first without style attributes, then with them.
  private let policies: [[UInt8]]

  package static let none = StyleElement([], source: "")

  private init(_ element: [UInt8], source: String, allowsImages: Bool = false) {
    self.element = element
    self.source = source
    policies = [false, true].map {
      let policy = Self.policy(
        source: source, allowsStyleAttributes: $0, allowsImages: allowsImages)
      return Array(policy.utf8)
    }
  }

  /// Returns the content security policy (CSP 3) of a page, for a `<meta>` element.
  ///
  /// It allows only the style sheet and, depending on the settings, style attributes, which only
  /// pages with sort controls need, and pictures from any server, with `https`.
  private static func policy(
    source: String, allowsStyleAttributes: Bool, allowsImages: Bool
  ) -> String {
    var text = "default-src 'none'; "
    text += source.isEmpty ? "style-src 'none'; " : "style-src-elem \(source); "
    text += "style-src-attr \(allowsStyleAttributes ? "'unsafe-inline'" : "'none'"); "
    if allowsImages { text += "img-src https:; " }
    return text + "base-uri 'none'; form-action 'none'"
  }

  /// Creates the element that contains a style sheet, which must not contain `</style`.
  package init(css: [UInt8], allowsImages: Bool = false) {
    var out = OutputBuffer(capacity: css.count + 32)
    out.append("<style>")
    out.append(contentsOf: css)
    out.append("</style>")
    self.init(
      out.bytes(), source: "'sha256-\(base64(SHA256.digest(css)))'", allowsImages: allowsImages)
  }

  /// Creates the element that links to a style sheet, or returns `nil` if the address is not
  /// allowed in an attribute or in a policy.
  ///
  /// The address must be a path on the page's own host, or an http or https URL; the scheme may be
  /// left out. Its maximum length is `maximumAddressLength`.
  package init?(linkingTo address: String, allowsImages: Bool = false) {
    let bytes = Array(address.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.maximumAddressLength,
      bytes.allSatisfy(Self.isAllowedInAddress),
      let source = Self.source(of: address)
    else { return nil }
    var out = OutputBuffer(capacity: bytes.count + 64)
    out.append("<link rel=\"stylesheet\" href=\"")
    for byte in bytes {
      if byte == UInt8(ascii: "&") { out.append("&amp;") } else { out.append(byte) }
    }
    out.append("\">")
    self.init(out.bytes(), source: source, allowsImages: allowsImages)
  }

  private static let maximumAddressLength = 2000

  /// Returns whether a byte of an address is allowed.
  ///
  /// Bytes with a meaning in a policy or in an attribute are not allowed, except `&`, which is
  /// escaped.
  private static func isAllowedInAddress(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "-._~:/?#[]@!$&()+=%".utf8.contains(byte)
  }

  /// Returns the source expression (CSP 3) that allows the sheet; `nil` if the address is refused.
  ///
  /// It is the address without its query, its fragment and a leading `//`, or `'self'` for a path
  /// on the page's own host.
  private static func source(of address: String) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    // The source of a host has no user, and no brackets.
    func hasPlainHost(after prefix: String) -> Bool {
      let rest = path.dropFirst(prefix.count)
      return !rest.isEmpty && !rest.hasPrefix("/") && !rest.contains { "[]".contains($0) }
        && !rest.prefix { $0 != "/" }.contains("@")
    }
    for scheme in ["https://", "http://"] where path.lowercased().hasPrefix(scheme) {
      return hasPlainHost(after: scheme) ? String(path) : nil
    }
    if path.hasPrefix("//") { return hasPlainHost(after: "//") ? String(path.dropFirst(2)) : nil }
    // With a colon before the first slash, the text before the colon would be a scheme.
    let first = path.prefix { $0 != "/" }
    return first.contains(":") ? nil : "'self'"
  }

  package func insert(into out: inout OutputBuffer, at offset: Int) {
    out.insert(element, at: offset)
  }

  func appendElement(to out: inout OutputBuffer) { out.append(contentsOf: element) }

  /// Appends the content security policy for a page with this sheet, which no template can change.
  func appendPolicy(allowingStyleAttributes isAllowed: Bool, to out: inout OutputBuffer) {
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
    out.append(contentsOf: policies[isAllowed ? 1 : 0])
    out.append("\">")
  }

  /// Returns the policy for an HTTP header, which can also keep the page out of frames on other
  /// sites.
  package func policyHeader(allowingStyleAttributes isAllowed: Bool) -> String {
    String(decoding: policies[isAllowed ? 1 : 0], as: UTF8.self) + "; frame-ancestors 'self'"
  }
}
