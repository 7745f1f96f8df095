/// English words.
enum English: LanguageWords {
  static func words(for phrase: Phrase) -> StaticString {
    switch phrase {
    case .comments: "Comments"
    case .comment: "Comment"
    case .replies: "Replies"
    case .noComments: "No comments yet"
    case .moreComments: "More comments"
    case .sortBy: "Sort by"
    case .newest: "Newest"
    case .oldest: "Oldest"
    case .mostLiked: "Most liked"
    case .mostReplies: "Most replies"
    case .newestFirst: "Newest first"
    case .oldestFirst: "Oldest first"
    case .announcement: "Announcement"
    case .information: "Information"
    case .question: "Question"
    case .closed: "Comments are closed"
    case .closedMessage: "This story is closed for comments."
    case .stoppedMessage: "Commenting is paused across this site."
    case .featured: "Featured"
    case .edited: "Edited"
    case .new: "New"
    case .offTopic: "Off topic"
    case .unanswered: "Unanswered"
    case .askedQuestion: "Question"
    case .review: "Review"
    case .inReplyTo: "In reply to"
    case .level: "Level"
    case .orphan: "Reply to a comment that is not here"
    case .unknownAuthor: "Unknown author"
    case .permalink: "Link to this comment"
    case .unsubscribe: "Unsubscribe"
    case .goToComment: "Go to comment"
    case .like: "Like"
    case .justNow: "just now"
    case .deleted: "This comment has been deleted."
    case .rejected: "This comment was removed by a moderator."
    case .withheld: "This comment is awaiting review."
    case .ignored: "This comment is hidden because you ignore its author."
    case .admin: "Admin"
    case .moderator: "Moderator"
    case .staff: "Staff"
    case .expert: "Expert"
    case .member: "Member"
    case .subscriber: "Subscriber"
    case .mediaGIF: "GIF"
    case .mediaYouTube: "Video on YouTube"
    case .mediaX: "Post on X"
    case .mediaBluesky: "Post on Bluesky"
    case .mediaImage: "Image"
    case .spoiler: "Spoiler"
    case .showSpoiler: "Show spoiler"
    case .sarcasm: "Sarcasm"
    }
  }

  static func forms(of phrase: CountedPhrase) -> PluralForms {
    switch phrase {
    case .comments: PluralForms(one: "# comment", other: "# comments")
    case .commentsOn: PluralForms(one: "# comment on @", other: "# comments on @")
    case .newComments: PluralForms(one: "# new comment", other: "# new comments")
    case .newCommentsOn: PluralForms(one: "# new comment on @", other: "# new comments on @")
    case .replies: PluralForms(one: "# reply", other: "# replies")
    case .hiddenReplies: PluralForms(one: "# reply hidden", other: "# replies hidden")
    case .moreComments: PluralForms(one: "# more comment", other: "# more comments")
    case .moreNewComments: PluralForms(one: "# more new comment", other: "# more new comments")
    case .earlierComments: PluralForms(one: "# earlier comment", other: "# earlier comments")
    case .likes: PluralForms(one: "# like", other: "# likes")
    case .stars: PluralForms(one: "# of 5 stars", other: "# of 5 stars")
    case .reviews: PluralForms(one: "# review", other: "# reviews")
    case .minutesAgo: PluralForms(one: "# minute ago", other: "# minutes ago")
    case .hoursAgo: PluralForms(one: "# hour ago", other: "# hours ago")
    case .daysAgo: PluralForms(one: "# day ago", other: "# days ago")
    case .monthsAgo: PluralForms(one: "# month ago", other: "# months ago")
    case .yearsAgo: PluralForms(one: "# year ago", other: "# years ago")
    }
  }

  static func month(_ number: Int) -> StaticString {
    switch number {
    case 1: "January"
    case 2: "February"
    case 3: "March"
    case 4: "April"
    case 5: "May"
    case 6: "June"
    case 7: "July"
    case 8: "August"
    case 9: "September"
    case 10: "October"
    case 11: "November"
    default: "December"
    }
  }
}
