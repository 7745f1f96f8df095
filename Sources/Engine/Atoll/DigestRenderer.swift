public import AtollComments

import AtollBodyText
import AtollBytes
import AtollEmailOutput
import AtollHTMLOutput
import AtollLayout
import AtollRows
import AtollTerminalOutput

/// A renderer of a digest (the chosen comments of multiple stories) as an email, page, fragment or
/// text.
struct DigestRenderer {
  let options: Options
  let layout: LayoutOptions
  let configuration: WriterConfiguration
  let stories: [Story]
  /// The positions of the chosen comments of each story, without those that do not fit the email.
  private(set) var keptComments: [[Int32]]
  private let choice: ChosenComments
  /// For each story, the sizes of its first chosen comments in HTML, in bytes; empty until they are
  /// measured.
  private var sizes: [[Int]] = []
  /// A diagnostic for each chosen comment that is left out because it is too large.
  private var tooLargeDiagnostics = DiagnosticList()
  /// True if the first comment is a reply to the reader, which the preheader quotes.
  private let beginsWithReplyToReader: Bool

  struct ChosenComments {
    /// The positions of the chosen comments of each story, in digest order.
    var comments: [[Int32]]
    /// The index of the story that has the first comment in digest order; `nil` if no comment is
    /// chosen.
    var bestStoryIndex: Int?
  }

  init(
    _ options: Options, layout: LayoutOptions, configuration: WriterConfiguration,
    of stories: [Story],
    choosing choice: ChosenComments, beginsWithReplyToReader: Bool = false
  ) {
    self.options = options
    self.layout = layout
    self.configuration = configuration
    self.stories = stories.map(options.applyingPseudonyms)
    self.choice = choice
    self.beginsWithReplyToReader = beginsWithReplyToReader
    keptComments = choice.comments
  }

  private var count: Int { keptComments.reduce(0) { $0 + $1.count } }

  mutating func render() throws(AtollError) -> Rendering {
    var output = OutputBuffer(capacity: 64 * 1024)
    var report: Report
    switch configuration {
    case .markup(let markup): report = write(markup, to: &output)
    case .terminal(let palette, let settings):
      report = write(with: palette, settings: settings, to: &output)
    case .mail(let mail): report = try write(mail, to: &output)
    case .structuredData, .feed:
      throw AtollError(.options, message: "a digest has no format of this kind")
    }
    report.commentCount = count
    return Rendering(bytes: output.bytes(), report: report)
  }

  // MARK: Lists

  /// The title in the options; `nil` if it is missing or blank.
  private var givenTitle: String? {
    options.digest?.title.flatMap { MailText.isBlank($0) ? nil : $0 }
  }

  /// The title in the options, or one made from the numbers of comments and stories.
  ///
  /// Examples are `12 comments on Tidewalker` for a single story and `12 comments, 3 stories` for
  /// multiple ones.
  private var title: String {
    if let givenTitle { return givenTitle }
    let wording = Wording(language: options.resolvedLanguage)
    let storyIndices = keptComments.indices.filter { !keptComments[$0].isEmpty }
    if storyIndices.count == 1, let title = storyIndices.first.map({ stories[$0].title }),
      !MailText.onOneLine(title).isEmpty
    {
      return wording.text(
        hasOnlyNewComments ? .newCommentsOn : .commentsOn, count: count, title: title)
    }
    return wording.listOfCounts([
      (hasOnlyNewComments ? .newComments : .comments, count), (.stories, storyIndices.count),
    ])
  }

  /// The subject of the email: the title, or a line that names the best story.
  ///
  /// It names the story if the options set no title and multiple stories have comments:
  /// `12 new comments: Tidewalker and 2 more stories`.
  private var subject: String {
    let others = keptComments.count { !$0.isEmpty } - 1
    guard givenTitle == nil, let best = choice.bestStoryIndex, !keptComments[best].isEmpty,
      others > 0
    else { return MailText.onOneLine(title) }
    let name = MailText.onOneLine(stories[best].title)
    guard !name.isEmpty else { return MailText.onOneLine(title) }
    let wording = Wording(language: options.resolvedLanguage)
    return wording.text(
      hasOnlyNewComments ? .newComments : .comments, count: count,
      followedBy: wording.text(.andMoreStories, count: others, title: name))
  }

