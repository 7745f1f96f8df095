import Comments
import StoryDecoding
import Testing

/// Rows of comments that the server does not show, because of what they say or lack, and rows that
/// contradict each other.
@Suite struct UnseenRowTests {
  private func comment(
    _ id: String, under parent: String? = nil, status: String? = #""NONE""#, more: String = ""
  ) -> String {
    let parent = parent.map { #""\#($0)""# } ?? "null"
    let status = status.map { #","status":\#($0)"# } ?? ""
    return #"{"id":"\#(id)","storyID":"s","authorID":"u","parentID":\#(parent),"#
      + #""revisions":[{"body":"Hi"}]\#(status)\#(more),"createdAt":{"$date":"2024-06-01T10:00:00Z"}}"#
  }

  private func talkComment(_ id: String, more: String = #","status":"NONE""#) -> String {
    #"{"id":"\#(id)","asset_id":"s","author_id":"u","body":"Hi"\#(more),"created_at":{"$date":"2020-01-01T00:00:00Z"}}"#
  }

  /// Returns the story of rows that are read from a file, and that of rows that are read one by
  /// one, from copies of their shown parts.
  private func stories(
    _ rows: [String], form: InputForm? = nil
  ) throws(DecodingError) -> [DecodedStory] {
    [
      try decode(rows.joined(separator: "\n"), as: form),
      try collect(rows, form: form),
    ]
  }

  private func collect(_ rows: [String], form: InputForm?) throws(DecodingError) -> DecodedStory {
    var collector = RowCollector(form: form)
    var reader = RowReader()
    for (number, row) in rows.enumerated() {
      #expect(reader.read(Array(row.utf8)[...], file: "rows") == nil)
      var bytes: [UInt8] = []
      reader.appendShownParts(to: &bytes)
      collector.add(bytes.indices, of: &bytes, number: number, as: reader.kind)
    }
    return try collector.finish()
  }

  // MARK: Tags

  @Test func hidesTagsOfTalkThatAreNotPublic() throws {
    func tag(_ name: String, _ permissions: String) -> String {
      #"{"tag":{"name":"\#(name)"\#(permissions)},"assigned_by":"u"}"#
    }
    let tags = [
      tag("Plain", ""), tag("Open", #","permissions":{"public":true,"self":false}"#),
      tag("Default", #","permissions":{"self":true}"#),
      tag("Secret", #","permissions":{"public":false}"#),
      tag("FEATURED", #","permissions":{"public":false}"#),
      tag("Odd", #","permissions":{"public":null}"#),
    ].joined(separator: ",")
    for decoded in try stories([talkComment("a", more: #","status":"NONE","tags":[\#(tags)]"#)]) {
      #expect(decoded.comments[0].otherTags == ["Plain", "Open", "Default"])
      #expect(decoded.comments[0].tags == [])
    }
  }
}
