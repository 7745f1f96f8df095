import AtollBytes
import AtollComments

extension StoryBuilder {
  /// Removes what Coral's page does not show in the story's mode.
  ///
  /// Only question-and-answer stories mark experts and unanswered questions. Only review stories
  /// show stars, reviews, and questions about the reviewed product. An earlier mode of the story
  /// may have left such marks.
  mutating func hideFeaturesOfOtherModes() {
    var hiddenTags: Tags = []
    if metadata.mode != .questionsAndAnswers { hiddenTags.formUnion([.unanswered, .expert]) }
    let showsRatings = metadata.mode == .ratingsAndReviews
    if !showsRatings {
      hiddenTags.formUnion([.review, .question])
      metadata.ratingCount = 0
      metadata.ratingHundredths = 0
    }
    for index in comments.indices {
      comments[index].tags.subtract(hiddenTags)
      if !showsRatings { comments[index].rating = 0 }
    }
  }

  /// Removes media of the kinds that the site does not show; returns the number of comments that
  /// lose their media.
  mutating func removeMedia(where isHidden: (Media.Kind) -> Bool) -> Int {
    var count = 0
    for index in comments.indices where comments[index].media >= 0 {
      guard isHidden(media[Int(comments[index].media)].kind) else { continue }
      comments[index].media = -1
      count += 1
    }
    return count
  }

  /// Removes the pictures of authors, which only sites with the flag `AVATARS` show.
  mutating func removeAvatars() {
    for index in authors.indices { authors[index].avatar = .empty }
  }
}
