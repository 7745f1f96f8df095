import Snapshots
import Testing

@testable import PictureTests

/// The lines of a theme, a template or a story to which annotations point.
@Suite struct EditedLinesTests {
  private static let diff = """
    diff --git a/our-style/theme.json b/our-style/theme.json
    index 1..2 100644
    --- a/our-style/theme.json
    +++ b/our-style/theme.json
    @@ -16 +16 @@
    -    "meta": "13/18",
    +    "meta": "14/18",
    @@ -44 +44 @@ "light": {
    -    "link": "#A81010",
    +    "link": "#9A1010",
    diff --git a/our-style/body.css b/our-style/body.css
    --- a/our-style/body.css
    +++ b/our-style/body.css
    @@ -7,2 +7,3 @@ .atoll .a-b {
    -  color: #112233;
    -  margin: 1px;
    +  color: #223344;
    +  margin: 1px;
    +  padding: 2px;
    @@ -90,1 +90,0 @@
    -.atoll .a-x { color: red }
    diff --git a/templates/byline.mustache b/templates/byline.mustache
    --- a/templates/byline.mustache
    +++ b/templates/byline.mustache
    @@ -3 +3 @@
    -<b>{{name}}</b>
    +<b>{{name}}:</b>
    diff --git a/gone.css b/gone.css
    --- a/gone.css
    +++ /dev/null
    @@ -1 +0,0 @@
    -.atoll .a-gone { color: red }
    """

  @Test(arguments: [
    (
      Finding(.declaration, ":root", property: "--atoll-link", old: "#a81010", new: "#9a1010"),
      "our-style/theme.json", 44
    ),
    (
      Finding(
        .declaration, ":root", property: "--atoll-size-meta", old: "max(13px,0.8125rem)",
        new: "max(14px,0.875rem)"), "our-style/theme.json", 16
    ),
    (
      Finding(
        .declaration, ".atoll .a-b", property: "color", old: "rgb(17, 34, 51)",
        new: "rgb(34, 51, 68)"), "our-style/body.css", 7
    ),
    (
      Finding(.declaration, ".atoll .a-b", property: "padding", new: "2px"), "our-style/body.css",
      9
    ),
    (
      Finding(.declaration, ".atoll .a-x", property: "color", old: "red"), "our-style/body.css", 90
    ),
    (Finding(.text, ".a-n", old: "Ann", new: "Ann:"), "templates/byline.mustache", 3),
  ])
  func pointsAtTheEdit(finding: Finding, path: String, line: Int) {
    let derived = Finding(.style, ".a-b", property: "color", old: "red", new: "blue", count: 40)
    #expect(
      EditedLines(diff: Self.diff).place(of: [derived, finding])
        == EditedLines.Place(path: path, line: line))
  }

  @Test func pointsAtTheOnlyEditWhateverItChanged() {
    let diff = "+++ b/thread.json\n@@ -5 +5,2 @@\n-a\n+b\n+c\n"
    #expect(
      EditedLines(diff: diff).place(of: [Finding(.inserted, "main")])
        == EditedLines.Place(path: "thread.json", line: 5))
    #expect(EditedLines(diff: "").place(of: [Finding(.inserted, "main")]) == nil)
  }
}
