import AtollTheming

/// The style of a run of characters: attributes, a color of the palette, and the link it belongs
/// to.
struct TextStyle: Hashable, Sendable {
  var attributes: Attributes = []
  /// An index into the palette's colors; 0 is the terminal's default foreground.
  var color: UInt8 = 0
  /// The writer's number for a link; 0 for no link.
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

  /// True if a space in this style is invisible.
  var hasInvisibleSpaces: Bool {
    attributes.isDisjoint(with: [.underline, .reverse, .strikethrough]) && link == 0
  }

  /// This style reduced to what does not show in the spaces of a prefix: bold, faint and the color.
  var asPrefixStyle: TextStyle {
    TextStyle(attributes: attributes.intersection([.bold, .faint]), color: color)
  }

  /// Returns this style with the attributes of `other` added, and with the color and the link of
  /// `other` if it has them.
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
    // The first five bits have the same meaning in both option sets.
    self.init(rawValue: attributes.rawValue)
  }
}
