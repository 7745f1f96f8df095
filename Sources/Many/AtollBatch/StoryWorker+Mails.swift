import Atoll
import AtollBytes
import AtollComments
import AtollStoryDecoding

/// The renderers that one worker has used for a campaign, one for each language and time zone.
struct CampaignRenderers {
  private var cachedRenderers: [RecipientSettings: Renderer] = [:]

  private static let maximumCachedRendererCount = 100

  mutating func renderer(
    for settings: RecipientSettings, of campaign: Campaign
  ) throws(AtollError) -> Renderer {
    if let renderer = cachedRenderers[settings] { return renderer }
    let renderer = try campaign.makeRenderer(settings)
    if cachedRenderers.count >= Self.maximumCachedRendererCount { cachedRenderers = [:] }
    cachedRenderers[settings] = renderer
    return renderer
  }
}

extension StoryWorker {
  /// Appends a result for each recipient of a line: the email about the line's story, or an error.
  mutating func writeMails(
    of decoded: DecodedStory, from record: InputRecord, for recipients: [LineRecipient],
    in campaign: Campaign, to output: inout OutputBuffer, by writePiece: WritePiece
  ) {
    for recipient in recipients {
      writeResult(
        ofKey: record.key, number: record.number, to: recipient.mailbox, in: &output, by: writePiece
      ) { worker, output in
        if let fault = recipient.fault { throw StoryError(.wrongForm, message: fault) }
        if recipient.reader.followedStoryIDs != nil {
          throw StoryError(
            .wrongForm,
            message: "'stories' is only for atoll digest: this mail is about the story of its line")
        }
        guard let key = record.key else {
          throw StoryError(
            .noKey,
            message: "the story has no id from which the Message-IDs of its mails can be made")
        }
        try worker.write(
          decoded, to: recipient,
          messageIDSeed: [campaign.name, String(decoding: key, as: UTF8.self)], in: campaign,
          into: &output)
      }
    }
  }

  /// Appends a result for each notification of a line: its email, or an error; a notification that
  /// is not mailed has a result without an email.
  mutating func writeNotifications(
    of line: Range<Int>, in bytes: [UInt8], number: Int, to output: inout OutputBuffer,
    by writePiece: WritePiece
  ) throws {
    let items = try DecodedNotification.all(in: Array(bytes[line]), named: "line")
    for group in settings.combinesNotifications
      ? groupedByReader(items) : items.map({ $0.map { [$0].compactMap(\.self) } })
    {
      let first = try? group.get().first
      writeResult(
        ofKey: first.map { Array($0.commentID.utf8) }, number: number,
        to: first?.recipient ?? "", in: &output, by: writePiece
      ) { worker, output in
        try worker.append(group.get().map { CoralNotification($0) }, to: &output)
      }
    }
  }

  /// Appends one result; `append` appends its rest, or throws the reason why there is no email.
  private mutating func writeResult(
    ofKey key: [UInt8]?, number: Int, to recipient: String, in output: inout OutputBuffer,
    by writePiece: WritePiece,
    append: (inout StoryWorker, inout OutputBuffer) throws -> Void
  ) {
    output.beginResult(key: key, number: number)
    output.append(recipient: recipient)
    let start = output.count
    do { try append(&self, &output) } catch {
      output.truncate(to: start)
      let failure = storyError(error)
      output.completeResult(with: failure)
      counts.addFailure(failure.advisedMessage, line: number)
    }
    counts.results += 1
    if output.count >= Self.pieceThreshold { writePiece(&output, &changes) }
  }

