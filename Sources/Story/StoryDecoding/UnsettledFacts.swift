import Bytes
import Comments

/// What is said of a story in several places, until all was read and the answer can be given.
struct UnsettledFacts: Sendable {
  var isClosed: Bool?
  var isClosedSiteWide: Bool?
  /// The story stays open, whatever the site's rule says.
  var staysOpen = false
  /// Whether stories close by themselves, and so many seconds after they were created.
  var closesByItself: Bool?
  var closesAfter: Double?
  var infobox = SwitchedText()
  var questionBox = SwitchedText()
  /// Whether the server has more comments at the root than it gave, as each page had it.
  var moreRoots: [Bool] = []
  var ignoredUsers: [Slice] = []
  /// Kinds of media the site does not show.
  var hiddenMedia: Set<Media.Kind> = []

  /// A text with a switch, either of which may be said for the site and for the story.
  struct SwitchedText: Sendable {
    var isOn: Bool?
    var text = Slice.empty

    /// Content counts unless its switch is there and off.
    var shown: Slice { isOn == false ? .empty : text }

    mutating func overlay(_ other: SwitchedText) {
      if let isOn = other.isOn { self.isOn = isOn }
      if !other.text.isEmpty { text = other.text }
    }
  }

  func settle(_ facts: inout StoryFacts) {
    facts.infobox = infobox.shown
    facts.questionBox = questionBox.shown
    if facts.questionBox.isEmpty { facts.questionIcon = .empty }
    if !facts.closedAt.isKnown, facts.createdAt.isKnown, closesByItself == true, !staysOpen,
      let closesAfter, closesAfter > 0, closesAfter < 1e11
    {
      facts.closedAt.milliseconds = facts.createdAt.milliseconds &+ Int64(closesAfter * 1000)
    }
    if isClosedSiteWide == true {
      facts.closing = .closedSiteWide
    } else if isClosed == true {
      facts.closing = .closed
    } else if facts.closedAt.isKnown {
      facts.closing = .timed
    }
    // One page that came to the end is enough: the others came before it.
    facts.hasMoreRoots = !moreRoots.isEmpty && !moreRoots.contains(false)
  }

  /// Takes over what is said of one story where it differs from what is said of the whole site.
  mutating func overlay(_ other: UnsettledFacts) {
    isClosed = other.isClosed ?? isClosed
    isClosedSiteWide = other.isClosedSiteWide ?? isClosedSiteWide
    staysOpen = other.staysOpen || staysOpen
    closesByItself = other.closesByItself ?? closesByItself
    closesAfter = other.closesAfter ?? closesAfter
    infobox.overlay(other.infobox)
    questionBox.overlay(other.questionBox)
    hiddenMedia.formUnion(other.hiddenMedia)
  }

  /// Has every text moved elsewhere.
  mutating func moveTexts(_ move: (Slice) -> Slice) {
    infobox.text = move(infobox.text)
    questionBox.text = move(questionBox.text)
    ignoredUsers = ignoredUsers.map(move)
  }
}

extension StoryFacts {
  /// Every fact that is text.
  private static func texts() -> [WritableKeyPath<StoryFacts, Slice>] {
    [
      \.id, \.url, \.title, \.locale, \.organization, \.announcement, \.infobox, \.questionBox,
      \.questionIcon, \.closedMessage, \.disabledMessage, \.likeLabel, \.likeSortLabel,
      \.staffLabel, \.moderatorLabel, \.adminLabel, \.memberLabel,
    ]
  }

  /// Has every text moved elsewhere.
  mutating func moveTexts(_ move: (Slice) -> Slice) {
    for text in Self.texts() { self[keyPath: text] = move(self[keyPath: text]) }
  }

  /// Takes over what is said of one story where it differs from what is said of the whole site.
  mutating func overlay(_ other: StoryFacts) {
    for text in Self.texts() where !other[keyPath: text].isEmpty {
      self[keyPath: text] = other[keyPath: text]
    }
    if other.createdAt.isKnown { createdAt = other.createdAt }
    if other.closedAt.isKnown { closedAt = other.closedAt }
    if other.mode != .comments { mode = other.mode }
    if other.commentCount >= 0 { commentCount = other.commentCount }
    if other.ratingCount > 0 {
      ratingCount = other.ratingCount
      ratingHundredths = other.ratingHundredths
    }
  }
}

/// What a status says of a comment; both servers' words.
enum StatusWord: String, CaseIterable, Sendable {
  case none = "NONE"
  case accepted = "ACCEPTED"
  case approved = "APPROVED"
  case rejected = "REJECTED"
  case premod = "PREMOD"
  case systemWithheld = "SYSTEM_WITHHELD"

  static let table = KeyTable<StatusWord>()
}

extension JSONPage {
  /// Reads a comment's status: what is not published is kept from readers.
  mutating func readStatus(_ index: Int, _ comment: inout CommentRecord) {
    guard let word = text(index) else { return }
    switch StatusWord.table.key(word, in: bytes) {
    case .none?, .accepted?, .approved?: return
    case .rejected?: comment.withhold(.rejected)
    case .premod?, .systemWithheld?: comment.withhold(.withheld)
    case nil:
      let written = excerpt(word)
      report(
        .unknownValue,
        "the status \u{201C}\(written)\u{201D} is not known; the comment is withheld", index)
      comment.withhold(.withheld)
    }
  }

  /// Reads tags: words, or objects with the word under one of some keys.
  mutating func readTags(
    _ index: Int, _ comment: inout CommentRecord, _ builder: inout StoryBuilder
  ) {
    guard let list = list(index) else { return }
    let first = builder.labels.count
    for element in children(of: list) {
      var word = element
      // Talk 4: {"tag": {"name": …}}; Coral: {"code": …} and, in its database, {"type": …}.
      if let inner = value("tag", of: word) { word = inner }
      if let inner = value("name", of: word) ?? value("code", of: word) ?? value("type", of: word) {
        word = inner
      }
      guard let name = text(word), !name.isEmpty else { continue }
      if let tag = tag(name) { comment.tags.insert(tag) } else { builder.labels.append(name) }
    }
    let count = builder.labels.count - first
    if count > 0 {
      comment.firstLabel = Int32(truncatingIfNeeded: first)
      comment.labelCount = UInt16(clamping: count)
    }
  }

  func tag(_ name: Slice) -> Tags? {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe TagName.tag(of: UnsafeBufferPointer(rebasing: $0[name.range]))
    }
  }
}
