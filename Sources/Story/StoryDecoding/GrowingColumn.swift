/// A column that grows in pieces while its final length is unknown.
///
/// A growing array is copied, and during the copy it is in memory twice. For the text of a large
/// story, that would be the peak of memory use. Here, nothing is copied until the column is
/// complete, and then only one piece at a time.
struct GrowingColumn<Element> {
  private var pieces: [[Element]] = []
  private(set) var count = 0
  private let pieceCount: Int

  /// The approximate size of a piece in bytes: large enough that memory returns to the system as
  /// soon as a piece is freed.
  private static var pieceSize: Int { 1 << 20 }

  init() {
    var size = 1
    while size * MemoryLayout<Element>.stride < Self.pieceSize { size *= 2 }
    pieceCount = size
  }

  subscript(index: Int) -> Element { pieces[index / pieceCount][index % pieceCount] }

  mutating func append(_ element: Element) {
    if count % pieceCount == 0 { addPiece() }
    pieces[pieces.count - 1].append(element)
    count += 1
  }

  mutating func append(contentsOf elements: ArraySlice<Element>) {
    var rest = elements
    while !rest.isEmpty {
      if count % pieceCount == 0 { addPiece() }
      let next = rest.prefix(pieceCount - count % pieceCount)
      pieces[pieces.count - 1].append(contentsOf: next)
      count += next.count
      rest = rest[next.endIndex...]
    }
  }

  /// Adds an empty piece.
  ///
  /// The first piece reserves no memory, since most columns are short.
  private mutating func addPiece() {
    var piece: [Element] = []
    if !pieces.isEmpty { piece.reserveCapacity(pieceCount) }
    pieces.append(piece)
  }

  /// Moves all elements to the end of an array, which then has a little spare capacity.
  mutating func move(to array: inout [Element]) {
    if array.isEmpty, pieces.count == 1 {
      swap(&array, &pieces[0])
      pieces = []
    } else {
      array.reserveCapacity(array.count + count + count / 64)
      pieces.reverse()
      while let piece = pieces.popLast() { array.append(contentsOf: piece) }
    }
    count = 0
  }
}
