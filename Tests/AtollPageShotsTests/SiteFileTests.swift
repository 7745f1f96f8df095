import Testing

@testable import AtollPageShots

@Suite struct SiteFileTests {
  @Test(arguments: [
    ("/project/site/a.css", "/project/site/a.css"),
    ("/a.css", "/project/site/a.css"),
    // The file exists, but is not on the site.
    ("/etc/passwd", "/project/site/etc/passwd"),
    ("/project/other.css", "/project/site/project/other.css"),
    ("/project/sites/a.css", "/project/site/project/sites/a.css"),
    ("/project/site/../../../etc/passwd", "/project/site/etc/passwd"),
    ("/../../../etc/passwd", "/project/site/etc/passwd"),
  ])
  func keepsPagesOnTheirSite(path: String, file: String) {
    let site = SiteFiles(root: "/project/./site/", page: "/project/site/sub/a.html")
    #expect(site.pathOnSite(path) == file)
  }

  @Test func loadsThePageAndItsFolderIfTheyAreOutsideOfTheRoot() {
    let site = SiteFiles(root: "/project", page: "/other/pages/a.html")
    for path in ["/other/pages/a.html", "/other/pages/sub/a.css", "/project/a.css"] {
      #expect(site.pathOnSite(path) == path)
    }
    #expect(site.pathOnSite("/other/a.css") == "/project/other/a.css")
  }

  @Test func loadsAllFilesIfTheRootIsThatOfTheFileSystem() {
    let site = SiteFiles(root: "/", page: "/pages/a.html")
    #expect(site.pathOnSite("/etc/hosts") == "/etc/hosts")
  }
}
