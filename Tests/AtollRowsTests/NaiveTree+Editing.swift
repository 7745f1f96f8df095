import AtollComments
import AtollRows

extension NaiveTree {
  mutating func insert(_ comment: Comment, placed placement: Placement) {
    let id = comment.id
    if id.isEmpty || comments[id] != nil { return }
    comments[id] = comment
    arrival.append(id)
    let parent = comment.parentID.flatMap { comments[$0] == nil || $0 == id ? nil : $0 }
    var top = parent
    while let next = top.flatMap({ parents[$0] }) { top = next }
    let orphans = roots.filter { comments[$0]?.parentID == id && $0 != top }
    for orphan in orphans { parents[orphan] = id }
    roots.removeAll { orphans.contains($0) }
    children[id] = sorted(orphans, by: replyOrder)
    func place(_ siblings: inout [String], _ order: CommentOrder) {
      let index = siblings.firstIndex { placement == .first || precedes(id, $0, by: order) }
      siblings.insert(id, at: index ?? siblings.count)
    }
    if let parent {
      parents[id] = parent
      var siblings = children[parent] ?? []
      place(&siblings, replyOrder)
      children[parent] = siblings
    } else {
      var siblings = roots
      place(&siblings, rootOrder)
      roots = siblings
    }
  }

  mutating func update(_ comment: Comment) {
    guard let old = comments[comment.id] else { return }
    var comment = comment
    comment.parentID = old.parentID
    comments[comment.id] = comment
  }

  mutating func rename(_ id: String, to newID: String) {
    func renamed(_ ids: [String]) -> [String] { ids.map { $0 == id ? newID : $0 } }
    comments[newID] = comments.removeValue(forKey: id)
    comments[newID]?.id = newID
    arrival = renamed(arrival)
    roots = renamed(roots)
    children = children.mapValues(renamed)
    children[newID] = children.removeValue(forKey: id)
    parents[newID] = parents.removeValue(forKey: id)
    for reply in children[newID] ?? [] {
      parents[reply] = newID
      comments[reply]?.parentID = newID
    }
    var top = newID
    while let next = parents[top] { top = next }
    let orphans = roots.filter { comments[$0]?.parentID == newID && $0 != top }
    for orphan in orphans { parents[orphan] = newID }
    roots.removeAll { orphans.contains($0) }
    children[newID] = sorted(orphans, by: replyOrder) + (children[newID] ?? [])
    if folded.remove(id) != nil { folded.insert(newID) }
    if liked.remove(id) != nil { liked.insert(newID) }
    if own.remove(id) != nil { own.insert(newID) }
  }

  mutating func remove(_ id: String) {
    guard let old = comments[id] else { return }
    if isBranch(id) {
      if old.tombstone == .deleted { return }
      liked.remove(id)
      own.remove(id)
      comments[id] = Comment(
        id: id, parentID: old.parentID, body: Body("", syntax: .markdown),
        createdAt: old.createdAt, replyCount: old.replyCount, tombstone: .deleted)
      return
    }
    comments[id] = nil
    liked.remove(id)
    own.remove(id)
    folded.remove(id)
    arrival.removeAll { $0 == id }
    guard let parent = parents.removeValue(forKey: id) else {
      roots.removeAll { $0 == id }
      return
    }
    children[parent]?.removeAll { $0 == id }
    if !isBranch(parent) {
      folded.remove(parent)
      if comments[parent]?.tombstone != nil { remove(parent) }
    }
  }

  mutating func setFolded(_ id: String, to isFolded: Bool) {
    guard comments[id] != nil, isBranch(id) else { return }
    if isFolded { folded.insert(id) } else { folded.remove(id) }
  }

  mutating func reveal(_ id: String) {
    var ancestor = parents[id]
    while let branch = ancestor {
      folded.remove(branch)
      ancestor = parents[branch]
    }
  }

  /// Replaces the story; `rule` decides which of the new branches are folded.
  mutating func reload(_ story: Story, rule: (NaiveTree, String) -> Bool) {
    var new = NaiveTree(of: story, roots: rootOrder, replies: replyOrder)
    for id in new.arrival where new.isBranch(id) {
      let isFolded = isBranch(id) ? folded.contains(id) : rule(new, id)
      if isFolded { new.folded.insert(id) }
    }
    self = new
  }
}
