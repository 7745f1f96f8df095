import Bytes
import Comments

/// Makes a story of the rows of a database, row by row.
///
/// A database holds password hashes, addresses and tokens. A row is read where it stands in the
/// input; only the texts of an allow-list are copied out, and the input is then let go: nothing else
/// can be in the story.
struct RowDecoder {
  var server: StoryFacts.Server
  var page: JSONPage
  var builder = StoryBuilder(bytes: [])
  let wanted: String?

  private var tenants = Tenants()
  private var stories = StoryRows()
  private var settings = TenantSettings()
  /// The comments that were read; their authors are people, and their bodies stand among the bodies.
  private var comments = GrowingColumn<CommentRecord>()
  private var bodies = GrowingColumn<UInt8>()
  private(set) var people = People()
  /// The ids of the comments that came last.
  private var recent = IDTable()
  /// How many rows there were of each kind.
  private(set) var counts = Counts()

  struct Counts {
    var comments = 0
    var stories = 0
    var users = 0
    var settings = 0
    var others = 0
    var ofOtherStories = 0
  }

  init(server: StoryFacts.Server, page: consuming JSONPage, storyID: String?) {
    self.server = server
    self.page = page
    wanted = storyID
  }

  /// A copy of a text of the row being read, among the texts that stay.
  mutating func keep(_ text: Slice) -> Slice {
    if text.isEmpty { return .empty }
    let start = builder.bytes.count
    builder.bytes.append(contentsOf: page.bytes[text.range])
    return Slice(start..<builder.bytes.count)
  }

  // MARK: Rows

  /// Reads the row on the tape.
  mutating func readRow(file: String) {
    guard let row = page.object(0) else { return }
    switch kind(ofRow: row, file: file) {
    case .comment?:
      counts.comments += 1
      readComment(row)
    case .story?:
      counts.stories += 1
      readStory(row)
    case .user?:
      counts.users += 1
      readUser(row)
    case .settings?:
      counts.settings += 1
      readSettings(row)
    case .other?: counts.others += 1
    case nil:
      counts.others += 1
      page.report(.unusableRow, "nothing tells what this row is; it was passed over", row)
    }
  }

  /// What the row on the tape is; nearly all are comments, and told without a look at every key.
  private func kind(ofRow row: Int, file: String) -> RowKind? {
    var isComment = false
    for field in page.children(of: row) {
      guard let kind = page.key(field, DecisiveRowKey.table)?.kind else { continue }
      if kind != .comment { return kind }
      isComment = true
    }
    if isComment { return .comment }
    let keys = page.children(of: row).map { page.bytes.string(page.tape.entries[$0].key) }
    return RowKind.kind(of: keys, file: file)
  }

  /// The number of the tenant that the row names under a key, if it names one.
  private mutating func tenant(of row: Int, under key: StaticString = "tenantID") -> Int? {
    guard server == .coral, let field = page.value(key, of: row), let id = page.id(field),
      !id.isEmpty
    else { return nil }
    return tenants.number(of: page.bytes[id.range])
  }

  /// The place of somebody among the people, by an id in the row being read; -1 where it is empty.
  mutating func person(_ id: Slice) -> Int {
    if id.isEmpty { return -1 }
    if let known = people.place(of: id, in: page.bytes, known: builder.bytes) { return known }
    let kept = keep(id)
    return people.add(kept, in: builder.bytes)
  }

  private mutating func readUser(_ row: Int) {
    guard let field = page.value("id", of: row), let id = page.id(field), !id.isEmpty else {
      return page.report(.unusableRow, "a user without an id was passed over", row)
    }
    let person = person(id)
    var user = People.Row(tenant: tenant(of: row), author: AuthorRecord(), tags: [])
    user.author.id = people[person].id
    if let field = page.value("username", of: row), let name = page.text(field) {
      user.author.name = keep(name)
    }
    if let field = page.value("badges", of: row), let list = page.list(field) {
      user.author.firstLabel = Int32(truncatingIfNeeded: builder.labels.count)
      for badge in page.children(of: list) {
        if let name = page.text(badge), !name.isEmpty { builder.labels.append(keep(name)) }
      }
      user.author.labelCount = UInt16(clamping: builder.labels.count - Int(user.author.firstLabel))
    }
    if let tags = page.value("tags", of: row) { user.tags = readTags(tags).known }
    people.note(user, of: person)
  }

  /// Tags in a list: those that are known, and copies of the names of the others.
  mutating func readTags(_ index: Int) -> (known: Tags, others: [Slice]) {
    var names = StoryBuilder(bytes: [])
    var found = CommentRecord()
    page.readTags(index, &found, &names)
    return (found.tags, names.labels.map { keep($0) })
  }

  private mutating func readStory(_ row: Int) {
    guard let field = page.value("id", of: row), let id = page.id(field) else {
      return page.report(.unusableRow, "a story without an id was passed over", row)
    }
    let index = stories.index(of: page.bytes.string(id), tenant: tenant(of: row))
    var facts = StoryFacts()
    var unsettled = UnsettledFacts()
    facts.id = id
    switch server {
    case .talk4, .unknown: readTalk4Story(row, &facts, &unsettled)
    case .coral: readCoralStory(row, &facts, &unsettled)
    }
    keepTexts(&facts, &unsettled)
    stories.set(facts, unsettled, of: index)
  }

