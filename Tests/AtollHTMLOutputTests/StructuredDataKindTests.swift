import Atoll
import AtollComments
import Foundation
import Testing

/// The kinds of structured data, and the stories for which they are written.
@Suite struct StructuredDataKindTests {
  /// A JSON value that is accessed by keys.
  struct JSON {
    var value: Any?

    subscript(key: String) -> JSON { JSON(value: (value as? [String: Any])?[key]) }
    subscript(index: Int) -> JSON {
      let list = value as? [Any] ?? []
      return JSON(value: list.indices.contains(index) ? list[index] : nil)
    }
    var text: String? { value as? String }
    var number: Double? { (value as? NSNumber)?.doubleValue }
    var count: Int { (value as? [Any])?.count ?? 0 }
    var isMissing: Bool { value == nil }
  }

  static func data(
    _ sketch: Sketch, _ change: (inout Options) -> Void = { _ in }
  ) throws -> JSON {
    let scripts = try Markup(sketch.render(change)).all("script")
    guard let text = scripts.first?.text else { return JSON(value: nil) }
    return JSON(value: try JSONSerialization.jsonObject(with: Data(text)))
  }

  static func article() -> Sketch {
    var sketch = Sketch(parents: [nil, 0, nil])
    sketch.set("id", "s1")
    sketch.set("url", "https://a.example/s")
    sketch.set("title", "A story")
    sketch.set("organization", "Example")
    return sketch
  }

  static func questions(_ parents: [Int?]) -> Sketch {
    var sketch = Sketch(parents: parents)
    sketch.set("url", "https://a.example/s")
    sketch.story.append(("mode", .json("\"questionsAndAnswers\"")))
    sketch.comments[0].append(("likes", .json("5")))
    return sketch
  }

  static func reviews() -> Sketch {
    var sketch = Sketch()
    sketch.set("url", "https://a.example/s")
    sketch.set("title", "A game")
    sketch.story.append(("mode", .json("\"ratingsAndReviews\"")))
    sketch.story.append(("ratings", .json("{\"average\":4.25,\"count\":8}")))
    sketch.add("a", [("rating", .json("5"))])
    sketch.add("a-reply", under: "a")
    sketch.add("unrated")
    sketch.add("unrated-reply", under: "unrated")
    sketch.add("b", [("rating", .json("2"))])
    return sketch
  }

  @Test func describesTheCommentsOfAnArticle() throws {
    let data = try Self.data(Self.article()) { $0.sort = .oldest }
    #expect(data["@type"].text == "Article")
    #expect(data["@id"].text == "https://a.example/s")
    #expect(data["headline"].text == "A story")
    #expect(data["publisher"]["name"].text == "Example")
    #expect(data["commentCount"].number == 3)
    #expect(data["comment"].count == 2)
    #expect(data["comment"][0]["comment"][0]["author"]["name"].text == "Author of c1")
    // The publisher writes the time and the author of the article itself.
    #expect(data["datePublished"].isMissing)
    #expect(data["author"].isMissing)
  }

  @Test func usesTheArticleIDThatThePublisherGives() throws {
    let data = try Self.data(Self.article()) {
      $0.structuredData.subject = "https://a.example/{story}#article"
    }
    #expect(data["@id"].text == "https://a.example/s1#article")
    #expect(data["url"].text == "https://a.example/s")
  }

  @Test func writesAForumPostingIfThereIsNoArticleOrIfItIsChosen() throws {
    let data = try Self.data(Sketch(parents: [nil]))
    #expect(data["@type"].text == "DiscussionForumPosting")
    #expect(data["author"]["name"].text == "Unknown author")
    #expect(data["comment"][0]["url"].text == "#c-c0")
    let forum = try Self.data(Self.article()) { $0.structuredData.kind = .forum }
    #expect(forum["@type"].text == "DiscussionForumPosting")
    #expect(forum["text"].text == "A story")
  }

  @Test func writesAQAPageForASingleQuestion() throws {
    let data = try Self.data(Self.questions([nil, 0, 1, 0]))
    #expect(data["@type"].text == "QAPage")
    let question = data["mainEntity"]
    #expect(question["@type"].text == "Question")
    #expect(question["name"].text == "A body.")
    #expect(question["text"].text == "A body.")
    #expect(question["upvoteCount"].number == 5)
    #expect(question["answerCount"].number == 2)
    #expect(question["suggestedAnswer"].count == 2)
    #expect(question["suggestedAnswer"][0]["@type"].text == "Answer")
    #expect(question["suggestedAnswer"][0]["comment"][0]["@type"].text == "Comment")
    #expect(question["comment"].isMissing)
  }

  @Test(arguments: [[nil], [nil, nil], [nil, 0, nil]] as [[Int?]])
  func writesAnArticleUnlessThereIsOneQuestionWithAnswers(parents: [Int?]) throws {
    #expect(try Self.data(Self.questions(parents))["@type"].text == "Article")
    let sketch = Self.questions(parents)
    var options = Options()
    options.structuredData.kind = .qa
    let rendering = try Sketch.renderer(options).render(sketch.read())
    #expect(try Markup(rendering.bytes).all("script").isEmpty)
    #expect(rendering.report.diagnostics.map(\.code) == [.noStructuredData])
  }

