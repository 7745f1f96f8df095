import Foundation
import Testing

/// The checks that prevent a run with suspicious input from being published.
struct StoreGuardTests {
  /// Creates a folder with `count` stories in `stories.ndjson`.
  private static func folder(_ count: Int) throws -> URL {
    let folder = try Command.makeFolder()
    let lines = (0..<count).map { "\(BatchTests.story("s\($0)"))\n" }
    try Data(lines.joined().utf8).write(to: folder.appending(path: "stories.ndjson"))
    return folder
  }

  @Test func writesAFingerprintOfTheOptionsIntoTheTrailer() throws {
    let outcome = try Command.bash(
      """
      draw() { atoll batch stories.ndjson -f fragment "$@" | sed -n 's/.*"fingerprint":"\\([0-9a-f]*\\)".*/\\1/p'; }
      one=$(draw --threads 1)
      [[ ${#one} == 64 && $(draw --threads 2) == "$one" ]] && echo same
      [[ $(draw --store site.db) == "$one" ]] && echo stored
      for option in --locale=de --style=plain --sort=oldest --fold-depth=2; do
        [[ $(draw $option) == "$one" ]] || echo "other ${option%=*}"
      done
      """, in: try Self.folder(2))
    #expect(
      outcome.output
        == "same\nstored\nother --locale\nother --style\nother --sort\nother --fold-depth\n",
      "\(outcome)")
  }

  private static let functions = """
    store() { atoll batch "$1" --store site.db -f text --no-sync "${@:2}" | grep -o '"repeated".*'; }
    failure() { "$@" > /dev/null; echo $?; }
    """

  @Test(arguments: ["runs", "rollback", "verify", "list", "diff"])
  func reportsAMissingStore(command: String) throws {
    let outcome = try Command.bash("atoll store \(command) none", in: Command.makeFolder())
    #expect(outcome.status == 66, "\(outcome)")
    #expect(
      outcome.errors.hasPrefix("none: error: there is no store here")
        && outcome.errors.contains("atoll batch --store creates one"), "\(outcome)")
  }

  @Test func doesNotPublishARunThatRemovesHalfOfTheStories() throws {
    let outcome = try Command.bash(
      """
      \(Self.functions)
      store stories.ndjson; head -n 25 stories.ndjson > half
      failure atoll batch half --store site.db -f text --no-sync
      atoll store runs site.db | wc -l
      store stories.ndjson | cut -d , -f 4-; store half --max-removed 50% | cut -d , -f 4-
      """, in: try Self.folder(50))
    #expect(
      outcome.output == """
        "repeated":0,"unread":0,"kept":0,"stories":50,"drawn":50,"unchanged":0,"removed":0}}
        7
        1
        "stories":50,"drawn":0,"unchanged":50,"removed":0}}
        "stories":25,"drawn":0,"unchanged":25,"removed":25}}

        """, "\(outcome)")
    #expect(outcome.errors.contains("25 of 50 stories would disappear"))
    #expect(outcome.errors.contains("with --max-removed 25"))
  }

  @Test(arguments: ["--store site.db", "--for-store"])
  func keepsStoriesThatATruncatedLineMayContain(store: String) throws {
    let outcome = try Command.bash(
      """
      draw() { atoll batch --store site.db --no-sync -f text | grep -o '"unread".*'; }
      printf '%s\n' '\(BatchTests.story("a"))' '\(BatchTests.story("b"))' '\(BatchTests.story("c"))' > stories
      draw < stories
      # The end of the first line and the line feed are lost.
      { head -n 1 stories | head -c 220; tail -n +2 stories; } > cut
      if [ "$STORE" = --for-store ]; then
        atoll batch cut -f text --for-store | atoll store load site.db - --no-sync --max-errors 100%
      else draw < cut; fi
      atoll store list site.db | cut -c 1 | tr -d '\n'
      """, in: try Command.makeFolder(), environment: ["STORE": store])
    let second =
      store == "--for-store"
      ? "run 1 is the current run, 3 stories: 0 added, 0 changed, 0 removed"
      : #""unread":1,"kept":1,"stories":3,"drawn":0,"unchanged":1,"removed":0}}"#
    #expect(
      outcome.output == """
        "unread":0,"kept":0,"stories":3,"drawn":3,"unchanged":0,"removed":0}}
        \(second)
        abc
        """, "\(outcome)")
  }

  @Test(arguments: ["--max-story-comments 1", "--max-line 260"])
  func removesAStoryThatIsNotRenderedIfItsOutputHasAnotherFormat(limit: String) throws {
    let outcome = try Command.bash(
      """
      draw() { atoll batch stories --store site.db --no-sync "$@" | grep -o '"kept".*'; }
      printf '%s\n' '\(BatchTests.story("a", comments: 9))' '\(BatchTests.story("b", comments: 1))' > stories
      draw -f page
      # Another order of the same format.
      draw -f page --sort oldest $LIMIT
      draw -f fragment $LIMIT
      atoll store list site.db | cut -c 1
      """, in: try Command.makeFolder(), environment: ["LIMIT": limit])
    let kept = limit.contains("line") ? 1 : 0
    #expect(
      outcome.output == """
        "kept":0,"stories":2,"drawn":2,"unchanged":0,"removed":0}}
        "kept":\(kept),"stories":2,"drawn":1,"unchanged":0,"removed":0}}
        "kept":0,"stories":1,"drawn":1,"unchanged":0,"removed":1}}
        b

        """, "\(outcome)")
    let warnings = outcome.errors.split(separator: "\n").filter {
      $0.contains("stories that were not rendered: 1, whose outputs were made with other options")
    }
    #expect(warnings.count == 1, "\(outcome)")
  }

  @Test func countsBrokenRowsOfUnchangedStories() throws {
    let outcome = try Command.bash(
      """
      row() { printf 's\\t{"id":"%s","storyID":"s","status":"NONE","revisions":[{"body":"Hi"}],"createdAt":"2026-07-31T10:00:00Z"}\\n' "$1"; }
      draw() {
        atoll batch --group --strip-key rows --store site.db -f text --no-sync "$@" | grep -o '"broken":.\\|"drawn.*,' | tr '\\n' ' '
        echo ${PIPESTATUS[0]}
      }
      (row c1; row 'c2"'; row 'c3"') > rows
      draw; draw --max-errors 100%; draw --max-errors 100%; draw
      # The output stays as it is.
      row 'c4"' >> rows; draw --max-errors 100%; draw --max-errors 100%
      atoll batch --group --strip-key rows --for-store -f text --max-errors 100% > results
      atoll store load loaded.db results --no-sync --max-errors 100% > /dev/null
      mv loaded.db site.db; draw --max-errors 100%; draw --max-errors 60%
      """, in: try Command.makeFolder())
    #expect(
      outcome.output == """
        1
        "broken":2 "drawn":1,"unchanged":0, 0
        "broken":2 "drawn":0,"unchanged":1, 0
        1
        "broken":3 "drawn":1,"unchanged":0, 0
        "broken":3 "drawn":0,"unchanged":1, 0
        "broken":3 "drawn":0,"unchanged":1, 0
        1

        """, "\(outcome)")
    #expect(outcome.errors.contains("2 of 3 rows cannot be read"))
  }

  /// Unreadable lines, and whether each may contain a missing story.
  @Test(arguments: [
    (#"{"id":"stray","storyID":null}"#, false), (#"{"id":"stray","storyID":""}"#, false),
    (#"{"id":"stray","story""#, true), ("nonsense", true),
  ])
  func keepsStoriesMissingFromTheInputIfAnUnreadableLineMayContainThem(line: String, keeps: Bool)
    throws
  {
    let outcome = try Command.bash(
      """
      row() { echo '{"id":"'$1'","storyID":"'$2'","authorID":"u","status":"NONE","revisions":[{"body":"Hi"}],"createdAt":{"$date":"2026-07-31T10:00:00Z"}}'; }
      draw() { atoll batch --from coral-dump --store site.db -f text --no-sync "$@" | grep -o '"unread".*'; }
      (row c1 a; row c2 b) | draw
      (row c1 a; printf '%s\n' "$LINE"; row c3 c) | draw
      (row c1 a; printf '%s\n' "$LINE"; row c3 c) | draw --no-keep-missing 2> /dev/null
      """, in: try Command.makeFolder(), environment: ["LINE": line])
    let unread = keeps ? 1 : 0
    #expect(
      outcome.output == """
        "unread":0,"kept":0,"stories":2,"drawn":2,"unchanged":0,"removed":0}}
        "unread":\(unread),"kept":\(unread),"stories":\(2 + unread),"drawn":1,"unchanged":1,"removed":\(1 - unread)}}
        "unread":\(unread),"kept":0,"stories":2,"drawn":0,"unchanged":2,"removed":\(unread)}}

        """, "\(outcome)")
    #expect(outcome.errors.contains("--no-keep-missing") == keeps)
  }

  @Test func keepsStoriesMissingFromTheInputIfALineHasNoKey() throws {
    let outcome = try Command.bash(
      """
      draw() { atoll batch --strip-key --store site.db -f text --no-sync --max-errors 100% "$@" | grep -o '"code".*\\|"unread".*'; }
      sed 's/^/k&/; s/^k.*"id":"\\(s[0-9]*\\)".*/\\1\\t&/; s/\\tk/\\t/' stories.ndjson > keyed
      draw < keyed
      (head -n 1 keyed; sed -n 2p stories.ndjson) | draw
      atoll store list site.db | wc -l
      """, in: try Self.folder(3))
    #expect(
      outcome.output == """
        "unread":0,"kept":0,"stories":3,"drawn":3,"unchanged":0,"removed":0}}
        "code":"no_key","message":"the line has no tab, so its key is unknown"}}
        "unread":1,"kept":2,"stories":3,"drawn":0,"unchanged":1,"removed":0}}
        3

        """, "\(outcome)")
  }

  @Test func removesStoriesMissingFromTheInputEvenIfADocumentHasNoID() throws {
    let outcome = try Command.bash(
      """
      \(Self.functions)
      (head -n 1 stories.ndjson; sed -n '2s/"id":"s1",//p' stories.ndjson) > less
      store stories.ndjson; cp site.db other; store less
      mv other site.db; echo nonsense >> less
      store less --max-errors 100%
      """, in: try Self.folder(3))
    #expect(
      outcome.output == """
        "repeated":0,"unread":0,"kept":0,"stories":3,"drawn":3,"unchanged":0,"removed":0}}
        "repeated":0,"unread":0,"kept":0,"stories":1,"drawn":0,"unchanged":1,"removed":2}}
        "repeated":0,"unread":1,"kept":2,"stories":3,"drawn":0,"unchanged":1,"removed":0}}

        """, "\(outcome)")
  }

  @Test func doesNotPublishARunWithoutStories() throws {
    let outcome = try Command.bash(
      """
      \(Self.functions)
      (printf '\\377'; seq 20000 | gzip -nc | tail -c +11) > noise
      printf '\n\n' >> noise; (printf '\n \n'; cat noise) > later
      failure atoll batch noise --store site.db -f text --no-sync; atoll store runs site.db; echo $?
      failure atoll batch later --store site.db -f text --no-sync
      """, in: try Self.folder(1))
    #expect(outcome.output == "1\n66\n1\n", "\(outcome)")
  }

  @Test func warnsAboutStoriesRemovedFromASmallStore() throws {
    let outcome = try Command.bash(
      """
      \(Self.functions)
      store stories.ndjson > /dev/null; head -n 21 stories.ndjson > half; store half > /dev/null
      """, in: try Self.folder(41))
    #expect(
      outcome.errors == """
        warning: 20 stories of 41 disappeared from the store: 's21', 's22', 's23' and others; if that is not \
        intended: atoll store rollback site.db

        """, "\(outcome)")
  }

  /// Small and new stores have the same guards as large ones.
  @Test func doesNotPublishARunThatRemovesMostOfASmallStore() throws {
    let outcome = try Command.bash(
      """
      \(Self.functions)
      store stories.ndjson > /dev/null; head -n 4 stories.ndjson > few; head -n 5 stories.ndjson > half
      failure atoll batch few --store site.db -f text --no-sync; store half | cut -d , -f 4-
      """, in: try Self.folder(10))
    #expect(
      outcome.output == """
        7
        "stories":5,"drawn":0,"unchanged":5,"removed":5}}

        """, "\(outcome)")
    #expect(outcome.errors.contains("6 of 10 stories would disappear"))
  }

  @Test(arguments: ["", "--store new.db"])
  func failsIfMostStoriesFail(store: String) throws {
    let outcome = try Command.bash(
      """
      \(Self.functions)
      (head -n 2 stories.ndjson; for n in 1 2 3; do echo nonsense; done) > most
      failure atoll batch most -f text \(store)
      [[ -s new.db ]] && echo published
      failure atoll batch most -f text \(store) --max-errors 60%
      (head -n 3 stories.ndjson; for n in 1 2 3; do echo nonsense; done) > half
      failure atoll batch half -f text \(store)
      """, in: try Self.folder(3))
    #expect(outcome.output == "1\n0\n0\n", "\(outcome)")
    #expect(outcome.errors.contains("3 of 5 stories failed, more than --max-errors allows"))
    #expect(outcome.errors.contains("--max-errors 100%"))
  }

  @Test(arguments: ["", "--store new.db"])
  func failsIfMostRowsCannotBeRead(store: String) throws {
    let outcome = try Command.bash(
      """
      \(Self.functions)
      row() { echo '{"id":"'$1'","storyID":"'$2'","authorID":"u","status":"NONE","revisions":[{"body":"Hi"}],"createdAt":{"$date":"2026-07-31T10:00:00Z"}}'; }
      cut() { row $1 $2 | head -c 40; echo; }
      (row c1 a; row c2 b; for n in 3 4 5; do cut c$n b; done) > most
      failure atoll batch most -f text \(store)
      [[ -s new.db ]] && echo published
      failure atoll batch most -f text \(store) --max-errors 100%
      """, in: try Command.makeFolder())
    #expect(outcome.output == "1\n0\n", "\(outcome)")
    #expect(outcome.errors.contains("3 of 5 rows cannot be read"), "\(outcome)")
  }

  @Test func reportsRepeatedKeys() throws {
    let outcome = try Command.bash(
      """
      \(Self.functions)
      (cat stories.ndjson; sed -n 2p stories.ndjson) > twice; store twice
      """, in: try Self.folder(3))
    #expect(
      outcome.output
        == #""repeated":1,"unread":0,"kept":0,"stories":3,"drawn":4,"unchanged":0,"removed":0}}"#
        + "\n")
    #expect(outcome.errors.contains("such as 's1'"), "\(outcome)")
  }

  @Test func rejectsTheOptionsForMissingStoriesWithoutAStore() throws {
    for option in ["--max-removed=1", "--no-keep-missing"] {
      let outcome = try BatchTests.batch("", option)
      #expect(outcome.status == 64 && outcome.errors.contains("needs a store"), "\(outcome)")
    }
  }

  @Test func rejectsChangedStoriesRenderedInAnotherFormat() throws {
    let outcome = try Command.bash(
      """
      atoll batch stories.ndjson --store site.db -f fragment > /dev/null
      head -n 1 stories.ndjson | sed 's/Text/Words/' > changed
      atoll batch changed --store site.db --changes -f text; echo $?
      atoll batch changed -f text --for-store > results
      atoll store load site.db results --changes; echo $?
      atoll batch changed --store site.db --changes -f fragment --now now; echo $?
      atoll batch changed --store site.db --changes -f fragment | grep -o '"drawn":.'
      sqlite3 site.db 'select count(*) from story where hex(body) like hex("<section") || "%"'
      """, in: try Self.folder(3))
    #expect(outcome.output == "64\n64\n64\n\"drawn\":1\n3\n", "\(outcome)")
    let message =
      "their format is fragment, and that of the changes is text"
    #expect(outcome.errors.split(separator: "\n").filter { $0.contains(message) }.count == 2)
  }

  @Test func doesNotRenderStoriesAgainIfTheOptionFromIsAdded() throws {
    let outcome = try Command.bash(
      """
      atoll batch stories.ndjson --store site.db -f text > /dev/null
      atoll batch stories.ndjson --from atoll --store site.db -f text | grep -o '"drawn":.*'
      head -n 1 stories.ndjson | sed 's/Text/Words/' > changed
      atoll batch changed --from atoll --store site.db --changes -f text | grep -o '"drawn":.'
      """, in: try Self.folder(3))
    #expect(
      outcome.output == "\"drawn\":0,\"unchanged\":3,\"removed\":0}}\n\"drawn\":1\n", "\(outcome)")
  }

  @Test func requiresAStoreForChanges() throws {
    let outcome = try Command.bash(
      """
      atoll batch stories.ndjson --store typo.db --changes -f text; echo $?
      atoll batch stories.ndjson -f text --for-store > results
      atoll store load typo.db results --changes; echo $?; ls
      """, in: try Self.folder(1))
    #expect(outcome.output == "66\n66\nresults\nstories.ndjson\n", "\(outcome)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(
      lines.count == 2
        && lines.allSatisfy { $0.hasPrefix("typo.db: error: there is no store here") },
      "\(outcome)")
  }

  @Test func refusesARollbackThatRemovesHalfOfTheStories() throws {
    let outcome = try Command.bash(
      """
      \(Self.functions)
      head -n 25 stories.ndjson > half; head -n 49 stories.ndjson > most
      store half > /dev/null; store most > /dev/null; store stories.ndjson > /dev/null
      atoll store rollback site.db
      failure atoll store rollback site.db --run 1; atoll store runs site.db | head -n 1
      atoll store rollback site.db --run 1 --max-removed 24
      atoll store rollback site.db --run 3
      """, in: try Self.folder(50))
    #expect(
      outcome.output == """
        run 4 is the current run, 49 stories; 1 removed
        7
        * 4  49 stories  \(outcome.output.split(separator: "\n").dropFirst(2).first?.dropFirst(17) ?? "")
        run 5 is the current run, 25 stories; 24 removed
        run 6 is the current run, 50 stories

        """, "\(outcome)")
    #expect(outcome.errors.contains("24 of 49 stories would disappear"), "\(outcome)")
  }

  @Test func warnsIfARollbackRemovesManyStoriesOfASmallStore() throws {
    let outcome = try Command.bash(
      """
      \(Self.functions)
      head -n 3 stories.ndjson > some; store some > /dev/null; store stories.ndjson > /dev/null
      atoll store rollback site.db
      """, in: try Self.folder(5))
    #expect(outcome.output == "run 3 is the current run, 3 stories; 2 removed\n", "\(outcome)")
    #expect(
      outcome.errors == """
        warning: 2 stories of 5 disappeared from the store: 's3', 's4'; if that is not \
        intended: atoll store rollback site.db --run 2

        """, "\(outcome)")
  }

  @Test(arguments: ["{key}/index.html", "{key}"])
  func rejectsAStoryNamedLikeTheCountsFile(name: String) throws {
    let folder = try Self.folder(2)
    try Data("\(BatchTests.story("counts.json"))\n".utf8).write(
      to: folder.appending(path: "counts.ndjson"))
    let outcome = try Command.bash(
      """
      cat stories.ndjson counts.ndjson | atoll batch --store site.db -f text > /dev/null
      atoll store export site.db public --name '\(name)' --counts; echo $?; ls public
      atoll store outbox site.db outbox --name '\(name)' --counts; echo $?; ls outbox
      """, in: folder)
    #expect(outcome.output == "64\n64\n", "\(outcome)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2, "\(outcome)")
    for line in lines {
      #expect(
        line.contains("the file of the story 'counts.json'")
          && line.contains("the name of a list: counts.json"), "\(outcome)")
    }
  }

  /// The lists need files where these patterns put folders.
  @Test(arguments: ["sitemap.xml/{key}.txt", "sitemap-1.xml/{key}.txt", "feed.atom/{key}.txt"])
  func rejectsFoldersNamedLikeAListBeforeAnythingIsWritten(name: String) throws {
    let folder = try Self.folder(2)
    let outcome = try Command.bash(
      """
      atoll batch stories.ndjson --store site.db -f text > /dev/null
      atoll store export site.db public --name '\(name)' --address https://example.com/c/; echo $?
      atoll store outbox site.db outbox --name '\(name)' --address https://example.com/c/; echo $?
      ls public outbox/files
      """, in: folder)
    #expect(outcome.output.hasPrefix("64\n64\n"), "\(outcome)")
    #expect(!outcome.output.contains(".txt"), "\(outcome)")
  }

  @Test(arguments: ["/dev/null", "pipe"])
  func rejectsAStoreThatIsNotAFile(store: String) throws {
    let outcome = try Command.bash(
      """
      mkfifo pipe
      atoll batch stories.ndjson --store \(store); echo $?
      atoll store list \(store); echo $?
      ls -d \(store)-*
      """, in: try Self.folder(1))
    #expect(outcome.output == "65\n65\n", "\(outcome)")
    let name = store == "pipe" ? "a pipe" : "a device"
    #expect(
      outcome.errors.split(separator: "\n").filter {
        $0 == "\(store): error: this is \(name), and a store is a file"
      }.count == 2, "\(outcome)")
  }
}
