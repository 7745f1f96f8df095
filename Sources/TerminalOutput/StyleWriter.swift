import Bytes

/// Writes the shortest sequence that leads from one style to another.
struct StyleWriter: Sendable {
  let palette: TerminalPalette
  /// The address of each link of the body being written, and its number among all of the output.
  var links: [[UInt8]] = []

  func change(from old: TextStyle, to new: TextStyle, _ out: inout OutputBuffer) {
    if old == new { return }
    if old.attributes != new.attributes || old.color != new.color {
      if new.isPlain {
        out.append("\u{1B}[m")
      } else {
        let isAdding =
          old.attributes.isSubset(of: new.attributes)
          && (old.color == new.color || new.color != 0)
        select(new, beyond: isAdding ? old : nil, &out)
      }
    }
  }

  /// Selects attributes and colour: those that `old` has not, or all after a reset.
  private func select(_ new: TextStyle, beyond old: TextStyle?, _ out: inout OutputBuffer) {
    out.append("\u{1B}[")
    var isFirst = old != nil
    func separate(_ out: inout OutputBuffer) {
      if !isFirst { out.append(UInt8(ascii: ";")) }
      isFirst = false
    }
    let added = old.map { new.attributes.subtracting($0.attributes) } ?? new.attributes
    for (attribute, code) in Self.codes where added.contains(attribute) {
      separate(&out)
      out.append(code)
    }
    if new.color != 0, new.color != old?.color {
      separate(&out)
      out.append(contentsOf: palette.colors[Int(new.color)])
    }
    out.append(UInt8(ascii: "m"))
  }

  private static let codes: [(TextStyle.Attributes, UInt8)] = [
    (.bold, UInt8(ascii: "1")), (.faint, UInt8(ascii: "2")), (.italic, UInt8(ascii: "3")),
    (.underline, UInt8(ascii: "4")), (.reverse, UInt8(ascii: "7")),
    (.strikethrough, UInt8(ascii: "9")),
  ]
}
