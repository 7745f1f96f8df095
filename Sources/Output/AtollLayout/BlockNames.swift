package import AtollComments

/// The names of kinds and marks in JSON and in markup.
///
/// They are part of the format that `docs/blocks.md` describes.
extension Block.Kind {
  var name: StaticString {
    switch self {
    case .announcement: "announcement"
    case .infobox: "infobox"
    case .questionBox: "question-box"
    case .featured: "featured"
    case .closed: "closed"
    case .heading: "heading"
    case .comment: "comment"
    case .tombstone: "tombstone"
    case .ancestor: "ancestor"
    case .hiddenReplies: "hidden-replies"
    case .moreComments: "more-comments"
    case .noComments: "no-comments"
    }
  }
}

extension BadgeKind {
  package var name: StaticString {
    switch self {
    case .admin: "admin"
    case .moderator: "moderator"
    case .staff: "staff"
    case .expert: "expert"
    case .member: "member"
    case .subscriber: "subscriber"
    case .topCommenter: "top-commenter"
    case .newCommenter: "new-commenter"
    case .custom: "custom"
    }
  }
}

extension Media.Kind {
  package var name: StaticString {
    switch self {
    case .gif: "gif"
    case .youTube: "youtube"
    case .x: "x"
    case .bluesky: "bluesky"
    case .image: "image"
    }
  }
}

extension ThreadGroup {
  var name: StaticString {
    switch self {
    case .all: "all"
    case .reviews: "reviews"
    case .questions: "questions"
    }
  }
}

extension CommentOrder {
  var name: StaticString {
    switch self {
    case .newest: "newest"
    case .oldest: "oldest"
    case .mostLiked: "likes"
    case .mostReplies: "replies"
    }
  }
}

extension StoryMode {
  var name: StaticString {
    switch self {
    case .comments: "comments"
    case .questionsAndAnswers: "questions-and-answers"
    case .ratingsAndReviews: "ratings-and-reviews"
    case .chat: "chat"
    }
  }
}

extension CommentView {
  var namedMarks: [(name: StaticString, phrase: Phrase)] {
    var named: [(StaticString, Phrase)] = []
    if marks.contains(.featured) { named.append(("featured", .featured)) }
    if marks.contains(.answered) { named.append(("answered", .answered)) }
    if marks.contains(.unanswered) { named.append(("unanswered", .unanswered)) }
    if marks.contains(.question) { named.append(("question", .askedQuestion)) }
    if marks.contains(.review) { named.append(("review", .review)) }
    if marks.contains(.offTopic) { named.append(("off-topic", .offTopic)) }
    if marks.contains(.new) { named.append(("new", .new)) }
    if isEdited { named.append(("edited", .edited)) }
    if isOrphan { named.append(("orphan", .orphan)) }
    return named
  }
}
