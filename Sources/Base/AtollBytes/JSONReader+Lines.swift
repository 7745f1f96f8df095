/// Methods for input in which every value begins on a new line.
extension JSONReader {
  /// Returns whether there is a line end at `index`, and the next line begins with `lineOpening`.
  func hasLineOpening(after index: Int) -> Bool {
    guard let lineOpening, index &+ lineOpening.utf8CodeUnitCount < end else { return false }
    return withAllBytes { $0[index] == 0x0A && $0.has(lineOpening, at: index &+ 1) }
  }

  /// Moves to the next value, on this line or a later one; returns `false` at the end.
  ///
  /// A byte order mark before the value is skipped: files that were joined have some.
  package mutating func advanceToValue() -> Bool {
    if skipSpace() == 0, offset < end, hasLineOpening(after: offset) { skipLineEnd() }
    let start = offset
    if withAllBytes({ $0.has("\u{FEFF}", at: start) }) { offset &+= 3 }
    return offset < end
  }

  /// Moves from the place of an error to the next line that begins with `lineOpening`, or to the
  /// next line if `lineOpening` is `nil`.
  ///
  /// Returns `false` if there is no such line.
  package mutating func advanceToLineOpening(after error: JSONError) -> Bool {
    offset = max(offset, error.offset)
    while offset < end {
      let isLineEnd = unsafe base[offset] == 0x0A
      if isLineEnd, lineOpening == nil || hasLineOpening(after: offset) {
        skipLineEnd()
        return true
      }
      if isLineEnd { skipLineEnd() } else { offset &+= 1 }
    }
    return false
  }

  private mutating func skipLineEnd() {
    offset &+= 1
    lineEndCount &+= 1
    lineStart = offset
  }
}
