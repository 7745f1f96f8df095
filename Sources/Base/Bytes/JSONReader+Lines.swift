/// Input in which each value begins a line.
extension JSONReader {
  /// Returns whether a new value begins after the line end at `place`.
  func opensLine(after place: Int) -> Bool {
    guard let lineOpening, place &+ lineOpening.utf8CodeUnitCount < end else { return false }
    let expected = unsafe UnsafeBufferPointer(
      start: lineOpening.utf8Start, count: lineOpening.utf8CodeUnitCount)
    let found = unsafe UnsafeBufferPointer(start: base + (place &+ 1), count: expected.count)
    return unsafe found.elementsEqual(expected)
  }

  /// Moves to the next value, on this line or another; returns `false` at the end.
  package mutating func comesToValue() -> Bool {
    if skipSpace() == 0, offset < end, opensLine(after: offset) { passLineEnd() }
    return offset < end
  }

  /// Moves from where reading failed to the next line that begins with a new value; returns `false`
  /// if there is none.
  package mutating func goToLineOpening(after error: JSONError) -> Bool {
    offset = max(offset, error.offset)
    while offset < end {
      let isLineEnd = unsafe base[offset] == 0x0A
      if isLineEnd, opensLine(after: offset) {
        passLineEnd()
        return true
      }
      if isLineEnd { passLineEnd() } else { offset &+= 1 }
    }
    return false
  }

  private mutating func passLineEnd() {
    offset &+= 1
    linesPassed &+= 1
    lineStart = offset
  }
}
