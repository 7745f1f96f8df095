import AtollComments
import AtollEmailOutput
import AtollLayout

extension Options {
  func notification(about focus: Position, in story: Story) -> CommentNotification {
    CommentNotification(mail.notification, about: focus, in: story)
  }

  /// Returns one line with the notification about a comment and the beginning of the comment's
  /// text: `Dana Okafor replied to you: There is …`.
  func headline(about position: Position, in story: Story, excerptLength limit: Int) -> String {
    let excerpt = excerpt(of: position, in: story, upTo: limit)
    return MailText.onOneLine(
      Wording(language: resolvedLanguage)
        .text(notification(about: position, in: story), of: story.bytes, followedBy: excerpt))
  }

  /// Returns the beginning of a comment's text on one line: at most `limit` characters, and an
  /// ellipsis if it is cut.
  func excerpt(of position: Position, in story: Story, upTo limit: Int) -> String {
    var excerpts = CommentExcerpts(of: story, options: self)
    return MailText.onOneLine(excerpts.excerpt(of: position, in: story, upTo: limit))
  }
}
