import Bytes
package import Layout
package import MarkupWriting
package import Templating

/// The compiled templates of one form of HTML output, with everything that is the same for every story written into
/// their literals.
///
/// A class, since every writer keeps it, and it has some fifty programs and texts.
package final class HTMLTemplates: Sendable {
  /// A form of HTML: a document, an element for another page, or one comment.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    case page, fragment, card
  }

  /// The settings that are the same for every story.
  package struct Settings: Sendable {
    package var form: Form
    package var coralClasses = false
    package var talkClasses = false
    /// A Boolean value indicating that threads are divided into pages that link to one another.
    package var isPaged = false
    /// The class of the root in the style sheet, in addition to `atoll`; `nil` if there is none.
    package var rootClass: String?
    /// The same if the template of the frame writes it.
    package fileprivate(set) var usedRootClass: String?
    package var wording: Wording
    /// A Boolean value indicating that comments of several stories follow one another; their ids could be the same.
    package var isDigest = false

    /// The date of an archive in words; empty for a thread that goes on.
    package var archivedLabel: [UInt8] = []
    /// The number of levels by which headings are lower than in the templates.
    package var headingShift = 0
    /// A Boolean value indicating that comments have ids; pages alone have them unless they are asked for.
    package var hasAnchors: Bool
    package var addresses = AddressSettings.usual
    /// The directives for search engines in the head of a page, such as `noindex`.
    package var robots: [UInt8] = []
    /// A Boolean value indicating that authors have an avatar made of their initials.
    package var showsInitials = false
    /// A Boolean value indicating that search engines are asked to quote nothing of the comments.
    package var forbidsSnippets = false

    package init(form: Form, wording: Wording) {
      self.form = form
      self.wording = wording
      hasAnchors = form == .page
    }

    /// The values that are written into the literals.
    var constants: ConstantFields {
      ConstantFields(
        wording,
        flags: [
          .isPage: form == .page, .isFragment: form == .fragment, .isCard: form == .card,
          .anchors: hasAnchors, .coralClasses: coralClasses, .talkClasses: talkClasses,
          .hasRobots: !robots.isEmpty, .noSnippet: forbidsSnippets, .isPaged: isPaged,
          .hasRootClass: rootClass != nil, .isArchive: !archivedLabel.isEmpty,
          .showsInitials: showsInitials,
        ], texts: [.rootClass: Array((rootClass ?? "").utf8), .archivedLabel: archivedLabel],
        headingShift: headingShift)
    }
  }

  package let settings: Settings
  /// Up to the head or style, from there to the blocks, and the rest.
  let frame: FrameProgram
  let announcement, infobox, questionBox, closed, featured: Program
  let comments, comment, tombstone, replies: SplitProgram
  /// The heading of a story in a digest of several; empty in all other output.
  let story: SplitProgram
  /// The templates that threads in several pages need, and of these cards the first; empty for others.
  let ancestor, pageList: SplitProgram
  let hiddenReplies, moreComments, noComments: Program
  /// A Boolean value indicating that a group of replies is announced by counts alone, so that the comment need not be read again.
  let repliesAreCounts: Bool
  /// The bodies of comments, whose links are users' own, and those of notices.
  let commentBody, noticeBody: BodyMarkup
  let plainTails: PlainTails

  package init(_ set: TemplateSet, settings: Settings) throws(TemplateErrors) {
    var gathering = TemplateGathering(set, settings.constants)
    func compile(_ file: HTMLTemplateFile) -> Program { gathering.compile(file) }
    func compile(_ file: HTMLTemplateFile, splitAt mark: InsertionPoint) -> SplitProgram {
      gathering.split(compile(file), at: mark)
    }
    let file = HTMLTemplateFile(settings.form)
    let frame = gathering.splitFrame(
      compile(file), at: settings.form == .page ? .head : .style, in: file.rawValue)
    self.frame = frame
    var used = settings
    if let root = settings.rootClass, frame.before.writes(root) { used.usedRootClass = root }
    self.settings = used
    announcement = compile(.announcement)
    infobox = compile(.infobox)
    questionBox = compile(.questionBox)
    closed = compile(.closed)
    featured = compile(.featured)
    comments = compile(.comments, splitAt: .comments)
    comment = compile(.comment, splitAt: .replies)
    tombstone = compile(.tombstone, splitAt: .replies)
    replies = compile(.replies, splitAt: .comments)
    story =
      settings.isDigest
      ? compile(.story, splitAt: .comments) : SplitProgram(head: .empty, tail: .empty)
    ancestor =
      settings.isPaged || settings.form == .card ? compile(.ancestor, splitAt: .replies) : .empty
    pageList = settings.isPaged ? compile(.pageList, splitAt: .head) : .empty
    hiddenReplies = compile(.hiddenReplies)
    moreComments = compile(.more)
    noComments = compile(.noComments)
    let counts: [UInt16] = [
      NumberField.replyCount.id, TextField.replyCountLabel.id, NumberField.depth.id,
      NumberField.level.id,
    ]
    let group = replies.head
    repliesAreCounts = !(FieldGroup.notice.ids + FieldGroup.comment.ids).contains {
      !counts.contains($0) && group.uses($0)
    }
    plainTails = PlainTails(comment: comment, tombstone: tombstone, replies: replies)
    let label = ConstantFields.escaped(.spoiler, in: settings.wording)
    commentBody = BodyMarkup(
      BodyTags(linkRelation: "nofollow ugc noopener noreferrer", spoilerLabel: label))
    noticeBody = BodyMarkup(BodyTags(linkRelation: "noopener", spoilerLabel: label))
    // A template that failed has no fields at all.
    if gathering.log.isEmpty, comments.head.opensSection(of: .sortControls) {
      for (file, template) in [(HTMLTemplateFile.comment, comment), (.tombstone, tombstone)]
      where !template.head.usesRank {
        gathering.report(
          "the sort controls of comments.mustache need the places of each comment: {{rank_newest}}, {{rank_oldest}}, {{rank_likes}} and {{rank_replies}}",
          in: file.rawValue)
      }
    }
    try gathering.log.throwIfAny()
  }
}

