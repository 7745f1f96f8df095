import Atoll
import AtollComments
import Foundation
import Testing

/// A mail never exceeds its size limit, and no comment in it is truncated.
@Suite struct BudgetTests {
  /// Returns the number of bytes of the HTML part as it is sent.
  static func encodedCount(_ mail: String) throws -> Int {
    let boundary = try #require(mail.firstMatch(of: /boundary="([^"]+)"/)).1
    let part = mail.components(separatedBy: "--\(boundary)")[2]
    let head = try #require(part.range(of: "\r\n\r\n"))
    return part[head.upperBound...].utf8.count
  }

  @Test(arguments: [10, 100, 300, 1000, 5000], [30_000, 90_000])
  func keepsAThreadOfAnySizeWithinTheLimit(count: Int, limit: Int) throws {
    let mail = try Stories.text(Stories.story(of: count), .email) { $0.mail.maxBytes = limit }
    let size = try Self.encodedCount(mail)
    #expect(size <= limit)
    // The available room is used.
    if count >= 1000 { #expect(size > limit * 9 / 10) }
  }

  /// The limit is larger than the part of a message that is kept in memory.
  @Test func keepsAMailWithinALimitOfOverOneMegabyte() throws {
    let story = try Stories.story(of: 1700)
    let mail = try Stories.text(story, .email) { $0.mail.maxBytes = 1_100_000 }
    let size = try Self.encodedCount(mail)
    #expect(size <= 1_100_000 && size > 1_000_000)
    let all = try Stories.text(story, .email) { $0.mail.maxBytes = nil }
    #expect(try Stories.text(story, .email) { $0.mail.maxBytes = 9_000_000 } == all)
  }

  /// The average markup of a comment, without its text.
  @Test(arguments: [
    "Sources/Command/AtollCommand/Demo/story.json",
    "Sources/Command/AtollCommand/Demo/specimen.json",
  ])
  func addsAtMost690BytesOfMarkupPerCommentOnAverage(path: String) throws {
    let mail = try Stories.text(Stories.story(at: path), .email) { $0.mail.maxBytes = nil }
    let boundary = try #require(mail.firstMatch(of: /boundary="([^"]+)"/)).1
    let html = mail.components(separatedBy: "--\(boundary)")[2]
    #expect(html.contains("Content-Transfer-Encoding: 7bit"))
    let comments = html.components(separatedBy: "<table role=").dropFirst()
      .filter { $0.contains("<h3") && $0.contains("class=\"c\"") }
    let words = comments.map { $0.replacing(/<[^>]*>/, with: "") }
    func count(_ texts: [String]) -> Int { texts.reduce(0) { $0 + $1.utf8.count } }
    let markup = (count(comments) - count(words)) / comments.count + "<table role=".utf8.count
    #expect(comments.count > 20)
    #expect(markup <= 690, "\(markup) bytes")
  }

  @Test func containsEveryCommentWithoutALimit() throws {
    let html = try Stories.text(Stories.story(of: 2000), .emailHTML) { $0.mail.maxBytes = nil }
    for index in 0..<2000 { #expect(html.contains(">Author \(index)<")) }
  }

  @Test func omitsDeepAndUnpopularCommentsFirstAndFeaturedOnesLast() throws {
    let story = try Stories.story(of: 3000, featured: [2999])
    let html = try Stories.text(story, .emailHTML) { $0.mail.maxBytes = 40_000 }
    let shown = Set(
      html.matches(of: /Comment number ([0-9]+),/).compactMap { Int($0.1) })
    // The featured comment and its two ancestors.
    #expect(shown.isSuperset(of: [2997, 2998, 2999]))
    let others = shown.subtracting([2998, 2999])
    #expect(others.allSatisfy { $0 % 3 == 0 }, "a reply stays where a root had to go")
    let gone = Set(stride(from: 0, to: 3000, by: 3)).subtracting(others)
    let leastShown = others.subtracting([2997]).map { $0 * 7 % 101 }.min() ?? 0
    #expect(gone.allSatisfy { $0 * 7 % 101 <= leastShown })
  }

  /// Below about 10,000 bytes, the limit has room only for what is around the comments.
  @Test(arguments: Array(stride(from: 7_500, through: 20_000, by: 500)))
  func reportsACommentThatIsTooLargeIfNothingFits(limit: Int) throws {
    let body = String(repeating: "\u{1F469}\u{200D}\u{1F467}", count: 400)
    let comments = (0..<20).map { #"{"id":"\#($0)","author":"A","body":"\#(body)"}"# }
    let document =
      #"{"atoll":1,"story":{"id":"s","title":"t"},"comments":[\#(comments.joined(separator: ","))]}"#
    let story = try Reading(Array(document.utf8)).story
    var options = Options()
    options.format = .emailHTML
    options.mail.maxBytes = limit
    let rendering = try Renderer(options: options).render(story)
    let isEmpty = !String(decoding: rendering.bytes, as: UTF8.self).contains("\u{1F467}")
    let codes = Set(rendering.report.diagnostics.map(\.code.rawValue))
    #expect(
      !isEmpty || codes == ["comment-too-large"] || codes == ["mail-too-large"], "\(codes)")
  }

  /// The oldest of 30 root comments is quoted as featured, and is not one of the first five.
  @Test func listsNoFurtherCommentsIfTheSizeIsLimited() throws {
    let comments: [[String: Any]] = (0..<30).map {
      [
        "id": "c\($0)", "createdAt": 1_785_000_000_000 + $0 * 60_000,
        "body":
          "Comment number \($0), " + String(repeating: "word ", count: 200),
        "tags":
          $0 == 0 ? ["FEATURED"] : [],
      ]
    }
    let document: [String: Any] = [
      "atoll": 1, "story": ["id": "s", "url": "https://www.example.com/s"], "comments": comments,
    ]
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: document))
    let story = try Reading([InputSource(name: "thread.json", bytes: bytes)]).story
    var counts: Set<Int> = []
    for limit in stride(from: 9_000, through: 21_000, by: 500) {
      let text = try Stories.text(story, .emailText) {
        $0.maxComments = 5
        $0.sort = .newest
        $0.mail.maxBytes = limit
      }
      let shown = text.matches(of: /Comment\s+number\s+([0-9]+),/).compactMap { Int($0.1) }
      // The quotation has the first place.
      let listed = shown.first == 0 ? Array(shown.dropFirst()) : shown
      #expect(listed == Array([29, 28, 27, 26, 25].prefix(listed.count)), "\(limit): \(shown)")
      if listed.count > 1 { #expect(shown.first == 0, "\(limit): \(shown)") }
      counts.insert(listed.count)
    }
    #expect(counts == Set(0...5))
  }

  @Test func omitsTheSameCommentsFromTheTextAndTheHTML() throws {
    let story = try Stories.story(of: 1500)
    let html = try Stories.text(story, .emailHTML)
    let text = try Stories.text(story, .emailText)
    func numbers(_ text: String) -> [String] {
      text.matches(of: /Comment\s+number\s+([0-9]+),/).map { String($0.1) }
    }
    #expect(numbers(html) == numbers(text))
    #expect(numbers(html).count < 1500)
    let more = 1500 - numbers(html).count
    #expect(html.contains("\(more) more") || html.contains("hidden"))
  }

  /// A body whose HTML exceeds the limit of a mail.
  private static let endless = "https://example.com/?" + String(repeating: "&", count: 16_000)

  private static func words(_ index: Int) -> String {
    "Comment number \(index), with a few words more than it needs."
  }

  @Test(arguments: [Options.Format.email, .emailHTML, .emailText])
  func omitsAnOversizedCommentAndKeepsTheOthers(format: Options.Format) throws {
    // Comment 72 has the most likes; 73 and 74 are its replies.
    let story = try Stories.story(of: 84) { $0 == 72 ? Self.endless : Self.words($0) }
    var options = Options()
    options.format = format
    let rendering = try Renderer(options: options).render(story)
    let text = String(decoding: rendering.bytes, as: UTF8.self)
    let shown = DigestTests.shown(text.components(separatedBy: "text/html")[0])
    #expect(Set(shown) == Set(0..<84).subtracting([72, 73, 74]))
    #expect(rendering.report.diagnostics.map(\.code) == [.commentTooLarge])
    #expect(rendering.report.diagnostics.first?.place == .comment("c72"))
  }

  @Test func omitsACommentThatWouldFillASmallMail() throws {
    let story = try Stories.story(of: 99) {
      $0 == 72 ? String(repeating: "word ", count: 4000) : Self.words($0)
    }
    let mail = try Stories.text(story, .emailHTML) { $0.mail.maxBytes = 20_000 }
    #expect(mail.utf8.count <= 20_000 && mail.utf8.count > 17_500)
    #expect(!mail.contains("word word") && DigestTests.shown(mail).count > 5)
  }

  /// The comments with the most likes are all too large; those that fit have far fewer.
  @Test func keepsSmallCommentsThatRankBelowManyOversizedOnes() throws {
    let references = String(repeating: "&", count: 5000)
    let story = try Stories.story(of: 600) {
      $0 % 3 == 0 && $0 * 7 % 101 > 10 ? references : Self.words($0)
    }
    let rendering = try Renderer(options: Self.options(20_000)).render(story)
    let html = String(decoding: rendering.bytes, as: UTF8.self)
    #expect(html.utf8.count <= 20_000 && html.utf8.count > 17_500)
    let roots = Set(stride(from: 0, to: 600, by: 3).filter { $0 * 7 % 101 <= 10 })
    let shown = DigestTests.shown(html)
    #expect(shown.count > 5 && roots.isSuperset(of: shown))
    #expect(rendering.report.diagnostics.count == 21)
    #expect(
      Set(rendering.report.diagnostics.map(\.code)) == [.commentTooLarge, .suppressed])
  }

