import Atoll
import Bytes
import Comments
import StoryDecoding

/// The renderers of a campaign that one worker has used, one for each language and time zone.
struct CampaignRenderers {
  private var known: [RecipientSettings: Renderer] = [:]

  private static let mostKept = 100

  mutating func renderer(
    for settings: RecipientSettings, of campaign: Campaign
  ) throws(AtollError) -> Renderer {
    if let renderer = known[settings] { return renderer }
    let renderer = try campaign.renderer(settings)
    if known.count >= Self.mostKept { known = [:] }
    known[settings] = renderer
    return renderer
  }
}

extension StoryWorker {
  /// Appends a result for each recipient of a line: the mail of its story, or the reason why there is none.
  mutating func writeMails(
    of decoded: DecodedStory, _ source: Source, for recipients: LineRecipients,
    _ campaign: Campaign, to output: inout OutputBuffer, _ writePiece: WritePiece
  ) {
    for recipient in recipients.list {
      let start = output.count
      output.beginResult(key: source.key, number: source.number)
      output.append(member: "to", string: recipient.mailbox)
      do throws(StoryFailure) {
        if let fault = recipient.fault { throw StoryFailure(.schema, fault) }
        guard let key = source.key else {
          throw StoryFailure(.noKey, "the story has no id, of which the ids of its mails are made")
        }
        let identity = [campaign.name, String(decoding: key, as: UTF8.self)]
        try write(decoded, to: recipient, identity, campaign, &output)
      } catch {
        output.truncate(to: start)
        output.beginResult(key: source.key, number: source.number)
        output.append(member: "to", string: recipient.mailbox)
        output.append(error)
        counts.failures += 1
      }
      counts.stories += 1
      if output.count >= Self.pieceSize { writePiece(&output, &changes) }
    }
  }

  private mutating func write(
    _ decoded: DecodedStory, to recipient: LineRecipient, _ identity: [String],
    _ campaign: Campaign, _ output: inout OutputBuffer
  ) throws(StoryFailure) {
    try deadline.check()
    let rendering: Rendering
    do throws(AtollError) {
      var renderer = try renderers.renderer(for: recipient.settings, of: campaign)
      renderer.since = self.renderer.since
      var addressee = MailRecipient(recipient.mailbox, identity: "")
      addressee.identity = (identity + [addressee.address ?? ""]).joined(separator: "\0")
      addressee.values = recipient.values
      rendering = try renderer.addressed(to: addressee).render(decoded.story)
    } catch {
      throw StoryFailure(
        .render, [error.message, error.advice].compactMap(\.self).joined(separator: "; "))
    }
    output.append(member: "ok", true)
    output.append(key: "output")
    output.append("\"")
    unsafe rendering.bytes.withUnsafeBufferPointer { unsafe output.append(jsonText: $0) }
    output.append("\"")
    output.append(member: "comments", rendering.report.commentCount)
    output.append(decoded.diagnostics.list() + rendering.report.diagnostics)
    output.append("}\n")
    counts.comments += rendering.report.commentCount
  }
}
