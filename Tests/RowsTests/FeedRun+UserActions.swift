import Comments
import Rows
import TestSupport

/// Actions of the reader, and the responses of the server.
extension FeedRun {
  /// An action without a response yet, with the comment before and after it; `after` is `nil` if it did nothing.
  struct Waiting {
    var pending: PendingAction
    var before: Comments.Comment?
    var after: Comments.Comment?
    var wasLiked = false
  }

  /// Begins an action, or responds to one of those that are waiting.
  mutating func actAsReader() -> (String, RowChanges) {
    if !waiting.isEmpty, Bool.random(using: &generator) {
      let answered = waiting.remove(at: Int.random(in: waiting.indices, using: &generator))
      return Bool.random(using: &generator) ? rollBack(answered) : confirm(answered)
    }
    let id = anyID()
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return begin(.post(draft(under: Bool.random(using: &generator) ? id : nil)))
    case 1:
      return begin(.edit(id, to: Body("edited", syntax: .plain)))
    case 2: return begin(.unlike(naive.liked.sorted().randomElement(using: &generator) ?? id))
    default: return begin(.like(id))
    }
  }

  private mutating func draft(under parent: String?) -> Comments.Comment {
    nextNumber += 1
    return Comments.Comment(
      id: "draft\(nextNumber)", parentID: parent, body: Body("mine", syntax: .plain))
  }

  private mutating func begin(_ action: UserAction) -> (String, RowChanges) {
    let id = action.comment
    let before = naive.comments[id]
    let wasLiked = naive.liked.contains(id)
    var after = before
    switch action {
    case .post(let comment):
      naive.insert(comment, placed: .first)
      after = comment
    case .edit(_, to: let body):
      after?.body = body
      after?.isEdited = true
    case .like:
      if wasLiked { after = nil } else { after?.likes += 1 }
    case .unlike:
      if !wasLiked, !naive.liked.isEmpty { after = nil }
      if let likes = after?.likes { after?.likes = max(0, likes - 1) }
    }
    if let after {
      naive.update(after)
      if case .like = action { naive.liked.insert(id) }
      if case .unlike = action { naive.liked.remove(id) }
    }
    let pending = feed.begin(action)
    let changes = pending.changes
    waiting.append(Waiting(pending: pending, before: before, after: after, wasLiked: wasLiked))
    return ("begin \(action)", changes)
  }

  private mutating func confirm(_ waiting: Waiting) -> (String, RowChanges) {
    let id = waiting.pending.action.comment
    switch waiting.pending.action {
    case .like, .unlike:
      let likes = Int.random(in: 0..<4, using: &generator)
      if var comment = naive.comments[id] {
        comment.likes = likes
        naive.update(comment)
      }
      return ("confirm \(id) with \(likes) likes", feed.confirm(waiting.pending, likes: likes))
    case .edit:
      guard var comment = naive.comments[id] ?? waiting.after else { return confirmNothing() }
      comment.body.text = "edited on the server"
      naive.update(comment)
      return ("confirm the edit of \(id)", feed.confirm(waiting.pending, as: comment))
    case .post(var comment):
      nextNumber += 1
      // Sometimes the comment has already arrived in another way.
      let isKnown = Int.random(in: 0..<4, using: &generator) == 0
      comment.id = isKnown ? anyID() : "s\(nextNumber)"
      if Bool.random(using: &generator) { comment.body.text = "mine on the server" }
      if naive.comments[id] == nil {
        naive.insert(comment, placed: .first)
      } else if naive.comments[comment.id] == nil {
        naive.rename(id, to: comment.id)
        naive.update(comment)
      } else {
        naive.update(comment)
        if comment.id != id { naive.remove(id) }
      }
      return ("confirm \(id) as \(comment.id)", feed.confirm(waiting.pending, as: comment))
    }
  }

  private func confirmNothing() -> (String, RowChanges) {
    ("confirm nothing", RowChanges(none: feed.count))
  }

  private mutating func rollBack(_ waiting: Waiting) -> (String, RowChanges) {
    let id = waiting.pending.action.comment
    if case .post = waiting.pending.action {
      naive.remove(id)
    } else if let before = waiting.before, let after = waiting.after,
      var comment = naive.comments[id]
    {
      if case .edit = waiting.pending.action {
        if comment.body == after.body {
          comment.body = before.body
          comment.isEdited = before.isEdited
        }
      } else {
        if comment.likes == after.likes { comment.likes = before.likes }
        if waiting.wasLiked { naive.liked.insert(id) } else { naive.liked.remove(id) }
      }
      naive.update(comment)
    }
    return ("roll back \(waiting.pending.action)", feed.rollBack(waiting.pending))
  }
}
