import AtollBytes
import AtollComments

/// A decoder that makes a story from the rows of a database.
///
/// A database holds password hashes, addresses and tokens. A row is read in place; only the strings
/// of known fields are copied, and the input is then released, so nothing else can be in the story.
struct RowDecoder {
  var server: StoryMetadata.Server
  var page: JSONPage
  var builder = StoryBuilder(bytes: [])
  let wantedID: String?
  var isCoral: Bool { server.isCoral }

  private var tenants = Tenants()
  private var stories = StoryRows()
  private var settings = TenantSettings()
  /// The comments; `author` is an index in `people`, and `body` a slice of `bodies`.
  private var comments = GrowingColumn<CommentRecord>()
  private var bodies = GrowingColumn<UInt8>()
  private(set) var people = UserRows()
  /// The id of the person who featured the comment being read; empty if there is none.
  var featuringPersonID: [UInt8] = []
  private var featureCredits: [(comment: Slice, person: [UInt8])] = []
  /// The ids of the most recently read comments.
  private var recentIDs = IDTable()
  var counts = Counts()
  private(set) var gaps = ExportGaps()
  /// The reasons why cut rows hide comments, by the ids of the comments.
  var reasonsToHide: [[UInt8]: Tombstone] = [:]
  /// True if any row other than a comment has a field that only rows of the servers' databases
  /// have.
  private var hasDatabaseRow = false
  /// The form of the first row that is not a comment, for the error if no row is from a server's
  /// database.
  private var firstUnknownForm: UnknownForm?
  /// The latest time at which the server wrote something; stories that had to close by then are
  /// closed.
  private var lastWriteTime = Timestamp.unknown

  struct Counts {
    var comments = 0
    var stories = 0
    var users = 0
    var settings = 0
    var others = 0
    var commentsOfOtherStories = 0
    /// The number of comments and stories that only the other server can have written.
    var rowsOfOtherServer = 0
    /// True if there is a comment or a story that only this server can have written.
    var hasRowSpecificToThisServer = false
    /// The number of comments whose status is missing or not a string.
    var commentsWithoutStatus = 0
  }

  init(server: StoryMetadata.Server, page: consuming JSONPage, storyID: String?) {
    self.server = server
    self.page = page
    wantedID = storyID
  }

  /// Copies a string of the current row into the story.
  mutating func copyText(_ text: Slice) -> Slice {
    if text.isEmpty { return .empty }
    let start = builder.bytes.count
    builder.bytes.append(contentsOf: page.bytes[text.range])
    return Slice(start..<builder.bytes.count)
  }

  // MARK: Rows

  /// Reads the row on the tape; if `known` is `nil`, the row's fields or the name of its file
  /// decide its kind.
  mutating func readRow(as known: RowKind? = nil, file: String = "") {
    guard let row = page.object(0) else { return }
    let kind = known ?? page.rowKind(row, file: file)
    var writtenAt = Timestamp.unknown
    if kind != .comment {
      writtenAt = latestWriteTime(of: row)
      recordWriteTime(writtenAt)
      if !hasDatabaseRow { detectDatabase(from: row) }
    }
    switch kind {
    case .comment?:
      counts.comments += 1
      readComment(row)
    case .story?:
      counts.stories += 1
      readStory(row, writtenAt: writtenAt)
    case .user?:
      counts.users += 1
      readUser(row)
    case .settings?:
      counts.settings += 1
      readSettings(row, writtenAt: writtenAt)
    case .other?: counts.others += 1
    case nil:
      counts.others += 1
      page.report(.unusableRow, message: "the kind of this row is unknown; it was ignored", at: row)
    }
  }

  private mutating func detectDatabase(from row: Int) {
    let keys = page.children(of: row).map { page.bytes.string(page.tape.entries[$0].key) }
    hasDatabaseRow = !RowKind.databaseKeys.isDisjoint(with: keys)
    if firstUnknownForm == nil { firstUnknownForm = UnknownForm(keys: keys) }
  }