  /// A comment that is only next in the ranking is not reported: the mail ends before it.
  @Test func reportsNothingForCommentsOmittedByRank() throws {
    let rendering = try Renderer(options: Self.options(30_000)).render(Stories.story(of: 600))
    #expect(rendering.report.diagnostics.isEmpty)
  }

  private static func options(_ limit: Int) -> Options {
    var options = Options()
    options.format = .emailHTML
    options.mail.maxBytes = limit
    return options
  }

  @Test func reportsThatAMailIsTooSmallForAnyComment() throws {
    var options = Options()
    options.format = .email
    options.mail.maxBytes = 100
    let report = try Renderer(options: options).render(Stories.story(of: 5)).report
    #expect(report.diagnostics.map(\.code) == [.mailTooLarge])
    #expect(report.commentCount == 0)
  }
}

/// Digests show new comments and the comments they reply to.
@Suite struct DigestTests {
  static func shown(_ text: String) -> [Int] {
    text.matches(of: /Comment\s+number\s+([0-9]+),/).compactMap { Int($0.1) }.sorted()
  }

  @Test(arguments: [Options.Format.emailText, .emailHTML, .page, .text])
  func showsNewCommentsAndTheirParentsOnly(format: Options.Format) throws {
    let story = try Stories.story(of: 12)
    // 10 and 11 are new; 10 is a reply to 9.
    let late = Timestamp(milliseconds: 1_785_000_000_000 + 9 * 60_000)
    let text = try Stories.text(story, format) {
      $0.since = late
      // Structured data repeats the text of every comment.
      $0.structuredData.kind = .none
    }
    #expect(Self.shown(text) == [9, 10, 11])
    #expect(
      text.components(separatedBy: ">New<").count == 3 || format == .text
        || format == .emailText)
  }

  @Test func recognizesSeenCommentsByTheirIDs() throws {
    let story = try Stories.story(of: 12)
    let text = try Stories.text(story, .emailText) {
      $0.seen = Set((0..<12).filter { $0 != 4 }.map { "c\($0)" })
    }
    #expect(Self.shown(text) == [3, 4])
  }

  @Test func showsEveryCommentWhenNewOnesAreOnlyMarked() throws {
    let story = try Stories.story(of: 12)
    let text = try Stories.text(story, .emailText) {
      $0.seen = ["c0"]
      $0.showsOnlyNew = false
    }
    #expect(Self.shown(text).count == 12)
  }
}
