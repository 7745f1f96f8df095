package import Templating

/// A template split in two at the mark where the writer inserts other output.
package struct SplitProgram: Sendable {
  package let head: Program
  package let tail: Program
  /// The tail's bytes if it is mere literals.
  package let plainTail: [UInt8]?

  /// A template that writes nothing.
  package static let empty = SplitProgram(head: .empty, tail: .empty)

  package init(head: Program, tail: Program) {
    self.head = head
    self.tail = tail
    plainTail = tail.isConstant ? tail.joinedLiterals : nil
  }
}

/// The template around all others, cut at the place of the style or the head and at that of the blocks.
package struct FrameProgram: Sendable {
  package let before: Program
  package let between: Program
  package let after: Program
}

/// Compiles one template after the other and collects the errors of all of them.
package struct TemplateGathering {
  package let set: TemplateSet
  private let constants: ConstantFields
  /// All errors so far.
  package private(set) var log = ErrorLog()

  package init(_ set: TemplateSet, _ constants: ConstantFields) {
    self.set = set
    self.constants = constants
  }

  package mutating func compile(_ file: String, _ schema: TemplateSchema) -> Program {
    do throws(TemplateErrors) {
      return constants.folded(try set.compile(file, schema: schema))
    } catch {
      log.add(error)
      return .empty
    }
  }

  /// Returns a compiled template with the constants in it.
  package func folded(_ program: Program) -> Program { constants.folded(program) }

  /// Compiles a template whose tags an editor changes; `elements` are open around it.
  package mutating func compile(
    _ file: String, _ schema: TemplateSchema, editor: inout some TagEditor,
    inside elements: [TemplateTag]
  ) -> Program {
    do throws(TemplateErrors) {
      return constants.folded(
        try set.compile(file, schema: schema, editor: &editor, inside: elements))
    } catch {
      log.add(error)
      return .empty
    }
  }

  /// Splits a program at a mark where the writer inserts other output.
  package func split(_ program: Program, at point: InsertionPoint) -> SplitProgram {
    // A required mark that is missing was an error already.
    guard let (head, tail) = program.split(at: point.id) else {
      return SplitProgram(head: program, tail: .empty)
    }
    return SplitProgram(head: head, tail: tail)
  }

  /// Cuts the program of a frame at the place of the head or the style, and at that of the blocks after it.
  package mutating func splitFrame(
    _ program: Program, at first: InsertionPoint, in file: String
  ) -> FrameProgram {
    let start = split(program, at: first)
    guard let (between, after) = start.tail.split(at: InsertionPoint.blocks.id) else {
      if log.isEmpty {
        report("{{> blocks}} must come after the mark for the style", in: file)
      }
      return FrameProgram(before: start.head, between: .empty, after: .empty)
    }
    return FrameProgram(before: start.head, between: between, after: after)
  }

  /// Reports an error of a template as a whole.
  package mutating func report(_ message: String, in file: String) {
    log.add(TemplateError(file: file, line: 1, column: 1, message: message))
  }
}
