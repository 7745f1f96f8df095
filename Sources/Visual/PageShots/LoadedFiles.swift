import Bytes

/// The files that a page loaded, including itself and files that do not exist.
package struct LoadedFiles: Hashable, Sendable {
  package private(set) var paths: Set<String> = []
  /// These are all files; those that a frame loads may be unknown.
  package private(set) var areAll = true

  package init() {}

  mutating func noteFrame() { areAll = false }

  /// Adds a file by its URL.
  mutating func add(address: String) {
    // Data URLs are part of the page, and there is no network.
    for scheme in ["data:", "about:", "http:", "https:"] where address.hasPrefix(scheme) { return }
    if let path = Self.path(of: address) { paths.insert(path) } else { areAll = false }
  }

  /// Returns the `file:` URL of a path (RFC 8089).
  package static func address(of path: String) -> String {
    var text = Array(scheme.utf8)
    for byte in path.utf8 {
      if isLetterOrDigit(byte) || "/-._".utf8.contains(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%")] + hexadecimalDigits(of: byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the path of a `file:` URL, or `nil` if it is not one of this machine.
  package static func path(of address: String) -> String? {
    guard address.hasPrefix(scheme) else { return nil }
    var path: [UInt8] = []
    var rest = address.utf8.dropFirst(scheme.utf8.count)
    while let byte = rest.popFirst(), byte != UInt8(ascii: "?"), byte != UInt8(ascii: "#") {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(rest.prefix(2)) ?? "", radix: 16) {
        path.append(code)
        rest = rest.dropFirst(2)
      } else {
        path.append(byte)
      }
    }
    guard path.first == UInt8(ascii: "/"), !path.contains(0) else { return nil }
    return String(validating: path, as: UTF8.self)
  }

  private static let scheme = "file://"
}
