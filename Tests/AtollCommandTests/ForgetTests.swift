import Testing

/// `atoll store forget`.
struct ForgetTests {
  @Test func reportsAnErasureThatAnotherProcessBlocks() throws {
    let folder = try Command.makeFolder()
    let outcome = try Command.bash(
      """
      story() { echo '{"atoll":1,"story":{"id":"'$1'"},"comments":[{"id":"0","body":"'$2'"}]}'; }
      batch() { { story a "$1"; story b "$2"; } | atoll batch -f text --store site.db > batch; }
      batch 'Secret Ann' one; batch 'Secret Ann' two
      mkfifo queries
      sqlite3 site.db < queries > read & exec 3> queries
      echo 'begin; select count(*) from story;' >&3; until [[ -s read ]]; do sleep 0.05; done
      atoll store forget site.db --text 'Secret Ann' --max-removed 1; echo $?
      atoll store list site.db
      exec 3>&-; wait
      atoll store list site.db
      grep -c 'Secret Ann' site.db*
      """, in: folder)
    #expect(
      outcome.output == """
        - a
        1 story, 1 of them in the current run; 1 output, 59 bytes erased
        75
        b  1 comment  
        b  1 comment  
        0

        """, "\(outcome)")
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 2, "\(outcome)")
    #expect(errors.first?.contains("another process has the store open") == true)
    #expect(errors.last?.hasPrefix("site.db: warning: an erasure is not finished") == true)
  }

  /// Makes a store of stories with the names of their authors, given as `key name` on each line.
  private static let store = """
    story() { echo '{"atoll":1,"story":{"id":"'$1'"},"comments":[{"id":"0","author":{"name":"'$2'"},"body":"Text"}]}'; }
    store() { while read -r key name; do story "$key" "$name"; done | atoll batch -f fragment --store site.db > batch; }
    forget() { atoll store forget site.db --max-removed 100% "$@" 2>&1; echo $?; }
    """

  @Test func findsAOneLetterNameOnlyAsAWholeWord() throws {
    let outcome = try Command.bash(
      """
      \(Self.store)
      printf 'a Ordinary\\nb O\\nc Ann\\n' | store
      forget --author O --json
      """, in: Command.makeFolder())
    #expect(outcome.output.contains(#"{"stories":["b"],"#), "\(outcome)")
    #expect(outcome.output.contains(#""left":[],"hidden":["O"]}"#), "\(outcome)")
    #expect(outcome.output.contains("'O' remains in parts that readers do not see"), "\(outcome)")
  }

  @Test func explainsHowNamesWithPunctuationAreFound() throws {
    let outcome = try Command.bash(
      """
      \(Self.store)
      printf 'a %%\\nb x\\nc {{x}}\\nd *\\n' | store
      forget --author % --author '{{x}}' -n; forget --text '?'; forget --author ''
      """, in: Command.makeFolder())
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count > 6, "\(outcome)")
    #expect(
      lines.first?.hasPrefix(
        "site.db: warning: '%' has neither a letter nor a digit, so only people") == true)
    #expect(lines[1].hasPrefix("site.db: warning: '{{x}}' is found wherever 'x' is"))
    #expect(lines[2...4] == ["- a", "- b", "- c"] && lines[6] == "0")
    #expect(lines.filter { $0 == "64" }.count == 2, "\(outcome)")
  }

  @Test func givesAdviceForEachKindOfUnmatchedRequest() throws {
    let outcome = try Command.bash(
      """
      \(Self.store)
      printf 'a Ann\\n' | store
      forget -n --author Bob --comment 7 --text 'two words' --key b
      """, in: Command.makeFolder())
    let warning = "site.db: warning: nothing in the store matches"
    #expect(
      outcome.output.hasPrefix(
        """
        \(warning) 'Bob'; try the id of the account, or other names of the person; --text finds words
        \(warning) '7'; only pages and links to comments contain ids of comments; --text finds words
        \(warning) 'two words'; try fewer words, as readers see them
        \(warning) 'b'; atoll store list site.db prints the keys

        """), "\(outcome)")
  }

  @Test func erasesNothingIfTheListCannotBeWritten() throws {
    let outcome = try Command.bash(
      """
      \(Self.store)
      printf 'a Ann\\nb Bob\\n' | store
      for option in --purge --json --; do
        [[ $option = -- ]] && option=
        atoll store forget site.db --author Ann $option > /dev/full 2> errors; echo $?
      done
      forget --author Ann --purge
      """, in: Command.makeFolder())
    #expect(outcome.output.hasPrefix("74\n74\n74\na\n"), "\(outcome)")
  }

  @Test func reportsTablesOfOtherProgramsAsNotSearched() throws {
    let outcome = try Command.bash(
      """
      \(Self.store)
      printf 'a Ann\\nb Bob\\n' | store
      sqlite3 site.db 'create table search as select key, cast(body as text) as words from story'
      forget --author Ann --json
      """, in: Command.makeFolder())
    #expect(outcome.output.hasPrefix(#"{"stories":["a"],"current":1,"#), "\(outcome)")
    #expect(
      outcome.output.contains("the table 'search' in the file does not belong to atoll"),
      "\(outcome)")
    #expect(outcome.output.hasSuffix("\n5\n"), "\(outcome)")
  }

  @Test func aDryRunListsStoriesBeyondTheLimit() throws {
    let outcome = try Command.bash(
      """
      \(Self.store)
      printf 'a Ann\\nb Ann\\n' | store
      atoll store forget site.db --author Ann -n 2>&1; echo $?
      """, in: Command.makeFolder())
    #expect(outcome.output.hasPrefix("- a\n- b\n2 stories"), "\(outcome)")
    #expect(outcome.output.contains("to erase them, add --max-removed 2\n0\n"), "\(outcome)")
  }

  @Test func listsEachKeyToPurgeOnOneLine() throws {
    let outcome = try Command.bash(
      """
      \(Self.store)
      printf 'a\\\\nb Ann\\nc Ann\\nd Bob\\n' | store
      atoll store forget site.db --max-removed 100% --author Ann --purge
      """, in: Command.makeFolder())
    #expect(outcome.output == "a\\u{a}b\nc\n", "\(outcome)")
  }
}
