import Atoll
import Bytes
import Comments
import Layout
import Rows

/// A stage between input and output, as `atoll dump` shows it.
enum StageDump: String, CaseIterable, Sendable {
  case tree, rows, blocks

  /// Returns one line for each item of the stage, with texts from the input as JSON strings.
  func text(of story: Story, _ options: Options) -> [UInt8] {
    switch self {
    case .tree: Self.tree(of: story, options)
    case .rows: Self.rows(of: story, options)
    case .blocks: options.pageBlocks(of: story).dump()
    }
  }

  /// The blocks as JSON, for programs.
  static func json(of story: Story, _ options: Options) -> [UInt8] {
    options.pageBlocks(of: story).json()
  }

  private static func tree(of story: Story, _ options: Options) -> [UInt8] {
    let tree = CommentTree(of: story, sortedBy: options.sort, replies: options.replySort)
    var out = OutputBuffer()
    for ordinal in 0..<tree.count {
      let record = story.comments[Int(tree.position(at: ordinal).index)]
      out.append("comment ")
      out.append(decimal: tree.depth(at: ordinal) + 1)
      out.append(" ")
      out.append(json: record.id, of: story.bytes)
      if record.parent >= 0 {
        out.append(" under=")
        out.append(json: story.comments[Int(record.parent)].id, of: story.bytes)
      } else if record.marks.contains(.orphan) {
        out.append(" missing-parent=")
        out.append(json: record.parentID, of: story.bytes)
      }
      append(" replies=", tree.replyCount(at: ordinal), to: &out)
      append(" below=", tree.branch(at: ordinal).count - 1, to: &out)
      if let tombstone = record.tombstone {
        out.append(" ")
        out.append(verbatim: tombstone.rawValue)
      }
      out.append("\n")
    }
    return out.bytes()
  }

  private static func rows(of story: Story, _ options: Options) -> [UInt8] {
    var out = OutputBuffer()
    for row in visibleRows(of: story, options) {
      out.append("row ")
      out.append(decimal: row.depth + 1)
      out.append(" ")
      out.append(json: story.comments[Int(row.position.index)].id, of: story.bytes)
      append(" replies=", row.replies, to: &out)
      append(" hidden=", row.hiddenReplies, to: &out)
      out.append("\n")
    }
    return out.bytes()
  }

  /// The rows on show under the order and the folding of some options.
  static func visibleRows(of story: Story, _ options: Options) -> VisibleTree {
    let tree = CommentTree(of: story, sortedBy: options.sort, replies: options.replySort)
    return VisibleTree(of: tree, in: story, folding: options.folding)
  }

  /// Appends a count unless it is 0.
  private static func append(_ name: StaticString, _ count: Int, to out: inout OutputBuffer) {
    if count == 0 { return }
    out.append(name)
    out.append(decimal: count)
  }
}