  private var hasOnlyNewComments: Bool { options.digest?.acceptedProperties == [.new] }

  /// Returns a story that has the digest's title and no comments.
  private func emptyStory() -> Story {
    let publisher = stories.first?.organization ?? ""
    let isOnlyPublisher = stories.allSatisfy { $0.organization == publisher }
    return Story(titled: title, organization: isOnlyPublisher ? publisher : "")
  }

  private func blockList(of story: Story, choosing chosen: [Int32]) -> BlockList {
    var selection = StorySelection()
    selection.chosen = chosen
    // If all comments are new, they need no marks.
    if !hasOnlyNewComments { selection.newComments = options.newComments(in: story) }
    return BlockList(story, options: layout, selecting: selection)
  }

  /// Calls `body` with the block list of each story that has a chosen comment.
  private func forEachList(_ body: (BlockList) -> Void) {
    for (story, comments) in zip(stories, keptComments) where !comments.isEmpty {
      body(blockList(of: story, choosing: comments))
    }
  }

  // MARK: Pages and texts

  private func write(_ markup: WriterConfiguration.Markup, to output: inout OutputBuffer) -> Report
  {
    var report = Report()
    var writing = HTMLWriter.Options()
    let frameList = blockList(of: emptyStory(), choosing: [])
    writing.style = markup.styles.element(for: .chosenComments)
    var frame = HTMLWriter(markup.templates, list: frameList, options: writing)
    frame.begin(&output)
    var bodies = BodyReader()
    forEachList { list in
      var writer = HTMLWriter(markup.templates, list: list, options: writing)
      writer.beginStory(&output)
      list.write(
        with: &writer, options: options, bodies: &bodies, addingTo: &report, to: &output)
      writer.finishStory(&output)
    }
    if count == 0 {
      frameList.write(
        with: &frame, options: options, bodies: &bodies, addingTo: &report, to: &output)
    }
    frame.finish(&output)
    return report
  }

  private func write(
    with palette: TerminalPalette, settings: TerminalSettings, to output: inout OutputBuffer
  ) -> Report {
    var report = Report()
    let frameList = blockList(of: emptyStory(), choosing: [])
    var frame = TerminalWriter(palette, list: frameList, settings: settings)
    frame.begin(&output)
    var bodies = BodyReader()
    forEachList { list in
      output.append(0x0A)
      var writer = TerminalWriter(palette, list: list, settings: settings)
      writer.begin(&output)
      list.write(
        with: &writer, options: options, bodies: &bodies, addingTo: &report, to: &output)
      writer.finish(&output)
    }
    if count == 0 {
      frameList.write(
        with: &frame, options: options, bodies: &bodies, addingTo: &report, to: &output)
    }
    frame.finish(&output)
    return report
  }

  // MARK: Mails

  private mutating func write(
    _ mail: WriterConfiguration.Mail, to output: inout OutputBuffer
  ) throws(AtollError) -> Report {
    let limit = options.mail.maxBytes ?? .max
    var room = limit
    var isReduced = count > limit / MailAttempt.minimumCommentSize
    // If there are too many comments to fit, some are left out before the first attempt.
    if isReduced { fitComments(into: room, limit: limit, for: mail) }
    var attempt = try write(mail)
    // The sizes of comments are estimates, so the chosen comments may still be too large.
    while attempt.encodedCount > limit, count > 0, room > 0 {
      let excess = attempt.encodedCount - limit
      room -= isReduced ? excess + limit / 100 : 0
      isReduced = true
      fitComments(into: room, limit: limit, for: mail)
      attempt = try write(mail)
    }
    attempt.writer.append(to: &output)
    attempt.report.diagnosticList.add(contentsOf: tooLargeDiagnostics)
    if attempt.encodedCount > limit {
      attempt.report.diagnosticList.addMailTooLarge(limit: limit)
    }
    return attempt.report
  }

