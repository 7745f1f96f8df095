import Atoll
import AtollBytes
import AtollComments
import AtollRows

/// The visible rows as human-readable text, for `atoll rows`.
enum RowLines {
  /// The maximum length of a comment's excerpt in characters.
  private static let maximumExcerptLength = 60
  /// The depth beyond which rows are not indented any further.
  private static let maximumIndentDepth = 20

  /// Returns one line for each row, indented by its depth.
  static func text(of story: Story, options: Options) -> Rendering {
    var text: [UInt8] = []
    var report = Report()
    var excerpts = CommentExcerpts(of: story, options: options)
    let tree = CommentTree(of: story, sortedBy: options.sort, replies: options.replySort)
    for row in VisibleTree(of: tree, in: story, folding: options.folding) {
      text += line(of: row, in: story, excerpts: &excerpts).utf8
      text.append(UInt8(ascii: "\n"))
      report.commentCount += 1
    }
    return Rendering(bytes: text, report: report)
  }

  private static func line(
    of row: Row, in story: Story, excerpts: inout CommentExcerpts
  ) -> String {
    let comment = story.comment(at: row.position)
    let indent = String(repeating: "  ", count: min(row.depth, maximumIndentDepth))
    var line = "\(indent)\(row.isExpanded ? "-" : "+") \(distinctID(comment.id))"
    if row.depth > maximumIndentDepth { line += " (level \(row.depth + 1))" }
    // Readers see neither the author nor the text of a tombstone.
    if let tombstone = comment.tombstone {
      line += "  [\(tombstone.rawValue)]"
    } else if let author = comment.author, !author.name.isEmpty {
      line += "  \(distinctName(author.name))"
    }
    if row.hiddenReplies > 0 { line += "  [\(row.hiddenReplies) hidden]" }
    guard comment.tombstone == nil else { return line }
    let excerpt = excerpts.excerpt(of: row.position, in: story, upTo: maximumExcerptLength)
    return excerpt.isEmpty ? line : "\(line): \(escapingInvisibles(excerpt))"
  }

  /// Returns an id, in quotation marks if readers could not see where it ends.
  private static func distinctID(_ id: String) -> String {
    let isDistinct = !id.contains { $0.isWhitespace || $0 == "\"" } && !id.hasSuffix(":")
    return isDistinct ? escapingInvisibles(id) : quoted(id)
  }

  /// Returns a name, in quotation marks if it could be misread.
  ///
  /// For example, `Ann: Hello` could be a name and the beginning of a comment, and
  /// `Ann  [3 hidden]` could be a name and a number of replies.
  private static func distinctName(_ name: String) -> String {
    let plain = String(name.map { $0.isWhitespace ? " " : $0 })
    let isDistinct =
      !["  ", ": ", " ["].contains { plain.contains(text: $0) }
      && !["[", "\"", " "].contains { plain.hasPrefix($0) }
      && ![":", " "].contains { plain.hasSuffix($0) }
    return isDistinct ? escapingInvisibles(name) : quoted(name)
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing(text: "\\", with: "\\\\").replacing(text: "\"", with: "\\\"")
    return "\"\(escapingInvisibles(escaped))\""
  }
}
