import AtollSnapshots
import Testing

@testable import AtollPictureTests

/// Suites that are generated from folders of pages or from stories.
@Suite struct GeneratedSuiteTests {
  @Test func namesPagesAfterTheirPaths() {
    #expect(PageFolder.ids(of: ["index.html", "blog/index.html"]) == ["index", "blog/index"])
  }

  @Test func appendsAHashIfAPathIsNotAValidID() {
    let ids = PageFolder.ids(of: ["Über uns.html", "über uns.html", "a.htm", "a.html"])
    #expect(Set(ids).count == 4)
    #expect(ids[0].hasSuffix("-uns-a4e92f55") || ids[0].contains("-uns-"))
    #expect(ids[3] == "a", "the path that is the id keeps it")
    let long = PageFolder.ids(of: [String(repeating: "x", count: 300) + ".html"])
    #expect(long[0].utf8.count == 120 + 9)
  }

  @Test func plansScreenshotsForTheRequestedWidthsAndSchemes() throws {
    let suite = PageFolder.suite(
      of: ["a.html"], in: "site", widths: [320], schemes: [.dark])
    #expect(try suite.plan().map(\.name.text) == ["html/a/w320-dark.png"])
    let usual = PageFolder.suite(of: ["a.html"], in: "site", widths: [], schemes: [])
    #expect(try usual.plan().count == 2)
  }

  @Test(arguments: [[], ["threads/long thread.json", "long-thread.json"]])
  func writesAValidStarterSuite(stories: [String]) throws {
    let text = StarterSuite(of: stories, style: "plain").text
    let suite = try Suite(Array(text.utf8), named: "suite.json")
    #expect(Set(suite.cases.map(\.id)).count == 2)
    #expect(suite.cases.allSatisfy { $0.styles == ["plain"] && $0.comparesAccessibilityTree })
  }

  @Test func givesEveryFileInAStarterSuiteAUniqueID() throws {
    let long = String(repeating: "x", count: 195)
    let text = StarterSuite(
      of: ["x/a.json", "y/a.json", "a-2.json", "z/a.json", "\(long).json"], style: "plain"
    ).text
    let suite = try Suite(Array(text.utf8), named: "suite.json")
    #expect(Set(suite.cases.map(\.id)).count == suite.cases.count)
    #expect(try !suite.plan().isEmpty)
  }
}
