import AtollBytes
import AtollPictureTests
import Foundation
import Testing

@testable import AtollSnapshots

/// The outputs of a suite's cases, rendered without the command.
@Suite struct SuiteRendererTests {
  private let project: TestProject
  private static let thread = SuiteCase.Source.story(["thread.json"])

  init() throws { project = try TestProject() }

  private func output(
    _ one: SuiteCase, _ format: String, direction: SuiteCase.Direction = .ltr
  ) throws -> String {
    var renderer = project.renderer()
    let snapshot = PlannedSnapshot(
      name: try #require(SnapshotName("look/a")), caseIndex: 0, kind: .text(format: format),
      style: SuiteCase.defaultStyle, direction: direction)
    return String(decoding: try renderer.output(of: one, as: format, for: snapshot), as: UTF8.self)
  }

  @Test(arguments: ["page", "fragment", "text", "email", "json"])
  func rendersEveryFormat(format: String) throws {
    let text = try output(SuiteCase(id: "a", source: Self.thread), format)
    #expect(text.contains("Hello"))
    #expect(!text.contains("\r"), "references have LF alone")
  }

  @Test func rendersAPageFromRightToLeft() throws {
    let one = SuiteCase(id: "a", source: .demo("story"))
    #expect(try output(one, "page", direction: .rtl).contains("dir=\"rtl\""))
    #expect(try output(one, "page").contains("dir=\"ltr\""))
  }

  @Test func replacesIDsThatACaseRedacts() throws {
    var one = SuiteCase(id: "a", source: Self.thread)
    #expect(try output(one, "json").contains("\"c1\""))
    one.redactions = [.ids]
    #expect(try !output(one, "json").contains("\"c1\""))
  }

  @Test func outputsAnExistingHTMLPageUnchanged() throws {
    try project.write("<p>Mine", to: "site/a.html")
    #expect(try output(SuiteCase(id: "a", source: .html("site/a.html")), "page") == "<p>Mine")
  }

  @Test func showsTheCommentsOfEachStoryOnItsCard() throws {
    try project.write(
      #"{"atoll": 1, "comments": [{"id": "d1", "author": "Cy", "body": "Bye"}]}"#, to: "other.json")
    let name = try #require(SnapshotName("look/a"))
    var renderer = project.renderer()
    for (file, words) in [("other.json", ["Bye"]), ("thread.json", ["Hello", "Hi"])] {
      var one = SuiteCase(id: file, source: .story([file]))
      one.options = ["--layout", "top"]
      let snapshot = PlannedSnapshot(
        name: name, caseIndex: 0, kind: .screenshot, style: SuiteCase.defaultStyle, direction: .ltr)
      let page = String(
        decoding: try renderer.output(of: one, as: "card-picture", for: snapshot), as: UTF8.self)
      for word in words { #expect(page.contains(word), "\(file)") }
    }
  }

  @Test func reportsTheMissingInputFile() throws {
    let error = #expect(throws: Failure.self) {
      try output(SuiteCase(id: "a", source: .story(["none.json"])), "page")
    }
    #expect(error?.kind == .noInput)
    #expect(error?.locatedMessage == "\(project.folder.path)/none.json: there is no such file")
  }

  @Test func reportsTheCaseWithInvalidOptions() throws {
    var one = SuiteCase(id: "odd", source: Self.thread)
    one.options = ["--sorted", "x"]
    let error = #expect(throws: Failure.self) { try output(one, "page") }
    #expect(error?.kind == .configuration)
    #expect(error?.message.hasPrefix("the options of case 'odd' cannot be used") == true)
    one.options = []
    #expect(throws: Failure.self, "a card needs a comment") { try output(one, "card") }
    one.options = ["--comment", "c2"]
    #expect(try output(one, "card").contains("Hi"))
  }
}
