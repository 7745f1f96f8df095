import AtollBytes
import AtollComments
import AtollStoryDecoding
import Testing

/// Database rows that are broken or occur more than once.
@Suite struct RowTests {
  private func row(
    _ id: String, body: String = "x\\ny", status: String = "NONE", more: String = ""
  ) -> String {
    #"{"_id":"\#(id)","id":"\#(id)","storyID":"s","revisions":[{"body":"\#(body)"}],"#
      + #""tags":[{"type":"STAFF"}],"status":"\#(status)"\#(more),"createdAt":{"$date":{"$numberLong":"1"}}}"#
  }

  @Test func readsTheTimeOfAnEdit() throws {
    let decoded = try decode(
      #"""
      {"id":"a","storyID":"s","status":"NONE","createdAt":{"$date":{"$numberLong":"1"}},"revisions":[{"body":"x","createdAt":{"$date":{"$numberLong":"1"}}},{"body":"y","createdAt":{"$date":{"$numberLong":"2000"}}}]}
      {"id":"b","storyID":"s","status":"NONE","createdAt":{"$date":{"$numberLong":"1"}},"revisions":[{"body":"x","createdAt":{"$date":{"$numberLong":"1"}}}]}
      """#)
    #expect(decoded.comments.map(\.editedAt) == [Timestamp(milliseconds: 2000), nil])
    let talk = try decode(
      #"""
      {"id":"a","asset_id":"s","author_id":"u","status":"NONE","body":"y","created_at":{"$date":{"$numberLong":"1"}},"body_history":[{"body":"x","created_at":{"$date":{"$numberLong":"1"}}},{"body":"y","created_at":{"$date":{"$numberLong":"2000"}}}]}
      """#)
    #expect(talk.comments.map(\.editedAt) == [Timestamp(milliseconds: 2000)])
    #expect(talk.comments.map(\.isEdited) == [true])
  }

  // MARK: Broken rows

  @Test func skipsOnlyTheTruncatedRow() throws {
    let second = row("c2")
    for length in 1..<second.count {
      let text = [row("c1"), String(second.prefix(length)), row("c3"), row("c4")]
      let decoded = try decode(text.joined(separator: "\n"))
      #expect(decoded.comments.map(\.id) == ["c1", "c3", "c4"], "cut at \(length)")
      #expect(decoded.comments.allSatisfy { $0.body.text == "x\ny" })
      #expect(decoded.problems.map(\.code) == [.unusableRow])
      guard case .line(2, column: _, byte: _, of: _) = decoded.problems[0].place else {
        Issue.record("\(decoded.problems[0].place)")
        continue
      }
    }
  }

  @Test func continuesAfterABrokenLine() throws {
    let broken = [
      "garbage", #"{"id":"c2","storyID":"s","body":"\q"}"#, "\"", "]", "{", "}", #"{"id":"c2"}}"#,
      "\r",
    ]
    for line in broken {
      let decoded = try decode("\(row("c1"))\n\(line)\n\n\(row("c3"))\r\n\(row("c4"))\n")
      #expect(decoded.comments.map(\.id) == ["c1", "c3", "c4"], "\(line)")
    }
  }

  @Test func readsRowsThatSpanMultipleLines() throws {
    let indented = ["c1", "c2"].map {
      row($0).replacing(",\"", with: ",\n  \"").replacing("[{", with: "[\n  {")
    }
    #expect(try decode(indented.joined(separator: "\n")).problems == [])
    let plain = indented.map { $0.replacing("\n  ", with: "\n") }
    let decoded = try decode(plain.joined(separator: "\n"))
    #expect(decoded.comments.map(\.id) == ["c1", "c2"])
    #expect(decoded.problems == [])
    // A raw line end in a string is invalid JSON; rejecting it would lose the comment.
    #expect(try decode("\(row("c1", body: "x\n y"))\n\(row("c2"))").comments.count == 2)
  }

  @Test func countsColumnsFromTheStartOfTheLine() throws {
    let list = "[\(row("c1", body: "1")),\(row("c2", body: "2")),"
    let decoded = try decode(list + #"{"id" 3}]"#)
    #expect(decoded.problems.map(\.code) == [.truncatedInput])
    let place = list.utf8.count + 6
    #expect(decoded.problems[0].place == .line(1, column: place + 1, byte: place, of: "input"))
    let second = try decode("\n[\(row("c1", body: "1")),\n\(row("c2")), {\"id\" 3}]")
    guard case .line(3, let column, byte: _, of: _) = second.problems[0].place else {
      Issue.record("\(second.problems[0].place)")
      return
    }
    #expect(column == row("c2").utf8.count + 9)
  }

  // MARK: Rows that occur twice

  @Test func mergesIdenticalRows() throws {
    let decoded = try decode(
      [row("c1"), row("c2", more: #","parentID":"c1""#), row("c1"), row("c3"), row("c1")]
        .joined(separator: "\n"))
    #expect(decoded.comments.map(\.id) == ["c1", "c2", "c3"])
    #expect(decoded.comments.map(\.parentID) == [nil, "c1", nil])
    #expect(decoded.story.metadata.commentCount == 3)
    #expect(decoded.problems == [])
  }

  /// Rows of one comment, from the least to the most preferred one, each with the number of
  /// warnings about it and the row before it.
  static let rowsOfOneComment: [(row: String, warnings: Int)] = {
    func row(_ bodies: [(text: String, time: Int)], likes: Int, status: String = "NONE") -> String {
      let revisions = bodies.map {
        #"{"body":"\#($0.text)","createdAt":{"$date":{"$numberLong":"\#($0.time)"}}}"#
      }
      return #"{"id":"c1","storyID":"s","authorID":"u","status":"\#(status)","revisions":["#
        + revisions.joined(separator: ",") + #"],"actionCounts":{"REACTION":\#(likes)},"#
        + #""createdAt":{"$date":{"$numberLong":"1"}}}"#
    }
    return [
      (row([("first", 1)], likes: 9), 0), (row([("first", 1)], likes: 10), 0),
      (row([("first", 1), ("zweite", 20)], likes: 3), 0),
      (row([("first", 1), ("second", 30)], likes: 1), 0),
      (row([("first", 1), ("second", 30)], likes: 2), 0),
      (row([("first", 1), ("third", 30)], likes: 2), 1),
      (row([("first", 1), ("second", 30), ("a", 40)], likes: 0), 0),
      (row([("first", 1), ("second", 30), ("x", 40), ("b", 40)], likes: 0), 0),
      (row([("first", 1)], likes: 4, status: "REJECTED"), 1),
    ]
  }()

  @Test func keepsThePreferredRowOfACommentForAnyRowOrder() throws {
    let rows = Self.rowsOfOneComment
    for last in rows.indices.dropFirst() {
      let known = rows[last - 1].row
      let newest = try decode([row("c2"), rows[last].row].joined(separator: "\n")).comments
      for others in [[known], rows[..<last].map(\.row)] {
        for text in [others + [rows[last].row, row("c2")], [row("c2"), rows[last].row] + others] {
          let decoded = try decode(text.joined(separator: "\n"))
          let ids = decoded.comments.map(\.id)
          #expect(Set(ids).count == ids.count && ids.count == newest.count)
          let kept = decoded.comments.first { $0.id == "c1" }
          let expected = newest.first { $0.id == "c1" }
          #expect(kept?.body == expected?.body && kept?.likes == expected?.likes, "\(last)")
          if others == [known] { #expect(decoded.problems.count == rows[last].warnings, "\(last)") }
          #expect(decoded.problems.allSatisfy { $0.place == .comment("c1") })
          #expect(try Self.collect(text) == kept?.body.text, "\(last)")
        }
      }
    }
  }

  /// Returns the text of the comment `c1` in rows that are read one by one, from reduced copies of
  /// the rows.
  private static func collect(_ rows: [String]) throws -> String? {
    var collector = RowCollector(form: .coralDump)
    var reader = RowReader()
    for (number, row) in rows.enumerated() {
      let failure = reader.read(Array(row.utf8)[...], file: "comments")
      #expect(failure == nil)
      var bytes: [UInt8] = []
      reader.appendShownParts(to: &bytes)
      collector.add(bytes.indices, of: &bytes, number: number)
    }
    return try collector.finish().comments.first { $0.id == "c1" }?.body.text
  }

  @Test func reportsTextAfterTheEndOfARow() throws {
    var collector = RowCollector(form: .coralDump)
    for (number, text) in [row("c1"), row("c2") + " " + row("c3"), row("c4") + "x"].enumerated() {
      var bytes = Array(text.utf8)
      collector.add(bytes.indices, of: &bytes, number: number + 1)
    }
    #expect(collector.brokenRowCount == 2)
    let decoded = try collector.finish()
    #expect(decoded.comments.map(\.id) == ["c1"])
    #expect(
      decoded.problems.map(\.message) == [
        "row 2 was ignored: there is text after the end",
        "row 3 was ignored: there is text after the end",
      ])
  }

  @Test func countsTheRatingOfACommentOnce() throws {
    let rated = #""rating":4,"authorID":"u""#
    let text = [
      row("c1", more: ",\(rated)"), row("c1", body: "other", more: ",\(rated)"),
      row("c2", more: #","rating":1,"authorID":"v""#),
    ]
    let decoded = try decode(text.joined(separator: "\n"))
    #expect(decoded.story.metadata.ratingCount == 2)
    #expect(decoded.story.metadata.ratingHundredths == 250)
  }

  @Test(arguments: [0, 1, 2])
  func hidesACommentIfAnyOfItsRowsIsUnpublished(place: Int) throws {
    var rows = [row("c2"), row("c2", body: "edited")]
    rows.insert(row("c2", status: "REJECTED"), at: place)
    for text in [[row("c1")] + rows, rows + [row("c1")]] {
      let decoded = try decode(text.joined(separator: "\n"))
      #expect(decoded.comments.map(\.id) == ["c1"])
      #expect(decoded.droppedCount == 1)
      #expect(Set(decoded.problems.map(\.place)) == [.comment("c2")])
      var collector = RowCollector(form: .coralDump)
      for (number, row) in text.enumerated() {
        var bytes = Array(row.utf8)
        collector.add(0..<bytes.count, of: &bytes, number: number)
      }
      #expect(try collector.finish().comments.map(\.id) == ["c1"])
    }
  }

  @Test func doesNotRestoreADeletedCommentFromAnotherRow() throws {
    let deleted = row("c2", more: #","deletedAt":{"$date":{"$numberLong":"2"}}"#)
    for rows in [[row("c2"), deleted], [deleted, row("c2")]] {
      let decoded = try decode(([row("c1")] + rows).joined(separator: "\n"))
      #expect(decoded.comments.map(\.tombstone) == [nil, .deleted])
      #expect(decoded.comments.map(\.body.text) == ["x\ny", ""])
    }
  }
}
