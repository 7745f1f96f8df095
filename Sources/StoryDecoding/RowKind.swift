import Comments

/// The keys by which comments are told from what is said about them.
enum DecisiveRowKey: String, CaseIterable, Sendable {
  case storyID, actionType, moderatorID
  case assetID = "asset_id"
  case actionType4 = "action_type"
  case itemType = "item_type"
  case revisionID = "commentRevisionID"
  case origins = "allowedOrigins"

  static let table = KeyTable<DecisiveRowKey>()
}

/// What a row of a database is, by its fields, or failing that by the name of its file.
enum RowKind: Equatable {
  case comment, story, user, settings
  /// A collection that has nothing to show.
  case other

  /// Whose row it is, by the first field that only one of the servers has.
  static func server(of keys: [String]) -> StoryFacts.Server {
    let talk4: Set<String> = [
      "asset_id", "author_id", "parent_id", "created_at", "updated_at", "body_history",
      "action_type", "item_type", "lowercaseUsername", "infoBoxEnable", "infoBoxContent", "scraped",
      "questionBoxEnable", "wordlist", "ignoresUsers", "publication_date", "__v",
    ]
    let coral: Set<String> = [
      "storyID", "tenantID", "authorID", "parentID", "ancestorIDs", "revisions", "siteID",
      "createdAt", "commentCounts", "communityGuidelines", "closeCommenting", "ignoredUsers",
      "commentID", "scrapedAt", "featureFlags",
    ]
    for key in keys {
      if talk4.contains(key) { return .talk4 }
      if coral.contains(key) { return .coral }
    }
    return .unknown
  }

  /// Whether something could be a row at all.
  static func looksLikeRow(_ keys: [String]) -> Bool {
    keys.contains("_id") || keys.contains("id") && kind(of: keys, file: "") != nil
  }

  /// What a row is; nothing when neither its fields nor the file's name tell.
  static func kind(of keys: [String], file: String) -> RowKind? {
    let has = Set(keys)
    if has.contains("action_type") || has.contains("actionType") || has.contains("item_type")
      || has.contains("commentRevisionID") || has.contains("allowedOrigins")
      || has.contains("moderatorID")
    {
      return .other
    }
    if has.contains("asset_id") || has.contains("storyID") { return .comment }
    if !has.isDisjoint(with: ["username", "lowercaseUsername", "profiles", "ignoresUsers"]) {
      return .user
    }
    if !has.isDisjoint(with: [
      "infoBoxEnable", "infoBoxContent", "wordlist", "wordList", "communityGuidelines",
      "closeCommenting", "disableCommenting", "organizationName", "closedMessage",
    ]), !has.contains("url") {
      return .settings
    }
    if has.contains("url") { return .story }
    if has.contains("organization"), has.contains("domain") || has.contains("locale") {
      return .settings
    }
    return kind(ofFile: file)
  }

  /// What a file holds, by its name: `mongoexport` users call it after the collection.
  private static func kind(ofFile name: String) -> RowKind? {
    let last = name.split(separator: "/").last.map { String($0) } ?? name
    let word = last.prefix { $0 != "." }.lowercased()
    if word.hasSuffix("actions") { return .other }
    if word.hasSuffix("comments") { return .comment }
    if word.hasSuffix("assets") || word.hasSuffix("stories") { return .story }
    if word.hasSuffix("users") { return .user }
    if word.hasSuffix("settings") || word.hasSuffix("tenants") { return .settings }
    return word.hasSuffix("sites") ? .other : nil
  }
}
