import AtollBytes
import AtollComments

/// The notices that an open or a closed story shows.
///
/// The rules are those of the servers' own pages. An open story shows its infobox and its question
/// box. If a story is closed, or commenting is stopped on the whole site, the story shows the
/// reason and keeps the question box. It keeps the infobox only on Coral, unless the options keep
/// it. An announcement is shown either way. If `showsNotices` is `false`, as it usually is for a
/// digest, neither the announcement nor the two boxes are shown.
struct Notices: Sendable {
  let isClosed: Bool
  let announcement: Slice
  let infobox: Slice
  let questionBox: Slice
  /// The server's message; if empty, Atoll's own is shown.
  let closedMessage: Slice

  init(
    of story: borrowing Story, options: borrowing LayoutOptions,
    reporting diagnostics: inout DiagnosticList
  ) {
    let metadata = story.metadata
    let bytes = story.bytes
    func text(_ slice: Slice) -> Slice { bytes.isBlank(slice) ? .empty : slice }
    isClosed = Self.isClosed(metadata, now: options.now, reporting: &diagnostics)
    let showsNotices = options.showsNotices
    announcement = showsNotices ? text(metadata.announcement) : .empty
    infobox =
      showsNotices && (!isClosed || options.keepsInfoboxWhenClosed || metadata.server == .coral)
      ? text(metadata.infobox) : .empty
    questionBox = showsNotices ? text(metadata.questionBox) : .empty
    switch metadata.commentingStatus {
    case .siteWide: closedMessage = text(metadata.disabledMessage)
    case .archived: closedMessage = .empty
    case .open, .closed, .timed: closedMessage = text(metadata.closedMessage)
    }
  }

  /// Returns whether commenting has ended.
  ///
  /// A story that closes at a set time is closed from that time on. If the current time is unknown,
  /// the story counts as open, as it was when the server answered, and a diagnostic says so.
  private static func isClosed(
    _ metadata: StoryMetadata, now: Timestamp?, reporting diagnostics: inout DiagnosticList
  ) -> Bool {
    switch metadata.commentingStatus {
    case .open: return false
    case .closed, .siteWide, .archived: return true
    case .timed:
      guard metadata.closedAt.isKnown else { return false }
      if let now { return metadata.closedAt <= now }
      diagnostics.add(
        .undecidedClosing,
        message: "the story closes at a set time and no clock was given; it is laid out as open",
        at: .input)
      return false
    }
  }

  /// Returns the blocks before the heading.
  func blocks(featured: [Int32], in story: Story) -> [Block] {
    var blocks: [Block] = []
    if !announcement.isEmpty { blocks.append(Block(.announcement)) }
    if !infobox.isEmpty { blocks.append(Block(.infobox)) }
    if !questionBox.isEmpty { blocks.append(Block(.questionBox)) }
    let questions = featured.map { question(answeredBy: $0, in: story) }
    var latestQuestion: Int32?
    // A featured question is quoted only above its featured answers.
    for (index, question) in zip(featured, questions) where !questions.contains(index) {
      if let question, question != latestQuestion {
        blocks.append(Self.quotation(of: question, in: story))
        latestQuestion = question
      }
      blocks.append(Self.quotation(of: index, in: story))
    }
    if isClosed { blocks.append(Block(.closed)) }
    return blocks
  }

  /// Returns the question to which a featured comment is the answer: the parent of a reply in a
  /// question-and-answer story.
  private func question(answeredBy index: Int32, in story: Story) -> Int32? {
    let parent = story.comments[Int(index)].parent
    guard story.metadata.mode == .questionsAndAnswers, parent >= 0,
      story.comments[Int(parent)].tombstone == nil
    else { return nil }
    return parent
  }

  private static func quotation(of index: Int32, in story: Story) -> Block {
    Block(.featured, level: story.level(of: index), position: Int(index), count: -1)
  }
}

extension Story {
  /// Returns the level of a comment: 1 for a root.
  func level(of index: Int32) -> Int {
    var level = 0
    var index = index
    while index >= 0 {
      level += 1
      index = comments[Int(index)].parent
    }
    return level
  }
}
