import AtollBytes

/// An `http` or `https` address, split into its components (RFC 3986, section 3).
///
/// Parsing is strict, so that no other parser can find a different host in the same string: spaces,
/// control characters and backslashes are not allowed, and the host may contain only characters
/// that a host name can have.
struct HTTPAddress: Hashable, CustomStringConvertible {
  /// `http` or `https`, in lower case.
  var scheme: String
  /// The user information before an `@`: a name, and perhaps a password.
  var user: String?
  /// The host name or IP address in lower case; an IPv6 address is in brackets.
  var host: String
  var port: Int?
  /// The port that requests use: `port`, or the usual one of the scheme.
  var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }
  var path: String
  var query: String?
  var fragment: String?

  /// Reads an absolute address; returns `nil` if it is not one.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }),
      let schemeEnd = text.firstRange(ofText: "://")
    else { return nil }
    scheme = text[..<schemeEnd.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    var rest = text[schemeEnd.upperBound...]
    fragment = Self.removeTail(&rest, at: "#")
    query = Self.removeTail(&rest, at: "?")
    let pathStart = rest.firstIndex(of: "/") ?? rest.endIndex
    path = String(rest[pathStart...])
    var authority = rest[..<pathStart]
    if let at = authority.lastIndex(of: "@") {
      user = String(authority[..<at])
      authority = authority[authority.index(after: at)...]
    }
    guard let (host, port) = Self.hostAndPort(authority) else { return nil }
    self.host = host
    self.port = port
  }

  /// Cuts a string at the first occurrence of a character; returns what followed the character, or
  /// `nil` if it does not occur.
  private static func removeTail(_ text: inout Substring, at mark: Character) -> String? {
    guard let index = text.firstIndex(of: mark) else { return nil }
    let tail = String(text[text.index(after: index)...])
    text = text[..<index]
    return tail
  }

  private static func hostAndPort(_ text: Substring) -> (String, Int?)? {
    let hostEnd: Substring.Index
    if text.first == "[" {
      guard let bracket = text.firstIndex(of: "]"),
        text[..<bracket].dropFirst().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
      else { return nil }
      hostEnd = text.index(after: bracket)
    } else {
      hostEnd = text.firstIndex(of: ":") ?? text.endIndex
      guard text[..<hostEnd].unicodeScalars.allSatisfy(isHostCharacter) else { return nil }
    }
    let host = text[..<hostEnd].lowercased()
    guard !host.isEmpty else { return nil }
    let rest = text[hostEnd...]
    if rest.isEmpty || rest == ":" { return (host, nil) }
    let digits = rest.dropFirst()
    guard rest.first == ":", digits.utf8.allSatisfy(isDigit),
      let port = Int(digits), port <= 65_535
    else { return nil }
    return (host, port)
  }

  /// Returns whether a host name may contain a character.
  ///
  /// Letters outside ASCII are allowed, because the transport encodes them.
  private static func isHostCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
    case _: !scalar.isASCII && scalar.properties.isAlphabetic
    }
  }

  var description: String {
    let authority = (user.map { $0 + "@" } ?? "") + host + (port.map { ":\($0)" } ?? "")
    return scheme + "://" + authority + path + (query.map { "?" + $0 } ?? "")
      + (fragment.map { "#" + $0 } ?? "")
  }

  /// Resolves a reference, such as the `Location` of a redirect, against this address.
  ///
  /// See RFC 3986, section 5.2. Returns `nil` if the result is not an `http` or `https` address.
  func resolving(_ reference: String) -> HTTPAddress? {
    let text = Self.escaped(reference)
    if let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy(Self.isSchemeCharacter) {
      return HTTPAddress(text)?.withoutDotSegments
    }
    if text.hasPrefix("//") { return HTTPAddress(scheme + ":" + text)?.withoutDotSegments }
    var result = self
    var rest = text[...]
    result.fragment = Self.removeTail(&rest, at: "#")
    let query = Self.removeTail(&rest, at: "?")
    if rest.isEmpty {
      result.query = query ?? self.query
      return result
    }
    result.query = query
    if rest.hasPrefix("/") {
      result.path = String(rest)
    } else {
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
      result.path = String(folder + rest)
    }
    return result.withoutDotSegments
  }

  private static func isSchemeCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
  }

  /// Escapes spaces and non-ASCII characters, which servers put into a `Location` although an
  /// address must not contain them.
  ///
  /// Control characters below U+0020 stay as they are; `init` rejects an absolute address with one.
  private static func escaped(_ reference: String) -> String {
    let bytes = PercentEncoding.encoded(reference.utf8) { $0 != 0x20 && $0 <= 0x7E }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The address without `.` and `..` in its path (RFC 3986, section 5.2.4).
  private var withoutDotSegments: HTTPAddress {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if !kept.isEmpty { kept.removeLast() }
        if isLast { kept.append("") }
      case _: kept.append(segment)
      }
    }
    var result = self
    result.path = kept.isEmpty ? "" : "/" + kept.joined(separator: "/")
    return result
  }
}
