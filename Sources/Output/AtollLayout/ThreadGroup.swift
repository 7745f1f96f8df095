package import AtollBytes
import AtollComments

/// A part of the thread with its own heading.
///
/// For a story with ratings, Coral lists the reviews and the questions separately, and no other
/// root comments. All other stories, and all digests, have one group.
package enum ThreadGroup: Int32, Hashable, Sendable, CaseIterable {
  case all, reviews, questions

  package var phrase: Phrase {
    switch self {
    case .all: .comments
    case .reviews: .reviews
    case .questions: .questions
    }
  }

  static func groups(of metadata: StoryMetadata, options: LayoutOptions) -> [ThreadGroup] {
    metadata.mode == .ratingsAndReviews && !options.showsOnlyNewComments
      ? [.reviews, .questions] : [.all]
  }

  func contains(_ root: CommentRecord, of server: StoryMetadata.Server) -> Bool {
    switch self {
    case .all: true
    // A reply without its parent most likely answers a review.
    case .reviews:
      root.isReview(on: server) || root.flags.contains(.orphan) && !root.isQuestion(on: server)
    case .questions: root.isQuestion(on: server)
    }
  }
}

extension Block {
  /// The group that a heading begins.
  package var group: ThreadGroup {
    guard case .heading = kind else { return .all }
    return ThreadGroup(rawValue: level) ?? .all
  }
}

/// The marks that the comments of a story can have, depending on its mode.
///
/// In a question-and-answer story, a root comment without the tag `UNANSWERED` is an answered
/// question, and a featured comment is an answer.
struct MarkRules: Sendable {
  let allowedMarks: CommentView.Marks
  let marksAnsweredQuestions: Bool

  init(of metadata: StoryMetadata) {
    marksAnsweredQuestions = metadata.mode == .questionsAndAnswers
    allowedMarks = marksAnsweredQuestions ? CommentView.Marks.all.subtracting(.featured) : .all
  }
}

extension BlockList {
  /// The title of the comments that are quoted before the thread.
  package var featuredTitle: Phrase {
    story.metadata.mode == .questionsAndAnswers ? .answered : .featured
  }

  /// The text shown if the thread has no comments.
  package var noCommentsPhrase: Phrase {
    if let number = pagination?.number, number > 1 { return .nothingNewer }
    if header.isClosed { return .noCommentsClosed }
    return switch story.metadata.mode {
    case .comments, .chat: .noComments
    case .questionsAndAnswers: .noQuestions
    case .ratingsAndReviews: .noReviews
    }
  }

  /// Returns the name of the editor who featured a comment; empty if the server names none.
  package func featuringEditor(of block: Block) -> Slice {
    featuredByNames[block.position] ?? .empty
  }
}
