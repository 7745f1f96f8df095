import Arguments
import Bytes
import Store

/// The options for lists of what a CDN has to discard.
struct PurgeArguments: Sendable {
  /// The list is written instead of a text for people.
  var isWanted = false
  var address: String?

  /// The list, which nothing is in yet.
  func list() throws(CommandError) -> PurgeList {
    if let address, !address.contains(text: "{key}") {
      throw .usage(
        "--purge '\(address)' must contain {key}",
        advice: "for example --purge=https://example.com/comments/{key}.html")
    }
    return PurgeList(address: address)
  }

  static let options: [Option<Self>] = [
    .withOptionalValue(
      "purge", "ADDRESS", as: .text, group: .output,
      help: """
        Write only the keys, one on each line; or addresses, in which {key} stands for the key: \
        --purge=https://example.com/{key}.
        """
    ) {
      $0.isWanted = true
      $0.address = $1
    }
  ]
}

/// A list of stories that a CDN has to discard, on standard output: a key or an address on each line.
struct PurgeList: ~Copyable {
  private let address: String?
  private var output = StandardOutput()

  init(address: String?) { self.address = address }

  /// Adds the key of a story.
  mutating func add(_ key: [UInt8]) {
    if let address {
      // The address of the exported file, whose name has the encoded key.
      let name = ExportName.address(of: String(decoding: ExportName.encoded(key), as: UTF8.self))
      output.text.append(verbatim: address.replacing(text: "{key}", with: name))
    } else {
      output.text.append(contentsOf: key)
    }
    output.text.append("\n")
    output.writeIfLarge()
  }

  /// Writes the rest.
  mutating func finish() throws(CommandError) { try output.finish() }
}
