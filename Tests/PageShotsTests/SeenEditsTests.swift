import PageShots
import Snapshots
import Testing

@Suite struct SeenEditsTests {
  static let color = Finding(.declaration, ".a", property: "color", old: "red", new: "blue")
  static let margin = Finding(.declaration, ".b", property: "margin", old: "1px", new: "2px")
  static let token = Finding(.declaration, ":root", property: "--x", old: "1px", new: "2px")
  static let seenColor = Finding(.style, ".a", property: "color", old: "#f00", new: "#00f")

  @Test func seesTheOnlyEditOfAPictureThatDiffers() {
    #expect(SeenEdits([[Self.margin]]).contain(Self.margin))
    #expect(!SeenEdits([[Self.margin]]).contain(Self.color))
    #expect(!SeenEdits([]).contain(Self.color))
  }

  @Test func seesOfSeveralEditsThoseThatElementsShow() {
    let seen = SeenEdits([[Self.color, Self.margin, Self.token, Self.seenColor]])
    #expect(seen.contain(Self.color))
    #expect(!seen.contain(Self.margin))
    #expect(seen.contain(Self.token), "a token may be what made any of it")
    #expect(SeenEdits([[Self.color, Self.margin], [Self.margin]]).contain(Self.margin))
  }
}
