import Bytes

/// The files that a page had the browser load, itself among them, whether they were there or not.
package struct LoadedFiles: Hashable, Sendable {
  package private(set) var paths: Set<String> = []
  /// Whether these are all: what is in a frame may be loaded where we do not see it.
  package private(set) var areAll = true

  package init() {}

  mutating func noteFrame() { areAll = false }

  /// Notes what was asked for, by its address.
  mutating func note(address: String) {
    // What an address holds itself is in the page, and there is no network.
    for scheme in ["data:", "about:", "http:", "https:"] where address.hasPrefix(scheme) { return }
    if let path = Self.path(of: address) { paths.insert(path) } else { areAll = false }
  }

  /// A path as the address of a file.
  package static func address(of path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text = Array(scheme.utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        text.append(byte)
      case _: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The path that a file's address tells, if it tells one of this machine.
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
