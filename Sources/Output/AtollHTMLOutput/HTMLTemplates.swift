package import AtollBytes
package import AtollLayout
package import AtollMarkupWriting
package import AtollTemplating

/// The compiled templates for one form of HTML output.
///
/// Everything that is the same for every story is already written into their literals. This is a
/// class because it has some fifty programs and texts, and every writer keeps a reference to it.
package final class HTMLTemplates: Sendable {
  /// A form of HTML: a document, an element for another page, or a card with a few comments.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    case page, fragment, card
  }

  /// The settings that are the same for every story.
  package struct Settings: Sendable {
    package var form: Form
    package var writesCoralClasses = false
    package var writesTalkClasses = false
    /// True if the card shows the most liked comments of a story.
    package var isTopCard = false
    /// True if threads are divided into pages that link to one another.
    package var isPaged = false
    /// The class of the root element in the style sheet's selectors; `nil` for the default,
    /// `atoll`.
    package var customRootClass: String?
    /// The value of `customRootClass` if the frame's template contains it; otherwise `nil`.
    package fileprivate(set) var writtenRootClass: String?
    package var wording: Wording
    /// True if the output has comments of multiple stories, so that ids could occur twice.
    package var isDigest = false

    /// The text of an archive's banner, with its date; empty if the output is not an archive.
    package var archivedLabel: [UInt8] = []
    /// The number of levels by which headings are lower than in the templates.
    package var headingShift = 0
    /// True if comments have ids; by default, only those on pages do.
    package var hasAnchors: Bool
    package var addresses = AddressSettings.default
    /// The directives for search engines in the head of a page, such as `noindex`.
    package var robots: [UInt8] = []
    /// True if authors have an avatar made of their initials.
    package var showsInitials = false
    /// The deepest levels that the theme indents: in the wide and in the narrow layout.
    package var wideDepth = Int(UInt16.max), narrowDepth = Int(UInt16.max)
    /// True if search engines are asked not to quote the comments.
    package var forbidsSnippets = false

    package init(form: Form, wording: Wording) {
      self.form = form
      self.wording = wording
      hasAnchors = form == .page
    }

    var constants: ConstantFields {
      ConstantFields(
        wording,
        flags: [
          .isPage: form == .page, .isFragment: form == .fragment, .isCard: form == .card,
          .anchors: hasAnchors, .coralClasses: writesCoralClasses, .talkClasses: writesTalkClasses,
          .hasRobots: !robots.isEmpty, .noSnippet: forbidsSnippets, .isPaged: isPaged,
          .hasRootClass: customRootClass != nil, .isArchive: !archivedLabel.isEmpty,
          .showsInitials: showsInitials, .isTopCard: isTopCard,
        ], texts: [.rootClass: Array((customRootClass ?? "").utf8), .archivedLabel: archivedLabel],
        headingShift: headingShift)
    }
  }

  package let settings: Settings
  /// The frame's template in three parts: up to the mark for the head or the style, from there to
  /// the mark for the blocks, and the rest.
  let frame: FrameProgram
  let announcement, infobox, questionBox, closed, featured: Program
  let comments, comment, tombstone, replies: SplitProgram
  /// The heading of a story in a digest of multiple stories; empty in all other output.
  let story: SplitProgram
  /// The templates for threads that are divided into pages; empty in all other output, except that
  /// cards have `ancestor`.
  let ancestor, pageList: SplitProgram
  let hiddenReplies, moreComments, noComments: Program
  /// True if the markup before a group of replies uses only the parent's reply count, depth and
  /// level, so that the parent need not be read again.
  let repliesUseOnlyCounts: Bool
  /// The markup for the bodies of comments; links are marked as user-generated (`rel="ugc"`).
  let commentBody: BodyMarkup
  let noticeBody: BodyMarkup
  let literalTails: LiteralTails

  package init(_ set: TemplateSet, settings: Settings) throws(SourceErrors) {
    var compiler = TemplateSetCompiler(set, constants: settings.constants)
    func compile(_ file: HTMLTemplateFile) -> Program { compiler.compile(file) }
    func compile(_ file: HTMLTemplateFile, splitAt mark: InsertionPoint) -> SplitProgram {
      SplitProgram(compile(file), at: mark)
    }
    let file = HTMLTemplateFile(settings.form)
    let frame = compiler.splitFrame(
      compile(file), at: settings.form == .page ? .head : .style, in: file.rawValue)
    self.frame = frame
    var used = settings
    if let root = settings.customRootClass, frame.before.containsLiteral(root) {
      used.writtenRootClass = root
    }
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
    moreComments = compile(.moreComments)
    noComments = compile(.noComments)
    let counts: [UInt16] = [
      NumberField.replyCount.id, TextField.replyCountLabel.id, NumberField.depth.id,
      NumberField.level.id,
    ]
    let group = replies.head
    repliesUseOnlyCounts = !(FieldGroup.body.ids + FieldGroup.comment.ids).contains {
      !counts.contains($0) && group.uses($0)
    }
    literalTails = LiteralTails(comment: comment, tombstone: tombstone, replies: replies)
    let label = ConstantFields.escaped(.spoiler, in: settings.wording)
    commentBody = BodyMarkup(
      BodyTags(linkRelation: "nofollow ugc noopener noreferrer", spoilerLabel: label))
    noticeBody = BodyMarkup(BodyTags(linkRelation: "noopener", spoilerLabel: label))
    reportMissingParts(to: &compiler)
    try compiler.log.throwIfAny()
  }

  /// Reports what templates have to write so that comments can be read, sorted and styled.
  ///
  /// A template that did not compile is empty, and has other errors. The tests check the templates
  /// that are built in.
  private func reportMissingParts(to compiler: inout TemplateSetCompiler) {
    if compiler.set.builtInFingerprint != nil { return }
    if comments.head.hasSection(for: .sortControls) {
      for (file, template) in [(HTMLTemplateFile.comment, comment), (.tombstone, tombstone)]
      where !template.head.isEmpty && !template.head.usesRank {
        compiler.report(
          "the sort controls of comments.mustache need the ranks of each comment: {{rank_newest}}, {{rank_oldest}}, {{rank_likes}} and {{rank_replies}}",
          in: file.rawValue)
      }
    }
    if !comment.head.isEmpty, !comment.head.uses(InsertionPoint.body.id) {
      compiler.report(
        "{{{body}}}, the text of the comment, is missing", in: HTMLTemplateFile.comment.rawValue)
    }
    let frames = [
      (HTMLTemplateFile(settings.form), [frame.before, frame.between]),
      (.pageList, [pageList.head, pageList.tail]),
    ]
    for (file, programs) in frames
    where !programs[0].isEmpty && !programs.contains(where: \.hasRootClass) {
      compiler.report(
        "no element has the class 'atoll', so the style sheet does not apply, and spoilers are not"
          + " covered; write <section class=\"atoll\"> around the comments",
        in: file.rawValue)
    }
  }
}

