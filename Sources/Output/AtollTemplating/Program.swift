package import AtollBytes

/// One step of a compiled template.
///
/// Jump targets are indices of ops. All payloads are trivial; to run a program, a writer needs only
/// a counter and a `switch`.
package enum Op: Hashable, Sendable {
  /// Copy a slice of the program's literals.
  case literal(Slice)
  /// Write a field, escaped.
  case field(id: UInt16, kind: FieldKind)
  /// Write a field of ready-made markup.
  case html(id: UInt16)
  /// Insert the output that belongs at a mark.
  case mark(id: UInt16)
  /// Continue when the flag is set or the optional field exists; else jump.
  case sectionBegin(id: UInt16, end: UInt32)
  /// Continue when the flag is not set, the field does not exist or the list is empty; else jump.
  case invertedBegin(id: UInt16, end: UInt32)
  /// Take the first entry of a list and continue; jump if the list is empty.
  case listBegin(id: UInt16, end: UInt32)
  /// Take the next entry and jump back; continue after the last.
  case listEnd(id: UInt16, begin: UInt32)
}

/// A compiled template: literals in one run of bytes, and the steps that write them and the fields.
///
///     var pc = 0
///     while pc < program.ops.count {
///       switch program.ops[pc] {
///       case .literal(let slice): output.append(slice, of: program.literals); pc += 1
///       case .sectionBegin(let id, let end): pc = isSet(id) ? pc + 1 : Int(end)
///       …
package struct Program: Hashable, Sendable {
  /// The bytes to which the slices of `.literal` refer.
  package let literals: [UInt8]
  package let ops: [Op]

  package init(literals: [UInt8], ops: [Op]) {
    self.literals = literals
    self.ops = ops
  }

  /// Returns the programs before and after a mark, or `nil` if the mark is missing or inside a
  /// section.
  package func split(at mark: UInt16) -> (head: Program, tail: Program)? {
    guard let position = ops.firstIndex(of: .mark(id: mark)) else { return nil }
    var end = 0
    for (index, op) in ops[..<position].enumerated() where index >= end {
      if let target = op.sectionEnd { end = target }
    }
    guard end <= position else { return nil }
    let head = Program(literals: literals, ops: Array(ops[..<position]))
    let tail = ops[(position + 1)...].map { $0.moved(back: UInt32(position + 1)) }
    return (head, Program(literals: literals, ops: tail))
  }

  package static let empty = Program(literals: [], ops: [])

  /// True if the program writes only literals, so its output is always the same.
  package var isConstant: Bool { ops.allSatisfy { $0.id == nil } }

  /// The output of a constant program.
  ///
  /// It differs from `literals`, which the two halves of a split program share.
  package var joinedLiterals: [UInt8] {
    var joined: [UInt8] = []
    for op in ops {
      if case .literal(let slice) = op { joined.append(contentsOf: literals[slice.range]) }
    }
    return joined
  }

  /// Appends all markup that the program can write, with placeholders (`MarkupPlaceholder`) for
  /// values and sections.
  package func appendPossibleMarkup(to markup: inout [UInt8]) {
    let ends = Set(ops.compactMap(\.sectionEnd))
    for (index, op) in ops.enumerated() {
      if ends.contains(index) { markup.append(MarkupPlaceholder.boundary) }
      switch op {
      case .literal(let slice): markup += literals[slice.range]
      case .field, .html, .mark: markup.append(MarkupPlaceholder.value)
      case .sectionBegin, .invertedBegin, .listBegin, .listEnd:
        markup.append(MarkupPlaceholder.boundary)
      }
    }
    if ends.contains(ops.count) { markup.append(MarkupPlaceholder.boundary) }
  }

  /// Returns the program with headings lowered by a number of levels: for 1, `<h2>` becomes `<h3>`;
  /// none is lower than `<h6>`.
  package func loweringHeadings(by levels: Int) -> Program {
    guard levels > 0 else { return self }
    var lowered = literals
    for index in lowered.indices.dropLast(2) {
      let isEnd =
        lowered[index] == UInt8(ascii: "/") && index > 0
        && lowered[index - 1] == UInt8(ascii: "<")
      let isTagStart = lowered[index] == UInt8(ascii: "<") || isEnd
      let digit = lowered[index + 2]
      guard isTagStart, lowercase(lowered[index + 1]) == UInt8(ascii: "h"),
        (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(digit)
      else { continue }
      lowered[index + 2] = min(UInt8(ascii: "6"), digit + UInt8(clamping: levels))
    }
    return Program(literals: lowered, ops: ops)
  }

  package var isEmpty: Bool { ops.isEmpty }

  /// Returns whether any op uses this field, list, flag or mark.
  package func uses(_ id: UInt16) -> Bool { ops.contains { $0.id == id } }
}

extension Op {
  /// The index after the section that begins here; `nil` if none does.
  var sectionEnd: Int? {
    switch self {
    case .sectionBegin(_, let end), .invertedBegin(_, let end), .listBegin(_, let end): Int(end)
    case .literal, .field, .html, .mark, .listEnd: nil
    }
  }

  /// The id of the op's field, list, flag or mark; `nil` for a literal.
  var id: UInt16? {
    switch self {
    case .literal: nil
    case .field(let id, _), .html(let id), .mark(let id): id
    case .sectionBegin(let id, _), .invertedBegin(let id, _), .listBegin(let id, _),
      .listEnd(let id, _):
      id
    }
  }

  fileprivate func moved(back count: UInt32) -> Op {
    switch self {
    case .literal, .field, .html, .mark: self
    case .sectionBegin(let id, let end): .sectionBegin(id: id, end: end - count)
    case .invertedBegin(let id, let end): .invertedBegin(id: id, end: end - count)
    case .listBegin(let id, let end): .listBegin(id: id, end: end - count)
    case .listEnd(let id, let begin): .listEnd(id: id, begin: begin - count)
    }
  }
}
