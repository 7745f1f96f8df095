import AtollComments
import AtollRows
import TestSupport

/// Actions of the reader, and the responses of the server.
extension FeedRun {
  /// An action without a response yet; `isShown` is false if it changed nothing.
  struct Waiting {
    var pending: PendingAction
    var number: Int
    var isShown: Bool
  }

  /// The server's last version of a comment, and the reader's changes since.
  struct Version {
    var comment: AtollComments.Comment
    var isLiked: Bool
    /// Every change of a comment and its like, by the number of its action.
    var changes: [Change] = []

    struct Change {
      var number: Int
      var action: UserAction
      var wasLiked: Bool

      var isEdit: Bool { if case .edit = action { true } else { false } }
    }

    var shown: (comment: AtollComments.Comment, isLiked: Bool) {
      if comment.tombstone != nil { return (comment, isLiked) }
      return changes.reduce((comment, isLiked)) {
        Self.apply($1.action, wasLiked: $1.wasLiked, to: $0)
      }
    }

    static func apply(
      _ action: UserAction, wasLiked: Bool,
      to shown: (comment: AtollComments.Comment, isLiked: Bool)
    ) -> (comment: AtollComments.Comment, isLiked: Bool) {
      var (comment, isLiked) = shown
      switch action {
      case .edit(_, to: let body):
        comment.body = body
        comment.isEdited = true
      case .like:
        comment.likes += isLiked ? 0 : 1
        isLiked = true
      case .unlike:
        comment.likes = max(0, comment.likes - (isLiked || !wasLiked ? 1 : 0))
        isLiked = false
      case .post: break
      }
      return (comment, isLiked)
    }
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

  private mutating func draft(under parent: String?) -> AtollComments.Comment {
    nextNumber += 1
    // Sometimes the app chooses an id that is taken.
    let isTaken = Int.random(in: 0..<8, using: &generator) == 0
    return AtollComments.Comment(
      id: isTaken ? anyID() : "draft\(nextNumber)", parentID: parent,
      body: Body("mine", syntax: .plain))
  }

  private mutating func begin(_ action: UserAction) -> (String, RowChanges) {
    let id = action.commentID
    let wasLiked = naive.liked.contains(id)
    nextNumber += 1
    let isShown: Bool
    var isInserted = false
    switch action {
    case .post(let comment):
      isShown = false
      isInserted = naive.comments[id] == nil
      naive.insert(comment, placed: .first)
    case .edit: isShown = true
    case .like: isShown = !wasLiked
    case .unlike: isShown = wasLiked || naive.liked.isEmpty
    }
    if isShown, let comment = naive.comments[id], comment.tombstone == nil {
      versions[id, default: Version(comment: comment, isLiked: wasLiked)].changes.append(
        Version.Change(number: nextNumber, action: action, wasLiked: wasLiked))
      show(id)
    }
    let pending = feed.begin(action)
    waiting.append(Waiting(pending: pending, number: nextNumber, isShown: isShown || isInserted))
    return ("begin \(action)", pending.changes)
  }

  /// Shows the server's version of a comment with the unanswered actions.
  private mutating func show(_ id: String) {
    guard let version = versions[id] else { return }
    naive.update(version.shown.comment)
    if version.shown.isLiked { naive.liked.insert(id) } else { naive.liked.remove(id) }
    if version.changes.isEmpty { versions[id] = nil }
  }

  private mutating func confirm(_ waiting: Waiting) -> (String, RowChanges) {
    let id = waiting.pending.action.commentID
    switch waiting.pending.action {
    case .like, .unlike: return confirmLike(waiting, of: id)
    case .edit: return confirmEdit(waiting, of: id)
    case .post(var comment):
      nextNumber += 1
      // Sometimes the comment has already arrived in another way.
      let isKnown = Int.random(in: 0..<4, using: &generator) == 0
      comment.id = isKnown ? anyID() : "s\(nextNumber)"
      if Bool.random(using: &generator) { comment.body.text = "mine on the server" }
      if comment.id == id {
        receive(comment)
      } else if naive.comments[id] == nil || !waiting.isShown {
        naive.insert(comment, placed: .first)
      } else if naive.comments[comment.id] == nil {
        naive.rename(id, to: comment.id)
        versions[id] = nil
        naive.update(comment)
      } else {
        receive(comment)
        remove(id)
      }
      markOwn(comment.id)
      return ("confirm \(id) as \(comment.id)", feed.confirm(waiting.pending, as: comment))
    }
  }

  /// Returns whether no later action of the same kind is confirmed, and records this one.
  private mutating func recordConfirmation(_ waiting: Waiting, kind: String, of id: String) -> Bool
  {
    if let last = confirmed["\(kind) \(id)"], last > waiting.number { return false }
    confirmed["\(kind) \(id)"] = waiting.number
    return true
  }

  private mutating func confirmEdit(_ waiting: Waiting, of id: String) -> (String, RowChanges) {
    guard var comment = naive.comments[id] else { return confirmNothing() }
    comment.body.text = "edited on the server \(waiting.number)"
    if recordConfirmation(waiting, kind: "edit", of: id) {
      var version = version(of: comment.id, now: naive.comments[id] ?? comment)
      version.changes.removeAll { $0.isEdit && $0.number <= waiting.number }
      if version.comment.tombstone == nil {
        let likes = version.comment.likes
        version.comment = comment
        version.comment.likes = likes
      }
      versions[id] = version
      show(id)
    }
    markOwn(id)
    return ("confirm the edit of \(id)", feed.confirm(waiting.pending, as: comment))
  }

  private mutating func markOwn(_ id: String) {
    if let comment = naive.comments[id], comment.tombstone == nil { naive.own.insert(id) }
  }

  private func version(of id: String, now comment: AtollComments.Comment) -> Version {
    versions[id] ?? Version(comment: comment, isLiked: naive.liked.contains(id))
  }

  private mutating func confirmLike(_ waiting: Waiting, of id: String) -> (String, RowChanges) {
    let likes = Int.random(in: -1..<4, using: &generator)
    if recordConfirmation(waiting, kind: "like", of: id), let comment = naive.comments[id] {
      var version = version(of: id, now: comment)
      let accepted = version.changes.filter { !$0.isEdit && $0.number <= waiting.number }
      version.changes.removeAll { !$0.isEdit && $0.number <= waiting.number }
      if version.comment.tombstone == nil {
        for change in accepted {
          (version.comment, version.isLiked) = Version.apply(
            change.action, wasLiked: change.wasLiked, to: (version.comment, version.isLiked))
        }
        if likes >= 0 {
          version.comment.likes = likes
          version.isLiked = waiting.pending.action == .like(id)
        }
      }
      versions[id] = version
      show(id)
    }
    return (
      "confirm \(id) with \(likes) likes",
      feed.confirm(waiting.pending, likes: likes < 0 ? nil : likes)
    )
  }

  private func confirmNothing() -> (String, RowChanges) {
    ("confirm nothing", RowChanges(unchangedCount: feed.count))
  }

  private mutating func rollBack(_ waiting: Waiting) -> (String, RowChanges) {
    let id = waiting.pending.action.commentID
    if case .post = waiting.pending.action {
      if waiting.isShown { remove(id) }
    } else {
      versions[id]?.changes.removeAll { $0.number == waiting.number }
      show(id)
    }
    return ("roll back \(waiting.pending.action)", feed.rollBack(waiting.pending))
  }
}
