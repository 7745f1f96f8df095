import AtollComments
import AtollRows
import TestSupport
import Testing

/// A feed, a naive tree and a table double to which the same actions are applied.
struct FeedRun {
  var feed: CommentFeed
  var naive: NaiveTree
  var table: TableDouble<Cell>
  var generator: SeededGenerator
  var nextNumber = 1000
  /// The folding rule, which decides on branches that arrive with a reload.
  var rule: (NaiveTree, String) -> Bool = { _, _ in false }
  /// The reader's actions that the server has not responded to.
  var waiting: [Waiting] = []
  /// The server's versions of the comments that edits and likes have changed, with these changes.
  var versions: [String: Version] = [:]
  /// The numbers of the last confirmed actions, by kind and comment.
  var confirmed: [String: Int] = [:]

  /// Everything that a cell may show of a row.
  struct Cell: Equatable {
    var comment: AtollComments.Comment?
    /// True if the heart is filled.
    var isLiked: Bool
    /// True if the reader can edit the comment.
    var isOwn: Bool
    var line: NaiveTree.Line
  }

  init(seed: Int, count: Int, refreshing: TableDouble<Cell>.Refreshing) {
    generator = SeededGenerator(seed: seed)
    let story = story(randomSketches(count: count, using: &generator))
    let roots = CommentOrder.allCases.randomElement(using: &generator) ?? .newest
    feed = CommentFeed(story, sortedBy: roots)
    naive = NaiveTree(of: story, roots: roots, replies: .oldest)
    table = TableDouble([], refreshing: refreshing)
    table = TableDouble(expected(), refreshing: refreshing)
  }

  func expected() -> [Cell] {
    naive.lines().map {
      Cell(
        comment: naive.comments[$0.id], isLiked: naive.liked.contains($0.id),
        isOwn: naive.own.contains($0.id), line: $0)
    }
  }

  func found() -> [Cell] {
    let lines = lines(of: feed.visible, in: feed.story)
    return lines.indices.map { index in
      Cell(
        comment: feed.comment(at: index),
        isLiked: feed.story.viewerState(of: lines[index].id).hasLiked,
        isOwn: feed.story.viewerState(of: lines[index].id).isOwn, line: lines[index])
    }
  }

  /// Replaces a comment by the server's version of it, below the unanswered actions.
  mutating func receive(_ comment: AtollComments.Comment) {
    versions[comment.id]?.comment = comment
    naive.update(versions[comment.id]?.shown.comment ?? comment)
  }

  mutating func remove(_ id: String) {
    naive.remove(id)
    versions[id] = nil
  }

  /// Replaces the naive tree by these comments, of which the server has just sent those in `part`
  /// without viewer states.
  private mutating func receive(_ whole: [AtollComments.Comment], sending part: Set<String>) {
    var liked = naive.liked.subtracting(part)
    let own = naive.own.subtracting(part)
    var whole = whole
    for index in whole.indices {
      let id = whole[index].id
      if part.contains(id), versions[id] != nil {
        versions[id]?.comment = whole[index]
        versions[id]?.isLiked = false
      }
      guard let shown = versions[id]?.shown else { continue }
      let parentID = whole[index].parentID
      whole[index] = shown.comment
      whole[index].parentID = parentID
      if shown.isLiked { liked.insert(id) } else { liked.remove(id) }
    }
    naive.reload(Story(comments: whole), rule: rule)
    naive.liked = liked.intersection(naive.arrival)
    naive.own = own.intersection(naive.arrival)
  }

  /// Applies a random action to all three and checks that they agree.
  mutating func step() throws {
    let before = table.cells
    let (name, changes) = act()
    for id in versions.keys where naive.comments[id] == nil { versions[id] = nil }
    let expected = expected()
    let found = found()
    try #require(found.map(\.line) == expected.map(\.line), "after \(name)")
    let difference = zip(found, expected).first { $0 != $1 }.map { "\($0) is not \($1)" } ?? ""
    try #require(found == expected, "after \(name): \(difference)")
    do {
      try table.perform(changes, dataSource: found)
    } catch {
      Issue.record("\(name): \(error); \(changes)")
      throw error
    }
    #expect(changes.isEmpty == (before == found), "\(name) is exact")
    let applied = changes.apply(to: before) { found[$0] }
    #expect(applied == found, "\(name) can be applied")
    checkEconomy(changes, before, found, name)
  }

