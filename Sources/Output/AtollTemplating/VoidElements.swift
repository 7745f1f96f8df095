import AtollBytes

/// The elements without an end tag (HTML, 13.1.2).
enum VoidElements {
  private static let names: [StaticString] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]

  static func contains(_ name: [UInt8]) -> Bool { name.isOne(of: names) }
}
