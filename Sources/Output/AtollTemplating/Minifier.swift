import AtollBytes

/// Returns a checked template without the line breaks and indentation that only template authors
/// need.
///
/// A run of line breaks and indentation becomes one space, or is removed:
///
/// - in a tag, before the `>`;
/// - outside of tags, next to other white space;
/// - between two tags or marks, if one is a mark or the tag of a block element.
///
/// The neighbors of a run can depend on which sections are written; then it is removed only if one
/// of these holds in every case. `<pre>`, attribute values, HTML comments and the content of
/// `<textarea>`, `<title>`, `<style>` and `<script>` are not changed.
func minified(_ draft: CheckedTemplate) -> CheckedTemplate {
  Minifier(draft).minified()
}

private struct Minifier {
  /// The kinds of neighbors that a run of white space can have.
  struct Neighbors: OptionSet {
    let rawValue: UInt8
    static let block = Neighbors(rawValue: 1)
    static let inline = Neighbors(rawValue: 2)
    static let text = Neighbors(rawValue: 4)
    /// White space within a line, which stays.
    static let space = Neighbors(rawValue: 8)
  }

  let draft: CheckedTemplate
  /// The neighbors that may precede and follow each piece, ignoring line breaks and indentation.
  var before: [Neighbors]
  var after: [Neighbors]
  /// For each piece that begins a section, the index of the piece that ends it, and vice versa.
  var matchingPieces: [Int]

  init(_ draft: CheckedTemplate) {
    self.draft = draft
    let count = draft.pieces.count
    before = Array(repeating: [], count: count + 1)
    after = Array(repeating: [], count: count + 1)
    matchingPieces = Array(repeating: 0, count: count)
    var open: [Int] = []
    for (index, piece) in draft.pieces.enumerated() {
      switch piece {
      case .begin: open.append(index)
      case .end:
        guard let begin = open.popLast() else { continue }
        matchingPieces[begin] = index
        matchingPieces[index] = begin
      case .literal, .field, .html, .mark: break
      }
    }
    while propagateForward() || propagateBackward() {}
  }

  // MARK: Neighbors

  /// Passes over the pieces and adds what may come before each; returns whether anything was new.
  private mutating func propagateForward() -> Bool {
    var hasChanged = false
    var current = Neighbors.block
    for index in draft.pieces.indices {
      hasChanged = Self.add(current, to: &before[index]) || hasChanged
      current = before[index]
      switch draft.pieces[index] {
      case .begin(.list, _): current.formUnion(before[matchingPieces[index]])
      case .begin: break
      case .end: current.formUnion(before[matchingPieces[index]])
      case .literal, .field, .html, .mark:
        current = edge(of: index, atEnd: true) ?? current
      }
    }
    return hasChanged
  }

  /// Passes backwards over the pieces and adds what may come after each; returns whether anything
  /// was new.
  private mutating func propagateBackward() -> Bool {
    var hasChanged = false
    var current = Neighbors.block
    for index in draft.pieces.indices.reversed() {
      hasChanged = Self.add(current, to: &after[index]) || hasChanged
      current = after[index]
      switch draft.pieces[index] {
      case .begin: current.formUnion(after[matchingPieces[index]])
      case .end:
        if case .begin(.list, _) = draft.pieces[matchingPieces[index]] {
          current.formUnion(after[matchingPieces[index]])
        }
      case .literal, .field, .html, .mark:
        current = edge(of: index, atEnd: false) ?? current
      }
    }
    return hasChanged
  }

  private static func add(_ new: Neighbors, to known: inout Neighbors) -> Bool {
    let isNew = !known.isSuperset(of: new)
    known.formUnion(new)
    return isNew
  }

  /// Returns the kind of neighbor at the beginning or end of a piece, ignoring line breaks and
  /// indentation; `nil` if the piece has nothing else.
  private func edge(of index: Int, atEnd: Bool) -> Neighbors? {
    switch draft.pieces[index] {
    case .literal(let range):
      return atEnd ? edge(atEndOf: range) : edge(atBeginningOf: range)
    case .field, .html: return .text
    case .mark: return .block
    case .begin, .end: return nil
    }
  }

