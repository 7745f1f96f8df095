package import Templating

/// A template cut where the writer goes on by itself.
package struct SplitProgram: Sendable {
  package let head: Program
  package let tail: Program
  /// The tail's bytes, when it is mere literals.
  package let plainTail: [UInt8]?

  package init(head: Program, tail: Program) {
    self.head = head
    self.tail = tail
    plainTail = tail.isConstant ? tail.joinedLiterals : nil
  }
}

/// Compiles template after template and collects what is wrong with all of them.
package struct TemplateGathering {
  private let set: TemplateSet
  private let constants: ConstantFields
  /// Everything that was wrong so far.
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
      return Program.empty
    }
  }

  /// Compiles a template and cuts it at a mark.
  package mutating func compile(
    _ file: String, _ schema: TemplateSchema, splitAt mark: MarkupField
  ) -> SplitProgram {
    let program = compile(file, schema)
    // A required mark that is missing was an error already.
    guard let (head, tail) = program.split(at: mark.rawValue) else {
      return SplitProgram(head: program, tail: .empty)
    }
    return SplitProgram(head: head, tail: tail)
  }

  /// Compiles the template around all others and cuts it at two marks, the second that of the blocks.
  package mutating func compileFrame(
    _ file: String, _ schema: TemplateSchema, first mark: MarkupField
  ) -> (before: Program, between: Program, after: Program) {
    let start = compile(file, schema, splitAt: mark)
    guard let (between, after) = start.tail.split(at: MarkupField.markBlocks.rawValue) else {
      if log.isEmpty {
        report("{{> blocks}} must come after the mark for the style", in: file)
      }
      return (start.head, .empty, .empty)
    }
    return (start.head, between, after)
  }

  /// Reports an error of a template as a whole.
  package mutating func report(_ message: String, in file: String) {
    log.add(TemplateError(file: file, line: 1, column: 1, message: message))
  }
}
