import Comments
import Rows

/// The tree as one would write it on a blackboard: dictionaries, recursion, no cleverness.
struct NaiveTree {
  var children: [String: [String]] = [:]
  var roots: [String] = []

  init(of story: Story, roots rootOrder: SortOrder, replies replyOrder: SortOrder) {
    var comments: [(position: Position, comment: Comment)] = []
    for position in story.positions {
      comments.append((position, story.comment(at: position)))
      if let parent = story.parent(of: position) {
        children[story.id(parent), default: []].append(story.id(position))
      } else {
        roots.append(story.id(position))
      }
    }
    let byID = Dictionary(uniqueKeysWithValues: comments.map { ($0.comment.id, $0.comment) })
    let counts = children.mapValues(\.count)
    func sort(_ ids: [String], by order: SortOrder) -> [String] {
      ids.enumerated().sorted { left, right in
        guard let first = byID[left.element], let second = byID[right.element] else { return false }
        switch order {
        case .mostLiked where first.likes != second.likes: return first.likes > second.likes
        case .mostReplies:
          let many = max(counts[first.id] ?? 0, first.replyCount ?? 0)
          let more = max(counts[second.id] ?? 0, second.replyCount ?? 0)
          if many != more { return many > more }
        case .mostLiked, .newest, .oldest: break
        }
        guard let time = first.createdAt, let other = second.createdAt else {
          if (first.createdAt == nil) != (second.createdAt == nil) { return first.createdAt != nil }
          return left.offset < right.offset
        }
        if time != other { return order == .oldest ? time < other : time > other }
        return first.id.utf8.lexicographicallyPrecedes(second.id.utf8)
      }.map(\.element)
    }
    roots = sort(roots, by: rootOrder)
    for id in children.keys { children[id] = sort(children[id] ?? [], by: replyOrder) }
  }

  func size(of id: String) -> Int { 1 + (children[id] ?? []).map { size(of: $0) }.reduce(0, +) }

  struct Line: Hashable, CustomStringConvertible {
    var id: String
    var depth: Int
    var replies: Int
    var hiddenReplies: Int

    var description: String {
      String(repeating: "  ", count: depth) + id + (hiddenReplies > 0 ? " +\(hiddenReplies)" : "")
    }
  }

  /// What is on show when these branches are closed.
  func lines(closed: Set<String> = []) -> [Line] {
    var lines: [Line] = []
    func add(_ id: String, _ depth: Int) {
      let replies = children[id] ?? []
      let isClosed = closed.contains(id) && !replies.isEmpty
      lines.append(
        Line(
          id: id, depth: depth, replies: replies.count,
          hiddenReplies: isClosed ? size(of: id) - 1 : 0))
      if isClosed { return }
      for reply in replies { add(reply, depth + 1) }
    }
    for root in roots { add(root, 0) }
    return lines
  }
}

/// The same lines from what is tested.
func lines(of visible: some Sequence<Row>, in story: Story) -> [NaiveTree.Line] {
  visible.map {
    NaiveTree.Line(
      id: story.id($0.position), depth: $0.depth, replies: $0.replies,
      hiddenReplies: $0.hiddenReplies)
  }
}
