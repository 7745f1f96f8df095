import AtollBytes
import AtollComments

/// The settings of the site, the story and the reader in a response, collected until all of the
/// response has been read.
///
/// Some settings can be given for the site and again for the story.
struct PendingSettings: Sendable {
  var isClosed: Bool?
  var isClosedSiteWide: Bool?
  /// True if the story stays open even if the site closes stories after some time.
  var staysOpen = false
  /// True if the site closes stories `closesAfterSeconds` after they were created.
  var closesAutomatically: Bool?
  var closesAfterSeconds: Double?
  var infobox = OptionalText()
  var questionBox = OptionalText()
  /// One value for each page that says whether the server has more root comments.
  var hasMoreRootsByPage: [Bool] = []
  var ignoredUsers: [Slice] = []
  var viewerID: Slice?
  /// The kinds of media that the settings of the site name, with true for those that it shows.
  var showsMedia: [Media.Kind: Bool] = [:]
  /// True if the server gave the mode of the story.
  var hasMode = false
  /// True if the story is archived or being archived.
  var isArchived: Bool?
  // Switches of the site; `nil` if the site does not give them.
  var marksTopCommenters: Bool?
  var marksNewCommenters: Bool?
  var showsFeaturedBy: Bool?
  /// The feature flags of a tenant; `nil` if its row does not list them.
  var featureFlags: [String]?

  /// Text that can be switched off.
  ///
  /// Text and switch can each be given for the site and for the story.
  struct OptionalText: Sendable {
    var isOn: Bool?
    var text = Slice.empty

    /// The text, or an empty slice if it is switched off.
    var shown: Slice { isOn == false ? .empty : text }

    mutating func applyOverrides(from other: OptionalText) {
      if let isOn = other.isOn { self.isOn = isOn }
      if !other.text.isEmpty { text = other.text }
    }
  }

  var showsAvatars: Bool { featureFlags?.contains("AVATARS") == true }

  /// Returns whether the site shows a kind of media, according to the row of its tenant.
  ///
  /// The rules are those of Coral's resolvers: what is not switched on is off, and pictures from
  /// any address need a feature flag.
  func tenantRowShows(_ kind: Media.Kind) -> Bool {
    switch kind {
    case .image: featureFlags?.contains("EXTERNAL_MEDIA") == true
    case .gif, .youTube, .x, .bluesky: showsMedia[kind] == true
    }
  }

  /// Decides which settings apply to the story, and writes them into `metadata`.
  ///
  /// If both the story and the whole site are closed, Talk 4 shows the story's message, and Coral
  /// the site's.
  func resolve(into metadata: inout StoryMetadata) {
    metadata.infobox = infobox.shown
    metadata.questionBox = questionBox.shown
    if metadata.questionBox.isEmpty { metadata.questionIcon = .empty }
    if !metadata.closedAt.isKnown, metadata.createdAt.isKnown, closesAutomatically == true,
      !staysOpen,
      let closesAfterSeconds, closesAfterSeconds > 0, closesAfterSeconds < 1e11
    {
      metadata.closedAt.milliseconds =
        metadata.createdAt.milliseconds &+ Int64(closesAfterSeconds * 1000)
    }
    if isArchived == true {
      metadata.commentingStatus = .archived
    } else if isClosedSiteWide == true, !(metadata.server.isTalk4 && isClosed == true) {
      metadata.commentingStatus = .siteWide
    } else if isClosed == true {
      metadata.commentingStatus = .closed
    } else if metadata.closedAt.isKnown {
      metadata.commentingStatus = .timed
    }
    // One page that reaches the end is enough: the others came before it.
    metadata.hasMoreRoots = hasMoreRootsByPage.isEmpty ? nil : !hasMoreRootsByPage.contains(false)
  }

