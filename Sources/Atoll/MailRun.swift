import Bytes
import Comments
import EmailOutput
import Layout
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

  struct Attempt: ~Copyable {
    var output: OutputBuffer
    var report: Report
    /// What the HTML comes to as it is sent.
    var encodedCount: Int
  }

  /// Appends the mail, or the part of one that is asked for.
  func render(to output: inout OutputBuffer) -> Report {
    guard let limit = options.mail.maxBytes else {
      return write(nil, isMeasured: false, to: &output).report
    }
    let news = options.showsOnlyNew ? options.newComments(in: story)?.withAncestors(in: story) : nil
    let count = news?.count ?? story.count
    var most = count
    // A thread that cannot fit is not written once in vain.
    if count <= limit / Self.leastCommentCount {
      let attempt = attempt(news)
      if attempt.encodedCount <= limit { return attempt.handOn(to: &output) }
      most = count * limit / attempt.encodedCount
    }
    return fill(limit, KeepingOrder(of: story, among: news), from: most, to: &output)
  }

  /// No comment comes to fewer bytes than this in HTML.
  private static let leastCommentCount = 250
  /// What one comment comes to, before any was written.
  private static let usualCommentCount = 900
  private static let mostAttempts = 9

  /// Takes as many comments from the front of the order as there is room for.
  private func fill(
    _ limit: Int, _ order: KeepingOrder, from guess: Int, to output: inout OutputBuffer
  ) -> Report {
    var best = attempt(order.prefix(0, of: story))
    guard best.encodedCount <= limit else { return tellTooLarge(consume best, limit, &output) }
    let empty = best.encodedCount
    var fitting = 0
    var tooMany = order.indexes.count + 1
    var next = min(guess, (limit - empty) / Self.usualCommentCount)
    for _ in 0..<Self.mostAttempts {
      next = min(max(next, fitting + 1), tooMany - 1)
      guard next > fitting else { break }
      let attempt = attempt(order.prefix(next, of: story))
      let perComment = max(1, (attempt.encodedCount - empty) / next)
      if attempt.encodedCount <= limit {
        fitting = next
        best = attempt
      } else {
        tooMany = next
      }
      let room = (limit - empty) / perComment
      // Where the guess stands still, halving goes on.
      next = room > fitting && room < tooMany ? room : (fitting + tooMany) / 2
      if fitting > 0, limit - best.encodedCount < limit / 50 { break }
    }
    return best.handOn(to: &output)
  }

  private func tellTooLarge(
    _ attempt: consuming Attempt, _ limit: Int, _ output: inout OutputBuffer
  ) -> Report {
    var report = attempt.handOn(to: &output)
    report.diagnostics.append(
      Diagnostic(
        .mailTooLarge,
        "the mail is larger than \(limit) bytes even without comments, and was written all the same",
        at: .input))
    return report
  }

  // MARK: Writing

  private func attempt(_ kept: CommentSet?) -> Attempt {
    var output = OutputBuffer(capacity: 128 * 1024)
    let (report, count) = write(kept, isMeasured: true, to: &output)
    return Attempt(output: output, report: report, encodedCount: count)
  }

  private func write(
    _ kept: CommentSet?, isMeasured: Bool, to output: inout OutputBuffer
  ) -> (report: Report, encodedCount: Int) {
    let blocks = BlockList(story, options: options.layout(of: story, keeping: kept))
    let text = TerminalWriter(look.palette, blocks, look.letters)
    var writer = EmailWriter(
      look.part, look.templates, blocks, headers, text: text,
      isFlowed: look.letters.isFlowed, isMeasured: isMeasured)
    var bodies = BodyReader()
    let report = blocks.write(with: &writer, options, &bodies, to: &output) { _ in }
    return (report, writer.encodedHTMLCount)
  }
}

extension MailRun.Attempt {
  fileprivate consuming func handOn(to output: inout OutputBuffer) -> Report {
    unsafe self.output.withBytes { unsafe output.append(contentsOf: $0) }
    return report
  }
}
