package import Bytes
import Comments

/// A part of the thread with its own heading.
///
/// Coral lists the reviews of a story apart from the questions about it, and nothing else of its root comments. All
/// other stories have one group.
package enum ThreadGroup: Int32, Hashable, Sendable, CaseIterable {
  case all, reviews, questions

  /// The word of the heading.
  package var phrase: Phrase {
    switch self {
    case .all: .comments
    case .reviews: .reviews
    case .questions: .questions
    }
  }

  /// The groups of a story.
  static func groups(of facts: StoryFacts, _ options: LayoutOptions) -> [ThreadGroup] {
    facts.mode == .ratingsAndReviews && !options.isDigest ? [.reviews, .questions] : [.all]
  }

  /// Returns whether a root comment belongs to the group.
  func contains(_ root: CommentRecord, of server: StoryFacts.Server) -> Bool {
    switch self {
    case .all: return true
    case .reviews:
      return root.tags.contains(.review)
        || (server != .coral && root.isReview && !root.tags.contains(.question))
    case .questions:
      return root.tags.contains(.question) && !root.tags.contains(.review)
        || (server != .coral && root.rating == 0 && !root.tags.contains(.review))
    }
  }
}

extension CommentRecord {
  /// A rating with words or media, by the rule of Coral's `tagReview`; one without is no comment.
  fileprivate var isReview: Bool { rating > 0 && (!body.isEmpty || media >= 0) }
}

extension Block {
  /// The group that a heading begins.
  package var group: ThreadGroup {
    guard case .heading = kind else { return .all }
    return ThreadGroup(rawValue: level) ?? .all
  }
}

/// The marks of comments that depend on the mode of the story.
///
/// In a question-and-answer story, a root comment without the tag `UNANSWERED` is an answered question, and what is
/// featured is an answer.
struct ShownMarks: Sendable {
  let labels: CommentView.Labels
  let marksAnswered: Bool

  init(of facts: StoryFacts) {
    marksAnswered = facts.mode == .questionsAndAnswers
    labels = marksAnswered ? CommentView.Labels.all.subtracting(.featured) : .all
  }
}

extension BlockList {
  /// The title of the comments that are quoted before the thread.
  package var featuredTitle: Phrase {
    story.facts.mode == .questionsAndAnswers ? .answered : .featured
  }

  /// The words in place of a thread without comments.
  package var noCommentsPhrase: Phrase {
    switch story.facts.mode {
    case .comments, .chat: .noComments
    case .questionsAndAnswers: .noQuestions
    case .ratingsAndReviews: .noReviews
    }
  }

  /// The name of the editor who featured a comment; empty if the server names none.
  package func featuredBy(_ block: Block) -> Slice { namesOfFeaturing[block.position] ?? .empty }
}
