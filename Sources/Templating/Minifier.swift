/// The draft without the line breaks and the indentation that only its authors need.
///
/// White space with a line break in it, and indentation, is looked at with what stands on both sides,
/// beyond the borders of sections too and on every way through them. Between two tags or marks one
/// of which is that of a block it goes; everywhere else it becomes one space. In a tag it becomes one
/// space, before the tag's `>` nothing. `<pre>`, attribute values, comments and the content of
/// `<textarea>`, `<title>`, `<style>` and `<script>` stay as they are.
func minified(_ draft: Draft) -> Draft {
  Minifier(draft).minified()
}

private struct Minifier {
  /// What may stand next to a run of white space.
  struct Neighbours: OptionSet {
    let rawValue: UInt8
    static let block = Neighbours(rawValue: 1)
    static let inline = Neighbours(rawValue: 2)
    static let text = Neighbours(rawValue: 4)
  }

  let draft: Draft
  /// For each item, what may come before and after it, white space apart.
  var before: [Neighbours]
  var after: [Neighbours]
  /// For each beginning and end of a section, the other one.
  var partners: [Int]

  init(_ draft: Draft) {
    self.draft = draft
    let count = draft.items.count
    before = Array(repeating: [], count: count + 1)
    after = Array(repeating: [], count: count + 1)
    partners = Array(repeating: 0, count: count)
    var open: [Int] = []
    for (index, item) in draft.items.enumerated() {
      switch item {
      case .begin: open.append(index)
      case .end:
        guard let begin = open.popLast() else { continue }
        partners[begin] = index
        partners[index] = begin
      case .literal, .field, .html, .mark: break
      }
    }
    while spreadForward() || spreadBackward() {}
  }

  // MARK: Neighbours

  /// One pass that tells each item what may come before it; whether it found anything new.
  private mutating func spreadForward() -> Bool {
    var hasChanged = false
    var current = Neighbours.block
    for index in draft.items.indices {
      hasChanged = Self.add(current, to: &before[index]) || hasChanged
      current = before[index]
      switch draft.items[index] {
      case .begin(.list, _): current.formUnion(before[partners[index]])
      case .begin: break
      case .end: current.formUnion(before[partners[index]])
      default: current = significant(index, last: true) ?? current
      }
    }
    return hasChanged
  }

  /// One pass that tells each item what may come after it; whether it found anything new.
  private mutating func spreadBackward() -> Bool {
    var hasChanged = false
    var current = Neighbours.block
    for index in draft.items.indices.reversed() {
      hasChanged = Self.add(current, to: &after[index]) || hasChanged
      current = after[index]
      switch draft.items[index] {
      case .begin: current.formUnion(after[partners[index]])
      case .end:
        if case .begin(.list, _) = draft.items[partners[index]] {
          current.formUnion(after[partners[index]])
        }
      default: current = significant(index, last: false) ?? current
      }
    }
    return hasChanged
  }

  private static func add(_ new: Neighbours, to known: inout Neighbours) -> Bool {
    let isNew = !known.isSuperset(of: new)
    known.formUnion(new)
    return isNew
  }

  /// What the first or last thing in an item is that is not white space.
  private func significant(_ index: Int, last: Bool) -> Neighbours? {
    switch draft.items[index] {
    case .literal(let range):
      return last
        ? range.last(where: { !isSpace($0) }).map(kind(endingAt:))
        : range.first(where: { !isSpace($0) }).map(kind(beginningAt:))
    case .field, .html: return .text
    case .mark: return .block
    case .begin, .end: return nil
    }
  }

  private func kind(endingAt position: Int) -> Neighbours {
    switch draft.regions[position] {
    case .text, .preserved: .text
    case .blockEnd: .block
    case .markup, .tagSpace: .inline
    }
  }

  private func kind(beginningAt position: Int) -> Neighbours {
    switch draft.regions[position] {
    case .text, .preserved: return .text
    case .markup, .blockEnd, .tagSpace: break
    }
    guard draft.bytes[position] == UInt8(ascii: "<") else { return .inline }
    var rest = draft.bytes[(position + 1)...].prefix(Markup.longestName)
    if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
    let name = rest.prefix { !isBlank($0) && !"/>".utf8.contains($0) }.map(lowercase)
    return isBlock(name) || name.isExactly("!doctype") ? .block : .inline
  }

  private func isSpace(_ position: Int) -> Bool {
    switch draft.regions[position] {
    case .text, .tagSpace: isBlank(draft.bytes[position])
    case .preserved, .blockEnd, .markup: false
    }
  }

  // MARK: Writing

  func minified() -> Draft {
    var result = Draft()
    for (index, item) in draft.items.enumerated() {
      if case .literal(let range) = item {
        write(range, index, to: &result)
      } else {
        result.append(item)
      }
    }
    return result
  }

  private func write(_ range: Range<Int>, _ index: Int, to result: inout Draft) {
    var position = range.lowerBound
    while position < range.upperBound {
      guard isSpace(position) else {
        result.append(draft.bytes[position], draft.regions[position])
        position += 1
        continue
      }
      let start = position
      let region = draft.regions[start]
      while position < range.upperBound, isSpace(position), draft.regions[position] == region {
        position += 1
      }
      let run = start..<position
      if !run.contains(where: { draft.bytes[$0] == UInt8(ascii: "\n") })
        && !draft.lineStarts.contains(start)
      {
        for byte in draft.bytes[run] { result.append(byte, region) }
      } else if !isSuperfluous(run, in: range, index) {
        result.append(UInt8(ascii: " "), region)
      }
    }
  }

  /// Whether nothing would change if a run of white space were not there at all.
  private func isSuperfluous(_ run: Range<Int>, in range: Range<Int>, _ index: Int) -> Bool {
    if draft.regions[run.lowerBound] == .tagSpace {
      return run.upperBound < range.upperBound
        && draft.bytes[run.upperBound] == UInt8(ascii: ">")
    }
    let left =
      run.lowerBound == range.lowerBound ? before[index] : kind(endingAt: run.lowerBound - 1)
    let right =
      run.upperBound == range.upperBound ? after[index] : kind(beginningAt: run.upperBound)
    return !left.union(right).contains(.text) && (left == .block || right == .block)
  }
}
