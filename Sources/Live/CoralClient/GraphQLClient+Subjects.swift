import AtollBytes

extension Operation {
  /// Returns whether an answer has what this operation asks for.
  func isFulfilled(by answer: Answer) -> Bool {
    switch self {
    case .story: answer.story != nil
    case .comment: answer.data["comment"] != nil
    case .firstPage, .comments, .rootPage, .conversation, .replies, .replyPage:
      answer.commentList != nil
    case .probe, .stories, .commentCounts, .viewer, .ownComments, .account,
      .createComment, .createReply, .editComment, .like, .unlike, .report, .disagree, .ignore,
      .stopIgnoring:
      answer.data.hasContent
    }
  }

  /// Throws an error if an answer is about another story or comment than the variables name.
  ///
  /// A cache that ignores the body of a `POST` sends such answers.
  func checkSubject(of answer: Answer, with variables: JSONValue) throws(ClientError) {
    let (name, found): (String, JSONValue?)
    switch self {
    case .story, .firstPage, .comments, .rootPage: (name, found) = ("story", answer.story)
    case .comment, .conversation, .replies, .replyPage:
      (name, found) = ("comment", answer.data["comment"])
    case .probe, .stories, .commentCounts, .viewer, .ownComments, .account,
      .createComment, .createReply, .editComment, .like, .unlike, .report, .disagree, .ignore,
      .stopIgnoring:
      return
    }
    guard let wanted = variables["id"]?.id, let id = found?["id"]?.id, id != wanted else { return }
    throw ClientError(
      .badAnswer, message: "the answer is about the \(name) \(id), not about \(wanted)",
      advice: ClientError.cacheAdvice)
  }
}

extension ClientError {
  /// The advice for an answer to another request.
  static let cacheAdvice = "check that no cache answers in place of the server"
}

extension Answer {
  /// The list of comments of a story, or of the replies to a comment.
  var commentList: JSONValue? {
    data["comment"]?["replies"] ?? story?["comments"] ?? data["comments"]
  }

  /// Returns the error for an answer that lacks what was asked for, such as "the list of comments".
  func missingError(_ name: String) -> ClientError {
    guard let error = errors.first else {
      return ClientError(.badAnswer, message: "the answer does not contain \(name)")
    }
    return ClientError(.refused, message: "the server does not give \(name): \(error.reason)")
  }
}