  /// Replaces settings of the site with those that the story has.
  mutating func applyOverrides(from story: PendingSettings) {
    isClosed = story.isClosed ?? isClosed
    isClosedSiteWide = story.isClosedSiteWide ?? isClosedSiteWide
    staysOpen = story.staysOpen || staysOpen
    closesAutomatically = story.closesAutomatically ?? closesAutomatically
    closesAfterSeconds = story.closesAfterSeconds ?? closesAfterSeconds
    infobox.applyOverrides(from: story.infobox)
    questionBox.applyOverrides(from: story.questionBox)
    hasMoreRootsByPage += story.hasMoreRootsByPage
    ignoredUsers += story.ignoredUsers
    viewerID = story.viewerID ?? viewerID
    showsMedia.merge(story.showsMedia) { $1 }
    isArchived = story.isArchived ?? isArchived
    hasMode = story.hasMode || hasMode
    marksTopCommenters = story.marksTopCommenters ?? marksTopCommenters
    marksNewCommenters = story.marksNewCommenters ?? marksNewCommenters
    showsFeaturedBy = story.showsFeaturedBy ?? showsFeaturedBy
    featureFlags = story.featureFlags ?? featureFlags
  }

  /// Returns the mode in which Coral shows a story with the mode `stored` in its settings, by the
  /// rules of Coral's `resolveStoryMode`.
  ///
  /// A server's response has the resolved mode; a database has the setting, which the tenant's
  /// feature flags can override.
  func mode(for stored: StoryMode) -> StoryMode {
    guard let featureFlags else { return stored }
    switch stored {
    case .questionsAndAnswers where featureFlags.contains("ENABLE_QA"),
      .ratingsAndReviews where featureFlags.contains("ENABLE_RATINGS_AND_REVIEWS"):
      return stored
    case .comments, .questionsAndAnswers, .ratingsAndReviews, .chat:
      return featureFlags.contains("DEFAULT_QA_STORY_MODE") ? .questionsAndAnswers : .comments
    }
  }

  mutating func mapTexts(_ transform: (Slice) -> Slice) {
    infobox.text = transform(infobox.text)
    questionBox.text = transform(questionBox.text)
    ignoredUsers = ignoredUsers.map(transform)
  }
}

extension StoryMetadata.Server {
  // Patterns, because `==` on an enum with raw values compares strings.
  var isTalk4: Bool { if case .talk4 = self { true } else { false } }
  var isCoral: Bool { if case .coral = self { true } else { false } }
}

extension StoryMetadata {
  typealias TextPath = any WritableKeyPath<StoryMetadata, Slice> & Sendable

  /// All properties that are strings.
  private static let textPaths: [TextPath] = [
    \.id, \.url, \.title, \.locale, \.organization, \.announcement, \.infobox, \.questionBox,
    \.questionIcon, \.closedMessage, \.disabledMessage, \.likeLabel, \.likeSortLabel,
    \.staffLabel, \.moderatorLabel, \.adminLabel, \.memberLabel,
  ]

  mutating func mapTexts(_ transform: (Slice) -> Slice) {
    for path in Self.textPaths { self[keyPath: path] = transform(self[keyPath: path]) }
  }

  /// Replaces properties of the site with those that the story has.
  mutating func applyOverrides(from story: StoryMetadata) {
    for path in Self.textPaths where !story[keyPath: path].isEmpty {
      self[keyPath: path] = story[keyPath: path]
    }
    if story.createdAt.isKnown { createdAt = story.createdAt }
    if story.closedAt.isKnown { closedAt = story.closedAt }
    if story.mode != .comments { mode = story.mode }
    if story.commentCount >= 0 { commentCount = story.commentCount }
    if story.minimumCommentLength > 0 { minimumCommentLength = story.minimumCommentLength }
    if story.maximumCommentLength > 0 { maximumCommentLength = story.maximumCommentLength }
    if story.featuredCount >= 0 { featuredCount = story.featuredCount }
    if story.ratingCount > 0 {
      ratingCount = story.ratingCount
      ratingHundredths = story.ratingHundredths
    }
  }
}
