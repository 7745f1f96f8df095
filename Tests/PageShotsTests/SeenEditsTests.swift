import PageShots
import Snapshots
import Testing

@Suite struct SeenEditsTests {
  static let color = Finding(.declaration, ".a", property: "color", old: "red", new: "blue")
  static let margin = Finding(.declaration, ".b", property: "margin", old: "1px", new: "2px")
  static let token = Finding(.declaration, ":root", property: "--x", old: "1px", new: "2px")
  static let seenColor = Finding(.style, ".a", property: "color", old: "#f00", new: "#00f")

  @Test func countsTheOnlyEditOfAChangedScreenshotAsSeen() {
    #expect(SeenEdits([[Self.margin]]).contain(Self.margin))
    #expect(!SeenEdits([[Self.margin]]).contain(Self.color))
    #expect(!SeenEdits([]).contain(Self.color))
  }

  @Test func countsAnEditAsSeenOnlyIfAnElementShowsIt() {
    let seen = SeenEdits([[Self.color, Self.margin, Self.token, Self.seenColor]])
    #expect(seen.contain(Self.color))
    #expect(!seen.contain(Self.margin))
    #expect(seen.contain(Self.token), "a token may be what made any of it")
    #expect(SeenEdits([[Self.color, Self.margin], [Self.margin]]).contain(Self.margin))
  }

  /// An element that is not displayed has no computed styles to compare.
  @Test func countsHidingAnElementAsSeen() {
    let hidden = Finding(
      .declaration, ".a", property: "display", old: "inline-block", new: "none")
    let text = Finding(.text, ".a", old: "Staff", new: "")
    #expect(SeenEdits([[hidden, Self.margin, text]]).contain(hidden))
    let flexible = Finding(.declaration, ".a", property: "display", old: "block", new: "flex")
    #expect(!SeenEdits([[flexible, Self.margin, text]]).contain(flexible))
  }

  /// An edit that a page shows counts as seen for a sealed card, too.
  @Test func countsAnEditOfASealedSheetAsSeenIfAPageShowsIt() {
    var sealedToken = Self.token
    sealedToken.selector = ".atoll"
    let seen = SeenEdits([[Self.color, Self.token, Self.seenColor]])
    #expect(seen.contain(sealedToken))
    var dark = Self.token
    dark.selector = "@media (prefers-color-scheme: dark) :root"
    #expect(!seen.contain(dark), "under another condition it is another edit")
  }
}