  private mutating func readSettings(_ row: Int) {
    var facts = StoryFacts()
    var more = UnsettledFacts()
    switch server {
    case .talk4, .unknown: page.readTalk4Settings(row, &facts, &more)
    case .coral:
      page.readCoralSettings(row, &facts, &more)
      // Whether it still runs is a question of the time, and a database does not answer it.
      facts.announcement = .empty
    }
    keepTexts(&facts, &more)
    // A row of the collection `tenants` has the tenant's own id.
    settings.add(facts, more, of: tenant(of: row, under: "id"))
  }

  private mutating func keepTexts(_ facts: inout StoryFacts, _ unsettled: inout UnsettledFacts) {
    facts.moveTexts { keep($0) }
    unsettled.moveTexts { keep($0) }
  }

  // MARK: Comments

  private mutating func readComment(_ row: Int) {
    var comment = CommentRecord()
    let storyKey: StaticString = server == .coral ? "storyID" : "asset_id"
    if let field = page.value(storyKey, of: row), let id = page.id(field) {
      let name = page.bytes.string(id)
      stories.addComment(to: stories.index(of: name, tenant: tenant(of: row)))
      if let wanted, wanted != name {
        counts.ofOtherStories += 1
        return
      }
    }
    switch server {
    case .talk4, .unknown: readTalk4Comment(row, &comment)
    case .coral: readCoralComment(row, &comment)
    }
    if !page.isWhole(row) { comment.withhold() }
    comment.id = keep(comment.id)
    comment.parentID = keepParentID(comment.parentID)
    if !comment.id.isEmpty {
      if recent.count == Self.mostRecent { recent.clear(capacity: Self.mostRecent) }
      _ = recent.insert(comments.count, as: comment.id, in: builder.bytes)
    }
    comment.body = comment.tombstone == nil ? keepBody(comment.body) : .empty
    comments.append(comment)
  }

  /// So many ids fill a table of a MiB.
  private static let mostRecent = 3 << 14

  /// The id of the comment that is answered: the comment's own copy, or a new one where that came long ago or is
  /// yet to come.
  private mutating func keepParentID(_ id: Slice) -> Slice {
    guard let parent = recent.find(id, of: page.bytes, in: builder.bytes) else { return keep(id) }
    return comments[parent].id
  }

  private mutating func keepBody(_ text: Slice) -> Slice {
    if text.isEmpty { return .empty }
    let start = bodies.count
    bodies.append(contentsOf: page.bytes[text.range])
    return Slice(start..<bodies.count)
  }

  /// Brings together all texts, and all comments, once nothing more of them comes.
  private mutating func gather() {
    recent = IDTable()
    let start = UInt32(truncatingIfNeeded: builder.bytes.count)
    bodies.move(to: &builder.bytes)
    comments.move(to: &builder.comments)
    for index in builder.comments.indices where !builder.comments[index].body.isEmpty {
      builder.comments[index].body.start += start
    }
  }

  // MARK: The end

  /// The story, once all rows were read; the order of its comments is that of the rows, or does not depend on it.
  mutating func finish(sortsComments: Bool) throws(DecodingError) -> (Story, StoryBuilder) {
    let chosen = try stories.chosen(wanted, tenants)
    guard chosen != nil || counts.comments > 0 else {
      throw DecodingError(
        .noStory, "the rows hold neither a story nor comments",
        advice: "export the comments, the stories (or assets), the users and the settings")
    }
    page.bytes = []
    gather()
    if sortsComments { sortComments() }
    let row = chosen.map { stories.rows[$0] }
    joinPeople(of: row?.tenant)
    builder.facts = facts(of: row)
    builder.diagnostics.add(contentsOf: page.diagnostics)
    builder.dropCopies()
    // Both servers' readers reach a reply through its published parent only.
    let story = builder.finish(repliesToUnpublished: .dropped)
    return (story, builder)
  }

  /// Returns what is known of a story, from its own row and the settings of its tenant.
  private mutating func facts(of row: StoryRows.Row?) -> StoryFacts {
    let found = settings.settings(for: row?.tenant)
    if found == nil {
      page.diagnostics.add(
        .unusableRow,
        "the rows hold the settings of several tenants, and none names the tenant of this story; "
          + "no settings were used", at: .input)
    }
    var (facts, more) = found ?? (StoryFacts(), UnsettledFacts())
    if let row {
      facts.overlay(row.facts)
      more.overlay(row.unsettled)
      if facts.id.isEmpty { facts.id = builder.add(text: row.id) }
    }
    facts.server = server
    more.settle(&facts)
    if facts.likeLabel.isEmpty { facts.likeLabel = builder.facts.likeLabel }
    // Coral's own count may be older than the comments; they are all here, so they are counted.
    facts.commentCount = -1
    return facts
  }

  /// Makes authors of the people who wrote comments in a story of a tenant.
  private mutating func joinPeople(of tenant: Int?) {
    var places = [Int32](repeating: -1, count: people.count)
    for index in builder.comments.indices {
      let person = Int(builder.comments[index].author)
      builder.comments[index].author = -1
      if person < 0 || builder.comments[index].tombstone == .deleted {
        continue
      }
      let row = people.row(of: person, in: tenant)
      if let row { builder.comments[index].tags.formUnion(row.tags) }
      if places[person] < 0 {
        places[person] = Int32(truncatingIfNeeded: builder.authors.count)
        var record = row?.author ?? AuthorRecord()
        record.id = people[person].id
        builder.authors.append(record)
      }
      builder.comments[index].author = places[person]
    }
    people = People()
  }
}
