import AtollComments
import AtollStoryDecoding
import TestSupport
import Testing

/// The lists of what hides a comment are the same for Atoll documents and for imported tables.
@Suite struct HidingWordTests {
  private static let importer = "recipes/import/tables.py"

  /// Returns the text of a list of the importer, from its name to the bracket that closes it.
  private func list(_ name: String) throws -> Substring {
    let text = try Repository.text(Self.importer)
    let start = try #require(text.firstRange(of: "\n\(name) = ")).upperBound
    let closing: Character = text[start] == "{" ? "}" : ")"
    let end = try #require(text[start...].firstIndex(of: closing))
    return text[start..<end]
  }

  private func words(_ name: String) throws -> [String] {
    let parts = try list(name).split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map {
      String(parts[$0]).replacing("\\\\", with: "\\")
    }
  }

  @Test func listsTheSameHidingWordsAsTheImporterOfTables() throws {
    #expect(try Set(words("YES")) == HidingWords.affirmations)
    #expect(try Set(words("NO")) == HidingWords.denials)
    #expect(try Set(words("SHOWN")) == HidingWords.shownStatuses)
    let times = try words("PUBLICATION_TIMES")
    #expect(Set(times.map { $0.replacing("_", with: "") }) == HidingWords.publicationTimes)
    let (permissions, statuses) = (try words("PERMISSIONS"), try words("STATUSES"))
    #expect(Set(permissions.map { $0.replacing("_", with: "") }) == HidingWords.permissions)
    #expect(Set(statuses.map { $0.replacing("_", with: "") }) == HidingWords.statusKeys)
    #expect(try Set(words("MONTHS")) == HidingWords.months)
    #expect(try Set(words("TIME_WORDS")) == HidingWords.timeWords)
  }

  @Test func namesTheSameReasonsForHidingAsTheImporterOfTables() throws {
    var reasons: [String: Tombstone] = [:]
    for entry in try list("FLAGS").split(separator: ",") {
      let parts = entry.split(separator: "\"")
      guard parts.count == 3 else { continue }
      let name = parts[2].filter(\.isLetter).lowercased()
      reasons[String(parts[1])] = Tombstone(rawValue: name)
    }
    #expect(reasons == HidingWords.flags)
  }
}
