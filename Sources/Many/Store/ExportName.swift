import Bytes

/// The names of exported files: a text with `{key}` in place of the key of a story, such as `{key}.html`.
package struct ExportName: Hashable, Sendable {
  package let text: String
  private let before: [UInt8]
  private let after: [UInt8]

  /// Creates names; `nil` if the text does not contain `{key}` exactly once or leads out of its folder.
  package init?(_ text: String) {
    let parts = text.split(atText: "{key}")
    let folders = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !folders.contains(where: { $0.isEmpty || $0.hasPrefix(".") }),
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    self.text = text
    before = Array(parts[0].utf8)
    after = Array(parts[1].utf8)
  }

  /// The longest name of a file that all file systems of Linux and macOS accept.
  private static let longestName = 255

  /// Returns the name of the file of a story; `nil` if it is too long for a file system.
  package func file(ofKey key: [UInt8]) -> String? {
    let bytes = before + Self.encoded(key) + after
    guard bytes.split(separator: 0x2F).allSatisfy({ $0.count <= Self.longestName - 8 }) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a key as it is in names of files.
  ///
  /// Letters, digits, `-`, `_`, `~` and dots that are not in front are written as they are, and all other bytes
  /// percent-encoded (RFC 3986, section 2.1).
  package static func encoded(_ key: [UInt8]) -> [UInt8] {
    var name = OutputBuffer(capacity: key.count * 3)
    for (index, byte) in key.enumerated() {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x7E: name.append(byte)
      case 0x2E where index > 0: name.append(byte)
      case _:
        name.append("%")
        name.append(hexadecimal: [byte])
      }
    }
    return name.bytes()
  }

  /// Returns the address of a file, relative to its folder: a percent sign in a name is a character of the name.
  package static func address(of file: String) -> String { file.replacing(text: "%", with: "%25") }
}
