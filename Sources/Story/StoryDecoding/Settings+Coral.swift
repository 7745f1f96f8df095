import Bytes
import Comments

enum CoralSettingsKey: String, CaseIterable, Sendable {
  case locale, organization, communityGuidelines, announcement, closeCommenting, disableCommenting
  case reaction, badges, media

  static let table = KeyTable<CoralSettingsKey>()
}

extension StoryFacts.Mode {
  /// Coral's `STORY_MODE`.
  static let coralTable = KeyTable<StoryFacts.Mode>([
    ("COMMENTS", .comments), ("QA", .questionsAndAnswers),
    ("RATINGS_AND_REVIEWS", .ratingsAndReviews), ("CHAT", .chat),
  ])
}

/// The settings of a Coral site and story, as its server and its database have them alike.
extension JSONPage {
  /// The text under a key of an object.
  mutating func inner(_ key: StaticString, of index: Int) -> Slice? {
    guard let object = object(index), let field = value(key, of: object) else { return nil }
    return text(field)
  }

  mutating func innerFlag(_ key: StaticString, of index: Int) -> Bool? {
    guard let object = object(index), let field = value(key, of: object) else { return nil }
    return flag(field)
  }

  mutating func readRatings(_ index: Int, _ facts: inout StoryFacts) {
    guard let ratings = object(index) else { return }
    if let average = value("average", of: ratings).flatMap({ number($0) }),
      !average.isNaN
    {
      facts.ratingHundredths = Int(min(max(average, 0), 5) * 100 + 0.5)
    }
    if let count = value("count", of: ratings).flatMap({ count($0) }) {
      facts.ratingCount = count
    }
  }

  mutating func readCoralStorySettings(
    _ index: Int, _ facts: inout StoryFacts, _ unsettled: inout UnsettledFacts
  ) {
    guard let settings = object(index) else { return }
    if let field = value("mode", of: settings), let word = text(field) {
      if let mode = StoryFacts.Mode.coralTable.key(word, in: bytes) {
        facts.mode = mode
      } else {
        let written = excerpt(word)
        report(.unknownValue, "the mode \u{201C}\(written)\u{201D} is not known here", field)
      }
    }
    guard let box = value("messageBox", of: settings) else { return }
    if let isOn = innerFlag("enabled", of: box) { unsettled.questionBox.isOn = isOn }
    if let text = inner("content", of: box) { unsettled.questionBox.text = text }
    if let icon = inner("icon", of: box) { facts.questionIcon = icon }
  }

  mutating func readCoralSettings(
    _ index: Int, _ facts: inout StoryFacts, _ unsettled: inout UnsettledFacts
  ) {
    guard let settings = object(index) else { return }
    for field in children(of: settings) where !isNull(field) {
      switch key(field, CoralSettingsKey.table) {
      case .locale?: if let text = text(field) { facts.locale = text }
      case .organization?:
        if let name = inner("name", of: field) { facts.organization = name }
      case .communityGuidelines?:
        if let isOn = innerFlag("enabled", of: field) { unsettled.infobox.isOn = isOn }
        if let text = inner("content", of: field) { unsettled.infobox.text = text }
      case .announcement?:
        if let text = inner("content", of: field) { facts.announcement = text }
      case .closeCommenting?:
        if let text = inner("message", of: field) { facts.closedMessage = text }
        if let isOn = innerFlag("auto", of: field) { unsettled.closesByItself = isOn }
        if let timeout = value("timeout", of: field) { unsettled.closesAfter = number(timeout) }
      case .disableCommenting?:
        if let flag = innerFlag("enabled", of: field) { unsettled.isClosedSiteWide = flag }
        if let text = inner("message", of: field) { facts.disabledMessage = text }
      case .reaction?:
        if let text = inner("label", of: field) { facts.likeLabel = text }
        if let text = inner("sortLabel", of: field) { facts.likeSortLabel = text }
      case .badges?:
        if let text = inner("staffLabel", of: field) { facts.staffLabel = text }
        if let text = inner("moderatorLabel", of: field) { facts.moderatorLabel = text }
        if let text = inner("adminLabel", of: field) { facts.adminLabel = text }
        if let text = inner("memberLabel", of: field) { facts.memberLabel = text }
      case .media?: readMediaSettings(field, &unsettled)
      case nil: continue
      }
    }
  }

  /// Notes the kinds of media that the site has switched off.
  private mutating func readMediaSettings(
    _ index: Int, _ unsettled: inout UnsettledFacts
  ) {
    guard let settings = object(index) else { return }
    let switches: [(StaticString, Media.Kind)] = [
      ("gifs", .gif), ("giphy", .gif), ("youtube", .youTube), ("twitter", .x),
      ("bluesky", .bluesky), ("external", .image),
    ]
    for (name, kind) in switches {
      if let field = value(name, of: settings), innerFlag("enabled", of: field) == false {
        unsettled.hiddenMedia.insert(kind)
      }
    }
  }
}
