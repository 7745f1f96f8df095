import AtollBytes
import AtollComments

/// The kind of a database row, decided by its fields or else by the name of its file.
package enum RowKind: Hashable, Sendable {
  case comment, story, user, settings
  /// A row with nothing to show.
  case other

  /// The fields that only rows of one kind have.
  ///
  /// `storyID` and `asset_id` are exceptions. A row with one of these is a comment unless it has a
  /// decisive field of another kind.
  fileprivate static let decisiveFields = KeyTable<RowKind>([
    // Comments of Coral and Talk 4.
    ("storyID", .comment), ("asset_id", .comment),
    // Talk 4: actions.
    ("action_type", .other), ("item_type", .other),
    // Coral: commentActions, commentModerationActions.
    ("actionType", .other), ("moderatorID", .other), ("commentRevisionID", .other),
    // Coral: sites, seenComments, dsaReports, notifications, invites, queries.
    ("allowedOrigins", .other), ("lastSeenAt", .other), ("lawBrokenDescription", .other),
    ("ownerID", .other), ("expiresAt", .other), ("operationName", .other),
  ])

  /// Returns the server of a row, by the first field that only one of the servers has.
  static func server(of keys: [String]) -> StoryMetadata.Server {
    for key in keys {
      if talk4Keys.contains(key) { return .talk4 }
      if coralKeys.contains(key) { return .coral }
    }
    return .unknown
  }

  private static let talk4Keys: Set<String> = [
    "asset_id", "author_id", "parent_id", "created_at", "updated_at", "body_history",
    "action_type", "item_type", "lowercaseUsername", "infoBoxEnable", "infoBoxContent", "scraped",
    "questionBoxEnable", "wordlist", "ignoresUsers", "publication_date", "__v",
  ]
  private static let coralKeys: Set<String> = [
    "storyID", "tenantID", "authorID", "parentID", "ancestorIDs", "revisions", "siteID",
    "createdAt", "commentCounts", "communityGuidelines", "closeCommenting", "ignoredUsers",
    "commentID", "scrapedAt", "featureFlags",
  ]
  fileprivate static let servers = KeyTable<StoryMetadata.Server>(
    talk4Keys.map { ($0, .talk4) } + coralKeys.map { ($0, .coral) })

  /// Fields that only rows of the servers' databases have; other fields are common in other
  /// systems, too.
  static let databaseKeys: Set<String> = [
    "_id", "__v", "tenantID", "siteID", "scraped", "scrapedAt", "closedAt", "commentCounts",
    "lastCommentedAt", "isArchived", "publication_date", "modified_date", "lowercaseUsername",
    "infoBoxEnable", "closeCommenting",
  ]

  /// Fields that only comments have; `storyID` is not one of them, because actions and reports have
  /// it, too.
  static let fieldsOfComments = KeyTable<Void>(of: [
    "authorID", "author_id", "parentID", "parent_id", "ancestorIDs", "revisions", "body_history",
  ])

  static func couldBeRow(_ keys: [String]) -> Bool {
    keys.contains("_id") || keys.contains("id") && kind(of: keys, file: "") != nil
  }

  /// Returns the kind of a row, or `nil` if neither its fields nor the file's name decide it.
  static func kind(of keys: [String], file: String) -> RowKind? {
    let decided = keys.compactMap { decisiveFields.key(Array($0.utf8).span) }
    if decided.contains(.other) { return .other }
    if decided.contains(.comment) { return .comment }
    let has = Set(keys)
    if !has.isDisjoint(with: [
      "username", "lowercaseUsername", "profiles", "ignoresUsers", "ignoredUsers", "moderatorNotes",
    ]) {
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

  /// Returns the kind of rows in a file by its name, which is usually that of the collection.
  private static func kind(ofFile name: String) -> RowKind? {
    let word = collection(ofFile: name)
    return kindsByCollection.first { word.hasSuffix($0.name) }?.kind
  }

  private static func collection(ofFile name: String) -> String {
    let last = name.split(separator: "/").last.map { String($0) } ?? name
    return last.prefix { $0 != "." }.lowercased()
  }

  /// Returns whether a file's name says that its rows are not comments, although they have a
  /// story's id: `actions.json`.
  static func isFileOfOtherRows(_ file: String) -> Bool {
    let word = collection(ofFile: file)
    return ["actions", "seencomments", "reports", "notifications"].contains(where: word.hasSuffix)
  }

  /// The kinds of rows in the collections of both servers, by the ending of the name:
  /// `archivedComments` ends with `comments`, too.
  private static let kindsByCollection: [(name: String, kind: RowKind)] = [
    ("seencomments", .other), ("actions", .other), ("comments", .comment), ("assets", .story),
    ("stories", .story), ("users", .user), ("settings", .settings), ("tenants", .settings),
    ("sites", .other), ("dsareports", .other), ("notifications", .other), ("invites", .other),
    ("queries", .other), ("migrations", .other),
  ]
}

extension JSONPage {
  /// Returns the server whose fields a row has; `unknown` if it has fields of both or of neither.
  func server(ofRow row: Int) -> StoryMetadata.Server {
    var server = StoryMetadata.Server.unknown
    for field in children(of: row) {
      guard let found = key(of: field, in: RowKind.servers) else { continue }
      if server != .unknown, server != found { return .unknown }
      server = found
    }
    return server
  }

  func rowKind(_ row: Int, file: String) -> RowKind? {
    // Nearly all rows are comments, for which a single key is decisive.
    var isComment = false
    for field in children(of: row) {
      guard let kind = key(of: field, in: RowKind.decisiveFields) else { continue }
      if kind != .comment { return kind }
      isComment = true
    }
    if isComment { return .comment }
    let keys = children(of: row).map { bytes.string(tape.entries[$0].key) }
    return RowKind.kind(of: keys, file: file)
  }
}
