import Atoll
import Testing

@testable import PictureTests

@Suite struct StyleEditsTests {
  private func edits(_ text: String) -> [StyleEdit] {
    StyleEdits(files: [StyleSource(path: "a.css", bytes: Array(text.utf8))]).all()
  }

  private func text(_ edit: StyleEdit) -> String {
    edit.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
  }

  @Test func triesAnAdjacentAndADistantFontWeight() {
    let found = edits(".a {\n  font-weight: 700;\n}\n").filter { $0.property == "font-weight" }
    #expect(found.map(\.new) == ["400", "600"])
  }

  @Test func editsValuesAndConditionsAndRemovesTheContentsOfRules() {
    let found = edits("@container x (width < 350px) {\n  .a {\n    color: #123456;\n  }\n}\n")
    #expect(
      found.map(\.description) == [
        "a.css:3: color: #123456 → #123457",
        "a.css:1: condition: @container x (width < 350px) → @container x (width < 351px)",
        "a.css:2: rule: .a → nothing",
      ])
    #expect(text(found[2]) == "@container x (width < 350px) {\n  .a {\n  }\n}\n")
  }
}