  /// Checks that no row is deleted and inserted again, and that no unchanged row is refreshed.
  private func checkEconomy(
    _ changes: RowChanges, _ before: [Cell], _ after: [Cell], _ name: String
  ) {
    let deleted = Set(changes.deletions.map { before[$0].line.id })
    #expect(changes.insertions.allSatisfy { !deleted.contains(after[$0].line.id) }, "\(name)")
    let old = Dictionary(uniqueKeysWithValues: before.map { ($0.line.id, $0) })
    #expect(changes.updatesAfter.allSatisfy { old[after[$0].line.id] != after[$0] }, "\(name)")
  }

  private mutating func act() -> (String, RowChanges) {
    let id = anyID()
    switch Int.random(in: 0..<30, using: &generator) {
    case 0..<3:
      naive.setFolded(id, to: false)
      return ("expand \(id)", feed.expand(id))
    case 3..<7:
      naive.setFolded(id, to: true)
      return ("collapse \(id)", feed.collapse(id))
    case 7 where feed.count > 0:
      let index = Int.random(in: 0..<feed.count, using: &generator)
      let shown = feed.comment(at: index).id
      naive.setFolded(shown, to: !naive.folded.contains(shown))
      return ("toggle row \(index)", feed.toggleExpansion(at: index))
    case 7, 8:
      naive.reveal(id)
      return ("reveal \(id)", feed.reveal(id))
    case 9: return foldAll()
    case 10: return sort()
    case 11..<15: return insert()
    case 15..<17: return update(id)
    case 17, 18:
      remove(id)
      return ("remove \(id)", feed.remove(id))
    case 19, 20: return addPage()
    case 21: return reload()
    default: return actAsReader()
    }
  }

  /// Returns the id of a comment, or sometimes one that does not exist.
  mutating func anyID() -> String {
    if Int.random(in: 0..<15, using: &generator) == 0 { return "nobody" }
    return naive.arrival.randomElement(using: &generator) ?? "nobody"
  }

  private mutating func foldAll() -> (String, RowChanges) {
    let number = Int.random(in: 0..<4, using: &generator)
    let folding: Folding
    let changes: RowChanges
    switch number {
    case 0:
      rule = { _, _ in true }
      changes = feed.collapseAll()
    case 1:
      rule = { _, _ in false }
      changes = feed.expandAll()
    case 2:
      rule = { tree, id in tree.depth(of: id) >= 1 }
      folding = .deeperThan(1)
      changes = feed.fold(folding)
    default:
      rule = { tree, id in tree.size(of: id) > 4 }
      folding = .moreReplies(than: 3)
      changes = feed.fold(folding)
    }
    naive.folded = Set(naive.arrival.filter { naive.isBranch($0) && rule(naive, $0) })
    return ("fold all \(number)", changes)
  }

  private mutating func sort() -> (String, RowChanges) {
    let roots = CommentOrder.allCases.randomElement(using: &generator) ?? .newest
    naive.rootOrder = roots
    guard Bool.random(using: &generator) else {
      naive.sort()
      return ("sort by \(roots)", feed.sort(by: roots))
    }
    let replies = CommentOrder.allCases.randomElement(using: &generator) ?? .newest
    naive.replyOrder = replies
    naive.sort()
    return ("sort by \(roots), \(replies)", feed.sort(by: roots, replies: replies))
  }

