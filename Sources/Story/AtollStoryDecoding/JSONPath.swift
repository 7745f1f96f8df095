import AtollBytes

/// The location of a value in a JSON text, written as `$.comments[12].likes`.
struct JSONPath {
  private(set) var text: String

  /// Creates the path of a whole input: `$`, preceded by the input's name if that is not empty.
  init(_ input: String = "") { text = input.isEmpty ? "$" : "\(input) $" }

  mutating func append(_ key: String) {
    let isPlain =
      !key.isEmpty
      && key.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x5F || $0 == 0x24 }
    if isPlain {
      text += ".\(key)"
    } else {
      // A key can be very long; its beginning is enough to identify it.
      let quoted = key.unicodeScalars.prefix(40).map { scalar in
        scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
      }
      text += "[\"\(quoted.joined())\"]"
    }
  }

  mutating func append(_ index: Int) { text += "[\(index)]" }

  mutating func append(omittedLevels count: Int) { text += "…(\(count) levels)…" }
}
