import Atoll
import Testing

@testable import AtollPictureTests

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

  @Test func leavesOutNumbersThatAreTooLarge() {
    let long = String(repeating: "9", count: 20)
    for value in ["\(long)px", "0.\(long)\(long)e9px", "\(long)%", "\(long).5px"] {
      #expect(edits(".a {\n  margin: \(value);\n}\n").last?.property == "rule")
    }
    let tokens = "{\n  \"a\": \(Int.max),\n  \"b\": \"\(Int.max)/2\"\n}\n"
    let file = StyleSource(path: "theme.json", bytes: Array(tokens.utf8))
    #expect(StyleEdits(files: [file]).all().isEmpty)
  }

  @Test func editsOnlyPairsOfNumbersInTokens() {
    func values(of value: String) -> [String] {
      let tokens = "{\n  \"text-body\": \"\(value)\"\n}\n"
      return StyleEdits(
        files: [StyleSource(path: "theme.json", bytes: Array(tokens.utf8))]
      ).all().map(\.new)
    }
    #expect(values(of: "16/24") == [#""17/24""#, #""16/25""#])
    for value in ["16//24", "16/a/24", "/16/24", "a16/24"] { #expect(values(of: value).isEmpty) }
  }
}
