import Atoll
import Comments
import Rows

/// The rows on show as text for people: `atoll rows`.
enum RowLines {
  /// The length of the excerpt of a comment.
  private static let longestExcerpt = 60
  /// Rows deeper than this are not indented any further.
  private static let deepestIndent = 20

  /// One line for each row, indented by its depth.
  static func text(of story: Story, _ options: Options) -> [UInt8] {
    var text: [UInt8] = []
    let tree = CommentTree(of: story, sortedBy: options.sort, replies: options.replySort)
    for row in VisibleTree(of: tree, in: story, folding: options.folding) {
      text += line(of: row, in: story).utf8
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  private static func line(of row: Row, in story: Story) -> String {
    let comment = story.comment(at: row.position)
    let indent = String(repeating: "  ", count: min(row.depth, deepestIndent))
    var line = "\(indent)\(row.isExpanded ? "-" : "+") \(visible(comment.id))"
    if row.depth > deepestIndent { line += " (level \(row.depth + 1))" }
    if let author = comment.author, !author.name.isEmpty { line += "  \(visible(author.name))" }
    if let tombstone = comment.tombstone { line += "  [\(tombstone.rawValue)]" }
    if row.hiddenReplies > 0 { line += "  [\(row.hiddenReplies) hidden]" }
    let excerpt = excerpt(of: comment.body.text)
    return excerpt.isEmpty ? line : "\(line): \(excerpt)"
  }

  /// Returns the beginning of a text, on one line.
  private static func excerpt(of text: String) -> String {
    // A byte can be a quarter of a character, so this is enough and a long body costs no more.
    let start = String(decoding: text.utf8.prefix(longestExcerpt * 8), as: UTF8.self)
    let words = start.split { $0 == " " || $0.isNewline || $0 == "\t" }.joined(separator: " ")
    let shown = words.prefix(longestExcerpt)
    return visible(String(shown)) + (shown.count < words.count ? "…" : "")
  }
}
