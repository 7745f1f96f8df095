/// The request line and headers of an HTTP request, as far as the preview needs them.
package struct RequestHead: Hashable, Sendable {
  /// The path without the query: `/view/card`.
  package let path: String
  /// The value of the `Host` header.
  package let host: String

  /// The maximum size of a head in bytes; a longer one is malformed.
  package static let maximumSize = 8 << 10

  /// The reason why a request is rejected.
  package enum Problem: Error, Hashable, Sendable {
    /// Not a valid HTTP/1 request with exactly one `Host` header.
    case malformed
    /// A method other than GET.
    case method
  }

  /// Parses a head; `nil` if it is not complete yet.
  package init?(_ bytes: [UInt8]) throws(Problem) {
    guard let end = Self.end(of: bytes) else {
      if bytes.count >= Self.maximumSize { throw .malformed }
      return nil
    }
    let lines = bytes[..<end].split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      throw .malformed
    }
    if words[0] != "GET" { throw .method }
    let hosts = lines.dropFirst().compactMap(Self.host(in:))
    guard hosts.count == 1 else { throw .malformed }
    host = hosts[0]
    path = String(words[1].prefix { $0 != "?" && $0 != "#" })
  }

  private static func host(in line: String) -> String? {
    guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "host" else {
      return nil
    }
    let value = line[line.index(after: colon)...]
    return String(value.drop { $0 == " " || $0 == "\t" })
  }

  /// Returns the index of the line feed of the empty line that ends the head; `nil` if there is
  /// none yet.
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
