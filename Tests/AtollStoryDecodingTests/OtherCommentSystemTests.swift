import AtollComments
import AtollStoryDecoding
import TestSupport
import Testing

/// JSON of other systems and near-misses of Atoll documents are never read as an empty story; the error gives the
/// reason.
@Suite struct OtherCommentSystemTests {
  private func error(_ text: String, as form: InputForm? = nil) throws -> StoryError {
    try #require(throws: StoryError.self) { try decode(text, as: form) }
  }

  @Test(arguments: [
    (
      #"{"author":"pg","children":[],"created_at":"2006-10-09T18:21:51.000Z","id":1,"parent_id":null,"points":57,"story_id":1,"title":"Y","type":"story","url":"http://y.com"}"#,
      "Hacker News"
    ),
    (
      #"{"by":"pg","descendants":15,"id":1,"kids":[15],"type":"story","url":"http://y.com"}"#,
      "Hacker News"
    ),
    (
      #"[{"kind":"Listing","data":{"children":[]}},{"kind":"Listing","data":{"children":[]}}]"#,
      "Reddit"
    ),
    (#"{"cursor":{"next":"1"},"code":0,"response":[{"id":"1","message":"x"}]}"#, "Disqus"),
    (#"{"post_stream":{"posts":[]},"id":1,"title":"T","created_at":"2020-01-01"}"#, "Discourse"),
    (#"{"comments":[{"comment":{"id":"1","text":"x"}}],"info":{"count":1}}"#, "Remark42"),
    (#"{"total_replies":1,"replies":[{"id":1,"text":"x"}],"id":null,"hidden_replies":0}"#, "Isso"),
    (#"{"version":1,"comments":[{"commentHex":"a"}],"commenters":[]}"#, "Commento"),
    (
      #"[{"id":1,"post":2,"parent":0,"author":3,"author_name":"A","date":"2020-01-01T00:00:00","content":{"rendered":"x"},"link":"u"}]"#,
      "WordPress"
    ),
    (#"{"ancestors":[],"descendants":[{"id":"1","content":"x"}]}"#, "Mastodon"),
    (
      #"[{"url":"u","id":1,"user":{"login":"a"},"created_at":"2020-01-01T00:00:00Z","author_association":"NONE","body":"x"}]"#,
      "GitHub"
    ),
    (
      #"{"items":[{"comment_id":1}],"has_more":false,"quota_max":300,"quota_remaining":299}"#,
      "Stack Exchange"
    ),
  ])
  func namesTheSystemOfAnExport(text: String, name: String) throws {
    let error = try error(text)
    #expect(error.reason == .unknownForm)
    let isAnswer = ["Disqus", "Isso", "Remark42", "Stack Exchange"].contains(name)
    #expect(
      isAnswer
        ? error.message.hasPrefix("this is JSON of \(name) (top-level keys: ")
        : error.message == "this looks like an export of \(name)")
    #expect(error.advice.hasPrefix("convert it"))
  }

  @Test(arguments: [
    ("comentario.json", "commento"), ("commento.json", "commento"),
    ("discourse-export.json", "discourse"), ("discourse-topic.json", "discourse"),
    ("github-issues.json", "github"), ("hackernews-algolia.json", "hackernews"),
    ("hackernews-firebase.ndjson", "hackernews"), ("mastodon-context.json", "mastodon"),
    ("mastodon-status.json", "mastodon"), ("reddit.json", "reddit"),
    ("remark42.ndjson", "remark42"), ("wordpress-comments.json", "wordpress"),
    ("youtube.json", "youtube"),
    ("github-discussion.json", "github"), ("disqus.xml", "disqus"), ("wordpress.xml", "wordpress"),
    ("facebook.csv", "facebook"), ("table.csv", "csv"),
  ])
  func suggestsTheImporterForASampleExport(file: String, importer: String) throws {
    let sample = try Repository.bytes("Tests/Import/samples/\(file)")
    let error = try error(String(decoding: sample, as: UTF8.self))
    let command = "/usr/share/atoll/import/\(importer) input > stories.ndjson"
    #expect(error.advice == "convert it: \(command)")
    #expect(try !Repository.bytes("recipes/import/\(importer)").isEmpty)
  }

  @Test func suggestsTheImporterForADatabase() throws {
    let tables = "CREATE TABLE threads (id INTEGER)CREATE TABLE comments (voters BLOB NOT NULL)"
    #expect(try error("SQLite format 3\0\u{1}\(tables)").advice.contains("/isso input >"))
    #expect(try error("SQLite format 3\0\u{1}CREATE TABLE story").reason == .notJSON)
  }

  @Test(arguments: [
    ("export.xml", "export.xml"), ("/home/Ann Lee's/all.xml", "'/home/Ann Lee'\\''s/all.xml'"),
  ])
  func quotesTheFileNameForTheShell(name: String, argument: String) throws {
    let file = InputFile(name: name, bytes: Array("<?xml version='1.0'?>\n<disqus>".utf8))
    let error = try #require(throws: StoryError.self) { try StoryDecoder.decode([file]) }
    #expect(
      error.description == """
        \(name): this looks like an export of Disqus; convert it: \
        /usr/share/atoll/import/disqus \(argument) > stories.ndjson
        """)
  }

  @Test(arguments: ["<html><rss>", "name,city\nAnn,Rome\n", "A comment, in words", "PK\u{3}\u{4}"])
  func doesNotMistakeOtherFilesForExports(text: String) throws {
    #expect(try error(text).reason == .notJSON)
  }

  @Test(arguments: [
    #"{"short_id":"a","created_at":"2020-01-01T00:00:00Z","title":"T","url":"http://y.com","id":"1"}"#,
    #"[{"type_of":"comment","id_code":"a","created_at":"2020-01-01T00:00:00Z","body_html":"x"}]"#,
    #"{"id":"1","createdAt":"2020-01-01T00:00:00Z","url":"https://example.com","messages":[]}"#,
    #"{"story":{"id":5,"posts":[{"id":1}]}}"#,
    #"{"asset":{"id":5,"name":"picture"}}"#,
  ])
  func listsTheKeysOfAnUnknownObject(text: String) throws {
    let error = try error(text)
    #expect(error.reason == .unknownForm)
    #expect(error.message.contains("JSON of an unknown form (top-level keys: "))
  }

  @Test(arguments: [
    #"{"comments":[{"id":"c1","author":"Ann","body":"x"}]}"#,
    #"{"comments":[{"id":"c1","author":{"id":"a","name":"Ann"},"body":"x","likes":1,"x-mine":2}]}"#,
    #"{"comments":[{"body":"x"}],"title":"T"}"#,
    #"{"story":{"id":"s","title":"T"},"comments":[]}"#,
  ])
  func suggestsAddingTheAtollKeyToADocument(text: String) throws {
    let error = try error(text)
    #expect(error.reason == .unknownForm)
    #expect(error.advice.hasPrefix(#"add "atoll": 1"#))
    #expect(try decode(text, as: .atoll).form == .atoll)
  }

  @Test(arguments: [
    #"[{"id":"c1","author":"Ann","body":"x"}]"#, #"{"id":"c1","author":"Ann","body":"x"}"#,
  ])
  func suggestsWrappingBareCommentsInADocument(text: String) throws {
    #expect(try error(text).advice.contains(#"{"atoll": 1, "comments": ["#))
  }

  @Test func suggestsRenamingUnknownCommentKeys() throws {
    let error = try error(
      #"{"comments":[{"id":1,"text":"x","user":"Ann","date":"2020-01-01","odd":1}]}"#)
    #expect(error.message.contains("keys of a comment: id, text, user, date, odd"))
    #expect(
      error.advice
        == #"add "atoll": 1 to it, and rename the keys of comments: text to body, user to author, date to createdAt"#
    )
  }

  @Test func readsCommentListsWithoutTheEnclosingResponse() throws {
    let featured =
      #"{"comments":[{"id":"c","body":"x","createdAt":"2020-01-01T00:00:00Z","story":{"id":"s"},"author":{"username":"a","id":"u"}}]}"#
    #expect(try decode(featured).form == .coral)
    #expect(try decode(featured).comments.map(\.body.text) == ["x"])
    let nodes = #"{"comments":{"nodes":[{"id":"c","body":"x","created_at":1}]}}"#
    #expect(try decode(nodes).comments.count == 1)
  }

  @Test(arguments: [
    ("text", "body"), ("content", "body"), ("message", "body"), ("user", "author"),
    ("author_name", "author"), ("date", "createdAt"), ("created_utc", "createdAt"),
    ("in_reply_to", "parentId"), ("score", "likes"), ("children", "replies"), ("url", "permalink"),
    ("deleted", "tombstone"),
  ])
  func suggestsTheAtollKeyForAKeyFromAnotherSystem(key: String, meant: String) throws {
    let decoded = try decode(#"{"atoll":1,"comments":[{"id":"c","\#(key)":"no"}]}"#)
    let problem = try #require(decoded.problems.first { $0.code == .unknownValue })
    #expect(problem.message.hasSuffix("did you mean \u{201C}\(meant)\u{201D}?"))
  }
}
