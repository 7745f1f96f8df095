import AtollComments

import AtollBodyText
import AtollBytes
import AtollEmailOutput
import AtollLayout

/// A renderer of one email about multiple comments, each with its notification above it.
struct NotificationsRenderer {
  /// One comment, with the options that make it the focus.
  struct RequestedNotification {
    let options: Options
    var layout: LayoutOptions
    let story: Story
  }

  let options: Options
  let layout: LayoutOptions
  let configuration: WriterConfiguration.Mail
  private(set) var items: [RequestedNotification]

  /// Writes the email, halving the number of ancestors in each notification until the email fits.
  mutating func render() throws(AtollError) -> Rendering {
    var attempt = try write()
    if let limit = options.mail.maxBytes {
      while attempt.encodedCount > limit,
        items.contains(where: { $0.layout.ancestorCount > 0 })
      {
        for index in items.indices { items[index].layout.ancestorCount /= 2 }
        attempt = try write()
      }
      if attempt.encodedCount > limit {
        attempt.report.diagnosticList.addMailTooLarge(limit: limit, without: "quoted comments")
      }
    }
    var output = OutputBuffer(capacity: 64 * 1024)
    attempt.writer.append(to: &output)
    attempt.report.commentCount = items.count
    return Rendering(bytes: output.bytes(), report: attempt.report)
  }

  private func write() throws(AtollError) -> MailAttempt {
    let lists = try items.map(Self.blockList)
    let story = Story(titled: title)
    let frame = blockListOfFrame(for: story)
    var options = options
    options.focus = nil
    options.mail.subject = options.mail.givenSubject ?? "Re: \(title)"
    let headers = try options.mailHeaders(for: story, about: nil, in: configuration.part)
    var writer = EmailWriter(
      configuration.part, templates: configuration.templates, list: frame, headers: headers,
      text: configuration.textWriter(for: frame),
      preheader: preheader(lists),
      senderTexts: EmailWriter.SenderTexts(
        options.mail, sentAs: lists.first?.notification?.kind, in: options.resolvedLanguage),
      measuresHTML: true)
    var unused = OutputBuffer(capacity: 64)
    var report = Report()
    var bodies = BodyReader()
    writer.begin(&unused)
    for list in lists {
      writer.beginStory(list, text: configuration.textWriter(for: list))
      list.write(
        with: &writer, options: options, bodies: &bodies, addingTo: &report, to: &unused)
    }
    writer.finishStories(frame, text: configuration.textWriter(for: frame))
    writer.finish(&unused)
    return MailAttempt(writer: writer, report: report)
  }

  private static func blockList(for item: RequestedNotification) throws(AtollError) -> BlockList {
    let focus = try item.options.focusPosition(in: item.story)
    return BlockList(
      item.story, options: item.layout,
      selecting: item.options.selection(in: item.story, focus: focus))
  }

  private func blockListOfFrame(for frame: Story) -> BlockList {
    var layout = layout
    layout.isNotification = false
    var selection = StorySelection()
    selection.chosen = []
    return BlockList(frame, options: layout, selecting: selection)
  }

  /// The title of the first story, followed by the number of others if there are any.
  ///
  /// If the first story has no title, this is the word `Comments` in the language of the email.
  private var title: String {
    var titles: [String] = []
    var ids: Set<String> = []
    for item in items where ids.insert(item.story.id).inserted {
      titles.append(MailText.onOneLine(item.story.title))
    }
    let wording = Wording(language: options.resolvedLanguage)
    guard let first = titles.first, !first.isEmpty else {
      return wording.text(.comments)
    }
    return titles.count == 1
      ? first : wording.text(.andMoreStories, count: titles.count - 1, title: first)
  }

  /// Returns the preheader: the notifications of the first comments, as many as fit.
  private func preheader(_ lists: [BlockList]) -> String {
    var line = ""
    for (item, list) in zip(items, lists) {
      guard let notification = list.notification else { continue }
      let news = MailText.onOneLine(
        Wording(language: options.resolvedLanguage).text(
          notification, of: item.story.bytes, followedBy: ""))
      if !line.isEmpty, line.count + news.count > MailAttempt.preheaderLength { break }
      line += line.isEmpty ? news : " · \(news)"
    }
    return line
  }
}

extension Renderer {
  /// The maximum number of notifications in one email, so that it stays below the usual size limit.
  package static let maximumNotificationCount = 10

  /// Renders one email about multiple Coral notifications to the same reader.
  package func render(
    _ notifications: [CoralNotification]
  ) throws(AtollError) -> Rendering {
    guard case .mail(let configuration) = configuration else {
      throw AtollError(
        .options, message: "only a mail is about notifications", advice: "choose email")
    }
    let items = notifications.map { notification in
      let renderer = configured(for: notification)
      return NotificationsRenderer.RequestedNotification(
        options: renderer.options, layout: renderer.layout,
        story: renderer.options.applyingPseudonyms(to: notification.story))
    }
    var options = options
    if let first = items.first { options.mail = first.options.mail }
    options.mail.notification = nil
    options.mail.messageIDSeed = Self.messageIDSeed(of: notifications, to: options.mail.to)
    var renderer = NotificationsRenderer(
      options: options, layout: layout, configuration: configuration, items: items)
    return try renderer.render()
  }

  /// Returns the text from which the `Message-ID` is made: the recipients, and the sorted kinds and
  /// ids of the notifications.
  private static func messageIDSeed(
    of notifications: [CoralNotification], to recipients: [String]
  ) -> String {
    let addresses = recipients.map { (MailAddress($0)?.address ?? $0).lowercased() }
    let ids = notifications.map { notification in
      [notification.kind.rawValue, notification.story.id, notification.commentID]
        .joined(separator: "\0")
    }
    return (["notifications"] + addresses + ids.sorted()).joined(separator: "\0\0")
  }
}
