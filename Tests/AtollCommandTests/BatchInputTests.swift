import Foundation
import Testing

/// The reaction of `atoll batch` to inputs that are not what they should be.
struct BatchInputTests {
  @Test func readsADumpOnStandardInputLikeAFile() throws {
    let outcome = try Command.bash(
      """
      cat dump/*.ndjson > all
      sum() { grep -v trailer | sha256sum; }
      atoll batch all -f text | sum; atoll batch -f text < all | sum; gzip -c all | atoll batch - -f text | sum
      atoll batch <(cat all) -f text | sum
      (head -n 1 all; sleep 0.2; tail -n +2 all) | atoll batch --store site.db -f text | grep -o '"stories".*'
      sqlite3 site.db 'select sum(comments) from story'
      """, in: try DumpTests.dump(stories: 30))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 6 && Set(lines.prefix(4)).count == 1, "\(outcome)")
    #expect(lines[4] == #""stories":30,"drawn":30,"unchanged":0,"removed":0}}"#, "\(outcome)")
    #expect(lines[5] == "\((0..<30).reduce(0) { $0 + $1 % 9 + 1 })", "\(outcome)")
    #expect(outcome.errors == "", "\(outcome)")
  }

  @Test(arguments: [
    ("(cat stories.ndjson dump/comments.ndjson)", "", "line 3 is a row", "--from coral-dump"),
    ("(echo '{\"x\":1}'; cat dump/comments.ndjson)", "", "line 2 is a row", "--from coral-dump"),
    ("(sed 's/^/key\\t/' dump/comments.ndjson)", "--strip-key", "line 1 is a row", "add --group"),
    ("cat dump/comments.ndjson", "--campaign c -f email", "line 1 is a row", "--from coral-dump"),
  ])
  func rejectsADatabaseRowWhereAStoryIsExpected(
    input: String, options: String, message: String, advice: String
  ) throws {
    let folder = try DumpTests.dump(stories: 3)
    let stories = (0..<2).map { "\(BatchTests.story("s\($0)"))\n" }.joined()
    try Data(stories.utf8).write(to: folder.appending(path: "stories.ndjson"))
    let store = options.contains("campaign") ? "" : "--store site.db"
    let outcome = try Command.bash(
      "\(input) | atoll batch \(store) -f text \(options) -o results; echo $?; ls", in: folder)
    #expect(!outcome.output.contains("results"), "\(outcome)")
    #expect(outcome.output.hasPrefix("65\n"), "\(outcome)")
    #expect(outcome.errors.contains("standard input: error: \(message)"), "\(outcome)")
    #expect(outcome.errors.contains(advice), "\(outcome)")
  }

  @Test(arguments: ["", "\n\n"], ["", " | gzip"])
  func rejectsADumpWithAnEmptyFile(text: String, compression: String) throws {
    let outcome = try Command.bash(
      """
      printf '\(text.replacing("\n", with: "\\n"))'\(compression) > dump/users.ndjson
      atoll batch dump -o results; echo $?; cat dump/*.ndjson > /dev/null; ls
      """, in: try DumpTests.dump(stories: 3))
    #expect(outcome.output == "65\ndump\n", "\(outcome)")
    #expect(
      outcome.errors.hasPrefix("dump/users.ndjson: error: the file has no rows"), "\(outcome)")
  }

  @Test func warnsIfADumpLacksACollection() throws {
    let outcome = try Command.bash(
      """
      rm dump/users.ndjson; atoll batch dump -f text > /dev/null; echo $?
      rm dump/stories.ndjson; atoll batch dump/*.ndjson -f text > /dev/null; echo $?
      echo one >&2; atoll batch dump/comments.ndjson -f text > /dev/null; echo $?
      """, in: try DumpTests.dump(stories: 3))
    #expect(outcome.output == "0\n0\n0\n", "\(outcome)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 4 && lines.last == "one", "\(outcome)")
    #expect(lines[0].hasPrefix("dump: warning: the dump has no rows of users"), "\(outcome)")
    #expect(lines[2].contains("warning: the dump has no rows of stories"), "\(outcome)")
  }

  @Test func explainsHowToConvertAJSONArray() throws {
    let outcome = try Command.bash(
      #"""
      mkdir lines one long
      (printf '['; sed '$!s/$/,/' dump/comments.ndjson; echo ']') > lines/comments.json
      tr -d '\n' < lines/comments.json > one/comments.json
      failure() { atoll batch "$@" > /dev/null; echo $?; }
      for folder in lines one; do
        failure $folder; failure $folder/comments.json; failure - < $folder/comments.json
        failure $folder --max-line 1000; failure $folder/comments.json --max-line 1000
      done
      # jq may say that nobody reads its output to the end.
      jq -s . dump/comments.ndjson 2> jq | failure
      """#, in: try DumpTests.dump(stories: 9))
    #expect(outcome.output == String(repeating: "65\n", count: 11), "\(outcome)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 11, "\(outcome)")
    #expect(
      lines.allSatisfy { $0.contains("this is a JSON array") && $0.hasSuffix("jq -c '.[]' FILE") },
      "\(outcome)")
  }

  @Test func reportsAnExportOfAnotherSystemOnce() throws {
    let folder = try Command.makeFolder()
    let samples = Command.package.appending(path: "Tests/Import/samples").path
    let outcome = try Command.bash(
      """
      cp \(samples)/wordpress.xml .; mkdir dump; cp wordpress.xml dump/comments.json
      atoll batch wordpress.xml; echo $?; atoll batch --store site.db < wordpress.xml; echo $?
      atoll batch dump; echo $?
      """, in: folder)
    #expect(outcome.output == "65\n65\n65\n", "\(outcome)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(outcome)")
    #expect(
      lines[0].hasSuffix(
        "convert it: /usr/share/atoll/import/wordpress wordpress.xml > stories.ndjson"),
      "\(outcome)")
    #expect(lines[1].contains("import/wordpress FILE"), "\(outcome)")
    #expect(lines[2].contains("import/wordpress dump/comments.json"), "\(outcome)")
  }

  @Test func suggestsTheImporterInstalledNextToTheProgram() throws {
    let folder = try Command.makeFolder()
    let samples = Command.package.appending(path: "Tests/Import/samples").path
    let outcome = try Command.bash(
      """
      mkdir -p "a b/bin" "a b/share/atoll/import" bin
      ln -s "$(command -v atoll)" "a b/bin/atoll"; ln -s "$(command -v atoll)" bin/atoll
      cp \(samples)/wordpress.xml .
      for program in "$PWD/a b/bin/atoll" bin/atoll; do "$program" render wordpress.xml; done
      PATH="$PWD/a b/bin:$PATH" atoll render wordpress.xml
      """, in: folder)
    let commands = outcome.errors.split(separator: "\n").map {
      $0.components(separatedBy: "convert it: ").last?.replacing(folder.path, with: "@") ?? ""
    }
    let own = "'@/a b/share/atoll/import/wordpress' wordpress.xml > stories.ndjson"
    let packaged = "/usr/share/atoll/import/wordpress wordpress.xml > stories.ndjson"
    #expect(commands == [own, packaged, own], "\(outcome)")
  }

  @Test func repeatsTheWarningAboutUnreadableRowsOnlyInRunsWithAStore() throws {
    let outcome = try Command.bash(
      #"""
      sed -i '2s/"status":/"status"/; 4s/"status":/"status"/' dump/comments.ndjson
      for run in 1 2; do atoll batch dump --store site.db -f text > /dev/null; done
      echo end >&2; atoll batch dump -f text > /dev/null
      """#, in: try DumpTests.dump(stories: 9))
    let lines = outcome.errors.split(separator: "\n").filter {
      // Only the first run renders the stories with replies to these rows.
      !$0.contains("warning: missing-parent: ")
    }
    #expect(lines.count == 3 && lines[0] == lines[1] && lines[2] == "end", "\(outcome)")
    #expect(
      lines[0].contains(
        "rows that cannot be read: 2, the first at dump/comments.ndjson:2: the colon after a key is missing"
      ), "\(outcome)")
  }
}
