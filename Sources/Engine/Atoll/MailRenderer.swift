import AtollBytes
import AtollComments
import AtollEmailOutput
import AtollLayout
import AtollMarkupWriting

/// A renderer of the email about one story, with as many of its comments as fit.
///
/// The size of a comment is known only once it is written, so an email that is too large is written
/// again with fewer comments until it fits. Each attempt is based on the sizes that the previous
/// attempts measured, so few attempts are needed. A thread that fits is written only once.
struct MailRenderer: ~Copyable {
  let options: Options
  private var layout: LayoutOptions
  let configuration: WriterConfiguration.Mail
  let story: Story
  /// The comment that the email is about; `nil` for an email about the thread.
  let focus: Position?
  let headers: MailHeaders

  /// The comments that an email without a size limit would list; `nil` before the first email that
  /// is made smaller.
  ///
  /// Comments that are only quoted, because they are featured, are not in this list.
  private var listedComments: CommentSet?
  /// The specialized programs for the comments' template, passed from one attempt to the next.
  private var specializedPrograms: SpecializedPrograms?
  /// The text around the comments, such as the reason for the email and the footer.
  private let senderTexts: EmailWriter.SenderTexts

  init(
    options: Options, layout: LayoutOptions, configuration: WriterConfiguration.Mail, story: Story,
    focus: Position?,
    headers: MailHeaders
  ) {
    self.options = options
    self.layout = layout
    self.configuration = configuration
    self.story = story
    self.focus = focus
    preheader = focus.map {
      options.headline(about: $0, in: story, excerptLength: MailAttempt.preheaderLength)
    }
    self.headers = headers
    senderTexts = EmailWriter.SenderTexts(
      options.mail, sentAs: focus.map { options.notification(about: $0, in: story).kind },
      in: options.resolvedLanguage)
  }

  /// The preheader: the notification about the comment in focus, with the beginning of the comment;
  /// `nil` if no comment is in focus.
  private let preheader: String?

  /// Appends the email, or the requested part of it.
  mutating func render(to output: inout OutputBuffer) -> Report {
    var attempt: MailAttempt
    if focus != nil {
      attempt = writeNotification()
    } else if let limit = options.mail.maxBytes {
      attempt = writeFittingEmail(limit: limit)
    } else {
      attempt = write(nil, measuresHTML: false)
    }
    attempt.writer.append(to: &output)
    return attempt.report
  }

  /// Returns the email about one comment, halving the number of its ancestors until the email fits.
  private mutating func writeNotification() -> MailAttempt {
    var attempt = write(nil, measuresHTML: true)
    guard let limit = options.mail.maxBytes else { return attempt }
    while attempt.encodedCount > limit, layout.ancestorCount > 0 {
      layout.ancestorCount /= 2
      attempt = write(nil, measuresHTML: true)
    }
    if attempt.encodedCount > limit {
      attempt.report.diagnosticList.addMailTooLarge(limit: limit, without: "quoted comments")
    }
    return attempt
  }

  private mutating func writeFittingEmail(limit: Int) -> MailAttempt {
    let newComments =
      options.showsOnlyNewComments ? options.newComments(in: story)?.withAncestors(in: story) : nil
    let count = newComments?.count ?? story.count
    // More comments than this cannot fit, so an email with all of them is not even written.
    if count <= limit / MailAttempt.minimumCommentSize {
      let attempt = write(newComments, measuresHTML: true)
      if attempt.encodedCount <= limit { return attempt }
    }
    var emptyEmail = write(CommentSet(count: story.comments.count), measuresHTML: true)
    guard emptyEmail.encodedCount <= limit else {
      emptyEmail.report.diagnosticList.addMailTooLarge(limit: limit)
      return emptyEmail
    }
    let shown = findShownComments(keeping: newComments)
    return writeUntilFull(
      MailBudget(limit, emptySize: emptyEmail.encodedCount, story: story, shown: shown),
      startingWith: emptyEmail)
  }

  /// Returns the positions of the comments that the email would show without a size limit, and sets
  /// `listedComments`.
  ///
  /// If `kept` is set, only its comments are shown. `listedComments` becomes the set of
  /// the shown comments without those that are only featured.
  private mutating func findShownComments(keeping kept: CommentSet?) -> [Int32] {
    var known = CommentSet(count: story.comments.count)
    var listed = known
    let shown = blockList(keeping: kept).blocks.compactMap { block -> Int32? in
      switch block.kind {
      case .featured: break
      case .comment, .tombstone: listed.insert(Int(block.position))
      case .announcement, .infobox, .questionBox, .closed, .heading, .ancestor, .hiddenReplies,
        .moreComments, .noComments:
        return nil
      }
      if known.contains(Int(block.position)) { return nil }
      known.insert(Int(block.position))
      return block.position
    }
    listedComments = listed
    return shown
  }

  private static let maximumAttempts = 9

  /// Writes the email with one choice of comments after another, and returns the last email that
  /// fits.
  ///
  /// The function stops when a choice fills the email, when the choice stays the same, or after
  /// `maximumAttempts`.
  private mutating func writeUntilFull(
    _ budget: consuming MailBudget, startingWith emptyEmail: consuming MailAttempt
  ) -> MailAttempt {
    var best = emptyEmail
    var choice: MailBudget.Choice?
    var hasComments = false
    var tooLarge = DiagnosticList()
    for round in 1...Self.maximumAttempts {
      // The last attempts contain only comments of known size.
      let next = budget.choose(exploring: round < Self.maximumAttempts - 1)
      if next.kept == choice?.kept { break }
      choice = next
      let attempt = write(next.kept, measuresHTML: true)
      let size = attempt.encodedCount
      budget.recordSizes(of: next, written: attempt.writer.commentSizes, encodedCount: size)
      guard size <= budget.limit else { continue }
      hasComments = !attempt.writer.commentSizes.isEmpty
      best = attempt
      tooLarge = budget.diagnostics(of: next)
      if budget.limit - size < budget.minimumFreeBytes { break }
    }
    if !hasComments, tooLarge.isEmpty {
      // If the empty email nearly fills the limit, no comment was measured.
      if let first = budget.choiceOfFirst() {
        let attempt = write(first.kept, measuresHTML: true)
        budget.recordSizes(
          of: first, written: attempt.writer.commentSizes, encodedCount: attempt.encodedCount)
      }
      tooLarge = budget.diagnosticsIfNothingFits()
    }
    best.report.diagnosticList.add(contentsOf: tooLarge)
    return best
  }

  /// Writes the email with some of the comments, or with all of them if `kept` is `nil`.
  private mutating func write(_ kept: CommentSet?, measuresHTML: Bool) -> MailAttempt {
    let blocks = blockList(keeping: kept)
    var writer = EmailWriter(
      configuration.part, templates: configuration.templates, list: blocks, headers: headers,
      text: configuration.textWriter(for: blocks),
      preheader: preheader, senderTexts: senderTexts,
      measuresHTML: measuresHTML, specialized: specializedPrograms.take())
    var bodies = BodyReader()
    var unused = OutputBuffer(capacity: 64)
    let report = blocks.write(with: &writer, options: options, bodies: &bodies, to: &unused) {
      _ in
    }
    specializedPrograms = writer.takeCommentPrograms()
    return MailAttempt(writer: writer, report: report)
  }

  private func blockList(keeping kept: CommentSet?) -> BlockList {
    var selection = options.selection(in: story, focus: focus)
    if let kept {
      selection.kept = listedComments?.intersection(kept) ?? kept
      selection.quoted = kept
    }
    return BlockList(story, options: layout, selecting: selection)
  }
}
