import AtollBytes
import AtollComments

/// The settings of sites and stories; a server and its database have them in the same form.
extension JSONPage {
  // MARK: Talk 4

  private static let talk4Texts = KeyTable<StoryMetadata.TextPath>([
    ("questionBoxIcon", \.questionIcon), ("closedMessage", \.closedMessage),
    ("disableCommentingMessage", \.disabledMessage), ("organizationName", \.organization),
  ])

  /// Reads the settings of a Talk 4 site or asset.
  ///
  /// `autoCloseStream` and `closedTimeout` are not needed: Talk writes `closedAt` when it creates
  /// an asset, and `null` when a moderator opens it again.
  mutating func readTalk4Settings(
    at index: Int, into metadata: inout StoryMetadata, pending: inout PendingSettings
  ) {
    guard let settings = object(index) else { return }
    for field in children(of: settings) where !isNull(field) {
      if let path = key(of: field, in: Self.talk4Texts), let text = text(field) {
        metadata[keyPath: path] = text
      }
    }
    if let isOn = flag("infoBoxEnable", of: settings) { pending.infobox.isOn = isOn }
    if let text = text("infoBoxContent", of: settings) { pending.infobox.text = text }
    if let isOn = flag("questionBoxEnable", of: settings) { pending.questionBox.isOn = isOn }
    if let text = text("questionBoxContent", of: settings) { pending.questionBox.text = text }
    if let isOn = flag("disableCommenting", of: settings) { pending.isClosedSiteWide = isOn }
    // Talk does not accept comments of one character.
    metadata.minimumCommentLength = 2
    if flag("charCountEnable", of: settings) == true, let maximum = count("charCount", of: settings)
    {
      metadata.maximumCommentLength = maximum
    }
  }

  // MARK: Coral

  /// Coral's `STORY_MODE`.
  private static let coralModes = KeyTable<StoryMode>([
    ("COMMENTS", .comments), ("QA", .questionsAndAnswers),
    ("RATINGS_AND_REVIEWS", .ratingsAndReviews), ("CHAT", .chat),
  ])

  /// Strings in the objects of Coral's settings: `{"reaction": {"label": …}}`.
  private static let coralTexts:
    [(object: StaticString, key: StaticString, path: StoryMetadata.TextPath)] =
      [
        ("organization", "name", \.organization), ("announcement", "content", \.announcement),
        ("closeCommenting", "message", \.closedMessage),
        ("disableCommenting", "message", \.disabledMessage), ("reaction", "label", \.likeLabel),
        ("reaction", "sortLabel", \.likeSortLabel), ("badges", "staffLabel", \.staffLabel),
        ("badges", "moderatorLabel", \.moderatorLabel), ("badges", "adminLabel", \.adminLabel),
        ("badges", "memberLabel", \.memberLabel),
      ]

  /// The switches of Coral's `settings.media`.
  private static let coralMedia: [(key: StaticString, kind: Media.Kind)] = [
    ("gifs", .gif), ("youtube", .youTube), ("twitter", .x), ("bluesky", .bluesky),
    ("external", .image),
  ]

  mutating func readCoralSettings(
    at index: Int, into metadata: inout StoryMetadata, pending: inout PendingSettings
  ) {
    guard let settings = object(index) else { return }
    if let text = text("locale", of: settings) { metadata.locale = text }
    for (key, inner, path) in Self.coralTexts {
      if let object = object(key, of: settings), let text = text(inner, of: object) {
        metadata[keyPath: path] = text
      }
    }
    readOldLabels(of: settings, into: &metadata)
    if let limits = object("charCount", of: settings), flag("enabled", of: limits) == true {
      metadata.minimumCommentLength = count("min", of: limits) ?? 0
      metadata.maximumCommentLength = count("max", of: limits) ?? 0
    }
    for (key, path) in Self.coralSwitches {
      guard let field = value(key, of: settings) else { continue }
      pending[keyPath: path] = kind(field) == .bool ? flag(field) : flag("enabled", of: field)
    }
    if let flags = list("featureFlags", of: settings) {
      pending.featureFlags = children(of: flags).compactMap { text($0).map { bytes.string($0) } }
    }
    if let rules = object("communityGuidelines", of: settings) {
      readOptionalText(rules, into: &pending.infobox)
    }
    if let closing = object("closeCommenting", of: settings) {
      if let isOn = flag("auto", of: closing) { pending.closesAutomatically = isOn }
      if let seconds = number("timeout", of: closing) { pending.closesAfterSeconds = seconds }
    }
    if let disabled = object("disableCommenting", of: settings),
      let isOn = flag("enabled", of: disabled)
    {
      pending.isClosedSiteWide = isOn
    }
    if let media = object("media", of: settings) { readMediaSwitches(of: media, into: &pending) }
  }

  private mutating func readMediaSwitches(of media: Int, into pending: inout PendingSettings) {
    for (key, kind) in Self.coralMedia {
      guard let field = value(key, of: media) ?? (kind == .gif ? value("giphy", of: media) : nil),
        let one = object(field), let isOn = flag("enabled", of: one)
      else { continue }
      pending.showsMedia[kind] = isOn
    }
  }

  /// The switches of Coral's settings: a Boolean, or an object with `enabled`.
  private static let coralSwitches:
    [(key: StaticString, path: any WritableKeyPath<PendingSettings, Bool?> & Sendable)] = [
      ("topCommenter", \.marksTopCommenters), ("newCommenter", \.marksNewCommenters),
      ("featuredBy", \.showsFeaturedBy),
    ]

  /// Reads the label that all staff shared up to Coral 6.17, which is in `badges` or, in older
  /// versions, in `staff`.
  private mutating func readOldLabels(of settings: Int, into metadata: inout StoryMetadata) {
    let old =
      object("badges", of: settings).flatMap { text("label", of: $0) }
      ?? object("staff", of: settings).flatMap { text("label", of: $0) }
    guard let old, !old.isEmpty else { return }
    for path: StoryMetadata.TextPath in [\.staffLabel, \.moderatorLabel, \.adminLabel]
    where metadata[keyPath: path].isEmpty {
      metadata[keyPath: path] = old
    }
  }

  mutating func readCoralStorySettings(
    at index: Int, into metadata: inout StoryMetadata, pending: inout PendingSettings
  ) {
    guard let settings = object(index) else { return }
    if let field = value("mode", of: settings), let word = text(field) {
      if let mode = Self.coralModes.key(word, in: bytes) {
        metadata.mode = mode
        pending.hasMode = true
      } else {
        let written = excerpt(word)
        report(.unknownValue, message: "the mode \u{201C}\(written)\u{201D} is unknown", at: field)
      }
    }
    guard let box = object("messageBox", of: settings) else { return }
    readOptionalText(box, into: &pending.questionBox)
    if let icon = text("icon", of: box) { metadata.questionIcon = icon }
  }

  private mutating func readOptionalText(
    _ object: Int, into text: inout PendingSettings.OptionalText
  ) {
    if let isOn = flag("enabled", of: object) { text.isOn = isOn }
    if let content = self.text("content", of: object) { text.text = content }
  }

  mutating func readRatings(_ index: Int, into metadata: inout StoryMetadata) {
    guard let ratings = object(index), let average = number("average", of: ratings),
      let count = count("count", of: ratings)
    else { return }
    metadata.ratingHundredths = Int(min(max(average, 0), 5) * 100 + 0.5)
    metadata.ratingCount = count
  }
}
