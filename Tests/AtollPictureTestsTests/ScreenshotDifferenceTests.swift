import AtollPageShots
import AtollSnapshots
import Testing

@testable import AtollPictureTests

/// Descriptions of how two screenshots differ, without a browser.
@Suite struct ScreenshotDifferenceTests {
  private static let white = Bitmap(width: 40, height: 40, filledWith: (255, 255, 255))

  private static func dotted(_ places: [(Int, Int)]) -> Bitmap {
    var picture = white
    for (x, y) in places { picture.setColor(x: x, y: y, to: (200, 0, 0)) }
    return picture
  }

  private func entry(
    _ old: Bitmap, _ new: Bitmap, _ origin: ScreenshotDifference.Origin
  ) -> RunRecord.Entry {
    var entry = RunRecord.Entry("look/a.png", state: .missing)
    ScreenshotDifference(old: old, new: new).describe(
      in: &entry, origin: origin, engines: "another engine", advice: "draw it again")
    return entry
  }

  @Test func treatsDifferentFilesWithEqualPixelsAsTheSame() {
    let same = entry(Self.white, Self.white, .acceptedEngine)
    #expect(same.state == .same)
    #expect(same.note == "the pixels are the same, only the bytes of the file differ")
    #expect(entry(Self.white, Self.white, .redrawn).note.hasPrefix("another engine; "))
  }

  @Test func describesChangedPixelsIfTheLayoutIsUnknown() {
    let changed = entry(Self.white, Self.dotted([(3, 5), (4, 5)]), .acceptedEngine)
    #expect(changed.state == .changed)
    #expect(changed.findings.map(\.kind) == [.pixels])
    #expect(
      changed.findings.first?.new == "2×1 at 3,5; 1 rows from row 5 on, up to 255 of 255")
  }

  @Test func reportsTheOldAndNewSizesOfATallerScreenshot() {
    let taller = Bitmap(width: 40, height: 60, filledWith: (255, 255, 255))
    let found = entry(Self.white, taller, .redrawn).findings.first?.new ?? ""
    #expect(found.hasPrefix("40×40 became 40×60"), "\(found)")
  }

  @Test func reportsADifferentEngineInsteadOfAChange() {
    let other = entry(Self.white, Self.dotted([(3, 5)]), .otherEngine)
    #expect(other.state == .otherEngine)
    #expect(
      other.note
        == "another engine; some differences are larger than those between engines usually are; draw it again"
    )
  }

  @Test func reportsTheElementWhoseStyleChanged() throws {
    func layout(_ color: String) throws -> PageLayout {
      let answer = """
        {"id":1,"result":{"documents":[{"nodes":{"parentIndex":[-1,0],"nodeType":[9,1],\
        "nodeName":[-1,0],"attributes":[[],[]]},"layout":{"nodeIndex":[1],\
        "bounds":[[0,0,40,40]],"styles":[[1]]}}],"strings":["P","\(color)"]}}
        {"id":2,"result":{"result":{"value":[["p","color","\(color)",""]]}}}
        """
      return try #require(UnparsedLayout(Array(answer.utf8)).read())
    }
    var entry = RunRecord.Entry("look/a.png", state: .missing)
    ScreenshotDifference(
      old: Self.white, new: Self.dotted([(3, 5)]), oldLayout: try layout("rgb(0, 0, 0)"),
      newLayout: try layout("rgb(200, 0, 0)")
    ).describe(in: &entry, origin: .acceptedEngine, engines: "", advice: "")
    #expect(entry.findings.map(\.kind) == [.declaration, .style])
    #expect(entry.findings.last?.description == "p color #000000 → #c80000")
  }
}
