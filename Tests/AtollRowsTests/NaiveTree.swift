import AtollComments
import AtollRows

/// A comment tree in its simplest form: dictionaries and recursion, without optimizations.
///
/// It also implements the operations of the feed, one comment at a time.
struct NaiveTree {
  var comments: [String: Comment] = [:]
  /// The ids in the order of arrival.
  var arrival: [String] = []
  var children: [String: [String]] = [:]
  var roots: [String] = []
  /// The parent of each comment; unlike `parentID`, always an existing comment.
  var parents: [String: String] = [:]
  var folded: Set<String> = []
  /// The comments that the reader has liked.
  var liked: Set<String> = []
  /// The comments that the server confirmed as the reader's own.
  var own: Set<String> = []
  var rootOrder: CommentOrder
  var replyOrder: CommentOrder

  init(of story: Story, roots rootOrder: CommentOrder, replies replyOrder: CommentOrder) {
    self.rootOrder = rootOrder
    self.replyOrder = replyOrder
    for position in story.positions {
      let comment = story.comment(at: position)
      comments[comment.id] = comment
      arrival.append(comment.id)
      if let parent = story.parent(of: position) {
        parents[comment.id] = story.id(parent)
        children[story.id(parent), default: []].append(comment.id)
      } else {
        roots.append(comment.id)
      }
    }
    sort()
  }

  mutating func sort() {
    roots = sorted(roots, by: rootOrder)
    for id in children.keys { children[id] = sorted(children[id] ?? [], by: replyOrder) }
  }

  func sorted(_ ids: [String], by order: CommentOrder) -> [String] {
    ids.sorted { precedes($0, $1, by: order) }
  }

  func precedes(_ left: String, _ right: String, by order: CommentOrder) -> Bool {
    guard let first = comments[left], let second = comments[right], left != right else {
      return false
    }
    switch order {
    case .mostLiked where first.likes != second.likes: return first.likes > second.likes
    case .mostReplies:
      let many = max(children[left]?.count ?? 0, first.replyCount ?? 0)
      let more = max(children[right]?.count ?? 0, second.replyCount ?? 0)
      if many != more { return many > more }
    case .mostLiked, .newest, .oldest: break
    }
    guard let time = first.createdAt, let other = second.createdAt else {
      if (first.createdAt == nil) != (second.createdAt == nil) { return first.createdAt != nil }
      return (arrival.firstIndex(of: left) ?? 0) < (arrival.firstIndex(of: right) ?? 0)
    }
    if time != other { return order == .oldest ? time < other : time > other }
    if let number = Int(left), let other = Int(right), number != other { return number < other }
    let (isNumber, isOtherNumber) = (Int(left) != nil, Int(right) != nil)
    if isNumber != isOtherNumber { return isNumber }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  func size(of id: String) -> Int { 1 + (children[id] ?? []).map { size(of: $0) }.reduce(0, +) }

  func isBranch(_ id: String) -> Bool { !(children[id] ?? []).isEmpty }

  func depth(of id: String) -> Int { parents[id].map { depth(of: $0) + 1 } ?? 0 }

  struct Line: Hashable, CustomStringConvertible {
    var id: String
    var depth: Int
    var replies: Int
    var hiddenReplies: Int

    var description: String {
      String(repeating: "  ", count: depth) + id + (hiddenReplies > 0 ? " +\(hiddenReplies)" : "")
    }
  }

  /// Returns the visible rows.
  func lines() -> [Line] {
    var lines: [Line] = []
    func add(_ id: String, _ depth: Int) {
      let replies = children[id] ?? []
      let isFolded = folded.contains(id) && !replies.isEmpty
      lines.append(
        Line(
          id: id, depth: depth, replies: replies.count,
          hiddenReplies: isFolded ? size(of: id) - 1 : 0))
      if isFolded { return }
      for reply in replies { add(reply, depth + 1) }
    }
    for root in roots { add(root, 0) }
    return lines
  }
}

/// Returns the same lines from the tested implementation.
func lines(of visible: some Sequence<Row>, in story: Story) -> [NaiveTree.Line] {
  visible.map {
    NaiveTree.Line(
      id: story.id($0.position), depth: $0.depth, replies: $0.replies,
      hiddenReplies: $0.hiddenReplies)
  }
}
