import AtollSnapshots
import Testing

@testable import AtollCommand

/// The summary of `atoll snapshot verify` in Markdown.
@Suite struct MarkdownSummaryTests {
  /// The output of a run can replace a reference that is damaged.
  @Test func saysHowToAcceptOutputWhoseReferenceIsDamaged() {
    let entry = RunRecord.Entry("look/page.html", state: .corrupt, note: "the reference is damaged")
    let results = VerifyResults(
      runName: "look", storeFolder: "Snapshots", entries: [entry], obsoleteReferences: [],
      unseenEdits: [])
    #expect(MarkdownSummary(results: results).text().contains("To accept: `atoll snapshot accept"))
  }

  @Test func keepsTheSummaryBelowItsMaximumLength() throws {
    let long = String(repeating: "\u{1F600}", count: 400)
    let entries = (0..<500).map { index in
      var entry = RunRecord.Entry("look/\(index)/page.html", state: .changed)
      entry.findings = [Finding(.line, selector: "\(index)", old: long, new: long)]
      return entry
    }
    let names = try (0..<200).map { index in
      try #require(SnapshotName("look/\(String(repeating: "a", count: 180))/\(index)"))
    }
    let results = VerifyResults(
      runName: "look", storeFolder: "Snapshots", entries: entries, obsoleteReferences: names,
      unseenEdits: entries.flatMap(\.findings))
    let text = MarkdownSummary(results: results).text()
    #expect(text.utf8.count <= MarkdownSummary.maximumLength)
    #expect(text.utf8.count > MarkdownSummary.maximumLength - 5000)
    #expect(text.contains(" more causes.\n"))
    #expect(text.contains("**Obsolete references**") && text.contains("- … and 150 more\n"))
    #expect(text.hasSuffix("- … and 490 more\n"))
  }
}