  /// The fields, in rows of all kinds, that the server sets to the time of its own clock.
  ///
  /// Other times may lie in the future, such as the end of a suspension.
  static let writeTimeKeys = [
    "createdAt", "updatedAt", "deletedAt", "scrapedAt", "lastCommentedAt", "created_at",
    "updated_at", "deleted_at", "scraped",
  ]
  private static let writeTimeTable = KeyTable(of: writeTimeKeys)

  private mutating func latestWriteTime(of row: Int) -> Timestamp {
    var latest = Timestamp.unknown
    for field in page.children(of: row)
    where page.key(of: field, in: Self.writeTimeTable) != nil && !page.isNull(field) {
      if let time = page.time(field) { latest = max(latest, time) }
    }
    return latest
  }

  mutating func recordWriteTime(_ time: Timestamp) { lastWriteTime = max(lastWriteTime, time) }

  /// Returns the number of the tenant whose id is under a key of a Coral row; `nil` if there is
  /// none.
  private mutating func tenantNumber(of row: Int, under key: StaticString = "tenantID") -> Int? {
    guard isCoral, let id = page.id(key, of: row), !id.isEmpty else { return nil }
    return tenants.assignedNumber(of: page.bytes[id.range])
  }

  /// Returns the index of a person, who is added if new; -1 for an empty id.
  mutating func indexOfPerson(withID id: Slice) -> Int {
    if id.isEmpty { return -1 }
    if let index = people.index(of: id, in: page.bytes, knownIDsIn: builder.bytes) { return index }
    let kept = copyText(id)
    return people.add(kept, in: builder.bytes)
  }

  private mutating func readUser(_ row: Int) {
    guard let id = page.id("id", of: row), !id.isEmpty else {
      return page.report(.unusableRow, message: "a user without an id was ignored", at: row)
    }
    let person = indexOfPerson(withID: id)
    var user = UserRows.Row(tenant: tenantNumber(of: row), author: AuthorRecord(), tags: [])
    user.author.id = people[person].id
    if let name = page.text("username", of: row) { user.author.name = copyText(name) }
    if let avatar = page.text("avatar", of: row) { user.author.avatar = copyText(avatar) }
    user.author.firstLabel = Int32(truncatingIfNeeded: builder.labels.count)
    // Readers see both lists; the second is secret only in the account's own settings.
    for badge in page.badges(of: row) + page.badges(of: row, under: "secretBadges") {
      builder.labels.append(copyText(badge))
    }
    user.author.labelCount = UInt16(clamping: builder.labels.count - Int(user.author.firstLabel))
    if let tags = page.value("tags", of: row) { user.tags = readTags(tags).known }
    people.add(user, of: person, labels: builder.labels, in: builder.bytes)
  }

  /// Returns the known tags, and copies of the names of other tags.
  mutating func readTags(_ index: Int) -> (known: Tags, others: [Slice]) {
    var names: [Slice] = []
    var found = CommentRecord()
    page.readTags(at: index, into: &found, labels: &names)
    return (found.tags, names.map { copyText($0) })
  }

  private mutating func readStory(_ row: Int, writtenAt: Timestamp) {
    guard let id = page.id("id", of: row) else {
      return page.report(.unusableRow, message: "a story without an id was ignored", at: row)
    }
    switch page.server(ofRow: row) {
    case .unknown: break
    case let found where found == server: counts.hasRowSpecificToThisServer = true
    case .talk4, .coral:
      counts.rowsOfOtherServer += 1
      return
    }
    let index = stories.index(of: page.bytes.string(id), tenant: tenantNumber(of: row))
    var metadata = StoryMetadata()
    var pending = PendingSettings()
    metadata.id = id
    metadata.url = page.text("url", of: row) ?? .empty
    if isCoral {
      readCoralStory(at: row, into: &metadata, pending: &pending)
    } else {
      readTalk4Story(at: row, into: &metadata, pending: &pending)
    }
    copyTexts(of: &metadata, and: &pending)
    stories.setContents(
      metadata, pending: pending, of: index, writtenAt: writtenAt, in: builder.bytes)
  }

