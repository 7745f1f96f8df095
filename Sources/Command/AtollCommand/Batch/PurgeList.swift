import Arguments
import Bytes
import OperatingSystem
import Store

/// The form in which a CDN takes a list of what it has to discard.
enum PurgeForm: String, CaseIterable, Sendable {
  /// An address or a key on each line.
  case lines
  /// Bodies of requests to Cloudflare's `purge_cache`, with addresses.
  case cloudflare
  /// Arguments of `aws cloudfront create-invalidation --invalidation-batch`, with paths.
  case cloudfront
  /// Bodies of requests to Fastly's batch purge, with surrogate keys.
  case fastly

  /// The number of items in one request that every plan of the CDN accepts.
  var itemsPerRequest: Int {
    switch self {
    case .lines: .max
    case .cloudflare: 30
    case .cloudfront: 3000
    case .fastly: 256
    }
  }
}

/// The options for lists of what a CDN has to discard.
struct PurgeArguments: Sendable {
  /// The list is written instead of a text for people.
  var isWanted = false
  var address: String?
  var form = PurgeForm.lines

  /// The list, which nothing is in yet.
  func list() throws(CommandError) -> PurgeList {
    switch form {
    case .cloudflare where address == nil, .cloudfront where address == nil:
      throw .usage(
        "\(form.rawValue) purges addresses, and --purge has none",
        advice: "for example --purge=https://example.com/comments/{key}.html")
    case .lines, .cloudflare, .cloudfront, .fastly: break
    }
    if let address, !address.contains(text: "{key}") {
      throw .usage(
        "--purge '\(address)' must contain {key}",
        advice: "for example --purge=https://example.com/comments/{key}.html")
    }
    return PurgeList(address: address, form: form)
  }

  static let options: [Option<Self>] = [
    .withOptionalValue(
      "purge", "ADDRESS", .text, group: .output,
      help: """
        Write only the keys, one on each line; or addresses, in which {key} stands for the key: \
        --purge=https://example.com/{key}.
        """
    ) {
      $0.isWanted = true
      $0.address = $1
    },
    .value(
      "purge-form", "FORM", .word, group: .output,
      help: """
        With --purge: write the list as requests to a CDN, one on each line: bodies for Cloudflare's \
        purge_cache, batches for CloudFront's create-invalidation, or surrogate keys for Fastly.
        """, default: PurgeForm.lines.rawValue
    ) {
      $0.isWanted = true
      $0.form = $1
    },
  ]
}

/// A list of stories that a CDN has to discard, written to standard output in the form that the CDN takes.
struct PurgeList: ~Copyable {
  /// The address of a story, with `{key}` in place of its key; `nil` for the key alone.
  var address: String?
  var form = PurgeForm.lines
  private var items: [[UInt8]] = []
  private var output = StandardOutput()
  private var requestCount = 0

  init(address: String?, form: PurgeForm) {
    self.address = address
    self.form = form
  }

  /// Adds a story, whose key has its JSON escapes.
  mutating func add(_ key: [UInt8]) {
    switch form {
    case .lines:
      output.text.append(contentsOf: item(key))
      output.text.append("\n")
    case .cloudflare, .cloudfront, .fastly:
      items.append(item(key))
      if items.count == form.itemsPerRequest { writeRequest() }
    }
    output.writeIfLarge()
  }

  /// Writes the rest.
  mutating func finish() throws(CommandError) {
    if !items.isEmpty { writeRequest() }
    try output.finish()
  }

  /// Appends one request as a line of JSON.
  private mutating func writeRequest() {
    requestCount += 1
    output.text.beginObject()
    switch form {
    case .lines: break
    case .cloudflare: output.text.append(items, member: "files")
    case .cloudfront:
      output.text.append(key: "Paths")
      output.text.beginObject()
      output.text.append(member: "Quantity", items.count)
      output.text.append(items, member: "Items")
      output.text.endObject()
      // Amazon ignores a request whose reference it has seen, so the same list is not purged twice.
      output.text.append(member: "CallerReference", string: "atoll-\(digest())-\(requestCount)")
    case .fastly: output.text.append(items, member: "surrogate_keys")
    }
    output.text.append("}\n")
    items.removeAll(keepingCapacity: true)
  }

  private func digest() -> String {
    String(SHA256.hexadecimal(of: Array(items.joined(separator: [0x0A]))).prefix(16))
  }

  private func item(_ key: [UInt8]) -> [UInt8] {
    let encoded = ExportName.encoded(key)
    guard let address else {
      // A surrogate key of Fastly has no spaces.
      return form == .fastly ? encoded : key
    }
    // The address of the exported file, whose name has the encoded key.
    let name = ExportName.address(of: String(decoding: encoded, as: UTF8.self))
    let path = Array(address.replacing(text: "{key}", with: name).utf8)
    guard form == .cloudfront, let host = path.firstRange(ofBytes: "://".utf8) else {
      return path
    }
    // CloudFront takes paths, which begin with the slash after the host.
    guard let slash = path[host.upperBound...].firstIndex(of: UInt8(ascii: "/")) else {
      return Array("/".utf8)
    }
    return Array(path[slash...])
  }
}

extension OutputBuffer {
  fileprivate mutating func append(_ items: [[UInt8]], member name: StaticString) {
    append(key: name)
    beginArray()
    for item in items {
      separate()
      append("\"")
      append(contentsOf: item)
      append("\"")
    }
    endArray()
  }
}
