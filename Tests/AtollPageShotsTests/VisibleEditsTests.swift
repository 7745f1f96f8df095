import AtollPageShots
import AtollSnapshots
import Testing

@Suite struct VisibleEditsTests {
  static let color = Finding(
    .declaration, selector: ".a", property: "color", old: "red", new: "blue")
  static let margin = Finding(
    .declaration, selector: ".b", property: "margin", old: "1px", new: "2px")
  static let token = Finding(
    .declaration, selector: ":root", property: "--x", old: "1px", new: "2px")
  static let seenColor = Finding(
    .style, selector: ".a", property: "color", old: "#f00", new: "#00f")

  @Test func countsTheOnlyEditOfAChangedScreenshotAsSeen() {
    #expect(VisibleEdits([[Self.margin]]).contains(Self.margin))
    #expect(!VisibleEdits([[Self.margin]]).contains(Self.color))
    #expect(!VisibleEdits([]).contains(Self.color))
  }

  @Test func countsAnEditAsSeenOnlyIfAnElementShowsIt() {
    let seen = VisibleEdits([[Self.color, Self.margin, Self.token, Self.seenColor]])
    #expect(seen.contains(Self.color))
    #expect(!seen.contains(Self.margin))
    #expect(seen.contains(Self.token), "a token may be what made any of it")
    #expect(VisibleEdits([[Self.color, Self.margin], [Self.margin]]).contains(Self.margin))
  }

  /// An element that is not displayed has no computed styles to compare.
  @Test func countsAHidingEditAsSeen() {
    let hidden = Finding(
      .declaration, selector: ".a", property: "display", old: "inline-block", new: "none")
    let text = Finding(.text, selector: ".a", old: "Staff", new: "")
    #expect(VisibleEdits([[hidden, Self.margin, text]]).contains(hidden))
    let flexible = Finding(
      .declaration, selector: ".a", property: "display", old: "block", new: "flex")
    #expect(!VisibleEdits([[flexible, Self.margin, text]]).contains(flexible))
  }

  /// An edit that a page shows counts as seen for a sealed card, too.
  @Test func countsAnEditSeenOnAPageAsSeenInASealedSheet() {
    var sealedToken = Self.token
    sealedToken.selector = ".atoll"
    let seen = VisibleEdits([[Self.color, Self.token, Self.seenColor]])
    #expect(seen.contains(sealedToken))
    var dark = Self.token
    dark.selector = "@media (prefers-color-scheme: dark) :root"
    #expect(!seen.contains(dark), "under another condition it is another edit")
  }
}
