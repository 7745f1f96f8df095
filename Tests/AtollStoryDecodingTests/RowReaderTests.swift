import AtollComments
import AtollStoryDecoding
import Testing

/// Reduced copies of rows, with the shown parts only.
struct RowReaderTests {
  private static let files: [String: [String]] = [
    "coral": ["comments", "stories", "tenants", "users"],
    "talk4": ["comments", "assets", "settings", "users"],
  ]

  /// Returns the Atoll document of the story in the rows, each of which is changed by a function.
  private static func document(
    of rows: [(file: String, text: [UInt8])], _ form: InputForm,
    _ change: (inout RowReader, [UInt8]) -> [UInt8] = { $1 }
  ) throws -> String {
    var collector = RowCollector(form: form)
    var reader = RowReader()
    for (number, row) in rows.enumerated() {
      #expect(reader.read(row.text[...], file: row.file) == nil)
      var text = change(&reader, row.text)
      collector.add(text.indices, of: &text, number: number, as: reader.kind)
    }
    let decoded = try collector.finish()
    let document = AtollDocumentWriter.document(of: decoded.story)
    return String(decoding: document, as: UTF8.self)
      + decoded.diagnostics.list().map { "\n\($0.code): \($0.message)" }.joined()
  }

  private static func copy(_ reader: inout RowReader, _ text: [UInt8]) -> [UInt8] {
    var copy: [UInt8] = []
    reader.appendShownParts(to: &copy)
    return copy
  }

  @Test(arguments: ["coral", "talk4"], ["relaxed", "canonical"])
  func decodesTheSameStoryFromRowsReducedToTheShownFields(server: String, notation: String) throws {
    let rows = (Self.files[server] ?? []).flatMap { name in
      fixtureBytes("\(server)-dump-\(notation)/\(name).ndjson").split(separator: 0x0A)
        .map { (file: name, text: Array($0)) }
    }
    let form = server == "coral" ? InputForm.coralDump : .talk4Dump
    #expect(rows.count > 10)
    #expect(try Self.document(of: rows, form, Self.copy) == Self.document(of: rows, form))
  }

  /// Rows with unusual notation and order of fields, and their copies.
  @Test(arguments: [
    (
      #"{ "id" : "c" , "storyID":"s","status":"NONE","revisions" : [ {"body":"old"} , {"metadata":{"a":[1]},"body":"new, \"}]\\" , "createdAt":1} ] , "ip":"1" }"#,
      #"{"id" : "c","storyID":"s","status":"NONE","revisions" : [{},{"body":"new, \"}]\\","createdAt":1}]}"#
    ),
    (
      #"{"id":"c","storyID":"s","status":"REJECTED","revisions":[{"body":"x","createdAt":1}],"tags":[]}"#,
      #"{"id":"c","storyID":"s","status":"REJECTED","revisions":[{"createdAt":1}],"tags":[]}"#
    ),
    (
      #"{"id":"c","storyID":"s","status":"new","revisions":[{"body":"x"}]}"#,
      #"{"id":"c","storyID":"s","status":"new","revisions":[{}]}"#
    ),
    (
      #"{"actionCounts":{"FLAG":1,"REACTION":2,"X":{"a":"}"}},"storyID":"s","revisions":[]}"#,
      #"{"actionCounts":{"REACTION":2},"storyID":"s","revisions":[]}"#
    ),
    (
      #"{"asset_id":"a","status":"NONE","body":"b","body_history":[{"body":"b","created_at":1},{"body":"c","created_at":2}],"metadata":{"ip":"1","richTextBody":"<b>"},"action_counts":{"like":1}}"#,
      #"{"asset_id":"a","status":"NONE","body":"b","body_history":[{},{"created_at":2}],"metadata":{"richTextBody":"<b>"},"action_counts":{"like":1}}"#
    ),
    (
      #"{"asset_id":"a","status":"NONE","body":null,"metadata":{"richTextBody":"<b>"}}"#,
      #"{"asset_id":"a","status":"NONE"}"#
    ),
    (
      #"{"storyID":"s","status":"NONE","parentID":[],"revisions":[{"body":"x","createdAt":1}]}"#,
      #"{"storyID":"s","status":"NONE","parentID":[],"revisions":[{"createdAt":1}]}"#
    ),
    (
      #"{"storyID":"s","deletedAt":{"$date":1},"revisions":{"body":"a"},"actionCounts":7}"#,
      #"{"storyID":"s","deletedAt":{"$date":1},"revisions":{"body":"a"},"actionCounts":7}"#
    ),
    (
      #"{"email":"e","username":"N","id":"u","profiles":[{"password":"p"}],"badges":["B"]}"#,
      #"{"username":"N","id":"u","badges":["B"]}"#
    ),
    (#"{"\u0000":1,"username":"N","id":"u","email":"e"}"#, #"{"username":"N","id":"u"}"#),
    (
      #"{"url":"u","id":"s","settings":{"a":{}},"x":1}"#,
      #"{"url":"u","id":"s","settings":{"a":{}}}"#
    ),
  ])
  func copiesOnlyTheFieldsThatAreShown(row: String, copy: String) throws {
    var reader = RowReader()
    #expect(reader.read(Array(row.utf8)[...], file: "rows") == nil)
    #expect(String(decoding: Self.copy(&reader, []), as: UTF8.self) == copy)
  }

  @Test(arguments: ["", "7", "{}", "{\"id\":}", "{\"id\":1} {}", "[]", "{\"id\":1}x", "nonsense"])
  func reportsUnreadableRows(row: String) {
    var reader = RowReader()
    #expect(reader.read(Array(row.utf8)[...], file: "comments.json") != nil)
  }

  /// The name of the file decides only if no field does.
  @Test(arguments: [
    (#""storyID":"s","authorID":"u","revisions":[{"bo"#, RowKind.comment),
    (#""storyID":"s","revisions":[{"bo"#, .comment), (#""authorID":"u","sto"#, .comment),
    (#""storyID":"s","parentID":null,"sta"#, .comment), (#""ancestorIDs":[],"st"#, .comment),
    (#""asset_id":"s","author_id":"u","bo"#, .comment),
    (#""asset_id":"s","parent_id":null,"bo"#, .comment), (#""body_history":[{"bo"#, .comment),
    (#""storyID":"s","commentID":"c","meta"#, .other), (#""storyID":"s","us"#, .other),
    (#""storyID":"s","actionType":"FLAG","parentID":"c","us"#, .other), (#""tenantID":"#, .other),
  ])
  func recognizesACutCommentByItsFieldsInAFileOfAnyName(fields: String, kind: RowKind) {
    var reader = RowReader()
    for file in ["old/weekly-actions.json", "weekly-dsareports.json", "notifications.json"] {
      #expect(reader.read(Array((#"{"id":"c","# + fields).utf8)[...], file: file) != nil)
      #expect(reader.kind == kind, "\(file)")
    }
  }

  @Test func findsTheStoryAndUsersInACommentRow() {
    var reader = RowReader()
    let row =
      #"{"storyID":"s\/1","authorID":"u\u0031","tags":[{"type":"FEATURED","createdBy":"u2"}]}"#
    #expect(reader.read(Array(row.utf8)[...], file: "rows") == nil)
    #expect(String(decoding: reader.key, as: UTF8.self) == "s/1")
    #expect(reader.personIDs.map { String(decoding: $0, as: UTF8.self) } == ["u1", "u2"])
  }
}