  private mutating func readTalk4Story(
    at row: Int, into metadata: inout StoryMetadata, pending: inout PendingSettings
  ) {
    metadata.title = page.text("title", of: row) ?? .empty
    metadata.createdAt = page.time("created_at", of: row) ?? .unknown
    metadata.closedAt = page.time("closedAt", of: row) ?? .unknown
    // Readers see the site's `closedMessage`; an asset's own is only in the error for a late post.
    if let field = page.value("settings", of: row) {
      page.readTalk4Settings(at: field, into: &metadata, pending: &pending)
    }
  }

  private mutating func readCoralStory(
    at row: Int, into metadata: inout StoryMetadata, pending: inout PendingSettings
  ) {
    if let object = page.object("metadata", of: row) {
      metadata.title = page.text("title", of: object) ?? .empty
    }
    metadata.createdAt = page.time("createdAt", of: row) ?? .unknown
    if let field = page.value("closedAt", of: row) {
      // `false` keeps the story open although the site closes stories.
      if page.kind(field) == .bool {
        pending.staysOpen = page.flag(field) == false
      } else {
        metadata.closedAt = page.time(field) ?? .unknown
      }
    }
    if page.flag("isArchived", of: row) == true || page.flag("isArchiving", of: row) == true {
      pending.isArchived = true
    }
    if let field = page.value("settings", of: row) {
      page.readCoralStorySettings(at: field, into: &metadata, pending: &pending)
    }
  }

  private mutating func readSettings(_ row: Int, writtenAt: Timestamp) {
    var metadata = StoryMetadata()
    var pending = PendingSettings()
    if isCoral {
      page.readCoralSettings(at: row, into: &metadata, pending: &pending)
      // An export does not say whether the announcement has ended.
      metadata.announcement = .empty
    } else {
      page.readTalk4Settings(at: row, into: &metadata, pending: &pending)
    }
    copyTexts(of: &metadata, and: &pending)
    // In a row of the collection `tenants`, the tenant's id is the row's own id.
    settings.add(
      metadata, pending: pending, of: tenantNumber(of: row, under: "id"), writtenAt: writtenAt,
      in: builder.bytes)
  }

  private mutating func copyTexts(
    of metadata: inout StoryMetadata, and pending: inout PendingSettings
  ) {
    metadata.mapTexts { copyText($0) }
    pending.mapTexts { copyText($0) }
  }

  // MARK: Comments

  private mutating func readComment(_ row: Int) {
    var comment = CommentRecord()
    if let id = page.id(isCoral ? "storyID" : "asset_id", of: row) {
      counts.hasRowSpecificToThisServer = true
      let name = page.bytes.string(id)
      stories.countComment(of: stories.index(of: name, tenant: tenantNumber(of: row)))
      if let wantedID, !wantedID.utf8.elementsEqual(name.utf8) {
        counts.commentsOfOtherStories += 1
        recordWriteTime(latestWriteTime(of: row))
        return
      }
    } else if page.hasMember(isCoral ? "asset_id" : "storyID", of: row) {
      counts.rowsOfOtherServer += 1
      return
    }
    featuringPersonID = []
    readFields(of: row, into: &comment)
    comment.id = copyText(comment.id)
    comment.parentID = keepParentID(comment.parentID)
    if !featuringPersonID.isEmpty { featureCredits.append((comment.id, featuringPersonID)) }
    if !comment.id.isEmpty {
      if recentIDs.count == Self.maximumRecentCount {
        recentIDs.clear(capacity: Self.maximumRecentCount)
      }
      _ = recentIDs.insert(comments.count, as: comment.id, in: builder.bytes)
    }
    comment.body = comment.tombstone == nil ? keepBody(comment.body) : .empty
    comments.append(comment)
  }

  /// The maximum number of ids in `recentIDs`; a table of this size takes 1 MiB.
  private static let maximumRecentCount = 3 << 14

  /// Returns the id of a parent: the parent's own slice if it was read recently, otherwise a copy.
  private mutating func keepParentID(_ id: Slice) -> Slice {
    guard let parent = recentIDs.find(id, of: page.bytes, amongIDsIn: builder.bytes) else {
      return copyText(id)
    }
    return comments[parent].id
  }

