import AtollBytes

/// The request line and headers of an HTTP request, as far as the preview needs them.
package struct RequestHead: Hashable, Sendable {
  /// The path without the query: `/view/card`.
  package let path: String
  package let host: String
  /// True if the method is HEAD, whose response is that of GET without its body (RFC 9110, 9.3.2).
  package var wantsOnlyHead = false

  /// The maximum size of a head in bytes; a longer one is malformed.
  package static let maximumSize = 8 << 10

  package enum ParsingResult: Hashable, Sendable {
    /// The empty line after the headers is still to come.
    case incomplete
    case complete(RequestHead)
    /// The request is not valid HTTP/1, or does not have exactly one `Host` header.
    case malformed
    /// A method other than GET and HEAD.
    case otherMethod
  }

  /// Parses the bytes that have arrived so far.
  package static func parse(_ bytes: [UInt8]) -> ParsingResult {
    guard let end = end(of: bytes) else {
      return bytes.count >= maximumSize ? .malformed : .incomplete
    }
    let lines = bytes[..<end].split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      return .malformed
    }
    guard words[0] == "GET" || words[0] == "HEAD" else { return .otherMethod }
    let hosts = lines.dropFirst().compactMap(host(in:))
    guard hosts.count == 1 else { return .malformed }
    let path = String(words[1].prefix { $0 != "?" && $0 != "#" })
    return .complete(
      RequestHead(path: path, host: hosts[0], wantsOnlyHead: words[0] == "HEAD"))
  }

  private static func host(in line: String) -> String? {
    guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "host" else {
      return nil
    }
    return String(line[line.index(after: colon)...].trimming { $0 == " " || $0 == "\t" })
  }

  /// Returns whether the `Host` header names this machine and the port; browsers leave out port 80.
  func isForThisMachine(port: UInt16) -> Bool {
    let host = host.lowercased()
    return ["127.0.0.1", "localhost"].contains { name in
      host == "\(name):\(port)" || port == 80 && host == name
    }
  }

  /// Returns the index of the last line feed of the head; `nil` if the head is incomplete.
  private static func end(of bytes: [UInt8]) -> Int? {
    var isLineEmpty = false
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") {
        if isLineEmpty { return index }
        isLineEmpty = true
      } else if byte != UInt8(ascii: "\r") {
        isLineEmpty = false
      }
    }
    return nil
  }
}
