import AtollEmailOutput

/// A whole email as it was written, which may be larger than the limit.
struct MailAttempt: ~Copyable {
  var writer: EmailWriter
  var report: Report

  /// The length of the HTML as it is sent, in bytes.
  var encodedCount: Int { writer.encodedHTMLCount }

  /// The maximum length of the quotation or the list in a preheader, in characters.
  static let preheaderLength = 90
  /// The minimum size of a comment in HTML, in bytes.
  static let minimumCommentSize = 250
}