  private mutating func keepBody(_ text: Slice) -> Slice {
    if text.isEmpty { return .empty }
    let start = bodies.count
    bodies.append(contentsOf: page.bytes[text.range])
    return Slice(start..<bodies.count)
  }

  private mutating func moveCommentsToBuilder() {
    recentIDs = IDTable()
    let start = UInt32(truncatingIfNeeded: builder.bytes.count)
    bodies.move(to: &builder.bytes)
    comments.move(to: &builder.comments)
    for index in builder.comments.indices where !builder.comments[index].body.isEmpty {
      builder.comments[index].body.start += start
    }
  }

  // MARK: The end

  /// Returns the story after all rows have been read; its comments are in the order of the rows, or
  /// sorted.
  mutating func finish(sortsComments: Bool) throws(StoryError) -> (Story, StoryBuilder) {
    if counts.rowsOfOtherServer > 0 { throw otherServerError() }
    if counts.comments == 0, !hasDatabaseRow, let firstUnknownForm {
      throw firstUnknownForm.error()
    }
    let chosen = try stories.selectRow(withID: wantedID, tenants: tenants)
    guard chosen != nil || counts.comments > 0 else {
      throw StoryError(
        .noStory, message: "the rows contain neither a story nor comments",
        advice: "export the comments, the stories (or assets), the users and the settings")
    }
    if counts.commentsWithoutStatus > 0,
      counts.commentsWithoutStatus == counts.comments - counts.commentsOfOtherStories
    {
      throw StoryError(
        .noStory, message: "no comment has a status, which says whether it is published",
        advice: "export the comments with all their fields")
    }
    page.bytes = []
    // The total size of rows that come one by one has not been checked before.
    guard builder.bytes.count + bodies.count <= JoinedInput.maximumSize else {
      throw .inputOverLimit
    }
    moveCommentsToBuilder()
    hideCommentsOfCutRows()
    if sortsComments { sortComments() }
    let row = chosen.map { stories.rows[$0] }
    if row?.isAmbiguous == true {
      page.diagnostics.add(
        .duplicateID, message: "the rows of the story differ; one of them is used", at: .input)
    }
    joinPeople(of: row?.tenant)
    builder.keepOneRecordPerID()
    builder.metadata = resolveMetadata(of: row)
    if isCoral, let row, row.hasStoryRow { builder.hideFeaturesOfOtherModes() }
    builder.diagnostics.add(contentsOf: page.diagnostics)
    // On both servers, readers reach a reply only through its published parent.
    builder.dropsUnlistedRoots = true
    let story = builder.finish(repliesToUnavailableParents: .dropped)
    gaps.lostCommentCount = builder.lostCount
    gaps.lacksStoryRow = row?.hasStoryRow != true
    return (story, builder)
  }

  private func otherServerError() -> StoryError {
    let form = InputForm(rowsOf: server).phrase
    let other = InputForm(rowsOf: isCoral ? .talk4 : .coral).phrase
    if !counts.hasRowSpecificToThisServer {
      return StoryError(
        .wrongForm, message: "these look like \(other), not like \(form)",
        advice: "let the form be detected, or choose another", about: .form)
    }
    return StoryError(
      .wrongForm, message: "some of the rows look like \(form), others like \(other)",
      advice: "give rows of one server only")
  }

