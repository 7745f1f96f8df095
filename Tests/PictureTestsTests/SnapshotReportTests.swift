import Foundation
import PictureTests
import Snapshots
import Testing

/// The review page, made from a store.
@Suite struct SnapshotReportTests {
  private func page(of project: TestProject) throws -> String {
    let decisions = try Decisions(ofStoreIn: project.store)
    let report = SnapshotReport(of: decisions, storeOption: " --store Other")
    return String(decoding: report.page(), as: UTF8.self)
  }

  @Test func holdsStyleScriptAndData() throws {
    let project = try TestProject()
    try project.write("</script><b>new\n", to: "Snapshots/a/page.html.pending")
    let page = try page(of: project)
    #expect(page.hasPrefix("<!doctype html>\n") && page.hasSuffix("\nshow();\n</script>"))
    #expect(!page.contains("{{"))
    #expect(page.contains("nav { overflow: auto;"))
    #expect(page.contains("{\"option\":\" --store Other\",\"causes\":[{"))
    #expect(!page.contains("</script><b>"), "the data cannot end its element")
    #expect(page.contains("\"name\":\"a/page.html\""))
  }

  @Test func holdsPicturesAsDataURLs() throws {
    let project = try TestProject()
    try project.write("PNG", to: "Snapshots/a/w390-light.png.pending")
    #expect(try page(of: project).contains("\"new\":\"data:image/png;base64,UE5H\""))
  }
}
