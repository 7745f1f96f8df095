/// Input in which each value begins a line.
extension JSONReader {
  /// Returns whether there is a line end at `index`, after which a new value begins.
  func hasLineOpening(after index: Int) -> Bool {
    guard let lineOpening, index &+ lineOpening.utf8CodeUnitCount < end else { return false }
    return withAllBytes { $0[index] == 0x0A && $0.has(lineOpening, at: index &+ 1) }
  }

  /// Moves to the next value, on this line or another; returns `false` at the end.
  package mutating func advanceToValue() -> Bool {
    if skipSpace() == 0, offset < end, hasLineOpening(after: offset) { skipLineEnd() }
    return offset < end
  }

  /// Moves from where reading failed to the next line that begins with a new value, or to the next
  /// line if `lineOpening` is `nil`; returns `false` if there is none.
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
    linesPassed &+= 1
    lineStart = offset
  }
}
