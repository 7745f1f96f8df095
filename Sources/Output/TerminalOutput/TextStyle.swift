import Theming

/// How a run of letters is drawn: attributes, a colour of the palette, and the link it belongs to.
struct TextStyle: Hashable, Sendable {
  var attributes: Attributes = []
  /// An index of the palette's colours; 0 is the terminal's own foreground.
  var color: UInt8 = 0
  /// A number of the writer's links; 0 is none.
  var link: Int32 = 0

  static let plain = TextStyle()

  var isPlain: Bool { attributes.isEmpty && color == 0 }

  struct Attributes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let bold = Attributes(rawValue: 1 << 0)
    static let faint = Attributes(rawValue: 1 << 1)
    static let italic = Attributes(rawValue: 1 << 2)
    static let underline = Attributes(rawValue: 1 << 3)
    static let reverse = Attributes(rawValue: 1 << 4)
    static let strikethrough = Attributes(rawValue: 1 << 5)
  }

  /// Whether a space drawn like this looks like any other.
  var hidesSpaces: Bool {
    attributes.isDisjoint(with: [.underline, .reverse, .strikethrough]) && link == 0
  }

  /// The same for a line that is drawn: spaces behind it are to stay invisible.
  var asLine: TextStyle {
    TextStyle(attributes: attributes.intersection([.bold, .faint]), color: color)
  }

  /// What one style adds to another: all attributes, and the colour if it has one.
  func adding(_ other: TextStyle) -> TextStyle {
    var sum = self
    sum.attributes.formUnion(other.attributes)
    if other.color != 0 { sum.color = other.color }
    if other.link != 0 { sum.link = other.link }
    return sum
  }
}

extension TextStyle.Attributes {
  init(_ attributes: TerminalAttributes) {
    // The first five bits have the same meaning in both.
    self.init(rawValue: attributes.rawValue)
  }
}