  @Test func writesReviewsIfTheReviewedTypeIsKnown() throws {
    let data = try Self.data(Self.reviews()) {
      $0.structuredData.reviewed = .game
      $0.sort = .oldest
    }
    #expect(data["@type"].text == "Game")
    #expect(data["name"].text == "A game")
    #expect(data["aggregateRating"]["ratingValue"].number == 4.25)
    #expect(data["aggregateRating"]["ratingCount"].number == 8)
    // Comments without stars, and replies to them, are not reviews.
    #expect(data["review"].count == 2)
    let review = data["review"][0]
    #expect(review["@type"].text == "Review")
    #expect(review["reviewRating"]["ratingValue"].number == 5)
    #expect(review["reviewRating"]["bestRating"].number == 5)
    #expect(review["reviewBody"].text == "A body.")
    #expect(review["comment"].count == 1)
    #expect(try Self.data(Self.reviews())["@type"].text == "Article")
  }

  @Test func answerCountIncludesAnswersBeyondTheListedOnes() throws {
    let data = try Self.data(Self.questions([nil] + Array(repeating: 0, count: 300)))
    #expect(data["mainEntity"]["answerCount"].number == 300)
    #expect(data["mainEntity"]["suggestedAnswer"].count < 300)
  }

  @Test func countsAnswersThatAreNotOnThePage() throws {
    let data = try Self.data(Self.questions([nil] + Array(repeating: 0, count: 12) + [1, 1])) {
      $0.maxComments = 5
    }
    #expect(data["mainEntity"]["answerCount"].number == 12)
    #expect(data["mainEntity"]["suggestedAnswer"].count == 2)
  }

  /// Google requires a time for comments, but not for questions, answers and reviews.
  @Test func describesQuestionsAnswersAndReviewsWithoutATime() throws {
    func undated(_ sketch: Sketch) -> Sketch {
      var sketch = sketch
      for index in sketch.comments.indices {
        sketch.comments[index].removeAll { $0.key == "createdAt" }
      }
      return sketch
    }
    let question = try Self.data(undated(Self.questions([nil, 0, 1])))["mainEntity"]
    let answer = question["suggestedAnswer"][0]
    let reviews = try Self.data(undated(Self.reviews())) { $0.structuredData.reviewed = .game }
    #expect(question["answerCount"].number == 1)
    #expect(reviews["review"].count == 2)
    for item in [question, answer, reviews["review"][0], reviews["review"][1]] {
      #expect(!item["author"].isMissing && item["datePublished"].isMissing)
      #expect(item["comment"].isMissing)
    }
  }

  @Test func describesAQuestionOnTheFirstOfItsPagesOnly() throws {
    let options = PagesTests.options(.comments(3)) { $0.addresses.permalinks = .page }
    let sketch = Self.questions([nil] + Array(repeating: 0, count: 12))
    let files = try Sketch.renderer(options).renderPages(sketch.read()).files
    for file in files where file.name.hasPrefix("page-") || file.name.hasPrefix("replies-") {
      let script = try #require(try Markup(file.bytes).all("script").first)
      let data = JSON(value: try JSONSerialization.jsonObject(with: Data(script.text)))
      let isFirst = file.name == "page-1.html"
      #expect(data["@type"].text == (isFirst ? "QAPage" : "Article"))
      if isFirst { #expect(data["mainEntity"]["answerCount"].number == 12) }
    }
  }

  @Test func rejectsInvalidReviewOptions() throws {
    var options = Options()
    options.structuredData.kind = .review
    #expect(throws: AtollError.self) { try Renderer(options: options) }
    options.structuredData.reviewed = .recipe
    #expect(throws: AtollError.self) { try Renderer(options: options) }
    options.format = .jsonLD
    #expect(throws: Never.self) { try Renderer(options: options) }
    options.format = .fragment
    #expect(throws: AtollError.self) { try Renderer(options: options) }
  }

  @Test func writesASeparateFileForAFragment() throws {
    var sketch = Self.article()
    sketch.set("server", "coral")
    let page = try Markup(sketch.render()).all("script")[0].text
    let file = try sketch.render { $0.format = .jsonLD }
    #expect(file == page + [UInt8(ascii: "\n")])
    let anchored = try sketch.render {
      $0.format = .jsonLD
      $0.addresses.anchorPrefix = "talk-"
      $0.addresses.permalinks = .page
    }
    let data = JSON(value: try JSONSerialization.jsonObject(with: Data(anchored)))
    #expect(data["comment"][0]["url"].text == "#talk-c2")
  }

  /// Comments below the depth cap are still nested; only very deep ones become siblings.
  @Test func nestsCommentsBeyondTheDepthCap() throws {
    var sketch = Sketch(parents: [nil] + (0..<99).map { $0 })
    sketch.set("url", "https://a.example/s")
    var item = try Self.data(sketch) { $0.depthCap = 2 }
    var depth = 0
    while item["comment"].count > 0 {
      item = item["comment"][0]
      depth += 1
    }
    #expect(depth == 64)
  }
}