extension BodyTags {
  /// Creates the tags for a page; links have the relation `linkRelation` (HTML, 4.6.7).
  fileprivate init(linkRelation: String, spoilerLabel: [UInt8]) {
    let spoiler = "<span class=\"a-spoiler\" tabindex=\"0\" role=\"group\" aria-label=\""
    self.init(
      linkEnd: Array("\" rel=\"\(linkRelation)\">".utf8),
      spoiler: Array(spoiler.utf8) + spoilerLabel + Array("\"><span>".utf8))
  }
}

extension Program {
  fileprivate func containsLiteral(_ text: String) -> Bool {
    joinedLiterals.contains(bytes: text.utf8)
  }

  fileprivate func hasSection(for flag: FlagField) -> Bool {
    ops.contains {
      if case .sectionBegin(flag.id, _) = $0 { true } else { false }
    }
  }

  /// True if a class in the markup is `atoll`, which all selectors of themes begin with.
  fileprivate var hasRootClass: Bool {
    let separators = " \"\n\t'=>".utf8
    return joinedLiterals.split { separators.contains($0) }
      .contains { $0.elementsEqual("atoll".utf8) }
  }

  fileprivate var usesRank: Bool {
    [NumberField.rankNewest, .rankOldest, .rankLikes, .rankReplies].contains { uses($0.id) }
  }
}

extension HTMLTemplates {
  /// Returns the program of the comments' template, to which a run adds specialized variants as it
  /// writes its stories.
  package func commentPrograms(
    after threshold: Int = SpecializedPrograms.defaultThreshold
  ) -> SpecializedPrograms {
    SpecializedPrograms(comment.head, after: threshold)
  }
}

/// The closing markup of a comment, a tombstone and a group of replies; each is `nil` unless it
/// consists only of literals.
///
/// They are slices of one array of bytes, so that writing one of them does not retain anything.
struct LiteralTails: Sendable {
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
    guard let tail = program.literalTail else { return nil }
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
