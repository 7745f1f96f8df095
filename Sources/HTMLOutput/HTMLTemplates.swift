package import Layout
package import Templating

import Bytes

/// All templates of one kind of HTML output, compiled, with everything that does not depend on the
/// story already written into them.
package struct HTMLTemplates: Sendable {
  /// What one rendering is: a document, an element for another page, or one comment.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    case page, fragment, card
  }

  /// What is the same for every story.
  package struct Settings: Sendable {
    package var form: Form
    package var coralClasses = false
    package var talkClasses = false
    package var wording: Wording

    package init(form: Form, wording: Wording) {
      self.form = form
      self.wording = wording
    }
  }

  /// A template cut where the writer goes on by itself.
  struct Split: Sendable {
    let head: Program
    let tail: Program
    /// The tail's bytes, when it is mere literals.
    let plainTail: [UInt8]?

    init(head: Program, tail: Program) {
      self.head = head
      self.tail = tail
      plainTail = tail.isConstant ? tail.joinedLiterals : nil
    }
  }

  let settings: Settings
  /// Up to the head or style, from there to the blocks, and the rest.
  let frame: (before: Program, between: Program, after: Program)
  let announcement, infobox, questionBox, closed, featured: Program
  let comments, comment, tombstone, replies: Split
  let hiddenReplies, moreComments, noComments: Program
  /// Whether a group of replies is told by its count alone, so that nobody looks at the comment again.
  let repliesAreCounts: Bool
  /// What a closed spoiler is announced with, escaped.
  let spoilerLabel: [UInt8]

  package init(_ set: TemplateSet, settings: Settings) throws(TemplateErrors) {
    self.settings = settings
    var compiler = Compiler(set: set, settings: settings)
    let file = HTMLTemplateFile(settings.form)
    frame = compiler.compileFrame(file, first: settings.form == .page ? .markHead : .markStyle)
    announcement = compiler.compile(.announcement)
    infobox = compiler.compile(.infobox)
    questionBox = compiler.compile(.questionBox)
    closed = compiler.compile(.closed)
    featured = compiler.compile(.featured)
    comments = compiler.compile(.comments, splitAt: .markComments)
    comment = compiler.compile(.comment, splitAt: .markReplies)
    tombstone = compiler.compile(.tombstone, splitAt: .markReplies)
    replies = compiler.compile(.replies, splitAt: .markComments)
    hiddenReplies = compiler.compile(.hiddenReplies)
    moreComments = compiler.compile(.more)
    noComments = compiler.compile(.noComments)
    let counts: [HTMLField] = [.replyCount, .replyCountLabel, .depth, .level]
    let group = replies.head
    repliesAreCounts = !(HTMLField.noticeFields + HTMLField.commentFields).contains {
      !counts.contains($0.field) && group.uses($0.field.rawValue)
    }
    spoilerLabel = ConstantFields.escaped(.spoiler, in: settings.wording)
    guard compiler.errors.isEmpty else { throw TemplateErrors(compiler.errors) }
  }
}

extension HTMLTemplateFile {
  init(_ form: HTMLTemplates.Form) {
    switch form {
    case .page: self = .page
    case .fragment: self = .fragment
    case .card: self = .card
    }
  }
}

/// Compiles template after template and collects what is wrong with all of them.
private struct Compiler {
  let set: TemplateSet
  let settings: HTMLTemplates.Settings
  var errors: [TemplateError] = []

  init(set: TemplateSet, settings: HTMLTemplates.Settings) {
    self.set = set
    self.settings = settings
  }

  mutating func compile(_ file: HTMLTemplateFile) -> Program {
    do throws(TemplateErrors) {
      let program = try set.compile(file.rawValue, schema: file.schema)
      return ConstantFields(settings: settings).folded(program)
    } catch {
      errors.append(contentsOf: error.errors)
      return Program.empty
    }
  }

  mutating func compile(
    _ file: HTMLTemplateFile, splitAt mark: HTMLField
  ) -> HTMLTemplates.Split {
    let program = compile(file)
    // A required mark that is missing was an error already.
    guard let (head, tail) = program.split(at: mark.rawValue) else {
      return HTMLTemplates.Split(head: program, tail: .empty)
    }
    return HTMLTemplates.Split(head: head, tail: tail)
  }

  mutating func compileFrame(
    _ file: HTMLTemplateFile, first mark: HTMLField
  ) -> (before: Program, between: Program, after: Program) {
    let start = compile(file, splitAt: mark)
    guard let (between, after) = start.tail.split(at: HTMLField.markBlocks.rawValue) else {
      if errors.isEmpty {
        errors.append(
          TemplateError(
            file: file.rawValue, line: 1, column: 1,
            message: "{{> blocks}} must come after the mark for the style"))
      }
      return (start.head, .empty, .empty)
    }
    return (start.head, between, after)
  }
}
