import AtollBodyText
import AtollBytes
import AtollLayout
import AtollMarkupWriting
import AtollTemplating
import AtollTheming

/// The templates for one kind of email with a theme's styles in their tags, but without the wording
/// of a language.
struct StyledTemplates: Hashable, Sendable {
  var programs: [EmailTemplateFile: Program] = [:]
  /// The start tags of body elements in each template that has a body.
  var bodies: [EmailTemplateFile: StyledTags] = [:]
  /// The start tags of body elements in the footer, which is the sender's own text at the end.
  var footer = StyledTags()
  /// The rules of the head that match a tag.
  var rules: [EmailHead.Rule] = []
  /// True if a template has raw text, or an element that shows all of its spaces, so that no line
  /// break may be added.
  var keepsSpaces = false
  /// The verbatim texts (`{{"text"}}`) of all templates.
  var verbatims: Set<[UInt8]> = []
}

/// The start tags of body elements, with their styles.
struct StyledTags: Hashable, Sendable {
  enum Element: Int, CaseIterable {
    case paragraph, heading, quote, bulletList, orderedList, item, code, codeBlock, thematicBreak,
      table,
      cell, headingCell, sarcasm, host, link, spoiler

    fileprivate var tag: (name: String, classes: String?) {
      switch self {
      case .paragraph: ("p", nil)
      case .heading: ("p", "heading")
      case .quote: ("blockquote", nil)
      case .bulletList: ("ul", nil)
      case .orderedList: ("ol", nil)
      case .item: ("li", nil)
      case .code: ("code", nil)
      case .codeBlock: ("p", "pre")
      case .thematicBreak: ("hr", nil)
      case .table: ("table", "grid")
      case .cell: ("td", "grid-cell")
      case .headingCell: ("th", "grid-cell")
      case .sarcasm: ("span", "sarcasm")
      case .host: ("span", "host")
      case .link: ("a", nil)
      case .spoiler: ("span", "spoiler")
      }
    }
  }

  /// The tags in the order of `Element`, without their `>`.
  var tags: [String] = []

  init() {}

  init(_ tags: [String]) { self.tags = tags }

  /// The tags for a body that runs in the opposite direction to the email's language.
  var mirrored: StyledTags {
    StyledTags(
      tags.map { tag in
        var parts = tag.split(atText: "-left:").map {
          $0.replacing(text: "-right:", with: "-left:")
        }
        let first = parts.removeFirst()
        return parts.reduce(first) { $0 + "-right:" + $1 }
      })
  }

  init(_ inliner: inout StyleInliner, inside ancestors: [TemplateTag]) {
    for element in Element.allCases {
      let (name, classes) = element.tag
      let tag = inliner.startTag(name, class: classes, inside: ancestors)
      tags.append(String(decoding: tag, as: UTF8.self))
    }
  }

  /// Returns the complete markup of body elements, in the language of the settings.
  func bodyTags(_ settings: EmailTemplates.Settings) -> BodyTags {
    func open(_ element: Element) -> [UInt8] {
      element.rawValue < tags.count ? Array(tags[element.rawValue].utf8) : []
    }
    func tag(_ element: Element) -> [UInt8] { open(element) + [UInt8(ascii: ">")] }
    func leftToRight(_ element: Element) -> [UInt8] { open(element) + Array(" dir=\"ltr\">".utf8) }
    // No mail client can cover text and reveal it on request, so words take its place.
    let label =
      tag(.spoiler) + Array("[".utf8) + ConstantFields.escaped(.spoiler, in: settings.wording)
    var result = BodyTags(
      linkEnd: Array("\"".utf8) + tag(.link).dropFirst(2), spoiler: label + Array("] ".utf8))
    result.spoilerEnd = Array("</span>".utf8)
    result.spoilerReplacement = settings.showsSpoilers ? nil : label + Array("]</span>".utf8)
    result.paragraph = tag(.paragraph)
    result.heading = tag(.heading)
    result.quote = tag(.quote)
    result.bulletList = tag(.bulletList)
    result.orderedList = open(.orderedList)
    result.item = tag(.item)
    result.code = leftToRight(.code)
    result.codeBlock = leftToRight(.codeBlock)
    result.thematicBreak = tag(.thematicBreak)
    result.table = tag(.table)
    result.cell = tag(.cell)
    result.headingCell = tag(.headingCell)
    result.sarcasm = tag(.sarcasm)
    result.host = Array(" ".utf8) + tag(.host) + Array("(".utf8)
    result.blockEnd = "\n"
    result.breakOpportunity = ""
    (result.hasDirections, result.isRightToLeft) = (true, settings.wording.isRightToLeft)
    return result
  }
}

extension StyledTemplates {
  /// Compiles the templates that a kind of email uses.
  init(
    _ set: TemplateSet, styles: EmailStyles, settings: EmailTemplates.Settings
  ) throws(SourceErrors) {
    let linter = MailLinter(allowing: settings.allowedFeatures)
    let faults = linter.errors(in: styles)
    guard faults.isEmpty else { throw SourceErrors(.mailStyles, errors: faults) }
    var inliner = StyleInliner(settings, styles: styles, linter: linter)
    var compiler = TemplateSetCompiler(set, constants: ConstantFields(settings.wording, flags: [:]))
    // The frame is the first, since its elements enclose all others.
    var frameAncestors: [TemplateTag] = []
    for file in EmailTemplateFile.allCases where file.isUsed(in: settings.form) {
      let program = compiler.compileUnfolded(
        file.rawValue, schema: file.schema, editor: &inliner,
        inside: file == .text ? [] : frameAncestors)
      programs[file] = program
      if file == .message {
        frameAncestors = inliner.ancestorsByField[InsertionPoint.blocks.id] ?? []
        let footerAncestors = inliner.ancestorsByField[InsertionPoint.footer.id] ?? frameAncestors
        footer = StyledTags(&inliner, inside: footerAncestors)
        _ = compiler.splitFrame(program, at: .style, in: file.rawValue)
      } else if file.hasBody {
        bodies[file] = StyledTags(
          &inliner, inside: inliner.ancestorsByField[InsertionPoint.body.id] ?? [])
      }
    }
    try compiler.log.throwIfAny()
    rules = EmailHead.rules(of: styles, used: inliner.usedRules, settings: settings)
    keepsSpaces = inliner.keepsSpaces
    verbatims = inliner.verbatims
  }
}
