package import AtollBodyText
package import AtollBytes
import AtollComments
package import AtollLayout
import AtollRows
package import AtollTemplating

/// Fills compiled templates with the fields, flags and badges of the current block, for every kind
/// of markup.
///
/// The writer that owns the filler decides which template a block takes, and which markup its body
/// gets.
package struct TemplateFiller: ~Copyable {
  /// The options that differ between the writers that fill templates.
  package struct Options: Sendable {
    /// True if comments have ids in the output itself.
    package var hasAnchors = false
    /// True if the output is a card, which shows its first comment without that comment's parent.
    package var isCard = false
    package var addresses = AddressSettings.default
    /// The directives for search engines, such as `noindex`.
    package var robots: [UInt8] = []
    /// True if each root comment is written with its rank in each order, for the controls that sort.
    package var hasSortControls = false
    /// The deepest levels that the theme indents: in the wide and in the narrow layout.
    package var wideDepth = Int(UInt16.max), narrowDepth = Int(UInt16.max)
    /// The additional options of an email; `nil` for a page.
    package var mail: Mail?
    /// The address of the folder that holds the pages of a divided thread; `nil` if it is unknown.
    package var pagesAddress: SafeURL?

    package init() {}
  }

  /// The options that only emails have.
  package struct Mail: Sendable {
    /// The line that mail clients show next to the subject.
    package var preheader: [UInt8] = []
    /// The headline of a notification; empty in an email about a thread.
    package var headline: [UInt8] = []
    package var unsubscribeLink: MailLink?
    /// The link to the web version of the email; `nil` for none.
    package var viewLink: MailLink?
    /// The reason why the reader gets the email.
    package var reason: [UInt8] = []
    /// The sentence that states the reader's address, in place of a reason.
    package var recipientSentence: [UInt8] = []
    package var logo: SafeURL?
    /// True if the sender's own text is at the end.
    package var hasFooter = false

    package init() {}
  }

  /// The current block, whose fields are written.
  package struct Scope {
    package internal(set) var index = 0
    package internal(set) var block = Block(.heading)
    package internal(set) var view = CommentView()
    var ranks: RootRanks?
    var badgeIndex = 0
    package internal(set) var flags = FlagSet()
    /// True if the comment's id needs no encoding in anchors and addresses.
    package internal(set) var isIDPlain = false
    var isBodyRightToLeft = false
    /// True if the separator before the first item of the byline has been passed.
    var hasBylineItem = false
    /// The number of the page that the page fields describe: the current page, or a list entry's
    /// page.
    var pageNumber = 0
    var pageEntryIndex = 0
  }

  package let list: BlockList
  package let permalinks: Permalinks
  // Copies of parts of the list that every field needs.
  let bytes: [UInt8]
  package let wording: Wording
  package let options: Options
  let isMail: Bool
  let storyFlags: FlagSet
  // The fields by id: the index is the id in programs minus the first id of the kind.
  private let numberFields = NumberField.all
  private let textFields = TextField.all
  /// The parts of the invitation to answer, before and after the author's name; only in emails.
  let replyInvitation: (before: [UInt8], after: [UInt8])
  package internal(set) var scope = Scope()
  package var dateCache = FormattedDateCache()
  /// The beginning of the current body, for a comment that is repeated in abbreviated form.
  var excerpt: [UInt8] = []
  /// The numbers of the pages in the list of pages; 0 marks a gap.
  let pageEntries: [Int]

  package init(_ list: BlockList, options: Options) {
    self.list = list
    self.options = options
    isMail = options.mail != nil
    replyInvitation = isMail ? list.wording.parts(of: .replyTo) : ([], [])
    bytes = list.bytes
    wording = list.wording
    permalinks = Permalinks(list, addresses: options.addresses, hasAnchors: options.hasAnchors)
    storyFlags = Self.storyFlags(of: list, options: options, permalinks: permalinks)
    pageEntries = list.pagination?.listedPages(of: list) ?? []
    scope.flags = storyFlags
    if list.pagination != nil { enterPage(list.pagination?.number ?? 0) }
  }

  /// Makes a block the current one.
  package mutating func enter(_ index: Int, block: Block, body: borrowing RichText) {
    // A closed notice always has text: Atoll's own if there is no body.
    var hasBody = !body.isEmpty
    if case .closed = block.kind { hasBody = true }
    enter(index, block: block, hasBody: hasBody)
  }

  package mutating func enter(_ index: Int, block: Block, hasBody: Bool = false) {
    scope.index = index
    scope.block = block
    guard block.position >= 0 else {
      scope.view = CommentView()
      scope.ranks = nil
      scope.flags = storyFlags
      scope.flags.set(.hasBody, to: hasBody)
      if case .heading = block.kind {
        let first = list.blocks.firstIndex { $0.kind == .heading }
        scope.flags.set(.firstHeading, to: first == index)
        let isOfReviews = first == index && block.group == .reviews
        scope.flags.set(.countsRatings, to: isOfReviews && list.header.ratingCount > 0)
      }
      return
    }
    scope.view = list.view(of: block)
    scope.hasBylineItem = false
    scope.isIDPlain = isPlainID(scope.view.id, of: bytes)
    let isRankable = options.hasSortControls && block.level == 1
    scope.ranks = isRankable ? list.ranks(of: block) : nil
    setCommentFlags(hasBody: hasBody)
    setReplyFlags()
  }

  /// Makes a block the current one, but sets only the flags that describe its replies.
  package mutating func enterWithReplyFlagsOnly(_ index: Int, block: Block) {
    scope.index = index
    scope.block = block
    setReplyFlags()
  }

  package mutating func setBodyDirection(isRightToLeft: Bool) {
    scope.isBodyRightToLeft = isRightToLeft
    scope.flags.set(.isMirrored, to: isRightToLeft != wording.isRightToLeft)
  }

  package mutating func updateGoneFlag() {
    scope.flags.set(.isGone, to: scope.view.tombstone != nil)
  }

  package mutating func hidePermalink() { scope.flags.set(.hasPermalink, to: false) }

  // MARK: Programs

  /// Runs a compiled template, inserting the body at its field.
  package mutating func write(
    _ program: borrowing Program, body: borrowing RichText, as markup: BodyMarkup,
    to out: inout OutputBuffer
  ) {
    write(
      program.ops.span, literals: program.literals.span, body: body, as: markup, to: &out)
  }

  package mutating func write(
    _ programs: borrowing SpecializedPrograms, body: borrowing RichText, as markup: BodyMarkup,
    to out: inout OutputBuffer
  ) {
    write(
      programs.ops.span.extracting(programs.chosenProgram), literals: programs.literals.span,
      body: body, as: markup, to: &out)
  }

  private mutating func write(
    _ ops: Span<Op>, literals: Span<UInt8>, body: borrowing RichText, as markup: BodyMarkup,
    to out: inout OutputBuffer
  ) {
    var step = run(ops, literals: literals, from: 0, to: &out)
    while let next = step {
      write(body, as: markup, to: &out)
      step = run(ops, literals: literals, from: next, to: &out)
    }
  }

  /// Runs a compiled template; wherever the template has a field for finished markup (`{{{name}}}`),
  /// calls a function that writes this markup.
  package mutating func write(
    _ program: borrowing Program, to out: inout OutputBuffer,
    inserting insert: (inout OutputBuffer) -> Void
  ) {
    let (ops, literals) = (program.ops.span, program.literals.span)
    var step = run(ops, literals: literals, from: 0, to: &out)
    while let next = step {
      insert(&out)
      step = run(ops, literals: literals, from: next, to: &out)
    }
  }

  package mutating func write(_ program: borrowing Program, to out: inout OutputBuffer) {
    write(program, to: &out) { _ in }
  }

  private mutating func write(
    _ body: borrowing RichText, as markup: BodyMarkup, to out: inout OutputBuffer
  ) {
    if body.isEmpty, case .closed = scope.block.kind {
      // The notice has no body, so Atoll's own text takes its place.
      out.append("<p>")
      wording.append(list.closedPhrase, to: &out)
      out.append("</p>")
    } else {
      markup.append(body, to: &out)
    }
  }

  package mutating func choose(among programs: inout SpecializedPrograms) {
    programs.choose(for: scope.flags)
  }

  /// Runs a program, starting at a step.
  ///
  /// Returns the index of the step after the next HTML field, such as the body, or `nil` at the end
  /// of the program.
  private mutating func run(
    _ ops: Span<Op>, literals: Span<UInt8>, from step: Int, to out: inout OutputBuffer
  ) -> Int? {
    // A program's own steps and slices are within its arrays, so they are not checked again.
    var flags = scope.flags
    var next = step
    while next < ops.count {
      switch unsafe ops[unchecked: next] {
      case .literal(let slice):
        out.append(inlined: unsafe literals.extracting(unchecked: slice.range))
        next &+= 1
      case .field(let id, .number):
        let number = Int(id) &- NumberField.firstID
        if number < numberFields.count { out.append(decimal: value(of: numberFields[number])) }
        next &+= 1
      case .field(let id, _):
        let number = Int(id) &- TextField.firstID
        if number < textFields.count {
          write(textFields[number], to: &out)
        } else if let phrase = ConstantFields.phrase(id) {
          write(phrase, to: &out)
        }
        next &+= 1
      case .html:
        return next &+ 1
      case .mark:
        next &+= 1
      case .sectionBegin(let id, let end):
        next = flags.contains(id) ? next &+ 1 : Int(end)
      case .invertedBegin(let id, let end):
        next = flags.contains(id) ? Int(end) : next &+ 1
      case .listBegin(let id, let end):
        let hasEntry = enterFirst(of: id)
        flags = scope.flags
        next = hasEntry ? next &+ 1 : Int(end)
      case .listEnd(let id, let begin):
        let hasEntry = enterNext(of: id)
        flags = scope.flags
        next = hasEntry ? Int(begin) : next &+ 1
      }
    }
    return nil
  }
}
