import Foundation
import Testing

/// `atoll locale`, and language files of publishers.
struct LocaleTests {
  static func folder(_ file: String) throws -> URL {
    let folder = try Fixture.folder()
    try Data(file.utf8).write(to: folder.appending(path: "our.json"))
    return folder
  }

  static let corrections =
    ##"{"extends": "nl", "counted": {"replies": {"one": "# weerwoord", "other": "# weerwoorden"}}}"##

  @Test func listsTheLanguages() throws {
    let outcome = try Command.atoll(["locale", "list"], in: Fixture.folder())
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0 && lines.first == "af" && lines.last == "zh-Hant")
    #expect(!lines.contains { $0.contains(" ") })
  }

  @Test func checksALanguageFile() throws {
    let folder = try Self.folder(Self.corrections)
    let outcome = try Command.atoll(["locale", "check", "our.json"], in: folder)
    #expect(
      outcome.status == 0 && outcome.errors == "our.json: note: the language 'nl' has no errors\n")
    let broken = try Command.bash(
      ##"sed 's/, "other": "# weerwoorden"//' our.json > broken.json; atoll locale check broken.json"##,
      in: folder)
    #expect(broken.status == 78)
    #expect(
      broken.errors.hasPrefix(
        "broken.json:1:32: error: 'counted.replies' has no text for the plural category 'other' (0, 2, 3)\n"
      ))
    #expect(broken.errors.contains("broken.json: error: the language file cannot be used"))
    let missing = try Command.atoll(["locale", "check", "none.json"], in: folder)
    #expect(missing.status != 0 && missing.errors.hasPrefix("none.json: error: cannot be read"))
  }

  @Test func rendersWithALanguageFile() throws {
    let folder = try Self.folder(Self.corrections)
    for command in ["render thread.json", "digest thread.json -f text"] {
      let outcome = try Command.bash("atoll \(command) -q --locale-file our.json", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let page = try Command.atoll(
      ["render", "thread.json", "--locale-file", "our.json"], in: folder)
    #expect(page.output.contains("weerwoord") && page.output.contains("<html lang=\"nl\""))
    let both = try Command.atoll(
      ["render", "thread.json", "--locale-file", "our.json", "--locale", "de"], in: folder)
    #expect(both.status == 64 && both.errors.contains("but the language file is for"))
  }

  @Test func rendersAgainAfterALanguageFileChanges() throws {
    let folder = try Self.folder(Self.corrections)
    let outcome = try Command.bash(
      """
      batch() { atoll batch stories.ndjson --store store --no-sync --explain "$@" | grep -c '"why":\\["options"\\]' || true; }
      printf '%s\\n' '{"atoll":1,"story":{"id":"a","title":"A"},"comments":[]}' > stories.ndjson
      batch --locale-file our.json
      batch --locale-file our.json
      sed -i 's/weerwoord/tegenwoord/g' our.json
      batch --locale-file our.json
      cp our.json moved.json
      batch --locale-file moved.json
      """, in: folder)
    #expect(outcome.output == "0\n0\n1\n0\n", "\(outcome.errors)")
  }
}
