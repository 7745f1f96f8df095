import AtollBytes

/// The region to which a byte of literal markup belongs, for the minifier.
enum MarkupRegion: UInt8 {
  /// Text between tags.
  case text
  /// Text in `<pre>`, or in a template for plain text.
  case preserved
  /// White space between the attributes of a tag.
  case tagSpace
  /// The `>` of a block element's tag: white space next to it is invisible.
  case blockEnd
  /// Everything else.
  case markup
}

/// A checked template before it becomes a program: a sequence of literals, fields, marks and
/// section boundaries.
struct CheckedTemplate {
  enum Piece: Equatable {
    case literal(Range<Int>)
    case field(id: UInt16, kind: FieldKind)
    case html(id: UInt16)
    case mark(id: UInt16)
    case begin(SectionKind, id: UInt16)
    case end
  }

  enum SectionKind {
    case section
    case inverted
    case list
  }

  private(set) var bytes: [UInt8] = []
  private(set) var regions: [MarkupRegion] = []
  /// For each byte, whether it begins a line of its template.
  private(set) var startsLine: [Bool] = []
  private var isAtLineStart = false
  private(set) var pieces: [Piece] = []
  /// The verbatim texts, such as `<%…%>`: text for the program that processes the output next.
  var verbatims: Set<[UInt8]> = []
  /// The offsets at which verbatim texts begin within markup.
  var verbatimOffsets: [Int] = []
  /// The offset of the `<` of each tag, and an error without a message at its position.
  var tagStarts: [(offset: Int, error: SourceError)] = []

  mutating func append(_ piece: Piece) { pieces.append(piece) }

  mutating func append(_ byte: UInt8, in region: MarkupRegion) {
    bytes.append(byte)
    regions.append(region)
    startsLine.append(isAtLineStart)
    isAtLineStart = false
    if case .literal(let range) = pieces.last {
      pieces[pieces.count - 1] = .literal(range.lowerBound..<bytes.count)
    } else {
      pieces.append(.literal((bytes.count - 1)..<bytes.count))
    }
  }

  /// Records that the next byte begins a line of its template.
  mutating func recordLineStart() { isAtLineStart = true }
}
