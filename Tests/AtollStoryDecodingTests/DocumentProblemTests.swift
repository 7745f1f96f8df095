import AtollBytes
import AtollComments
import AtollStoryDecoding
import Testing

/// The reports about values and structure of an Atoll document.
@Suite struct DocumentProblemTests {
  private func document(_ comments: String) -> String { #"{"atoll":1,"comments":[\#(comments)]}"# }

  private func error(_ text: String) -> StoryError? {
    #expect(throws: StoryError.self) { try decode(text) }
  }

  // MARK: Comments

  /// A page must not say that there are no comments if there are some that cannot be read.
  @Test(arguments: [
    (#"{"c1":{"id":"c1","body":"hi"}}"#, "$.comments"), (#""x""#, "$.comments"),
    (#"[1,"x"]"#, "$.comments[0]"), ("[null]", "$.comments[0]"),
  ])
  func rejectsCommentsOfWhichNoneIsUsable(comments: String, path: String) {
    let error = error(#"{"atoll":1,"story":{"id":"a"},"comments":\#(comments)}"#)
    #expect(error?.path == path)
    #expect(error?.message.contains("list of objects") == true)
  }

  @Test func keepsUsableCommentsAndAcceptsEmptyLists() throws {
    #expect(try decode(document(#"1,{"id":"a","body":"x"}"#)).story.count == 1)
    for comments in ["[]", "null"] {
      #expect(
        try decode(#"{"atoll":1,"story":{"id":"a"},"comments":\#(comments)}"#).story.count == 0)
    }
    let story = #"{"atoll":1,"story":{"id":"a"},"comments":"#
    #expect(try decode(#"\#(story){}}\#n\#(story)[{"id":"a","body":"x"}]}"#).story.count == 1)
  }

  // MARK: Values

  @Test(arguments: [
    (#""likes":-5"#, "likes", "-5 is out of range; 0 is used"),
    (#""likes":99999999999"#, "likes", "99999999999 is out of range; 2147483647 is used"),
    (#""replyCount":1.5"#, "replyCount", "1.5 is not a whole number; 1 is used"),
    (#""rating":3.9"#, "rating", "3.9 is not a whole number; 3 is used"),
    (#""rating":0"#, "rating", "a rating is 1 to 5, not 0"),
    (#""createdAt":1e18"#, "createdAt", "not in the years 1 to 9999"),
    (#""createdAt":"-0001-01-01""#, "createdAt", "not in the years 1 to 9999"),
    (#""createdAt":"0000-01-01""#, "createdAt", "not in the years 1 to 9999"),
    (#""createdAt":"0000-01-01T00:00:00.000Z""#, "createdAt", "not in the years 1 to 9999"),
    (#""editedAt":"2024-13-01""#, "editedAt", "is not a time in ISO 8601"),
    (#""media":{"url":"u","width":-1}"#, "media.width", "-1 is out of range; 0 is used"),
  ])
  func reportsANumberOrTimeThatIsOutOfRange(member: String, path: String, message: String) throws {
    let decoded = try decode(document(#"{"id":"c","body":"b",\#(member)}"#))
    #expect(decoded.problems.map(\.place) == [.path("$.comments[0].\(path)")])
    #expect(decoded.problems.first?.message.contains(message) == true)
  }

  @Test(arguments: [
    (#""commentCount":-1"#, "commentCount"), (#""featuredCount":0.5"#, "featuredCount"),
    (#""ratings":{"average":7,"count":1}"#, "ratings.average"),
    (#""ratings":{"average":-1,"count":1}"#, "ratings.average"),
    (#""ratings":{"average":0.5,"count":1}"#, "ratings.average"),
    (#""ratings":{"count":-2}"#, "ratings.count"), (#""closed":{"at":1e18}"#, "closed.at"),
  ])
  func reportsANumberInTheStoryThatIsOutOfRange(member: String, path: String) throws {
    let decoded = try decode(#"{"atoll":1,"story":{\#(member)},"comments":[]}"#)
    #expect(decoded.problems.map(\.place) == [.path("$.story.\(path)")])
  }

  @Test(arguments: ["4.2e", "4.2e+", "4.2"])
  func ignoresAnIncompleteExponent(number: String) throws {
    let decoded = try decode(
      #"{"atoll":1,"story":{"ratings":{"average":\#(number),"count":2}},"comments":[]}"#)
    #expect(decoded.story.metadata.ratingHundredths == 420)
  }

  @Test(arguments: [#"{"count":3}"#, #"{"count":3,"average":null}"#])
  func reportsRatingsWithoutAnAverageAndDoesNotShowThem(ratings: String) throws {
    let decoded = try decode(#"{"atoll":1,"story":{"ratings":\#(ratings)},"comments":[]}"#)
    #expect(decoded.problems.map(\.place) == [.path("$.story.ratings")])
    #expect(decoded.story.metadata.ratingCount == 0)
  }

  @Test func rejectsALongBrokenNumberWithoutHanging() throws {
    let number = String(repeating: "1", count: 300_000) + String(repeating: "e", count: 300_000)
    #expect(throws: StoryError.self) {
      try decode(#"{"atoll":1,"story":{"ratings":{"average":\#(number)}},"comments":[]}"#)
    }
  }

  @Test func reportsAFractionalVersionAndANumericSchema() throws {
    let decoded = try decode(#"{"atoll":1.5,"$schema":5,"comments":[]}"#)
    #expect(decoded.problems.map(\.place) == [.path("$.atoll"), .path("$.$schema")])
    #expect(try decode(#"{"atoll":1.0,"$schema":"s","comments":[]}"#).problems == [])
  }

  @Test func readsNumbersInEveryNotationAndClampsThem() throws {
    let numbers = [
      "0", "7", "999999999", "1000000000", "2147483647", "7.0", "7e0", "0.7e1", " 7 ", "7\n",
    ]
    let comments = numbers.enumerated().map { #"{"id":"c\#($0)","likes":\#($1)}"# }
    let decoded = try decode(document(comments.joined(separator: ",")))
    #expect(decoded.problems == [])
    #expect(
      decoded.comments.map(\.likes) == [
        0, 7, 999_999_999, 1_000_000_000, 2_147_483_647, 7, 7, 7, 7, 7,
      ])
    let odd = try decode(
      document(#"{"id":"a","likes":-5},{"id":"b","likes":1e99},{"id":"c","likes":2.9}"#))
    #expect(odd.comments.map(\.likes) == [0, 2_147_483_647, 2])
  }

  // MARK: Text that is not JSON

  @Test(arguments: [
    (#""likes":1-2"#, 1), (#""likes":01"#, 1), (#""likes":1."#, 1), (#""likes":1e"#, 0),
    ("\"likes\":3,\"permalink\":\"a\tb\"", 3), ("\"likes\":3,\"permalink\":\"a\n\n\u{1}b\"", 3),
    (#""likes":3,"x-own":[-01,2.5,1.e3]"#, 3),
  ])
  func reportsStringsAndNumbersThatAreNotValidJSON(member: String, likes: Int) throws {
    let decoded = try decode(document(#"{"id":"c","body":"b",\#(member)}"#))
    #expect(Set(decoded.problems.map(\.code)) == [.nonstandardJSON])
    #expect(decoded.comments[0].likes == likes)
    #expect(decoded.comments[0].body.text == "b")
  }

  @Test func reportsATimeThatIsANumberWithLeadingZeros() throws {
    let decoded = try decode(document(#"{"id":"c","body":"b","createdAt":0001785492000000}"#))
    #expect(decoded.problems.map(\.code) == [.nonstandardJSON])
    #expect(decoded.comments[0].createdAt?.milliseconds == 1_785_492_000_000)
  }

  @Test func reportsDuplicateKeysOfTheDocument() throws {
    let decoded = try decode(
      #"{"atoll":1,"story":{"id":"s"},"comments":[{"id":"a","body":"one"}],"comments":[{"id":"b","body":"two"}],"story":{"title":"T"}}"#
    )
    #expect(decoded.comments.map(\.id) == ["a", "b"])
    #expect(decoded.problems.map(\.code) == [.nonstandardJSON, .nonstandardJSON])
    #expect(decoded.problems.map(\.place) == [.path("$.comments"), .path("$.story")])
    let lines = #"{"atoll":1,"story":{"id":"s"},"comments":[]}"#
    #expect(try decode("\(lines)\n\(lines)").problems == [])
  }

  @Test(arguments: ["}", " garbage", "\n[1]", ","])
  func reportsTextAfterTheDocument(rest: String) throws {
    let decoded = try decode(document(#"{"id":"a","body":"x"}"#) + rest)
    #expect(decoded.comments.map(\.id) == ["a"])
    #expect(decoded.problems.map(\.code) == [.truncatedInput])
    #expect(decoded.problems[0].message == "there is text after the end; it was ignored")
    #expect(try decode(#"{"atoll":1,"comments":[]}"# + rest).story.count == 0)
  }

  // MARK: Broken documents

  @Test(arguments: [
    #"{"id":"a","body":"one",},{"id":"b","body":"two"}]}"#, #"// none"#,
    #"{"id":"a","likes":NaN}]}"#,
    #"{"id":"a","featured":True},{"id":"b"}]}"#, #"{"id":"a" "body":"x"}]}"#,
    #"{"id":"a","body":"cut"#,
    #"{"id":"a","replies":[{"id":"b","body":"cut"#, "",
  ])
  func refusesABrokenDocumentWithoutACompleteComment(rest: String) throws {
    for story in ["", #""story":{"id":"s","title":"T"},"#] {
      let error = error(#"{"atoll":1,\#(story)"comments":["# + rest)
      #expect(error?.reason == .brokenJSON)
      #expect(error?.place != nil)
    }
    let whole = #"{"atoll":1,"story":{"id":"s"},"comments":[{"id":"w","body":"x"}]}"#
    let broken = #"{"atoll":1,"story":{"id":"s"},"comments":["# + rest
    #expect(try decode("\(whole)\n\(broken)").comments.contains { $0.id == "w" })
  }

  @Test func keepsTheCompleteCommentsOfATruncatedDocument() throws {
    let cut = try decode(#"{"atoll":1,"comments":[{"id":"a","body":"x"},{"id":"b","bo"#)
    #expect(cut.comments.map(\.id) == ["a"])
    #expect(cut.problems.map(\.code) == [.truncatedInput])
    let empty = try decode(#"{"atoll":1,"comments":[],"story":{"id":"s","title":"#)
    #expect(empty.comments.isEmpty)
    #expect(empty.problems.map(\.code) == [.truncatedInput])
    #expect(try decode(#"{"atoll":1,"story":{"id":"s"}}"#).problems == [])
  }

  @Test func refusesATruncatedResponseWithoutACompleteComment() throws {
    let page = #"{"data":{"story":{"id":"s","title":"T","comments":{"nodes":[{"id":"c","body":"x"#
    #expect(error(page)?.reason == .brokenJSON)
    #expect(try decode(#"{"data":{"story":{"id":"s","comments":{"nodes":[]}}}}"#).story.count == 0)
  }

  // MARK: Copies and parents

  private static let thread = #"""
    {"id":"a","author":{"name":"A","badges":["x"]},"body":"one","createdAt":"2024-01-01","replies":[
    {"id":"b","body":"two","media":{"url":"https://e.com/m"}}]},{"id":"c","parentId":"b","body":"three","tags":["t"]}
    """#

  private func files(_ comments: [String]) -> [InputFile] {
    comments.enumerated().map { index, list in
      InputFile(
        name: "part\(index).json",
        bytes: Array(#"{"atoll":1,"story":{"id":"s"},"comments":[\#(list)]}"#.utf8))
    }
  }

  @Test func showsACommentOnceIfTwoFilesContainIt() throws {
    let once = try StoryDecoder.decode(files([Self.thread]))
    let twice = try StoryDecoder.decode(files([Self.thread, Self.thread]))
    #expect(twice.comments == once.comments)
    #expect(twice.story.comments.map(\.parent) == [-1, 0, 1])
    #expect(twice.problems.map(\.code) == [.duplicateID])
    #expect(
      twice.problems[0].message
        == "left out, because the input has them twice: 3 comments of part1.json")
  }

  @Test func movesRepliesFromADiscardedCopyToTheKeptComment() throws {
    let later =
      #"{"id":"a","author":{"name":"A","badges":["x"]},"body":"one","createdAt":"2024-01-01","replies":[{"id":"new","body":"n"}]}"#
    let decoded = try StoryDecoder.decode(files([Self.thread, later]))
    #expect(decoded.comments.map(\.id) == ["a", "b", "c", "new"])
    #expect(decoded.comments.map(\.parentID) == [nil, "a", "b", "a"])
  }

  @Test(arguments: [
    (#""body":"one","likes":2"#, "one", 2), (#""body":"two","edited":true"#, "two", 0),
    (#""body":"two","editedAt":"2024-01-02","likes":1"#, "two", 1),
  ])
  func showsTheNewestStateOfACommentThatIsInTwoExports(newer: String, body: String, likes: Int)
    throws
  {
    let start = #"{"id":"a","author":{"id":"u","name":"A"},"createdAt":"2024-01-01","#
    let reply = #"{"id":"b","body":"x","author":"B","createdAt":"2024-01-01"}"#
    let states = [#""body":"one","likes":1"#, newer].map {
      #"\#(start)\#($0),"replies":[\#(reply)]}"#
    }
    for files in [files(states), files(states.reversed())] {
      let decoded = try StoryDecoder.decode(files)
      #expect(decoded.comments.map(\.id) == ["a", "b"])
      #expect(decoded.comments.map(\.parentID) == [nil, "a"])
      #expect(decoded.comments[0].body.text == body && decoded.comments[0].likes == likes)
      let messages = decoded.problems.map(\.message)
      #expect(
        messages.first == "left out, because the input has them twice: 1 comment of part1.json")
      #expect(
        messages.last == "left out, because the input has newer versions of them: 1 comment of "
          + (files[0].bytes == self.files(states)[0].bytes ? "part0.json" : "part1.json"))
    }
  }

  @Test(arguments: [
    #""author":{"id":"u","name":"Anna"}"#, #""author":{"id":"u","name":"Ann","badges":["Staff"]}"#,
    #""author":{"id":"u","name":"Ann","avatar":"https://e.com/a.png"}"#,
    #""author":{"id":"u","name":"Ann"},"bodySyntax":"html""#,
    #""author":{"id":"u","name":"Ann"},"permalink":"https://e.com/c""#,
    #""author":{"id":"u","name":"Ann"},"media":{"kind":"gif","url":"https://e.com/g","width":1,"height":2}"#,
    #""author":{"id":"u","name":"Ann"},"tags":["x"]"#,
    #""author":{"id":"u","name":"Ann"},"tags":["featured"],"featuredBy":"Eve""#,
  ])
  func showsTheSameStateOfACommentForAnyOrderOfTheExports(author: String) throws {
    let base = #""author":{"id":"u","name":"Ann"}"#
    let credited = base + #","tags":["featured"],"featuredBy":"Bob""#
    let states = [author.contains("featuredBy") ? credited : base, author].map {
      #"{"id":"a",\#($0),"createdAt":"2024-01-01","body":"one","likes":1}"#
    }
    let one = try StoryDecoder.decode(files(states))
    let other = try StoryDecoder.decode(files(states.reversed()))
    #expect(one.comments.count == 1)
    #expect(one.comments == other.comments)
    let names = [one, other].map { decoded in
      decoded.story.featuredByNames().values.map { decoded.story.bytes[$0.range] }
    }
    #expect(names[0] == names[1])
  }

  @Test func comparesARecordWithAllOthersThatHaveItsID() throws {
    let states = ["s1", "s2", "s3"].map {
      #"{"id":"a","author":"\#($0 == "s1" ? "A" : "B")","createdAt":"2024-01-01","body":"\#($0)"}"#
    }
    let list = states[0] + "," + states[1]
    let once = try StoryDecoder.decode(files([list]))
    #expect(once.comments.map(\.id) == ["a", "a~2"])
    let twice = try StoryDecoder.decode(files([list, list, list]))
    #expect(twice.comments == once.comments)
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let decoded = try StoryDecoder.decode(files(order.map { states[$0] }))
      #expect(Set(decoded.comments.map(\.body.text)) == ["s1", "s3"], "\(order)")
    }
    let cut = #"{"id":"a","author":"A","body":"cu"#
    for rows in [[states[0], states[1], cut], [cut, states[0], states[1]]] {
      let text = rows.map { #"{"atoll":1,"story":{"id":"s"},"comments":[\#($0)"# }
      let decoded = try decode(text.joined(separator: "\n"))
      #expect(decoded.comments.map(\.body.text) == ["s1", "s2"])
    }
  }

  @Test func readsManyCommentsWithTheSameIDInLinearTime() throws {
    let list = (0..<20_000).map {
      #"{"id":"a","author":"A\#($0 % 10_000)","createdAt":"2024-01-01","body":"x"}"#
    }
    #expect(try decode(document(list.joined(separator: ","))).comments.count == 10_000)
  }

  @Test func keepsCommentsWithTheSameIDButAnotherAuthorOrTime() throws {
    let first = #"{"id":"a","author":"A","createdAt":"2024-01-01","body":"one"}"#
    for other in [
      #""author":"B","createdAt":"2024-01-01""#, #""author":"A","createdAt":"2024-01-02""#,
      #""author":"A""#, #""createdAt":"2024-01-01""#,
    ] {
      let decoded = try decode(document(#"\#(first),{"id":"a","body":"two",\#(other)}"#))
      #expect(decoded.comments.map(\.id) == ["a", "a~2"])
    }
  }

  @Test func givesANewIDToADifferentCommentWithTheSameID() throws {
    for other in [#""body":"two""#, #""body":"one","likes":1"#, #""body":"one","parentId":"z""#] {
      let list = #"{"id":"z","body":"z"},{"id":"a","body":"one"},{"id":"a",\#(other)}"#
      let decoded = try decode(document(list))
      #expect(decoded.comments.map(\.id) == ["z", "a", "a~3"])
      #expect(decoded.problems.map(\.code) == [.duplicateID])
    }
  }

  @Test func reportsANestedReplyThatNamesAnotherParent() throws {
    let decoded = try decode(
      document(
        #"{"id":"a","body":"1"},{"id":"x","body":"X","replies":[{"id":"b","parentId":"a","body":"2"},{"id":"b2","parentId":"nope","body":"3"},{"id":"b3","parentId":"x"}]}"#
      ))
    #expect(decoded.comments.map(\.parentID) == [nil, nil, "a", "x", "x"])
    #expect(
      decoded.problems.map(\.place) == [
        .path("$.comments[1].replies[0].parentId"), .path("$.comments[1].replies[1].parentId"),
      ])
  }
}
