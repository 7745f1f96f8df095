import AtollBytes
import AtollSnapshots
import Testing

@testable import AtollPageShots

/// Findings in sealed style sheets, with the selectors that the author of the theme wrote.
@Suite struct SealedSheetTests {
  private static func sheet(_ rows: [JSONValue]) -> [Declaration] {
    rows.compactMap(Declaration.init)
  }

  private static func sealed(_ color: String) -> [Declaration] {
    sheet(
      [
        ["@layer atoll .k6fn", "all", "initial !important", "@layer atoll"],
        ["@layer atoll .k6fn :is(.a-hi)", "color", .string("\(color) !important"), "@layer atoll"],
        ["@layer atoll .k6fnx :is(.a, .b) :is(:not(.c))", "margin", "0px", "@layer atoll"],
      ] as [JSONValue])
  }

  @Test func reportsASealedRuleWithItsOriginalSelector() {
    let findings = StyleSheetFindings.between(Self.sealed("red"), Self.sealed("blue"))
    #expect(findings.map(\.description) == ["@layer atoll .atoll .a-hi { color: red → blue }"])
  }

  @Test func leavesOtherStyleSheetsUnchanged() {
    let own = Self.sheet([[".kids :is(.a)", "color", "red !important", ""]])
    #expect(SealedSheets(in: own).unsealed(own) == own)
    let sealed = SealedSheets(in: Self.sealed("red"))
    #expect(sealed.unsealed(Self.sealed("red"))[2] == Self.sealed("red")[2])
    #expect(
      sealed.unsealedSelector(".k6fn") == ".atoll" && sealed.unsealedSelector(".kids") == ".kids")
  }
}
