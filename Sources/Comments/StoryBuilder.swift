package import Bytes

/// Collects what a decoder reads and makes a `Story` of it.
///
/// The decoder fills the columns. A comment's parent is the one `parentID` names; where it names none
/// that is here, it is `parent`, which a decoder sets for replies that stand inside their parent.
///
/// `finish()` does what every input needs: gives ids to comments that
/// have none, finds parents, cuts circles, and drops what is not published unless a reply needs it.
/// Whatever it mends becomes a diagnostic; no comment is lost without one.
package struct StoryBuilder: Sendable {
  package var bytes: [UInt8]
  package var facts = StoryFacts()
  package var comments: [CommentRecord] = []
  package var authors: [AuthorRecord] = []
  package var media: [MediaRecord] = []
  package var labels: [Slice] = []
  package var diagnostics = DiagnosticList()
  /// How many unpublished comments `finish()` dropped, set by it.
  package private(set) var droppedCount = 0

  /// A builder over the bytes whose slices it will be given.
  package init(bytes: consuming [UInt8]) { self.bytes = bytes }

  /// Makes room for this many comments.
  package mutating func reserve(comments count: Int) {
    comments.reserveCapacity(count)
    authors.reserveCapacity(count)
  }

  /// Adds text that is not in the input.
  package mutating func add(text: String) -> Slice {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    return Slice(start..<bytes.count)
  }

  /// Makes the story.
  ///
  /// The builder keeps the diagnostics and the count of what was dropped.
  package mutating func finish() -> Story {
    var ids = IDTable(capacity: comments.count)
    for index in comments.indices { giveID(to: index, &ids) }
    findParents(ids)
    cutCircles()
    if comments.contains(where: { $0.marks.contains(.unpublished) }) {
      dropUnneeded()
      ids = IDTable(capacity: comments.count)
      for index in comments.indices { _ = ids.insert(index, among: comments, in: bytes) }
    }
    var story = Story(
      bytes: bytes, facts: facts, comments: comments, authors: authors, media: media,
      labels: labels, ids: ids)
    if story.facts.commentCount < 0 { story.facts.commentCount = comments.count }
    // The story is the only owner of its columns from here on.
    bytes = []
    comments = []
    return story
  }

  // MARK: Ids

  private mutating func giveID(to index: Int, _ ids: inout IDTable) {
    if comments[index].id.isEmpty {
      let name = "atoll-\(index + 1)"
      comments[index].id = add(text: name)
      diagnostics.add(
        .missingID, "comment \(index + 1) has no id and is called \(name)", at: .comment(name))
    }
    var attempt = 1
    while ids.insert(index, among: comments, in: bytes) != nil {
      attempt += 1
      let old = bytes.string(comments[index].id)
      let name = "\(old)~\(index + 1)" + (attempt > 2 ? "~\(attempt)" : "")
      comments[index].id = add(text: name)
      diagnostics.add(
        .duplicateID, "the id \(old) is taken; comment \(index + 1) is called \(name)",
        at: .comment(name))
    }
  }

  // MARK: Parents

  private mutating func findParents(_ ids: IDTable) {
    for index in comments.indices {
      let parentID = comments[index].parentID
      if parentID.isEmpty { continue }
      if let parent = ids.find(parentID, among: comments, in: bytes) {
        comments[index].parent = Int32(truncatingIfNeeded: parent)
      } else if comments[index].parent < 0 {
        makeOrphan(index)
        diagnostics.add(
          .missingParent,
          "its parent \(bytes.string(parentID)) is not in the input; it stands at the root",
          at: .comment(bytes.string(comments[index].id)))
      }
    }
  }

  private mutating func makeOrphan(_ index: Int) {
    comments[index].parent = -1
    comments[index].marks.insert(.orphan)
  }

  /// Walks every chain of parents once.
  ///
  /// The comment of a circle that came first is cut loose.
  private mutating func cutCircles() {
    let unseen: Int32 = -1
    var seenFrom = [Int32](repeating: unseen, count: comments.count)
    for start in comments.indices {
      var index = start
      while index >= 0, seenFrom[index] == unseen {
        seenFrom[index] = Int32(truncatingIfNeeded: start)
        index = Int(comments[index].parent)
      }
      guard index >= 0, seenFrom[index] == Int32(truncatingIfNeeded: start) else { continue }
      var first = index
      var next = Int(comments[index].parent)
      while next >= 0, next != index {
        first = min(first, next)
        next = Int(comments[next].parent)
      }
      guard next == index else { continue }
      makeOrphan(first)
      diagnostics.add(
        .parentCycle, "it is its own ancestor; the circle was cut here and it stands at the root",
        at: .comment(bytes.string(comments[first].id)))
    }
  }

  // MARK: What is not published

  /// Drops unpublished comments, and keeps as tombstones those that a published one hangs from.
  private mutating func dropUnneeded() {
    var needed = comments.map { !$0.marks.contains(.unpublished) }
    for index in comments.indices where !comments[index].marks.contains(.unpublished) {
      var parent = Int(comments[index].parent)
      while parent >= 0, !needed[parent] {
        needed[parent] = true
        parent = Int(comments[parent].parent)
      }
    }
    var newIndex = [Int32](repeating: -1, count: comments.count)
    var kept = 0
    for index in comments.indices where needed[index] {
      newIndex[index] = Int32(truncatingIfNeeded: kept)
      comments[kept] = comments[index]
      kept += 1
    }
    droppedCount = comments.count - kept
    comments.removeLast(droppedCount)
    for index in comments.indices {
      comments[index].marks.remove(.unpublished)
      let parent = comments[index].parent
      // The parent of a kept comment is always kept.
      if parent >= 0 { comments[index].parent = newIndex[Int(parent)] }
    }
  }
}
