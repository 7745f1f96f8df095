import Atoll
import AtollComments
import Testing

/// The reply counts in templates, for replies that are written or hidden.
@Suite struct ReplyCountTests {
  /// A story in which Bo and Di reply to Ann, Cy to Bo and Ed to Cy.
  private func story() throws -> Story {
    let replies = [("bo", "ann"), ("cy", "bo"), ("ed", "cy"), ("di", "ann")]
    let comments = [(id: "ann", parent: "")] + replies.map { (id: $0.0, parent: $0.1) }
    let texts = comments.enumerated().map { index, comment in
      """
      {"id": "\(comment.id)", "author": {"name": "\(comment.id)"}, "body": "Hi.",
       "createdAt": "2026-07-31T1\(index):00:00Z", "parentId": "\(comment.parent)"}
      """
    }
    let document = #"{"atoll": 1, "comments": [\#(texts.joined(separator: ","))]}"#
    return try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
  }

  /// Returns the data that a template writes for each block.
  private func said(in file: String, _ template: String, change: (inout Options) -> Void)
    throws -> [String]
  {
    var options = Options()
    options.format = .fragment
    change(&options)
    let source = TemplateSource(path: file, bytes: Array(template.utf8))
    let renderer = try Renderer(options: options, templates: [source])
    let html = String(decoding: try renderer.render(story()).bytes, as: UTF8.self)
    return html.matches(of: /<data>([^<]*)<\/data>/).map { String($0.1) }
  }

  /// The attribute that sorting needs, since `comments.mustache` has the sort controls.
  private static let places =
    "{{#ranked}} style=\"--n:{{rank_newest}};--o:{{rank_oldest}};--l:{{rank_likes}};--r:{{rank_replies}}\"{{/ranked}}"

  private static let counts =
    "<data>{{author}}: {{reply_count}}, {{reply_count_label}}{{#has_replies}}, written{{/has_replies}}</data>"

  @Test func writesTheSameReplyCountAsANumberAndAsText() throws {
    let inGroups = try said(
      in: "replies.mustache", "<details>\(Self.counts)<ol>{{> comments}}</ol></details>"
    ) { $0.maxDepth = 2 }
    #expect(inGroups == ["ann: 4, 4 replies, written", "bo: 2, 2 replies"])
    let inComments = try said(
      in: "comment.mustache", "<li\(Self.places)>\(Self.counts){{{body}}}{{> replies}}</li>"
    ) {
      $0.maxDepth = 2
    }
    #expect(
      inComments == ["ann: 4, 4 replies, written", "bo: 2, 2 replies", "di: 0, 0 replies"])
  }

  /// Missing replies of a truncated branch are counted after its last comment, but do not belong to that comment.
  @Test func countsHiddenRepliesOnlyForTheirParent() throws {
    let said = try said(
      in: "comment.mustache", "<li\(Self.places)>\(Self.counts){{{body}}}{{> replies}}</li>"
    ) {
      $0.maxComments = 2
    }
    #expect(said == ["ann: 4, 4 replies, written", "bo: 0, 0 replies"])
  }

  @Test func writesTheLevelAndCountOfHiddenReplies() throws {
    let names = "{{level}} {{depth}} {{count}} {{reply_count}}{{#flattened}} flat{{/flattened}}"
    let template = "<li><data>{{author}} \(names)</data></li>"
    let said = try said(in: "hidden-replies.mustache", template) {
      $0.maxDepth = 2
      $0.depthCap = 2
    }
    #expect(said == ["bo 3 2 2 2 flat"])
  }
}
