import Bytes

/// The place of a value in a JSON text, written as `$.comments[12].likes`.
struct JSONPath {
  private(set) var text: String

  /// The path of a whole input.
  ///
  /// With several inputs, its name goes before the `$`.
  init(_ input: String = "") { text = input.isEmpty ? "$" : "\(input) $" }

  mutating func append(_ key: String) {
    let isPlain =
      !key.isEmpty
      && key.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x5F || $0 == 0x24 }
    if isPlain {
      text += ".\(key)"
    } else {
      // A key may be a whole book; its beginning tells it apart well enough.
      let quoted = key.unicodeScalars.prefix(40).map { scalar in
        scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
      }
      text += "[\"\(quoted.joined())\"]"
    }
  }

  mutating func append(_ index: Int) { text += "[\(index)]" }

  /// The ellipsis for steps that are left out of a long path.
  mutating func append(levelsLeftOut count: Int) { text += "…(\(count) levels)…" }
}
