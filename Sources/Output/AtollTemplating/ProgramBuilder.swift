import AtollBytes

/// Builds a program op by op: sets the jumps, merges literals and drops empty sections.
struct ProgramBuilder {
  private struct OpenSection {
    var kind: CheckedTemplate.SectionKind
    var id: UInt16
    var begin: Int
    var previousJumpTarget: Int
  }

  private var literals: [UInt8] = []
  private var ops: [Op] = []
  private var openSections: [OpenSection] = []
  /// The index of the last op that a jump may lead to; no literal before that op is extended.
  private var lastJumpTarget = 0

  var program: Program { Program(literals: literals, ops: ops) }

  mutating func append(literal bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty else { return }
    if ops.count > lastJumpTarget, case .literal(let slice) = ops.last, slice.end == literals.count
    {
      literals.append(contentsOf: bytes)
      ops[ops.count - 1] = .literal(Slice(Int(slice.start)..<literals.count))
    } else {
      let start = literals.count
      literals.append(contentsOf: bytes)
      ops.append(.literal(Slice(start..<literals.count)))
    }
  }

  /// Appends an op that does not jump.
  mutating func append(_ op: Op) { ops.append(op) }

  mutating func begin(_ kind: CheckedTemplate.SectionKind, id: UInt16) {
    openSections.append(
      OpenSection(kind: kind, id: id, begin: ops.count, previousJumpTarget: lastJumpTarget))
    ops.append(.sectionBegin(id: id, end: 0))
    lastJumpTarget = ops.count
  }

  mutating func end() {
    guard let section = openSections.popLast() else { return }
    if ops.count == section.begin + 1 {
      ops.removeLast()
      lastJumpTarget = section.previousJumpTarget
      return
    }
    let id = section.id
    if section.kind == .list {
      ops.append(.listEnd(id: id, begin: UInt32(section.begin + 1)))
    }
    let end = UInt32(ops.count)
    ops[section.begin] =
      switch section.kind {
      case .section: .sectionBegin(id: id, end: end)
      case .inverted: .invertedBegin(id: id, end: end)
      case .list: .listBegin(id: id, end: end)
      }
    lastJumpTarget = ops.count
  }
}

extension Program {
  init(_ draft: CheckedTemplate) {
    var builder = ProgramBuilder()
    for piece in draft.pieces {
      switch piece {
      case .literal(let range): builder.append(literal: draft.bytes[range])
      case .field(let id, let kind): builder.append(.field(id: id, kind: kind))
      case .html(let id): builder.append(.html(id: id))
      case .mark(let id): builder.append(.mark(id: id))
      case .begin(let kind, id: let id): builder.begin(kind, id: id)
      case .end: builder.end()
      }
    }
    self = builder.program
  }
}
