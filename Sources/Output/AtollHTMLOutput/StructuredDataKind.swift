import AtollBodyText
package import AtollBytes
import AtollComments
package import AtollLayout
package import AtollMarkupWriting

/// The kind of item that structured data describes.
package enum StructuredDataKind: Hashable, Sendable {
  /// The comments of an article; the publisher describes the article elsewhere, with the same
  /// `@id`.
  case article
  /// A thread of a forum, whose first posting is the story (`DiscussionForumPosting`).
  case forum
  /// One question with its answers.
  case question
  /// Reviews of one thing of this schema.org type.
  case reviews(of: String)
}

/// The settings for structured data that are the same for every story.
package struct StructuredDataSettings: Sendable {
  /// The kind for every story; `nil` chooses one for each story.
  package var kind: StructuredDataKind?
  /// The schema.org type of what readers rate; `nil` if it is unknown.
  package var reviewedType: String?
  /// The `@id` of the article or of the reviewed thing.
  package var subject = AddressTemplate.story
  /// True if the data is the whole output, so that having none would be an error.
  package var isWholeOutput = false

  package init() {}

  /// Returns the kind for a story: the chosen one, or the one that fits the story's mode.
  ///
  /// A page of replies always has the kind that fits it. Throws the reason if the story lacks what
  /// the kind needs; a kind that was not chosen is checked only if the data is the whole output.
  package func kind(
    for list: BlockList
  ) throws(Failure) -> StructuredDataKind {
    let isOfReplies = (list.pagination?.page?.root ?? -1) >= 0
    guard let kind = kind ?? (isWholeOutput ? fittingKind(for: list) : nil), !isOfReplies else {
      return fittingKind(for: list)
    }
    switch kind {
    case .article: break
    case .forum:
      guard list.hasTime else { throw Failure(.badInput, message: "no time is known") }
    case .question:
      guard list.isAnsweredQuestion else {
        throw Failure(
          .badInput, message: "a page must have exactly one question, with at least one answer")
      }
    case .reviews:
      guard list.hasReviews else {
        throw Failure(.badInput, message: "it has no title or no ratings")
      }
    }
    return kind
  }

  private func fittingKind(for list: BlockList) -> StructuredDataKind {
    let usual: StructuredDataKind =
      SafeURL(list.header.url, of: list.bytes) == nil ? .forum : .article
    switch list.header.mode {
    case .comments, .chat: return usual
    case .questionsAndAnswers: return list.isAnsweredQuestion ? .question : usual
    case .ratingsAndReviews:
      guard let reviewedType, list.hasReviews else { return usual }
      return .reviews(of: reviewedType)
    }
  }
}

extension BlockList {
  /// True if the time of the story or of a comment is known.
  fileprivate var hasTime: Bool {
    header.createdAt != nil
      || blocks.contains { $0.isThreadComment && view(of: $0).createdAt != nil }
  }

  /// True if the thread has exactly one root comment, which has replies and is not a tombstone.
  ///
  /// On a page of replies, the result is `false`: there, the question is only an ancestor.
  fileprivate var isAnsweredQuestion: Bool {
    guard let first = blocks.firstIndex(where: \.isThreadComment),
      case .comment = blocks[first].kind, blocks[first].level == 1,
      first + 1 < blocks.count, blocks[first + 1].isThreadComment, blocks[first + 1].level == 2
    else { return false }
    return !blocks[(first + 1)...].contains { $0.isThreadComment && $0.level == 1 }
  }

  /// True if the story has a title and ratings; on a page of a divided thread, only the ratings of
  /// its reviews count.
  fileprivate var hasReviews: Bool {
    guard !header.title.isEmpty else { return false }
    return header.ratingCount > 0 && pagination == nil
      || blocks.contains { $0.isThreadComment && $0.level == 1 && view(of: $0).rating > 0 }
  }
}
