import AtollArguments
import AtollBytes
import AtollStore

/// The options for a list of stories that a CDN has to purge.
struct PurgeArguments: Sendable {
  /// True if the list is written to standard output, in place of human-readable text.
  var writesList = false
  /// The pattern for the addresses, which contains `{key}`; `nil` to list keys.
  var addressPattern: String?

  /// Returns an empty list; throws an error if the pattern does not contain `{key}`.
  func makeList() throws -> PurgeList {
    if let addressPattern, !addressPattern.contains(text: "{key}") {
      throw Failure(
        commandLine: "--purge '\(addressPattern)' must contain {key}",
        advice: "for example --purge=https://example.com/comments/{key}.html")
    }
    return PurgeList(addressPattern: addressPattern)
  }

  static let options: [Option<Self>] = [
    .withOptionalValue(
      "purge", placeholder: "ADDRESS", as: .text, group: .output,
      help: """
        Write only the keys, one on each line, with \\u{a} for a line end in a key; or addresses, in which \
        {key} stands for the key: --purge=https://example.com/{key}.
        """
    ) {
      $0.writesList = true
      $0.addressPattern = $1
    }
  ]
}

/// A list of stories that a CDN has to purge, on standard output: a key or an address on each line.
struct PurgeList: ~Copyable {
  private let addressPattern: String?
  private var output = StandardOutput()

  init(addressPattern: String?) { self.addressPattern = addressPattern }

  mutating func add(_ key: [UInt8]) {
    if let addressPattern {
      // This is the address of the exported file, whose name contains the encoded key.
      let name = ExportName.address(
        of: String(decoding: FileNameEncoding.encoded(key), as: UTF8.self))
      output.text.append(verbatim: addressPattern.replacing(text: "{key}", with: name))
    } else {
      let key = String(decoding: key, as: UTF8.self)
      output.text.append(verbatim: key.replacing(text: "\n", with: "\\u{a}"))
    }
    output.text.append("\n")
    output.flushIfLarge()
  }

  mutating func finish() throws { try output.finish() }
}
