import AtollBytes
import AtollComments
import AtollStoryDecoding
import Testing

/// Broken input is reported, never crashes the decoder, and never loses a comment silently.
@Suite struct BrokenInputTests {
  func problem(_ text: String) throws -> Diagnostic {
    let problems = try decode(text).problems
    return try #require(problems.first)
  }

  func document(_ comments: String) -> String { #"{"atoll":1,"comments":[\#(comments)]}"# }

  func failure(_ bytes: [UInt8], as form: InputForm? = nil) -> StoryError? {
    #expect(throws: StoryError.self) { try StoryDecoder.decode(bytes, as: form) }
  }

  // MARK: Inputs without a story

  @Test(arguments: [
    ("", StoryError.Reason.empty), (" \n ", .empty), ("\u{FEFF}", .empty), ("hello", .notJSON),
    ("<html>", .notJSON), ("12", .notJSON), ("{broken", .brokenJSON),
    ("[{\"a\":1},]", .brokenJSON), (#"{"a":[1,}"#, .brokenJSON), ("{}", .unknownForm),
    ("[]", .unknownForm),
    (#"{"a":1}"#, .unknownForm), (#"{"atoll":1}"#, .noStory), (#"{"atoll":1"#, .brokenJSON),
    (#"{"data":null}"#, .noStory), (#"{"data":{"asset":null}}"#, .noStory),
    (#"{"data":{"asset":{"#, .brokenJSON), (#"{"_id":{"$oid":"1"},"id":"1"}"#, .unknownForm),
    (#"{"story":{"id":"s"},"comments":[]}"#, .unknownForm),
    (#"{"_id":"1","id":"1","wordlist":{},"infoBoxEnable":true}"#, .noStory),
  ])
  func explainsWhyThereIsNoStory(text: String, reason: StoryError.Reason) {
    let error = failure(Array(text.utf8))
    #expect(error?.reason == reason)
    #expect(error?.advice.isEmpty == false)
  }

  @Test func rejectsShortInputsOfCharactersOfJSONAndMarkup() {
    var texts: [[UInt8]] = [[]]
    #expect(StoryDecoder.isRow([]) == nil)
    for _ in 0..<4 {
      texts = texts.flatMap { text in Array("\n {[\"a<".utf8).map { text + [$0] } }
      for text in texts {
        #expect(StoryDecoder.isRow(text) != true)
        #expect(throws: StoryError.self) { try StoryDecoder.decode(text) }
      }
    }
  }

  @Test(arguments: [
    ([0xFF, 0xFE, 0x7B, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x7B], "UTF-16"),
    ([0x7B, 0, 0x22, 0], "UTF-16LE"), ([0, 0x7B, 0, 0x22], "UTF-16BE"),
    ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0x7B, 0, 0, 0], "UTF-32LE"),
  ])
  func saysWhichEncodingItIsIfNotUTF8(bytes: [UInt8], encoding: String) {
    let error = failure(bytes)
    #expect(error?.reason == .wrongEncoding)
    #expect(error?.message == "this is \(encoding), not UTF-8")
    #expect(error?.advice.contains("iconv -f \(encoding) ") == true)
  }

  @Test func reportsGzipAsCompressedInput() {
    let error = failure([0x1F, 0x8B, 8, 0, 0, 0])
    #expect(error?.message == "the input is compressed with gzip")
    #expect(error?.reason == .wrongEncoding)
  }

  @Test func acceptsAByteOrderMark() throws {
    #expect(try decode("\u{FEFF}" + document(#"{"id":"c","body":"x"}"#)).comments.count == 1)
  }

  @Test func reportsLineAndColumn() {
    let error = failure(Array("{\"atoll\":1,\n \"story\":{\n  \"id\" 1}}".utf8))
    #expect(error?.place == StoryError.Place(input: "input", byte: 30, line: 3, column: 8))
    #expect(
      error?.description.hasPrefix("input:3:8 (byte 30): the colon after a key is missing") == true)
  }

  @Test func countsColumnsFromTheStartOfTheLineEvenInItsSecondResponse() throws {
    let response = #"{"data":{"story":{"id":"s","comments":{"nodes":[{"id":"c","body":"x"}]}}}}"#
    let place = try problem("\n\(response) {\"data\" 1}").place
    let byte = 1 + response.utf8.count + 9
    #expect(place == .line(2, column: byte, byte: byte, of: "input"))
  }

  @Test(arguments: [
    (InputForm.atoll, Fixture.talk4), (.talk4, .coral), (.coral, .talk4),
    (.talk4Dump, .coralRelaxed), (.coralDump, .atoll), (.coral, .coralRelaxed),
  ])
  func rejectsInputThatDoesNotMatchTheRequestedForm(form: InputForm, fixture: Fixture) {
    let error = #expect(throws: StoryError.self) {
      try StoryDecoder.decode(fixture.files(), as: form)
    }
    #expect(error?.reason == .wrongForm)
    let looks =
      fixture == .talk4 && form == .atoll
      ? "a server's response" : fixture.form.phrase
    #expect(error?.message.contains("like \(looks)") == true)
  }

  @Test func acceptsADocumentWithoutTheAtollKeyWhenItsFormIsRequested() throws {
    let text = #"{"story":{"id":"s"},"comments":[{"id":"c","body":"x"}]}"#
    #expect(failure(Array(text.utf8))?.advice.contains(#""atoll": 1"#) == true)
    #expect(try decode(text, as: .atoll).comments.count == 1)
  }

  @Test(arguments: [nil, InputForm.atoll])
  func explainsHowToWriteMultipleDocuments(form: InputForm?) {
    let text = #" [{"story":{"id":"s"},"atoll":1,"comments":[]},{"atoll":1,"comments":[]}]"#
    let error = #expect(throws: StoryError.self) { try decode(text, as: form) }
    #expect(error?.reason == .unknownForm)
    #expect(error?.message == "this is a list of Atoll documents")
    #expect(error?.advice.hasPrefix("write each document on a line") == true)
  }

  @Test func findsTheAtollKeyAnywhereInADocument() throws {
    let text = #"{"comments":[{"id":"\"atoll\":","body":"}]"}],"story":{"a":[{}]},"atoll":1}"#
    #expect(try decode(text).form == .atoll)
  }

  // MARK: Broken stories

  @Test func turnsOrphansIntoRootComments() throws {
    let decoded = try decode(document(#"{"id":"c","parentId":"gone","body":"x"}"#))
    #expect(decoded.problems.map(\.code) == [.missingParent])
    #expect(decoded.story.comments[0].flags.contains(.orphan))
    #expect(decoded.comments[0].parentID == "gone")
  }

  @Test func breaksParentCycles() throws {
    let decoded = try decode(
      document(
        #"{"id":"a","parentId":"b"},{"id":"b","parentId":"c"},{"id":"c","parentId":"a"},{"id":"d","parentId":"d"}"#
      ))
    #expect(decoded.problems.map(\.code) == [.parentCycle, .parentCycle])
    // The ids stay as they are in the input.
    #expect(decoded.comments.map(\.parentID) == ["b", "c", "a", "d"])
    #expect(decoded.story.comments.map(\.parent) == [-1, 2, 0, -1])
  }

  @Test func assignsNewIDsToCommentsWithDuplicateOrMissingIDs() throws {
    let decoded = try decode(
      document(#"{"id":"a"},{"id":"a","body":"y"},{"body":"x"},{"id":"b","parentId":"a"}"#))
    #expect(decoded.problems.map(\.code) == [.duplicateID, .missingID])
    #expect(decoded.comments.map(\.id) == ["a", "a~2", "atoll-3", "b"])
    #expect(decoded.comments[3].parentID == "a")
  }

  @Test func findsParentsThatFollowTheirReplies() throws {
    let decoded = try decode(document(#"{"id":"a","parentId":"b"},{"id":"b"}"#))
    #expect(decoded.problems == [])
    #expect(decoded.comments[0].parentID == "b")
  }

  @Test(arguments: [
    (#"{"id":"c","mode":1}"#, "$.comments[0].mode", "there is no such key"),
    (#"{"id":"c","parentID":"x"}"#, "$.comments[0].parentID", "“parentId”"),
    (#"{"id":"c","x-y z":1,"y z":1}"#, "$.comments[0][\"y z\"]", "no such key"),
    (
      #"{"id":"c","bodySyntax":"markdwon"}"#, "$.comments[0].bodySyntax",
      "did you mean \u{201C}markdown"
    ),
    (#"{"id":"c","tombstone":"lost"}"#, "$.comments[0].tombstone", "one of deleted"),
    (#"{"id":"c","rating":6}"#, "$.comments[0].rating", "1 to 5"),
    (#"{"id":"c","media":{"url":"u","kind":"film"}}"#, "$.comments[0].media.kind", "one of gif"),
    (
      #"{"id":"c","replies":[{"id":"d","replies":[{"id":"e","likes":"many"}]}]}"#,
      "$.comments[0].replies[0].replies[0].likes", "expected a number, found a string"
    ),
  ])
  func reportsThePathOfAnInvalidValue(comment: String, path: String, message: String) throws {
    let problem = try problem(document(comment))
    #expect(problem.place == .path(path))
    #expect(problem.message.contains(message))
  }

  @Test func skipsFieldsOfTheWrongType() throws {
    let story = [
      "id", "url", "title", "createdAt", "locale", "organization", "server", "mode",
      "closed", "announcement", "infobox", "questionBox", "closedMessage", "disabledMessage",
      "likeLabel", "likeSortLabel", "staffLabel", "moderatorLabel", "adminLabel", "memberLabel",
      "commentCount", "hasMore", "ratings",
    ]
    let comment = [
      "id", "parentId", "author", "createdAt", "body", "bodySyntax", "likes",
      "replyCount", "tags", "edited", "editedAt", "rating", "media", "permalink", "tombstone",
      "replies",
    ]
    for key in story {
      let value = key == "questionBox" || key == "ratings" || key == "closed" ? "[1]" : "{}"
      #expect(
        try problem(#"{"atoll":1,"story":{"\#(key)":\#(value)}}"#).place == .path("$.story.\(key)"))
    }
    for key in comment {
      let value =
        key == "author" || key == "media"
        ? "[]" : key == "tags" || key == "replies" ? "{}" : #"{"a":[1]}"#
      let decoded = try decode(document(#"{"x-a":1,"\#(key)":\#(value),"body":"b"}"#))
      #expect(decoded.problems.contains { $0.place == .path("$.comments[0].\(key)") })
      #expect(decoded.comments.count == 1)
    }
  }

  // MARK: Bad bytes

  @Test func repairsInvalidUTF8() throws {
    var bytes = Array(
      #"{"atoll":1,"comments":[{"id":"a","body":"x?y"},{"id":"b\n?","body":"?"},{"id":"c","parentId":"b\n?","body":"\ud800 \u0000"}]}"#
        .utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "?") { bytes[index] = 0xFF }
    bytes[bytes.firstIndex(of: 0xFF) ?? 0] = 0
    let decoded = try StoryDecoder.decode(bytes)
    #expect(decoded.comments.map(\.id) == ["a", "b\n\u{FFFD}", "c"])
    #expect(decoded.comments.map(\.body.text) == ["x\u{FFFD}y", "\u{FFFD}", "\u{FFFD} \u{FFFD}"])
    #expect(decoded.comments[2].parentID == "b\n\u{FFFD}")
    #expect(decoded.problems.filter { $0.code == .badScalar }.count == 3)
    #expect(decoded.problems.filter { $0.code == .invalidUTF8 }.count == 3)
    #expect(decoded.problems.first?.place == .byte(42, of: "input"))
  }

  // MARK: Depth

  @Test func readsRepliesNestedToAnyDepth() throws {
    let depth = 100_000
    let text =
      #"{"atoll":1,"comments":["#
      + String(repeating: #"{"body":"b","replies":["#, count: depth)
      + String(repeating: "]}", count: depth) + "]}"
    let decoded = try decode(text)
    #expect(decoded.story.count == depth)
    #expect(decoded.story.comments[depth - 1].parent == Int32(depth - 2))
    let cut = String(text.dropLast(depth))
    #expect(try decode(cut).problems.contains { $0.code == .truncatedInput })
  }

  @Test(arguments: ["asset", "story"])
  func readsResponsesNestedToAnyDepth(root: String) throws {
    let depth = 100_000
    let text =
      #"{"data":{"\#(root)":{"id":"s","comments":{"nodes":["#
      + String(repeating: #"{"body":"b","replies":{"nodes":["#, count: depth)
      + String(repeating: "]}}", count: depth) + "]}}}}"
    let decoded = try decode(text)
    #expect(decoded.story.count == depth)
    #expect(decoded.story.comments[depth - 1].parent == Int32(depth - 2))
  }

  @Test(arguments: [
    #"{"atoll":1,"story":{"id":"s","title":"#, #"{"data":{"asset":{"id":"s","title":"#,
    #"{"data":{"story":{"id":"s","url":"#, #"{"asset_id":"s","id":"c","status":"NONE","body":"#,
  ])
  func skipsJSONNestedToAnyDepth(start: String) throws {
    let depth = 100_000
    let text =
      start + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      + String(repeating: "}", count: start.count { $0 == "{" })
    let decoded = try decode(text)
    #expect(decoded.problems.contains { $0.code == .wrongType })
  }
}
