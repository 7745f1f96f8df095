import Comments
import EmailOutput
import Layout

extension Options {
  /// Returns the news about a comment.
  func notice(about focus: Position, in story: Story) -> CommentNotice {
    CommentNotice(mail.notification, about: focus, in: story)
  }

  /// Returns the beginning of a comment's text, limited to a number of characters.
  func excerpt(of position: Position, in story: Story, upTo limit: Int) -> String {
    var bodies = BodyReader()
    bodies.begin(self)
    return MailText.line(bodies.excerpt(of: position, in: story, upTo: limit))
  }
}
