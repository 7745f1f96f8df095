import Atoll
import Comments
import Rows

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
    let tree = CommentTree(of: story, sortedBy: options.sort, replies: options.replySort)
    for row in VisibleTree(of: tree, in: story, folding: options.folding) {
      text += line(of: row, in: story).utf8
      text.append(UInt8(ascii: "\n"))
      report.commentCount += 1
    }
    return Rendering(bytes: text, report: report)
  }

  private static func line(of row: Row, in story: Story) -> String {
    let comment = story.comment(at: row.position)
    let indent = String(repeating: "  ", count: min(row.depth, maximumIndentDepth))
    var line = "\(indent)\(row.isExpanded ? "-" : "+") \(escapingInvisibles(comment.id))"
    if row.depth > maximumIndentDepth { line += " (level \(row.depth + 1))" }
    // Readers see neither the author nor the text of a tombstone.
    if let tombstone = comment.tombstone {
      line += "  [\(tombstone.rawValue)]"
    } else if let author = comment.author, !author.name.isEmpty {
      line += "  \(escapingInvisibles(author.name))"
    }
    if row.hiddenReplies > 0 { line += "  [\(row.hiddenReplies) hidden]" }
    let excerpt = comment.tombstone == nil ? excerpt(of: comment.body.text) : ""
    return excerpt.isEmpty ? line : "\(line): \(excerpt)"
  }

  /// Returns the beginning of a text, on one line.
  private static func excerpt(of text: String) -> String {
    let isSpace = { (character: Character) in
      character == " " || character.isNewline || character == "\t"
    }
    // Long bodies cost no more than short ones. Few characters have more than eight scalars.
    let start = text.drop(while: isSpace).unicodeScalars.prefix(maximumExcerptLength * 8)
    let words = Substring(start).split(whereSeparator: isSpace).joined(separator: " ")
    let shown = words.prefix(maximumExcerptLength)
    let isCut = shown.count < words.count || start.endIndex < text.endIndex
    return escapingInvisibles(String(shown)) + (isCut ? "…" : "")
  }
}
