import Bytes

/// What a byte of literal markup is to the minifier.
enum MarkupRegion: UInt8 {
  /// Text between tags.
  case text
  /// Text in `<pre>`.
  case preserved
  /// White space between the attributes of a tag.
  case tagSpace
  /// The `>` of the tag of a block, next to which white space shows nowhere.
  case blockEnd
  /// All else.
  case markup
}

/// A checked template before it is laid out as a program: literals in pieces, sections by nesting.
struct Draft {
  enum Piece: Equatable {
    case literal(Range<Int>)
    case field(id: UInt16, kind: FieldKind, context: HoleContext)
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
  /// What each of `bytes` is.
  private(set) var regions: [MarkupRegion] = []
  /// Where a literal began at the beginning of a line, by the index of its first byte.
  private(set) var lineStarts: Set<Int> = []
  private(set) var pieces: [Piece] = []
  /// Where tags begin, each with an error that has its place and no message yet.
  private(set) var tagPlaces: [(offset: Int, error: TemplateError)] = []

  mutating func append(_ piece: Piece) { pieces.append(piece) }

  mutating func append(_ byte: UInt8, _ region: MarkupRegion) {
    bytes.append(byte)
    regions.append(region)
    if case .literal(let range) = pieces.last {
      pieces[pieces.count - 1] = .literal(range.lowerBound..<bytes.count)
    } else {
      pieces.append(.literal((bytes.count - 1)..<bytes.count))
    }
  }

  /// Notes that the next byte begins a tag.
  mutating func startTag(_ error: TemplateError) { tagPlaces.append((bytes.count, error)) }

  /// Notes that the next byte begins a line of its template.
  mutating func startLine() { lineStarts.insert(bytes.count) }
}
