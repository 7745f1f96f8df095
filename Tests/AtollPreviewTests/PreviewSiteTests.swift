import Atoll
import AtollBytes
import AtollComments
import Testing

@testable import AtollPreview

@Suite struct PreviewSiteTests {
  private static let story = Story(
    title: "Tide pools",
    comments: [
      AtollComments.Comment(
        id: "1", author: Author(name: "Ann"), body: Body("Which?", syntax: .plain)),
      AtollComments.Comment(id: "2", parentID: "1", body: Body("Ours. <b>", syntax: .plain)),
    ])

  private static func site(_ story: Story = story) -> PreviewSite {
    var site = PreviewSite(name: "our \"style\"")
    site.show(PreviewInputs(style: .ign, templates: [], story: story, specimen: story))
    return site
  }

  private static func text(_ response: Response) -> String {
    String(decoding: response.body, as: UTF8.self)
  }

  @Test(arguments: PreviewView.all) func rendersEveryView(view: PreviewView) {
    let response = Self.site().response(to: "/view/\(view.id)")
    #expect(response.status == .ok && response.kind == .html)
    let text = Self.text(response)
    #expect(text.contains("Ours."), "\(text)")
    #expect(!text.contains("<b>"))
    #expect(text.contains("<style") == (view.treatment != .withoutStyle))
    #expect(!text.contains("prefers-contrast:more") || view.treatment != .moreContrast)
  }

  @Test(arguments: PreviewView.all.filter { $0.format == .page })
  func allowsEveryPagesStyleSheetInItsContentSecurityPolicy(view: PreviewView) throws {
    let text = Self.text(Self.site().response(to: "/view/\(view.id)"))
    let policy = try #require(text.firstRange(ofText: "style-src-elem 'sha256-"))
    let start = try #require(text.firstRange(ofText: "<style>")).upperBound
    let end = try #require(text.firstRange(ofText: "</style>")).lowerBound
    let hash = base64(SHA256.digest(Array(text[start..<end].utf8)))
    #expect(text[policy.upperBound...].hasPrefix("\(hash)'"))
  }

  @Test func rendersAThreadWithoutComments() {
    let site = Self.site(Story(comments: []))
    for view in PreviewView.all {
      #expect(site.response(to: "/view/\(view.id)").status == .ok)
    }
    #expect(Self.text(site.response(to: "/view/card")).contains("no comment"))
  }

  @Test(arguments: [
    "/view/", "/view/card/", "/view/../preview.js", "/../../etc/passwd", "/etc/passwd",
    "/%2e%2e/etc/passwd", "//", "/preview.html", "/view/CARD",
  ])
  func answersUnknownPathsWithNotFound(path: String) {
    #expect(Self.site().response(to: path).status == .notFound)
  }

  @Test func listsEveryViewOnThePage() {
    let page = Self.text(Self.site().response(to: "/"))
    for view in PreviewView.all { #expect(page.contains("data-view=\"\(view.id)\"")) }
    #expect(page.contains("<h1>our &quot;style&quot;</h1>"))
    #expect(!page.contains("{{"))
  }

  @Test func keepsTheLastViewsWhileThereIsAnError() {
    var site = Self.site()
    site.showProblems(["card.mustache:1:3: error: </script>"])
    #expect(site.response(to: "/view/page").status == .ok)
    #expect(
      site.stateJSON.contains("\"version\":2") && site.stateJSON.contains("card.mustache:1:3"))
    var broken = PreviewSite(name: "x")
    broken.showProblems(["wrong"])
    #expect(broken.response(to: "/view/page").status == .notFound)
    #expect(broken.stateJSON.contains("\"hasViews\":false"))
  }
}