  private mutating func insert() -> (String, RowChanges) {
    nextNumber += 1
    var comment = AtollComments.Comment(
      id: "n\(nextNumber)", body: Body("new", syntax: .plain),
      createdAt: Timestamp(milliseconds: Int64.random(in: 0..<200, using: &generator)),
      likes: Int.random(in: 0..<3, using: &generator))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: break
    case 1: comment.parentID = "missing\(Int.random(in: 0..<3, using: &generator))"
    case 2:
      // The missing parent of orphans; sometimes itself a reply to one of them.
      let orphan = naive.roots.filter { naive.comments[$0]?.parentID != nil }.randomElement(
        using: &generator)
      comment.id = orphan.flatMap { naive.comments[$0]?.parentID } ?? comment.id
      if Bool.random(using: &generator) { comment.parentID = anyID() }
    case 3: comment.id = anyID()
    default: comment.parentID = anyID()
    }
    let placement = Bool.random(using: &generator) ? Placement.first : .inOrder
    naive.insert(comment, placed: placement)
    return (
      "insert \(comment.id) under \(comment.parentID ?? "-")",
      feed.insert(comment, placed: placement)
    )
  }

  private mutating func update(_ id: String) -> (String, RowChanges) {
    var comment =
      naive.comments[id] ?? AtollComments.Comment(id: id, body: Body("?", syntax: .plain))
    if Bool.random(using: &generator) { comment.likes += 1 }
    if Bool.random(using: &generator) { comment.body.text += "!" }
    if Bool.random(using: &generator) { comment.parentID = "elsewhere" }
    if Bool.random(using: &generator) {
      comment.author = Author(id: "u", name: "Ann", badges: ["staff"])
      comment.otherTags = ["tag"]
      comment.media = Media(kind: .gif, url: "https://example.org/a.gif")
    }
    receive(comment)
    return ("update \(id)", feed.update(comment))
  }

  /// Adds a part of the story like a page of a server: new comments, known ones, and replies to hidden ones.
  private mutating func addPage() -> (String, RowChanges) {
    nextNumber += 1
    var whole = naive.arrival.compactMap { naive.comments[$0] }
    var part: [AtollComments.Comment] = []
    for index in whole.indices where Int.random(in: 0..<12, using: &generator) == 0 {
      if let parent = whole[index].parentID, naive.comments[parent] == nil { continue }
      whole[index].likes += Int.random(in: 0..<2, using: &generator)
      part.append(whole[index])
    }
    for number in 0..<Int.random(in: 0..<8, using: &generator) {
      let comment = AtollComments.Comment(
        id: "p\(nextNumber)-\(number)",
        parentID: Bool.random(using: &generator)
          ? whole.randomElement(using: &generator)?.id : nil,
        body: Body("page", syntax: .html),
        createdAt: Timestamp(milliseconds: Int64.random(in: 0..<200, using: &generator)))
      whole.append(comment)
      part.append(comment)
    }
    let hidden = AtollComments.Comment(
      id: "hidden", parentID: "rejected\(nextNumber)", body: Body("", syntax: .plain))
    part.append(hidden)
    part.append(
      AtollComments.Comment(id: "below", parentID: hidden.id, body: Body("", syntax: .plain)))
    part.shuffle(using: &generator)
    // New comments follow the others in the order of the page.
    let known = Set(naive.arrival)
    let arrived = part.filter { !known.contains($0.id) && $0.id != "hidden" && $0.id != "below" }
    whole = whole.filter { known.contains($0.id) } + arrived
    receive(whole, sending: Set(part.map(\.id)))
    return ("page of \(part.count)", feed.add(Story(comments: part)))
  }

  private mutating func reload() -> (String, RowChanges) {
    var sketches: [Sketch] = []
    for id in naive.arrival where Int.random(in: 0..<8, using: &generator) > 0 {
      guard let comment = naive.comments[id] else { continue }
      var sketch = Sketch(comment)
      if Int.random(in: 0..<4, using: &generator) == 0 { sketch.likes += 2 }
      if Int.random(in: 0..<20, using: &generator) == 0 { sketch.parent = naive.arrival.first }
      sketches.append(sketch)
    }
    for number in 0..<Int.random(in: 0..<6, using: &generator) {
      let parent = sketches.randomElement(using: &generator)?.id
      sketches.append(Sketch(id: "r\(nextNumber)-\(number)", parent: parent, time: 77))
    }
    nextNumber += 1
    if Bool.random(using: &generator) { sketches.shuffle(using: &generator) }
    let story = story(sketches)
    receive(story.positions.map { story.comment(at: $0) }, sending: Set(sketches.map(\.id)))
    return ("reload", feed.reload(story))
  }
}