extension BodyTags {
  /// The tags of a page, whose links have a relation (HTML, 4.6.7).
  fileprivate init(linkRelation: String, spoilerLabel: [UInt8]) {
    let spoiler = "<span class=\"a-spoiler\" tabindex=\"0\" role=\"group\" aria-label=\""
    self.init(
      linkEnd: Array("\" rel=\"\(linkRelation)\">".utf8),
      spoiler: Array(spoiler.utf8) + spoilerLabel + Array("\"><span>".utf8))
  }
}

extension Program {
  /// Returns whether a text is in the literals.
  fileprivate func writes(_ text: String) -> Bool {
    joinedLiterals.contains(bytes: text.utf8)
  }

  /// Returns whether a section depends on the flag.
  fileprivate func opensSection(of flag: FlagField) -> Bool {
    ops.contains {
      if case .sectionBegin(flag.id, _) = $0 { true } else { false }
    }
  }

  /// A Boolean value indicating that a comment's rank in any of the orders is written.
  fileprivate var usesRank: Bool {
    [NumberField.rankNewest, .rankOldest, .rankLikes, .rankReplies].contains { uses($0.id) }
  }
}

extension HTMLTemplates {
  /// The comments' template without its sections, to be shared by all stories of one run.
  package func commentPrograms(
    after threshold: Int = SpecializedPrograms.worthwhileCount
  ) -> SpecializedPrograms {
    SpecializedPrograms(comment.head, after: threshold)
  }
}

/// The closing markup of a comment, a tombstone and a group of replies, if it is mere literals.
///
/// They are slices of one run of bytes, so that writing one of them retains nothing.
struct PlainTails: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var comment: Slice?
  private(set) var tombstone: Slice?
  private(set) var replies: Slice?

  init(comment: SplitProgram, tombstone: SplitProgram, replies: SplitProgram) {
    self.comment = add(comment)
    self.tombstone = add(tombstone)
    self.replies = add(replies)
  }

  private mutating func add(_ program: SplitProgram) -> Slice? {
    guard let tail = program.plainTail else { return nil }
    bytes.append(contentsOf: tail)
    return Slice(bytes.count - tail.count..<bytes.count)
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