  private func edge(atBeginningOf range: Range<Int>) -> Neighbors? {
    var position = range.lowerBound
    while position < range.upperBound {
      guard isSpace(position) else { return neighbor(beginningAt: position) }
      let run = whiteSpaceRun(from: position, in: range)
      if !isLineBreak(run) { return .space }
      position = run.upperBound
    }
    return nil
  }

  private func edge(atEndOf range: Range<Int>) -> Neighbors? {
    guard let last = range.last(where: { !isSpace($0) }) else {
      return edge(atBeginningOf: range)
    }
    let run = (last + 1)..<range.upperBound
    return run.isEmpty || isLineBreak(run) ? neighbor(endingAt: last) : .space
  }

  private func whiteSpaceRun(from start: Int, in range: Range<Int>) -> Range<Int> {
    var end = start
    while end < range.upperBound, isSpace(end), draft.regions[end] == draft.regions[start] {
      end += 1
    }
    return start..<end
  }

  /// Returns whether a run is a line break or indentation, which only the template's readers need.
  private func isLineBreak(_ run: Range<Int>) -> Bool {
    draft.startsLine[run.lowerBound]
      || run.contains { draft.bytes[$0] == UInt8(ascii: "\n") }
  }

  private func neighbor(endingAt position: Int) -> Neighbors {
    switch draft.regions[position] {
    case .text, .preserved: .text
    case .blockEnd: .block
    case .markup, .tagSpace: .inline
    }
  }

  private func neighbor(beginningAt position: Int) -> Neighbors {
    switch draft.regions[position] {
    case .text, .preserved: return .text
    case .markup, .blockEnd, .tagSpace: break
    }
    guard draft.bytes[position] == UInt8(ascii: "<") else { return .inline }
    var rest = draft.bytes[(position + 1)...].prefix(MarkupTokenizer.maximumNameLength)
    if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
    let name = rest.prefix { !isHTMLSpace($0) && !"/>".utf8.contains($0) }.map(lowercase)
    return isBlock(name) || name.isExactly("!doctype") ? .block : .inline
  }

  private func isSpace(_ position: Int) -> Bool {
    switch draft.regions[position] {
    case .text, .tagSpace: isHTMLSpace(draft.bytes[position])
    case .preserved, .blockEnd, .markup: false
    }
  }

  // MARK: Writing

  func minified() -> CheckedTemplate {
    var result = CheckedTemplate()
    for (index, piece) in draft.pieces.enumerated() {
      if case .literal(let range) = piece {
        write(range, at: index, to: &result)
      } else {
        result.append(piece)
      }
    }
    return result
  }

  private func write(_ range: Range<Int>, at index: Int, to result: inout CheckedTemplate) {
    var position = range.lowerBound
    while position < range.upperBound {
      guard isSpace(position) else {
        result.append(draft.bytes[position], in: draft.regions[position])
        position += 1
        continue
      }
      let run = whiteSpaceRun(from: position, in: range)
      let region = draft.regions[position]
      position = run.upperBound
      if !isLineBreak(run) {
        for byte in draft.bytes[run] { result.append(byte, in: region) }
      } else if !isSuperfluous(run, in: range, at: index) {
        result.append(UInt8(ascii: " "), in: region)
      }
    }
  }

  /// Returns whether a run of white space can be removed without a visible change.
  private func isSuperfluous(_ run: Range<Int>, in range: Range<Int>, at index: Int) -> Bool {
    if draft.regions[run.lowerBound] == .tagSpace {
      return run.upperBound < range.upperBound
        && draft.bytes[run.upperBound] == UInt8(ascii: ">")
    }
    var preceding =
      run.lowerBound == range.lowerBound ? before[index] : neighbor(endingAt: run.lowerBound - 1)
    var following =
      run.upperBound == range.upperBound ? after[index] : neighbor(beginningAt: run.upperBound)
    preceding.remove(.space)
    following.remove(.space)
    if preceding.isEmpty || following.isEmpty { return true }
    return !preceding.union(following).contains(.text)
      && (preceding == .block || following == .block)
  }
}