  private func write(_ mail: WriterConfiguration.Mail) throws(AtollError) -> MailAttempt {
    let story = emptyStory()
    let frame = blockList(of: story, choosing: [])
    var options = options
    options.mail.subject = options.mail.givenSubject ?? subject
    let headers = try options.mailHeaders(for: story, about: nil, in: mail.part)
    var report = Report()
    var writer = EmailWriter(
      mail.part, templates: mail.templates, list: frame, headers: headers,
      text: mail.textWriter(for: frame),
      preheader: preheader, senderTexts: EmailWriter.SenderTexts(options.mail), measuresHTML: true)
    var unused = OutputBuffer(capacity: 64)
    var bodies = BodyReader()
    writer.begin(&unused)
    forEachList { list in
      writer.beginStory(list, text: mail.textWriter(for: list))
      list.write(
        with: &writer, options: options, bodies: &bodies, addingTo: &report, to: &unused)
    }
    writer.finishStories(frame, text: mail.textWriter(for: frame))
    if count == 0 {
      frame.write(
        with: &writer, options: options, bodies: &bodies, addingTo: &report, to: &unused)
    }
    writer.finish(&unused)
    return MailAttempt(writer: writer, report: report)
  }

  /// The preheader: the reply to the reader if the digest begins with one, otherwise as many titles
  /// of stories as fit, but at least one.
  private var preheader: String {
    // The reply may be left out because it is too large.
    if beginsWithReplyToReader, let reply = keptComments.first?.first,
      reply == choice.comments.first?.first
    {
      return options.headline(
        about: Position(Int(reply)), in: stories[0], excerptLength: MailAttempt.preheaderLength)
    }
    var line = ""
    for (story, comments) in zip(stories, keptComments) where !comments.isEmpty {
      let title = MailText.onOneLine(story.title)
      if title.isEmpty { continue }
      guard line.isEmpty || line.count + title.count <= MailAttempt.preheaderLength else {
        continue
      }
      line += line.isEmpty ? title : " · \(title)"
    }
    return line
  }

  // MARK: Sharing the room

  /// The bytes reserved for a story's heading and the line after its comments.
  private static let headingSize = 1_400
  /// The bytes reserved for the part of the email around the stories.
  private static let frameSize = 6_000

  /// Leaves out the comments that do not fit in the email, and divides the room among the stories.
  ///
  /// In every round, each story adds its next comment if there is room. A comment that does not fit
  /// is skipped if it takes more than an eighth of the limit. If a smaller comment does not fit,
  /// its story adds no more comments.
  ///
  /// `totalRoom` is the room for the comments and what is around them: the limit, or less if the
  /// sizes turned out larger than measured.
  private mutating func fitComments(
    into totalRoom: Int, limit: Int, for mail: WriterConfiguration.Mail
  ) {
    keptComments = choice.comments
    let headings = keptComments.count { !$0.isEmpty } * Self.headingSize
    var room = totalRoom - Self.frameSize - headings
    // The first attempt, which has the most room, measures for all.
    if sizes.isEmpty {
      let maximumCount = max(1, room / MailAttempt.minimumCommentSize)
      sizes = zip(stories, keptComments).map { story, comments in
        measure(story, comments: Array(comments.prefix(maximumCount)), as: mail)
      }
    }
    var kept: [[Int32]] = Array(repeating: [], count: keptComments.count)
    var next = Array(repeating: 0, count: keptComments.count)
    var list = DiagnosticList()
    var unfinished = keptComments.indices.filter { !keptComments[$0].isEmpty }
    while !unfinished.isEmpty {
      unfinished = unfinished.filter { storyIndex in
        while next[storyIndex] < sizes[storyIndex].count {
          let (position, size) = (
            keptComments[storyIndex][next[storyIndex]], sizes[storyIndex][next[storyIndex]]
          )
          next[storyIndex] += 1
          if size <= room {
            room -= size
            kept[storyIndex].append(position)
            return true
          }
          guard size > limit / 8 else { return false }
          list.addTooLarge(position, of: stories[storyIndex], size: size, limit: limit)
        }
        return false
      }
    }
    keptComments = kept
    tooLargeDiagnostics = list
  }

