import Atoll
import AtollComments
import AtollLayout
import AtollRows
import Foundation
import Testing

extension SnapshotCase {
  /// Every reference.
  ///
  /// Other files in the folder are unused references.
  static let all = blocks + notices + forms + pages + dumps + styleSheets + letters + mails

  // MARK: Block by block

  /// Every root comment of the specimen sheets with its replies, in both directions.
  private static let blocks: [SnapshotCase] = ["specimen", "specimen-closed"].flatMap { sheet in
    let document = (try? Document(demo: sheet)) ?? Document()
    return document.roots.flatMap { root in
      languages.map { language in
        SnapshotCase("blocks/\(root).\(language).html") {
          try list(Document(demo: sheet).branch(root)) {
            $0.language = language
            $0.maxDepth = 11
          }
        }
      }
    }
  }

  /// The notices around the thread, open and closed, in both directions.
  private static let notices: [SnapshotCase] = noticeStates.flatMap { state in
    languages.map { language in
      SnapshotCase("notices/\(state.name).\(language).html") {
        try markup(state.document()) {
          $0.language = language
          state.change(&$0)
        }
      }
    }
  }

  private struct NoticeState: Sendable {
    var name: String
    var document: @Sendable () throws -> Document
    var change: @Sendable (inout Options) -> Void = { _ in }
  }

  private static let noticeStates = [
    NoticeState(name: "open") { try notices(of: "specimen") },
    NoticeState(name: "closed") { try notices(of: "specimen-closed") },
    NoticeState(
      name: "closed-with-infobox", document: { try notices(of: "specimen-closed") },
      change: { $0.keepsInfoboxWhenClosed = true }),
    NoticeState(name: "closed-without-message") {
      try notices(of: "specimen").with(["closed": true])
    },
    NoticeState(name: "stopped") {
      try notices(of: "specimen")
        .with(["closed": "siteWide", "disabledMessage": "We are moving **house**."])
    },
    NoticeState(name: "stopped-without-message") {
      try notices(of: "specimen").with(["closed": "siteWide"])
    },
    NoticeState(
      name: "closed-by-the-clock",
      document: { try notices(of: "specimen").with(["closed": ["at": "2026-08-01T00:00:00Z"]]) },
      change: { $0.now = Timestamp(milliseconds: 1_785_600_000_000) }),
    NoticeState(name: "none") { Document(story: ["title": "Nothing yet"]) },
    NoticeState(name: "bare") { Document() },
  ]

  /// Returns a specimen sheet with only the root comments that are featured.
  private static func notices(of sheet: String) throws -> Document {
    var document = try Document(demo: sheet)
    document.comments = document.comments.filter {
      ($0["tags"] as? [String])?.contains("FEATURED") == true && $0["parentId"] == nil
    }
    document.story["commentCount"] = nil
    return document
  }

  // MARK: The forms of output

  private static let forms: [SnapshotCase] = [
    SnapshotCase("forms/sort-controls.html") {
      try markup(Document(demo: "specimen").branch("siblings")) { $0.sortControls = .on }
    },
    SnapshotCase("forms/more-comments.html") {
      try list(Document(demo: "specimen").branch("plain").with(["commentCount": 1204]))
    },
    SnapshotCase("forms/more-comments-uncounted.html") {
      try list(Document(demo: "specimen").branch("plain").with(["hasMore": true]))
    },
    SnapshotCase("forms/folded.html") {
      try list(Document(demo: "story")) { $0.folding = Folding.all }
    },
    SnapshotCase("forms/flat.html") {
      try list(Document(demo: "specimen").branch("siblings")) { $0.depthCap = 1 }
    },
    SnapshotCase("forms/new-and-relative.html") {
      try list(Document(demo: "specimen").branch("siblings")) {
        $0.now = Timestamp(milliseconds: 1_785_520_800_000)
        $0.since = Timestamp(milliseconds: 1_785_500_000_000)
        $0.showsOnlyNew = false
      }
    },
    SnapshotCase("forms/coral-classes.html") {
      try markup(Document(demo: "specimen").branch("badge-all")) { $0.classNames = .coral }
    },
    SnapshotCase("forms/talk-classes.html") {
      try markup(Document(demo: "specimen").branch("badge-all")) { $0.classNames = .talk }
    },
    SnapshotCase("forms/card.html") {
      try markup(Document(demo: "specimen")) {
        $0.format = .card
        $0.focus = "depth-9"
        $0.ancestorCount = 2
      }
    },
    SnapshotCase("forms/card-of-a-gap.html") {
      try markup(Document(demo: "specimen")) {
        $0.format = .card
        $0.focus = "gap-rejected"
      }
    },
  ]

  private static let pages: [SnapshotCase] = ["story", "specimen", "specimen-closed"].map { sheet in
    SnapshotCase("pages/\(sheet).html") {
      try markup(Document(demo: sheet)) { $0.format = .page }
    }
  }

  // MARK: Other forms

  private static let dumps: [SnapshotCase] = [
    SnapshotCase("dumps/story.json") { text(try blockList().json()) },
    SnapshotCase("dumps/story.rows.txt") {
      let story = try Document(demo: "story").read()
      return rows(of: story, folding: .none)
    },
    SnapshotCase("dumps/story-folded.rows.txt") {
      let story = try Document(demo: "story").read()
      return rows(of: story, folding: .deeperThan(2))
    },
  ]

  private static func blockList() throws -> BlockList {
    BlockList(try Document(demo: "story").read())
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Returns a line for every visible row: its depth, its comment, and the number of replies it hides.
  private static func rows(of story: Story, folding: Folding) -> String {
    let tree = CommentTree(of: story, sortedBy: .newest, replies: .oldest)
    return VisibleTree(of: tree, in: story, folding: folding)
      .map { row in
        let indent = String(repeating: "  ", count: row.depth)
        let hidden = row.hiddenReplies > 0 ? " hides \(row.hiddenReplies)" : ""
        return "\(indent)\(story.comment(at: row.position).id)\(hidden)\n"
      }
      .joined()
  }

  /// The whole style sheet of every theme, one rule per line.
  private static let styleSheets: [SnapshotCase] = themes.flatMap { theme in
    [Options.Format.page, .fragment].map { format in
      SnapshotCase("css/\(theme).\(format.rawValue).css") {
        var options = Options()
        options.format = format
        let css = try Renderer(options: options, style: .embedded(theme)).styleSheet
        return text(css).replacing("}", with: "}\n").replacing("}\n}", with: "}}")
      }
    }
  }
}
