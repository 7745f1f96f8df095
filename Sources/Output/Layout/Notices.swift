import Bytes
import Comments

/// The notices that a story shows, open or closed.
///
/// The rules are those of Talk's own page. An open story shows its infobox and its question box. A
/// closed one, and every story while commenting is stopped on the whole site, shows why instead of
/// the infobox; the question box stays. An announcement is always shown. A digest, whose
/// readers have seen the story before, shows none of the three.
struct Notices: Sendable {
  let isClosed: Bool
  let announcement: Slice
  let infobox: Slice
  let questionBox: Slice
  /// The server's words; empty when there are none and ours are to be shown.
  let closedMessage: Slice

  init(
    of story: borrowing Story, options: borrowing LayoutOptions,
    _ diagnostics: inout DiagnosticList
  ) {
    let facts = story.facts
    let bytes = story.bytes
    func text(_ slice: Slice) -> Slice { bytes.isBlank(slice) ? .empty : slice }
    isClosed = Self.isClosed(facts, now: options.now, &diagnostics)
    let shows = options.showsNotices
    announcement = shows ? text(facts.announcement) : .empty
    infobox =
      shows && (!isClosed || options.keepsInfoboxWhenClosed) ? text(facts.infobox) : .empty
    questionBox = shows ? text(facts.questionBox) : .empty
    switch facts.closing {
    case .closedSiteWide: closedMessage = text(facts.disabledMessage)
    case .open, .closed, .timed: closedMessage = text(facts.closedMessage)
    }
  }

  /// Returns whether commenting has ended.
  ///
  /// A story that closes at a set time is closed from that moment on. Without a clock that is
  /// unknown; it then counts as open, as it was when the server answered, and a diagnostic says so.
  private static func isClosed(
    _ facts: StoryFacts, now: Timestamp?, _ diagnostics: inout DiagnosticList
  ) -> Bool {
    switch facts.closing {
    case .open: return false
    case .closed, .closedSiteWide: return true
    case .timed:
      guard facts.closedAt.isKnown else { return false }
      if let now { return facts.closedAt <= now }
      diagnostics.add(
        .undecidedClosing,
        "the story closes at a set time and no clock was given; it is laid out as open", at: .input)
      return false
    }
  }

  /// Returns the blocks before the heading.
  func blocks(featured: [Int32], in story: Story) -> [Block] {
    var blocks: [Block] = []
    if !announcement.isEmpty { blocks.append(Block(.announcement)) }
    if !infobox.isEmpty { blocks.append(Block(.infobox)) }
    if !questionBox.isEmpty { blocks.append(Block(.questionBox)) }
    for index in featured {
      blocks.append(
        Block(.featured, level: story.level(of: index), position: Int(index), count: -1))
    }
    if isClosed { blocks.append(Block(.closed)) }
    return blocks
  }
}

extension Story {
  /// Returns the depth of a comment: 1 for a root.
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
