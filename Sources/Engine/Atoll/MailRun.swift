import Bytes
import Comments
import EmailOutput
import Layout
import MarkupWriting
import TerminalOutput

/// Writes the mail about one story, with as many of its comments as there is room for.
///
/// What a comment comes to is known when it is written and not before, so a mail that may be too large
/// is written with fewer comments until it is not. Each attempt tells how many to take for the next;
/// few are needed, and none for a thread that fits.
struct MailRun: ~Copyable {
  let options: Options
  let look: Look.Mail
  let story: Story
  let headers: MailHeaders

  /// What was made of the comments' template, from one attempt to the next.
  private var straight: StraightPrograms?
  /// Whether the HTML of a message has something that quoted-printable alone can hold.
  private var needsQuoting = false

  init(options: Options, look: Look.Mail, story: Story, headers: MailHeaders) {
    self.options = options
    self.look = look
    self.story = story
    self.headers = headers
  }

  struct Attempt: ~Copyable {
    var writer: EmailWriter
    var report: Report
    /// The comments that were kept; nothing for all.
    var kept: CommentSet?
    /// What the HTML comes to as it is sent.
    var encodedCount: Int { writer.encodedHTMLCount }
  }

  /// Appends the mail, or the part of one that is asked for, and hands it on in pieces.
  mutating func render<Failure: Error>(
    to output: inout OutputBuffer,
    handingOn: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) -> Report {
    guard let limit = options.mail.maxBytes else {
      var attempt = try write(nil, isMeasured: false, to: &output, handingOn: handingOn)
      if attempt.writer.isWhole { attempt.writer.handOn(to: &output) }
      return attempt.report
    }
    var best = fitting(limit)
    let report = best.report
    if best.writer.isWhole {
      best.writer.handOn(to: &output)
    } else {
      // Too much to have been kept.
      _ = try write(best.kept, isMeasured: false, to: &output, handingOn: handingOn)
    }
    return report
  }

  /// The mail with all comments there is room for.
  private mutating func fitting(_ limit: Int) -> Attempt {
    let news = options.isDigest ? options.newComments(in: story)?.withAncestors(in: story) : nil
    let count = news?.count ?? story.count
    // A thread that cannot fit is not written once in vain.
    if count <= limit / Self.leastCommentCount {
      let attempt = attempt(news)
      if attempt.encodedCount <= limit { return attempt }
    }
    var empty = attempt(CommentSet(count: story.comments.count))
    guard empty.encodedCount <= limit else {
      empty.report.diagnostics.append(
        Diagnostic(
          .mailTooLarge,
          "the mail is larger than \(limit) bytes even without comments, and was written all the same",
          at: .input))
      return empty
    }
    return fill(
      MailBudget(limit, empty: empty.encodedCount, story: story, among: news), from: empty)
  }

  /// No comment comes to fewer bytes than this in HTML.
  private static let leastCommentCount = 250
  private static let mostAttempts = 9

  /// Writes one choice after the other, until one fills the mail or no other is better.
  private mutating func fill(_ budget: consuming MailBudget, from empty: consuming Attempt)
    -> Attempt
  {
    var best = empty
    var choice: MailBudget.Choice?
    for round in 1...Self.mostAttempts {
      // The last ones take no risk.
      let next = budget.choose(exploring: round < Self.mostAttempts - 1)
      if next.kept == choice?.kept { break }
      choice = next
      let attempt = attempt(next.kept)
      let size = attempt.encodedCount
      budget.learn(next, attempt.writer.weights, encodedCount: size)
      guard size <= budget.limit else { continue }
      best = attempt
      best.report.diagnostics += budget.diagnostics(of: next)
      if budget.limit - size < budget.leastRoom { break }
    }
    return best
  }

  // MARK: Writing

  private mutating func attempt(_ kept: CommentSet?) -> Attempt {
    var output = OutputBuffer(capacity: 64)
    let attempt = write(kept, isMeasured: true, to: &output) { (_) throws(Never) in }
    guard attempt.writer.needsQuoting, !needsQuoting else { return attempt }
    needsQuoting = true
    return write(kept, isMeasured: true, to: &output) { (_) throws(Never) in }
  }

  private mutating func write<Failure: Error>(
    _ kept: CommentSet?, isMeasured: Bool, to output: inout OutputBuffer,
    handingOn: (inout OutputBuffer) throws(Failure) -> Void
  ) throws(Failure) -> Attempt {
    let blocks = BlockList(story, options: options.layout(of: story, keeping: kept))
    let text = TerminalWriter(look.palette, blocks, look.letters)
    var writer = EmailWriter(
      look.part, look.templates, blocks, headers, text: text,
      isFlowed: look.letters.isFlowed, isMeasured: isMeasured, settings: settings,
      needsQuoting: needsQuoting, straight: straight.take())
    var bodies = BodyReader()
    if look.part == .message, !isMeasured { bodies.keepBodies(of: blocks) }
    let report = try blocks.write(
      with: &writer, options, &bodies, to: &output, handingOn: handingOn)
    if let again = writer.blocksToComeAgain {
      bodies.readAgain(from: again.lowerBound, of: blocks)
      try blocks.feed(again, to: &writer, &bodies, &output, handingOn: handingOn)
      writer.finish(&output)
    }
    straight = writer.takeStraightComments()
    return Attempt(writer: writer, report: report, kept: kept)
  }

  /// Which options decide how a comment looks that is like no other, the clock among them.
  private var settings: String {
    let syntax =
      switch options.bodySyntax {
      case .markdown: 1
      case .html: 2
      case .plain: 3
      case nil: 0
      }
    let showsSpoilers = options.terminal.spoilers == .show ? 1 : 0
    let now = options.now?.milliseconds ?? .min
    return "\(syntax) \(options.maxBodyBytes) \(showsSpoilers) \(now)"
  }
}
