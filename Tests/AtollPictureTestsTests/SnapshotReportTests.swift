import AtollPageShots
import AtollPictureTests
import AtollSnapshots
import Foundation
import Testing

/// The review page, made from a store.
@Suite struct SnapshotReportTests {
  private func page(of project: TestProject) throws -> String {
    let pendingSnapshots = try PendingSnapshots(ofStoreIn: project.store)
    let report = SnapshotReport(of: pendingSnapshots, storeOption: " --store Other")
    return String(decoding: report.page(), as: UTF8.self)
  }

  @Test func embedsTheDataAndTheScriptAndTheStyleSheet() throws {
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

  @Test func embedsScreenshotsAsDataURLs() throws {
    let project = try TestProject()
    try project.write("PNG", to: "Snapshots/a/w390-light.png.pending")
    #expect(try page(of: project).contains("\"new\":\"data:image/png;base64,UE5H\""))
  }

  @Test func limitsThePageSizeForLargeScreenshots() throws {
    let project = try TestProject()
    for number in 0..<8 {
      // Pixels of many colours, which no compression makes smaller.
      var picture = Bitmap(width: 400, height: 800, filledWith: (0, 0, 0))
      var state = UInt32(number)
      for y in 0..<800 {
        for x in 0..<400 {
          state = state &* 1_664_525 &+ 1_013_904_223
          picture.setColor(
            x: x, y: y, to: (UInt8(state >> 24), UInt8(state >> 16 & 255), UInt8(state >> 8 & 255)))
        }
      }
      try project.write(PNGWriter.write(picture), to: "Snapshots/a/w\(number).png.pending")
    }
    let page = try page(of: project)
    #expect((3_000_000..<5_000_000).contains(page.utf8.count))
    #expect(page.contains(",800],\"state\""), "the rows that are shown, and the number of all")
  }
}
