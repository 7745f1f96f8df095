import Bytes
import Comments

extension StoryBuilder {
  /// Removes what Coral's page does not show in the mode of the story.
  ///
  /// Experts and unanswered questions are marked in question-and-answer stories only, and stars, reviews and questions
  /// about them in stories of reviews only, whatever an earlier mode of the story has left.
  mutating func hideMarksOfOtherModes() {
    var hidden: Tags = []
    if facts.mode != .questionsAndAnswers { hidden.formUnion([.unanswered, .expert]) }
    let showsRatings = facts.mode == .ratingsAndReviews
    if !showsRatings {
      hidden.formUnion([.review, .question])
      facts.ratingCount = 0
      facts.ratingHundredths = 0
    }
    for index in comments.indices {
      comments[index].tags.subtract(hidden)
      if !showsRatings { comments[index].rating = 0 }
    }
  }

  /// Removes the pictures of authors, which only sites with the flag `AVATARS` show.
  mutating func removeAvatars() {
    for index in authors.indices { authors[index].avatar = .empty }
  }
}
