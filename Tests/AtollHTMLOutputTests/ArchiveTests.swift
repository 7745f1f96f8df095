import Atoll
import AtollComments
import Testing

/// Archives, pseudonyms, and fragments with lower headings.
@Suite struct ArchiveTests {
  private static let date = Timestamp(milliseconds: 1_785_522_600_000)

  private static func sketch() -> Sketch {
    var sketch = Sketch()
    sketch.set("url", "https://www.example.com/story")
    sketch.set("server", "coral")
    sketch.add("a")
    sketch.add("b", under: "a", [("tags", .json("[\"STAFF\"]"))])
    for index in 0..<8 { sketch.add("c\(index)", under: "b") }
    return sketch
  }

  private static func text(_ sketch: Sketch, _ change: (inout Options) -> Void) throws -> String {
    String(decoding: try sketch.render(change), as: UTF8.self)
  }

  @Test(arguments: ["en", "de", "es", "fr", "ja", "ar"])
  func showsTheArchiveDateAndNoServerLinks(language: String) throws {
    let page = try Self.text(Self.sketch()) {
      $0.language = language
      $0.archive.date = Self.date
      $0.maxDepth = 2
    }
    let live = try Self.text(Self.sketch()) {
      $0.language = language
      $0.maxDepth = 2
    }
    #expect(page.contains("class=\"a-archived\""))
    #expect(!live.contains("class=\"a-archived\""))
    #expect(live.contains("commentID="))
    #expect(!page.contains("commentID="))
    let banner = try #require(page.firstMatch(of: /a-archived">([^<]*)</)?.1)
    #expect(banner.contains("2026"))
    for match in page.matches(of: /class="a-t" href="([^"]*)"/) {
      #expect(match.1.hasPrefix("#c-"))
    }
  }

  @Test func usesOnePseudonymPerPersonInAllStories() throws {
    func names(_ seed: UInt8, _ sketch: Sketch) throws -> Set<String> {
      let page = try Self.text(sketch) {
        $0.archive.pseudonymKey = Array(repeating: seed, count: 16)
        $0.archive.keepsStaffNames = true
      }
      #expect(!page.contains("Author of a"))
      return Set(page.matches(of: /<bdi>([^<]*)<\/bdi>/).map { String($0.1) })
    }
    let first = try names(1, Self.sketch())
    #expect(first.contains("Author of b"))
    #expect(first.count == 10)
    var other = Sketch()
    other.set("title", "Another story")
    other.add("c3")
    let second = try names(1, other)
    #expect(second.count == 1 && second.isSubset(of: first))
    #expect(try names(2, other).isDisjoint(with: first))
  }

  @Test func hidesEditorsNamesUnlessStaffNamesAreKept() throws {
    var sketch = Self.sketch()
    let editor = Array("Eve Editor".utf8)
    sketch.add("d", [("tags", .json("[\"FEATURED\"]")), ("featuredBy", .text(editor))])
    #expect(try Self.text(sketch) { _ in }.contains("Eve Editor"))
    for keepsStaff in [true, false] {
      let page = try Self.text(sketch) {
        $0.archive.pseudonymKey = Array(repeating: 7, count: 16)
        $0.archive.keepsStaffNames = keepsStaff
      }
      #expect(page.contains("Eve Editor") == keepsStaff)
    }
  }

  @Test func usesPseudonymsInADigest() throws {
    var options = Options()
    options.digest = DigestOptions()
    options.archive.pseudonymKey = Array(repeating: 7, count: 16)
    let input = InputSource(name: "sketch.json", bytes: Self.sketch().document)
    let story = try Reading([input]).story
    let digest = try Renderer(options: options).render(digestOf: [story]).bytes
    let text = String(decoding: digest, as: UTF8.self)
    #expect(text.contains("Person "))
    #expect(!text.contains("Author of"))
  }

  @Test func keepsNamesOnRequest() throws {
    let page = try Self.text(Self.sketch()) {
      $0.archive.pseudonymKey = Array(repeating: 7, count: 16)
      $0.archive.keptNames = ["Author of c2"]
    }
    #expect(page.contains("Author of c2"))
    #expect(!page.contains("Author of b"))
  }

  @Test func rejectsInvalidOrConflictingArchiveOptions() {
    func refuses(_ change: (inout Options) -> Void) {
      var options = Options()
      change(&options)
      #expect(throws: AtollError.self) { try Renderer(options: options) }
    }
    refuses { $0.archive.pseudonymKey = [1, 2, 3] }
    refuses { $0.archive.keepsStaffNames = true }
    refuses {
      $0.archive.date = Self.date; $0.format = .emailHTML
    }
    refuses {
      $0.archive.date = Self.date; $0.addresses.permalinks = .server
    }
    refuses { $0.headingLevel = 3 }
    refuses {
      $0.format = .fragment; $0.headingLevel = 6
    }
  }

  @Test(arguments: 2...5)
  func lowersHeadingLevelsInAFragmentAndItsStyleSheet(level: Int) throws {
    let text = try Self.text(Self.sketch()) {
      $0.format = .fragment
      $0.headingLevel = level
    }
    let markup = try Markup(Array(text.utf8))
    let names = Set(markup.elements.map(\.name)).filter { $0.wholeMatch(of: /h[1-6]/) != nil }
    #expect(names == ["h\(level)", "h\(level + 1)"])
    #expect(text.contains(":is(h\(level),h\(level + 1),p,"))
  }

  /// In a list of links, each link names the author of its comment.
  @Test func labelsCommentLinksWithTheAuthor() throws {
    let page = try Self.text(Self.sketch()) { $0.now = Self.date }
    #expect(page.contains("<i>Link to this comment, Author of c0: </i><time"))
  }
}
