package import AtollBytes
package import AtollTemplating

/// A template split in two at the mark where the writer inserts other output.
package struct SplitProgram: Sendable {
  package let head: Program
  package let tail: Program
  /// The bytes of the tail if it consists only of literals, otherwise `nil`.
  package let literalTail: [UInt8]?

  package static let empty = SplitProgram(head: .empty, tail: .empty)

  /// Creates the two parts of a program split at a mark; if it has no mark, all of it is the head.
  package init(_ program: Program, at point: InsertionPoint) {
    if let (head, tail) = program.split(at: point.id) {
      self.init(head: head, tail: tail)
    } else {
      self.init(head: program, tail: .empty)
    }
  }

  package init(head: Program, tail: Program) {
    self.head = head
    self.tail = tail
    literalTail = tail.isConstant ? tail.joinedLiterals : nil
  }
}

/// The template around all others, split at two marks: the one for the head or the style, and the
/// later one for the blocks.
package struct FrameProgram: Sendable {
  package let before: Program
  package let between: Program
  package let after: Program
  /// True if the mark for the blocks comes after the first mark, as it must.
  let hasMarksInOrder: Bool

  package init(_ program: Program, at first: InsertionPoint) {
    let start = SplitProgram(program, at: first)
    before = start.head
    let end = start.tail.split(at: InsertionPoint.blocks.id)
    between = end?.head ?? .empty
    after = end?.tail ?? .empty
    hasMarksInOrder = end != nil
  }
}

/// A compiler for a set of templates that collects the errors of all of them.
package struct TemplateSetCompiler {
  package let set: TemplateSet
  private let constants: ConstantFields
  package private(set) var log = SourceErrorList(.templates)

  package init(_ set: TemplateSet, constants: ConstantFields) {
    self.set = set
    self.constants = constants
  }

  package mutating func compile(_ file: String, schema: TemplateSchema) -> Program {
    let set = set
    return constants.folded(logging(try set.compile(file, schema: schema)))
  }

  /// Returns a compiled program; if compiling throws errors, adds them to `log` and returns an
  /// empty program.
  private mutating func logging(
    _ program: @autoclosure () throws(SourceErrors) -> Program
  ) -> Program {
    do { return try program() } catch {
      log.add(error)
      return .empty
    }
  }

  package func folded(_ program: Program) -> Program { constants.folded(program) }

  /// Compiles a template whose tags an editor changes, without folding in the constants.
  ///
  /// `elements` are the elements that are open around the template.
  package mutating func compileUnfolded(
    _ file: String, schema: TemplateSchema, editor: inout some TagEditor,
    inside elements: [TemplateTag]
  ) -> Program {
    let set = set
    return logging(try set.compile(file, schema: schema, editor: &editor, inside: elements))
  }

  /// Splits the program of a frame; reports marks in the wrong order if there is no other error.
  package mutating func splitFrame(
    _ program: Program, at first: InsertionPoint, in file: String
  ) -> FrameProgram {
    let frame = FrameProgram(program, at: first)
    if !frame.hasMarksInOrder, log.isEmpty {
      report("{{> blocks}} must come after the mark for the style", in: file)
    }
    return frame
  }

  package mutating func report(_ message: String, in file: String) {
    log.add(SourceError(file: file, line: 1, column: 1, message: message))
  }
}