  /// Returns the properties of a story from its own row and the settings of its tenant.
  private mutating func resolveMetadata(of row: StoryRows.Row?) -> StoryMetadata {
    let found = settings.settings(for: row?.tenant)
    if found == nil {
      page.diagnostics.add(
        .unusableRow,
        message:
          "the rows hold the settings of several tenants, and none names the tenant of this story; "
          + "no settings were used", at: .input)
    }
    if found?.isAmbiguous == true {
      page.diagnostics.add(
        .duplicateID, message: "the rows of the settings differ; one of them has precedence",
        at: .input)
    }
    var (metadata, pending, _) = found ?? (StoryMetadata(), PendingSettings(), false)
    if let row {
      metadata.applyOverrides(from: row.metadata)
      pending.applyOverrides(from: row.pending)
      if metadata.id.isEmpty { metadata.id = builder.add(text: row.id) }
    }
    metadata.server = server
    pending.resolve(into: &metadata)
    // The server was still running after the closing time, so it has closed the story. A `timed`
    // story would count as open if the current time is not given.
    let canHaveClosed =
      metadata.commentingStatus == .timed
      || !isCoral && metadata.commentingStatus == .siteWide && metadata.closedAt.isKnown
    if canHaveClosed, metadata.closedAt <= lastWriteTime {
      metadata.commentingStatus = .closed
    }
    if pending.showsFeaturedBy != true { builder.featureCredits = [] }
    if !pending.showsAvatars { builder.removeAvatars() }
    removeMedia(hiddenBy: pending)
    if isCoral { metadata.mode = pending.mode(for: metadata.mode) }
    averageRatings(into: &metadata)
    if metadata.likeLabel.isEmpty { metadata.likeLabel = builder.metadata.likeLabel }
    // Coral's own count may be older than the comments, which are all here.
    metadata.commentCount = -1
    return metadata
  }

  private mutating func removeMedia(hiddenBy pending: PendingSettings) {
    let count = builder.removeMedia { !pending.tenantRowShows($0) }
    if count == 0 || !settings.isEmpty { return }
    page.diagnostics.add(
      .unusableRow,
      message:
        "the media of \(counted(count, noun: "comment")) are left out, since the rows do not "
        + "hold the settings of the site, which say whether readers see them",
      at: .input)
  }

  /// Averages the ratings of the published root comments, as Coral's `retrieveStoryRatings` does.
  private func averageRatings(into metadata: inout StoryMetadata) {
    guard isCoral else { return }
    var (sum, count) = (0, 0)
    for comment in builder.comments
    where comment.rating > 0 && comment.parentID.isEmpty && !comment.flags.contains(.unpublished) {
      sum += Int(comment.rating)
      count += 1
    }
    if count == 0 { return }
    metadata.ratingCount = count
    metadata.ratingHundredths = (sum * 200 + count) / (2 * count)
  }

  /// Adds the authors of comments and the names of people who featured comments, from the rows for
  /// the tenant.
  private mutating func joinPeople(of tenant: Int?) {
    var authorIndices = [Int32](repeating: -1, count: people.count)
    var tags = [Tags](repeating: [], count: people.count)
    var haveRows = [Bool](repeating: true, count: people.count)
    for index in builder.comments.indices {
      let person = Int(builder.comments[index].author)
      builder.comments[index].author = -1
      if person < 0 || builder.comments[index].tombstone == .deleted {
        continue
      }
      if authorIndices[person] < 0 {
        let row = people.row(of: person, in: tenant)
        tags[person] = row?.tags ?? []
        haveRows[person] = row != nil
        authorIndices[person] = Int32(truncatingIfNeeded: builder.authors.count)
        var record = row?.author ?? AuthorRecord()
        record.id = people[person].id
        builder.authors.append(record)
        if people.isAmbiguous(person) {
          let id = builder.bytes.string(record.id)
          page.diagnostics.add(
            .duplicateID, message: "the rows of the user \(id) differ; one of them is used",
            at: .input)
        }
      }
      if !haveRows[person], !builder.comments[index].flags.contains(.unpublished) {
        gaps.commentsWithoutUserCount += 1
      }
      builder.comments[index].author = authorIndices[person]
      builder.comments[index].tags.formUnion(tags[person])
    }
    // Sorted: if rows of a comment credit different people, the order of the rows does not matter.
    let credits = featureCredits.sorted { $0.person.lexicographicallyPrecedes($1.person) }
    var names: [Int: Slice] = [:]
    for (comment, id) in credits {
      let wholeID = Slice(0..<id.count)
      guard let person = people.index(of: wholeID, in: id, knownIDsIn: builder.bytes) else {
        continue
      }
      let name = names[person] ?? people.row(of: person, in: tenant)?.author.name ?? .empty
      names[person] = name
      if name.isEmpty { continue }
      builder.featureCredits.append(FeatureCredit(commentID: comment, name: name))
    }
    people = UserRows()
  }
}
