import AtollBytes
import AtollComments
import AtollStoryDecoding
import Foundation
import Testing

/// Inputs with several stories, some of them broken or without an id.
@Suite struct InputsWithSeveralStoriesTests {
  private func document(_ id: String, _ comments: String...) -> String {
    let list = comments.map { #"{"id":"\#($0)","author":"A","body":"of\n \#($0)"}"# }
    return #"{"atoll":1,"story":{"id":"\#(id)","title":"T\#(id)"},"comments":["#
      + list.joined(separator: ",") + "]}"
  }

  private func error(_ text: String, storyID: String? = nil) -> StoryError? {
    #expect(throws: StoryError.self) { try decode(text, storyID: storyID) }
  }

  // MARK: Documents

  @Test func ignoresABrokenDocumentOfAnotherStory() throws {
    let text = document("a", "a1") + "\n" + document("b", "b1", "b2").dropLast(20)
    let decoded = try decode(text, storyID: "a")
    #expect(decoded.comments.map(\.id) == ["a1"])
    #expect(decoded.fact(\.title) == "Ta")
    #expect(
      decoded.notes == [
        "read as an Atoll document: 1 comment", "1 document of another story was ignored",
      ])
    #expect(decoded.problems.map(\.code) == [.truncatedInput])
    #expect(decoded.problems[0].message.hasSuffix("; the document was ignored"))
    #expect(error(text)?.reason == .multipleStories)
    #expect(error(text)?.message == "the input holds 2 stories: a, b")
  }

  @Test func continuesWithTheNextLineAfterATruncatedDocument() throws {
    let (first, second) = (document("a", "a1", "a2"), document("b", "b1"))
    let others = try decode(second)
    // A shorter beginning is not recognized as a document.
    for length in #"{"atoll":"#.count..<first.count {
      let cut = first.prefix(length)
      let text = "\(cut)\n\(second)\n\(document("b", "b3"))"
      let decoded = try decode(text, storyID: "b")
      #expect(decoded.comments.map(\.id) == ["b1", "b3"], "cut at \(length)")
      #expect(decoded.comments[0] == others.comments[0])
      #expect(decoded.problems.map(\.code) == [.truncatedInput])
    }
  }

  /// Strings whose bytes differ can be equal.
  @Test func distinguishesStoryIDsByTheirBytes() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let text = document(composed, "a1") + "\n" + document(decomposed, "b1")
    #expect(error(text)?.reason == .multipleStories)
    #expect(try decode(text, storyID: composed).story.count == 1)
    #expect(error(document(composed, "a1"), storyID: decomposed)?.reason == .storyNotFound)
  }

  @Test func reportsWhereAMissingStoryMayHaveBeenLost() {
    let text = document("a", "a1") + "\n" + document("b", "b1").dropLast(3)
    let missing = error(text, storyID: "c")
    #expect(missing?.reason == .storyNotFound)
    #expect(missing?.place?.line == 2)
    #expect(
      missing?.message.hasSuffix(
        "story c, as far as the input can be read: the input ends too early")
        == true)
    #expect(missing?.advice == "correct the JSON, or fetch it again; its stories are a, b")
    #expect(error(#"{"atoll":1,"story":{"id""#, storyID: "c")?.reason == .brokenJSON)
  }

  @Test func treatsADocumentWithoutAnIDAsAnotherStory() throws {
    let unnamed = #"{"atoll":1,"comments":[{"id":"x","body":"whose?"}]}"#
    let text = document("a", "a1") + "\n" + unnamed
    #expect(try decode(text, storyID: "a").comments.map(\.id) == ["a1"])
    #expect(error(text)?.message == "the input holds 2 stories: a, one without an id")
    #expect(error("\(unnamed)\n\(unnamed)")?.message == "the input holds 2 stories without ids")
    let broken = unnamed.dropLast(2)
    #expect(try decode("\(unnamed)\n\(broken)").comments.map(\.id) == ["x"])
  }

  @Test func doesNotReportProblemsInSkippedStories() throws {
    let odd = document("b", "b1").replacing("author", with: "autor")
      .replacing("of", with: #"\ud800"#)
    let decoded = try decode(odd + "\n" + document("a", "a1"), storyID: "a")
    #expect(decoded.problems == [])
    #expect(try decode(odd).problems.count == 2)
  }

  private static var processorSeconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func readsManyStoriesInLinearTime() throws {
    /// Returns the least processor time of this thread in three readings, since other tests run at the same time.
    func seconds(_ count: Int) throws -> Double {
      let text = (0..<count).map { document("s\($0)") }.joined(separator: "\n")
      return try (0..<3).map { _ in
        let start = Self.processorSeconds
        _ = try decode(text, storyID: "s7")
        return Self.processorSeconds - start
      }.min() ?? 0
    }
    let (short, long) = (try seconds(1_000), try seconds(20_000))
    #expect(long < short * 80, "twenty times the stories took \(long) s, not \(short) s")
  }

  // MARK: Responses

  private func page(_ story: String, _ comment: String) -> String {
    #"{"data":{"story":{\#(story)"comments":{"nodes":[{"id":"\#(comment)","body":"x"}]}}}}"#
  }

  @Test func rejectsCommentsOfAnotherStory() throws {
    let comment =
      #"{"id":"c","body":"x","likes":[],"author":7,"story":{"id":"OTHER"},"replies":{"nodes":[{"id":"d","body":"y"}]}}"#
    let other = #"{"data":{"comment":\#(comment)}}"#
    #expect(error(other, storyID: "MINE")?.advice == "its stories are OTHER")
    #expect(try decode(other, storyID: "OTHER").comments.map(\.id) == ["c", "d"])
    let both = page(#""id":"MINE","#, "m") + "\n" + other
    let mine = try decode(both, storyID: "MINE")
    #expect(mine.comments.map(\.id) == ["m"])
    #expect(mine.problems == [])
    #expect(error(both)?.message == "the input holds 2 stories: MINE, OTHER")
    let talk =
      #"{"data":{"comments":{"nodes":[{"id":"c","body":"x","created_at":1,"asset":{"id":"OTHER"}}]}}}"#
    #expect(error(talk, storyID: "MINE")?.advice == "its stories are OTHER")
    #expect(try decode(talk, storyID: "OTHER").comments.count == 1)
  }

  @Test func continuesWithTheNextLineAfterATruncatedPage() throws {
    let (first, second) = (page(#""id":"a","#, #"a1\n"#), page(#""id":"b","#, "b1"))
    for length in #"{"data":"#.count..<first.count {
      let text = "\(first.prefix(length))\n\(second)\n\n\(page("", "b2"))\n"
      let decoded = try decode(text, storyID: "b")
      #expect(decoded.comments.map(\.id) == ["b1", "b2"], "cut at \(length)")
      #expect(decoded.problems.map(\.code) == [.truncatedInput])
    }
  }

  @Test func ignoresATruncatedStoryWithoutAnIDWhenAStoryIsRequested() throws {
    let cut = #"{"data":{"story":{"title":"Other","comments":{"nodes":[{"id":"c","body":"x"}"#
    let files = [page(#""id":"MINE","#, "m"), cut].map {
      InputFile(name: "page", bytes: Array($0.utf8))
    }
    let decoded = try StoryDecoder.decode(files, storyID: "MINE")
    #expect(decoded.comments.map(\.id) == ["m"])
    #expect(decoded.problems.map(\.code) == [.truncatedInput])
    #expect(try decode(cut).comments.map(\.id) == ["c"])
  }
}
