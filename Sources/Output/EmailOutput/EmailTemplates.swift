package import Layout
package import Templating
package import Theming

import Bytes
import MarkupWriting

/// Why the templates and the sheets of mails do not go together.
package enum EmailFailure: Error, Sendable {
  case templates(TemplateErrors)
  case styles([ThemeError])
}

/// All templates of mails, compiled, with their styles and everything else that does not depend on
/// the story already written into them.
///
/// At render time no style sheet is looked at any more. An immutable object, so that handing it on
/// copies nothing.
package final class EmailTemplates: Sendable {
  /// Light or dark, or as the reader's mail program has it.
  package enum Scheme: Hashable, Sendable { case auto, light, dark }

  /// What is the same for every story.
  package struct Settings: Sendable {
    package var wording: Wording
    package var scheme = Scheme.auto
    /// Features of HTML and CSS that may stand in a mail although not all clients know them.
    package var allowed: [String] = []
    /// Whether what gives something away is written.
    package var showsSpoilers = false

    package init(wording: Wording) { self.wording = wording }
  }

  /// A template with a place for a body, and how the body's elements look there.
  final class Bodied: Sendable {
    let program: Program
    let body: EmailBodyMarkup

    init(_ program: Program, _ body: EmailBodyMarkup) {
      self.program = program
      self.body = body
    }
  }

  let settings: Settings
  let frame: (before: Program, between: Program, after: Program)
  /// The `<style>` elements in the head.
  let head: [UInt8]
  let announcement, infobox, questionBox, closed, featured, comment: Bodied
  /// Whether something in the templates depends on where lines are broken.
  let keepsSpaces: Bool
  let comments, tombstone, hiddenReplies, moreComments, noComments: Program

  package init(
    _ set: TemplateSet, _ styles: EmailStyles, settings: Settings
  ) throws(EmailFailure) {
    self.settings = settings
    let linter = MailLinter(allowing: settings.allowed)
    let faults = linter.errors(in: styles)
    guard faults.isEmpty else { throw .styles(faults) }

    var compiling = EmailCompiling(set, settings, StyleInliner(settings, styles, linter))
    frame = compiling.compileFrame()
    announcement = compiling.compileBodied(.announcement)
    infobox = compiling.compileBodied(.infobox)
    questionBox = compiling.compileBodied(.questionBox)
    closed = compiling.compileBodied(.closed)
    featured = compiling.compileBodied(.featured)
    comment = compiling.compileBodied(.comment)
    comments = compiling.compile(.comments)
    tombstone = compiling.compile(.tombstone)
    hiddenReplies = compiling.compile(.hiddenReplies)
    moreComments = compiling.compile(.more)
    noComments = compiling.compile(.noComments)
    do { try compiling.log.throwIfAny() } catch { throw .templates(error) }
    keepsSpaces = compiling.inliner.keepsSpaces
    head = EmailHead(styles, used: compiling.inliner.used, settings).bytes()
  }
}

/// Compiles template after template, inlines the styles, and collects what is wrong with all of them.
private struct EmailCompiling {
  private let set: TemplateSet
  private let settings: EmailTemplates.Settings
  private let constants: ConstantFields
  private(set) var inliner: StyleInliner
  private(set) var log = ErrorLog()
  /// The elements of the frame that are around every block.
  private var around: [TemplateTag] = []

  init(_ set: TemplateSet, _ settings: EmailTemplates.Settings, _ inliner: StyleInliner) {
    self.set = set
    self.settings = settings
    self.inliner = inliner
    constants = ConstantFields(
      settings.wording,
      flags: [
        .isPage: false, .isFragment: false, .isCard: false, .anchors: false,
        .coralClasses: false, .talkClasses: false,
      ])
  }

  mutating func compile(_ file: EmailTemplateFile) -> Program {
    do throws(TemplateErrors) {
      let program = try set.compile(
        file.rawValue, schema: file.schema, editor: &inliner, inside: around)
      return constants.folded(program)
    } catch {
      log.add(error)
      return Program.empty
    }
  }

  mutating func compileBodied(_ file: EmailTemplateFile) -> EmailTemplates.Bodied {
    let program = compile(file)
    let place = inliner.places[MarkupField.body.rawValue] ?? []
    return EmailTemplates.Bodied(program, EmailBodyMarkup(&inliner, inside: place, settings))
  }

  mutating func compileFrame() -> (before: Program, between: Program, after: Program) {
    let file = EmailTemplateFile.message
    let program = compile(file)
    around = inliner.places[MarkupField.markBlocks.rawValue] ?? []
    guard let (before, rest) = program.split(at: MarkupField.markStyle.rawValue),
      let (between, after) = rest.split(at: MarkupField.markBlocks.rawValue)
    else {
      if log.isEmpty {
        log.add(
          TemplateError(
            file: file.rawValue, line: 1, column: 1,
            message: "{{> blocks}} must come after the mark for the style"))
      }
      return (program, .empty, .empty)
    }
    return (before, between, after)
  }
}