  /// Returns the sizes of a story's comments in the HTML, in bytes.
  private func measure(_ story: Story, comments: [Int32], as mail: WriterConfiguration.Mail)
    -> [Int]
  {
    guard !comments.isEmpty, let headers = try? MailHeaders(MailHeaders.Input()) else { return [] }
    let list = blockList(of: story, choosing: comments)
    var writer = EmailWriter(
      .html, templates: mail.templates, list: list, headers: headers,
      text: mail.textWriter(for: list), measuresHTML: true)
    var unused = OutputBuffer(capacity: 64)
    var report = Report()
    var bodies = BodyReader()
    list.write(
      with: &writer, options: options, bodies: &bodies, addingTo: &report, to: &unused)
    return writer.commentSizes.prefix(comments.count).map(\.byteCount)
  }
}

extension Options {
  func chosenComments(of stories: [Story]) -> DigestRenderer.ChosenComments {
    let settings = digest ?? DigestOptions()
    let query = settings.query(at: now)
    var ranked = stories.map { story in
      let all = query.comments(of: story, newComments: newComments(in: story))
      return Array(all.prefix(max(settings.maxCommentsPerStory ?? all.count, 0)))
    }
    if let limit = settings.maxComments {
      var all = ranked.enumerated().flatMap { storyIndex, comments in
        comments.map { (storyIndex, $0) }
      }
      let order = Array(all.indices).stablySorted { all[$0].1.precedes(all[$1].1) }
      all = order.prefix(max(limit, 0)).sorted().map { all[$0] }
      ranked = Array(repeating: [], count: stories.count)
      for (storyIndex, comment) in all { ranked[storyIndex].append(comment) }
    }
    var best: Int?
    for (storyIndex, comments) in ranked.enumerated() {
      guard let first = comments.first else { continue }
      if let known = best.flatMap({ ranked[$0].first }), !first.precedes(known) { continue }
      best = storyIndex
    }
    return DigestRenderer.ChosenComments(
      comments: ranked.map { $0.map(\.position) }, bestStoryIndex: best)
  }
}

extension Renderer {
  /// Renders chosen comments of multiple stories as one output.
  ///
  /// `Options.digest` says which comments are chosen.
  ///
  /// The stories keep their order, and those without a chosen comment are left out. In an email,
  /// the stories share the space that the size limit allows.
  ///
  /// - Parameter since: For each story id, the time after which comments of that story are new. For
  ///   other stories, the time is `Options.since`.
  public func render(
    digestOf stories: [Story], newSince since: [String: Timestamp] = [:]
  ) throws(AtollError) -> Rendering {
    let options = options.withDigest(newSince: since)
    var renderer = DigestRenderer(
      options, layout: layout, configuration: configuration, of: stories,
      choosing: options.chosenComments(of: stories))
    return try renderer.render()
  }

  /// Returns the number of comments that a digest of these stories chooses; the size limit of an
  /// email may leave some of them out.
  public func chosenCommentCount(of stories: [Story], newSince since: [String: Timestamp] = [:])
    -> Int
  {
    options.withDigest(newSince: since).chosenComments(of: stories).comments.reduce(0) {
      $0 + $1.count
    }
  }
}

extension Options {
  fileprivate func withDigest(newSince since: [String: Timestamp]) -> Options {
    var options = self
    var digest = digest ?? DigestOptions()
    digest.sinceByStory = since
    options.digest = digest
    return options
  }
}