  /// Returns the notifications in groups, each for one email to one reader.
  ///
  /// The groups are in the order of their first notifications. A large group is split. A
  /// notification that occurs again is left out.
  private func groupedByReader(
    _ items: [Result<DecodedNotification?, StoryError>]
  ) -> [Result<[DecodedNotification], StoryError>] {
    var groups: [[DecodedNotification]] = []
    var order: [Result<Int, StoryError>] = []
    var indexOfAddress: [String: Int] = [:]
    var known: Set<[String]> = []
    for item in items {
      guard case .success(let notification?) = item else {
        order.append(item.map { _ in groups.count })
        groups.append([])
        continue
      }
      let address = MailRecipient(notification.recipient, messageIDSeed: "").address
      if let address {
        let kind = notification.kind.rawValue
        let identity = [address, kind, notification.story.id, notification.commentID]
        guard known.insert(identity).inserted else { continue }
      }
      let index = address.flatMap { indexOfAddress[$0] }
      if let index, groups[index].count < Renderer.maximumNotificationCount {
        groups[index].append(notification)
        continue
      }
      if let address { indexOfAddress[address] = groups.count }
      order.append(.success(groups.count))
      groups.append([notification])
    }
    return order.map { $0.map { groups[$0] } }
  }

  private mutating func append(
    _ notifications: [CoralNotification], to output: inout OutputBuffer
  ) throws {
    if notifications.isEmpty { return output.completeResultWithoutMail(diagnostics: []) }
    if notifications.count == 1, let notification = notifications.first {
      let renderer = renderer.configured(for: notification)
      return try append(notification.story, by: renderer, diagnostics: [], to: &output)
    }
    try deadline.check()
    let rendering = try renderer.render(notifications)
    output.completeResult(with: rendering, diagnostics: [])
    counts.comments += rendering.report.commentCount
  }

  private mutating func write(
    _ decoded: DecodedStory, to recipient: LineRecipient, messageIDSeed: [String],
    in campaign: Campaign, into output: inout OutputBuffer
  ) throws {
    var renderer = try renderers.renderer(for: recipient.settings, of: campaign)
    renderer.since = recipient.reader.since ?? self.renderer.since
    let addressed = try renderer.addressed(
      to: recipient.mailRecipient(messageIDSeed: messageIDSeed))
    let diagnostics = decoded.diagnostics.list()
    // A reader whose last visit is known gets no email if nothing is new, whatever the options say.
    if settings.skipsStoriesWithNothingNew || recipient.reader.since != nil,
      addressed.options.newCommentCount(in: decoded.story) == 0
    {
      return output.completeResultWithoutMail(diagnostics: diagnostics)
    }
    try append(decoded.story, by: addressed, diagnostics: diagnostics, to: &output)
  }

  /// Renders a story as an email, appends the members of its result, and completes the result.
  private mutating func append(
    _ story: Story, by renderer: Renderer, diagnostics: [Diagnostic], to output: inout OutputBuffer
  ) throws {
    try deadline.check()
    let rendering = try renderer.render(story)
    output.completeResult(with: rendering, diagnostics: diagnostics)
    counts.comments += rendering.report.commentCount
  }
}

extension OutputBuffer {
  mutating func completeResult(with mail: Rendering, diagnostics: [Diagnostic]) {
    append(member: "ok", true)
    append(key: "output")
    append("\"")
    append(jsonStringContents: mail.bytes.span)
    append("\"")
    append(member: "comments", mail.report.commentCount)
    append(warnings: diagnostics + mail.report.diagnostics)
    append("}\n")
  }

  /// Completes a result that needs no mail, because nothing is new for the recipient, or because
  /// such a notification is not mailed.
  mutating func completeResultWithoutMail(diagnostics: [Diagnostic]) {
    append(member: "ok", true)
    append(member: "comments", 0)
    append(warnings: diagnostics)
    append("}\n")
  }
}

extension LineRecipient {
  /// Returns the recipient of an email; its `Message-ID` is derived from the seed and the address.
  func mailRecipient(messageIDSeed: [String]) -> MailRecipient {
    var recipient = MailRecipient(mailbox, messageIDSeed: "")
    recipient.messageIDSeed = (messageIDSeed + [recipient.address ?? ""]).joined(separator: "\0")
    recipient.values = values
    recipient.authorID = reader.authorID
    return recipient
  }
}
