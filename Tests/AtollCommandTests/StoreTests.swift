import Foundation
import Testing

/// `atoll batch --store` and `atoll store`.
struct StoreTests {
  /// Creates a folder with these stories in `stories.ndjson`.
  private static func folder(_ stories: [String]) throws -> URL {
    let folder = try Command.makeFolder()
    try write(stories, into: folder)
    return folder
  }

  private static func write(_ stories: [String], into folder: URL) throws {
    try Data(stories.map { "\($0)\n" }.joined().utf8)
      .write(to: folder.appending(path: "stories.ndjson"))
  }

  private static func stories(_ ids: some Sequence<Int>) -> [String] {
    ids.map { BatchTests.story("s\($0)", comments: $0 % 5 + 1) }
  }

  /// A result line of a run with a store.
  private struct Line: Decodable, Equatable {
    var key: String?
    var ok: Bool?
    var why: [String]?
    var removed: Bool?
  }

  /// The last line, which has the counts of the run.
  private struct Trailer: Decodable, Equatable {
    struct Counts: Decodable, Equatable {
      var run: Int
      var stories: Int
      var drawn: Int
      var unchanged: Int
      var removed: Int
    }
    var trailer: Counts
  }

  private static func batch(
    _ folder: URL, _ options: String..., warns: Bool = false
  ) throws -> (lines: [Line], counts: Trailer.Counts) {
    let outcome = try Command.atoll(
      ["batch", "stories.ndjson", "--store", "site.db", "-f", "fragment", "--no-sync"] + options,
      in: folder)
    #expect(outcome.errors.contains("warning: ") == warns && (warns || outcome.errors == ""))
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map { Data($0.utf8) }
    let last = try JSONDecoder().decode(Trailer.self, from: try #require(lines.last))
    return (
      try lines.dropLast().map { try JSONDecoder().decode(Line.self, from: $0) }, last.trailer
    )
  }

  @Test func storesTheSameOutputAsTheRenderCommand() throws {
    let folder = try Self.folder(Self.stories(0..<9))
    let (lines, counts) = try Self.batch(folder)
    #expect(lines == [])
    #expect(counts.stories == 9 && counts.drawn == 9 && counts.unchanged == 0)
    let outcome = try Command.bash(
      """
      atoll store get site.db s4 > stored
      sed -n 5p stories.ndjson | atoll render -q -f fragment > drawn
      cmp stored drawn
      atoll store verify site.db
      sqlite3 site.db "select hex(hash) from story where key = 's4'" | tr A-F a-f; sha256sum < drawn | cut -c 1-64
      ls
      """, in: folder)
    let printed = outcome.output.split(separator: "\n")
    #expect(
      printed.first == "9 outputs as they were stored" && printed[1] == printed[2]
        && printed[3...] == ["drawn", "site.db", "stored", "stories.ndjson"], "\(outcome)")
    #expect(outcome.errors == "")
  }

  @Test func rendersOnlyChangedStoriesAndExplainsWhy() throws {
    let folder = try Self.folder(Self.stories(0..<9))
    let first = try Self.batch(folder)
    let same = try Self.batch(folder, "--explain")
    #expect(same.lines == [] && same.counts.unchanged == 9)
    #expect(same.counts.run == first.counts.run)
    var stories = Self.stories(0..<10)
    stories[3] = BatchTests.story("s3", comments: 7)
    stories.remove(at: 5)
    try Self.write(stories, into: folder)
    let second = try Self.batch(folder, "--explain", "--threads", "1", warns: true)
    #expect(
      second.lines == [
        Line(key: "s3", ok: true, why: ["input"]), Line(key: "s9", ok: true, why: ["new"]),
        Line(key: "s5", removed: true),
      ])
    #expect(second.counts.drawn == 2 && second.counts.unchanged == 7 && second.counts.removed == 1)
    let changed = try Self.batch(folder, "--explain", "--locale", "de")
    #expect(changed.lines.allSatisfy { $0.why == ["options"] } && changed.lines.count == 9)
    let outcome = try Command.bash(
      """
      atoll store runs site.db | wc -l
      atoll store rollback site.db
      atoll store diff site.db --from 1
      atoll store diff site.db --from 1 --json | head -n 1
      """, in: folder)
    #expect(
      outcome.output == """
        3
        run 4 is the current run, 9 stories
        ~ s3
        - s5
        + s9
        {"change":"changed","key":"s3"}

        """, "\(outcome)")
  }

  @Test func reportsChangedStylesAndTemplatesAsReasonsForRendering() throws {
    let folder = try Self.folder(Self.stories(0..<2))
    _ = try Self.batch(folder)
    let styled = try Self.batch(folder, "--explain", "--style", "plain")
    #expect(styled.lines.map(\.why) == [["style"], ["style"]])
    try FileManager.default.copyItem(
      at: Command.package.appending(path: "Templates"), to: folder.appending(path: "mine"))
    let mended = try Command.bash(
      "sed -i '0,/class=\"/s//class=\"mine /' mine/comment.mustache", in: folder)
    #expect(mended.status == 0, "\(mended.errors)")
    let drawn = try Self.batch(
      folder, "--explain", "--style", "plain", "--templates", "mine")
    #expect(drawn.lines.map(\.why) == [["templates"], ["templates"]])
  }

  @Test func keepsTheOutputOfAStoryThatBecameTooLarge() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    _ = try Self.batch(folder)
    var stories = Self.stories(0..<3)
    stories.append(BatchTests.story("s3", comments: 9))
    try Self.write(stories, into: folder)
    // The large story keeps its output; the missing one is removed.
    let failed = try Self.batch(folder, "--max-story-comments", "8", warns: true)
    #expect(failed.lines == [Line(key: "s3", ok: false)])
    #expect(failed.counts.stories == 4 && failed.counts.removed == 1)
  }

  @Test func usesStoryIDsAsKeysIfTheNewInputHasNoKeys() throws {
    let folder = try Self.folder([])
    let outcome = try Command.bash(
      """
      printf '%s\n' '\(BatchTests.story("a"))' '\(BatchTests.story("b"))' > stories
      sed 's/^/x&\t/' stories | sed '2s/^x/y/' > keyed
      run() { atoll batch --store $1 -f text --no-sync "${@:2}" > /dev/null; }
      run keyed.db keyed --strip-key; run keyed.db stories --max-removed 2
      atoll store diff keyed.db; run keyed.db stories; atoll store runs keyed.db | wc -l
      # The stories are found by their bytes now, but not those with other keys.
      run keyed.db keyed --strip-key --max-removed 2; run keyed.db stories --max-removed 2
      atoll store diff keyed.db
      """, in: folder)
    let difference = "+ a\n+ b\n- x\n- y\n"
    #expect(outcome.output == "\(difference)2\n\(difference)", "\(outcome)")
  }

  @Test func rejectsAKeyThatIsTooLong() throws {
    let long = String(repeating: #"\u0001"#, count: 4097)
    let folder = try Self.folder([
      BatchTests.story(long), BatchTests.story(String(long.dropLast(6))),
    ])
    let (lines, counts) = try Self.batch(folder, warns: true)
    #expect(lines.map(\.ok) == [false] && counts.stories == 1)
    #expect(try Self.batch(folder, warns: true).counts.unchanged == 1)
  }

  @Test func doesNotCreateAStoreIfTheInputIsMissing() throws {
    let outcome = try Command.bash(
      "atoll batch nosuch --store site.db; echo $?; ls -A", in: try Command.makeFolder())
    #expect(outcome.output == "66\n")
  }

  @Test func escapesControlCharactersInKeys() throws {
    let folder = try Self.folder([BatchTests.story(#"a\u009b31m\u202eb"#)])
    _ = try Self.batch(folder)
    let outcome = try Command.bash("atoll store diff site.db", in: folder)
    #expect(outcome.output == "+ a\\u{9b}31m\\u{202e}b\n", "\(outcome)")
  }

  @Test func storesTheSameOutputForAnyThreadCountAndInputOrder() throws {
    let folder = try Self.folder(Self.stories(0..<200))
    let outcome = try Command.bash(
      """
      tac stories.ndjson > reversed.ndjson
      atoll batch stories.ndjson --store a.db --no-sync -f text --threads 1 > /dev/null
      atoll batch stories.ndjson --store b.db --no-sync -f text --threads 4 > /dev/null
      atoll batch reversed.ndjson --store c.db --no-sync -f text --threads 4 > /dev/null
      for db in a.db b.db; do sqlite3 $db "update revision set id = x''"; done
      cmp a.db b.db && echo same
      show() { sqlite3 $1 'select key, title, comments, latest, hex(hash), body from story order by key'; }
      cmp <(show a.db) <(show c.db) && echo same
      """, in: folder)
    #expect(outcome.output == "same\nsame\n", "\(outcome)")
  }

  @Test func keepsTheEarlierOutputOfAStoryThatFails() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    let keyed = Self.stories(0..<5).enumerated().map { "s\($0.offset)\t\($0.element)" }
    try Self.write(keyed, into: folder)
    _ = try Self.batch(folder, "--strip-key")
    var broken = keyed
    broken[2] = "s2\tnonsense"
    try Self.write(broken, into: folder)
    let failed = try Self.batch(folder, "--strip-key", warns: true)
    #expect(failed.lines == [Line(key: "s2", ok: false)])
    #expect(failed.counts.stories == 5 && failed.counts.removed == 0)
    try Self.write(keyed, into: folder)
    #expect(try Self.batch(folder, "--strip-key").counts.unchanged == 5)
  }

  @Test func keepsTheNewOutputOfAStoryIfALaterLineWithItsKeyFails() throws {
    let old = (0..<4).map { "s\($0)\t\(BatchTests.story("s\($0)"))" }
    let folder = try Self.folder(old)
    _ = try Self.batch(folder, "--strip-key")
    let new = "s1\t\(BatchTests.story("s1", comments: 7))"
    try Self.write([old[0], new, old[2], "s1\tnonsense", old[3]], into: folder)
    #expect(
      try Self.batch(folder, "--strip-key", warns: true).lines == [Line(key: "s1", ok: false)])
    let outcome = try Command.bash(
      "atoll store list site.db | cut -c 1-14; atoll store diff site.db", in: folder)
    #expect(outcome.output.contains("s1  7 comments") && outcome.output.hasSuffix("\n~ s1\n"))
  }

  @Test func keepsAllStoriesIfAnUnreadableLineHasNoKey() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    _ = try Self.batch(folder)
    var broken = Self.stories(0..<5)
    broken[2] = "nonsense"
    try Self.write(broken, into: folder)
    let failed = try Self.batch(folder, warns: true)
    #expect(failed.counts.stories == 5 && failed.counts.removed == 0)
    try Self.write(Self.stories(0..<2), into: folder)
    #expect(try Self.batch(folder, warns: true).counts.removed == 3)
  }

  @Test func rendersAStoryAgainWhenAUserIsRenamed() throws {
    let folder = try DumpTests.dump(stories: 9)
    let outcome = try Command.bash(
      """
      draw() {
        atoll batch dump --store site.db --no-sync --explain -f text | grep -v trailer |
          sed 's/.*"key":"\\([^"]*\\)".*"why":\\([^]]*\\).*/\\1 \\2/' | sort
      }
      draw | wc -l
      draw
      sed -i 's/Name 4/Name four/' dump/users.ndjson && draw
      sed -i 's/Story 3/Story three/' dump/stories.ndjson && draw
      """, in: folder)
    #expect(
      outcome.output == """
        9
        s4 ["joined"
        s5 ["joined"
        s6 ["joined"
        s7 ["joined"
        s8 ["joined"
        s3 ["input"

        """, "\(outcome)")
  }

  @Test func detectsDamagedAndMissingOutputs() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    _ = try Self.batch(folder)
    let outcome = try Command.bash(
      """
      sqlite3 site.db "update output set body = x'78' where id = 2; update output set body = null where id = 3"
      atoll store verify site.db; echo $?; atoll store get site.db s1; echo $?
      atoll store verify site.db --repair 2> /dev/null; echo $?
      atoll batch stories.ndjson --store site.db --no-sync -f fragment --explain | grep -c '"why":\\["missing"\\]'
      atoll store verify site.db; atoll store diff site.db
      """, in: folder)
    #expect(outcome.output == "5\n5\n5\n2\n5 outputs as they were stored\n", "\(outcome)")
    #expect(outcome.errors.contains("the output of 's1' is damaged"))
    #expect(outcome.errors.contains("2 outputs differ from what was stored"))
  }

  @Test func leavesTheStoreUnchangedIfTheRunFails() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    let first = try Self.batch(folder)
    let outcome = try Command.bash(
      """
      cp site.db before
      head -c 900 stories.ndjson | atoll batch --store site.db --no-sync -f text > /dev/null; echo $?
      printf 'x\\ny\\n' | atoll batch --store site.db --no-sync -f text --max-errors 1 > /dev/null; echo $?
      cmp site.db before; ls
      """, in: folder)
    #expect(first.counts.run == 1)
    #expect(outcome.output == "65\n1\nbefore\nsite.db\nstories.ndjson\n", "\(outcome)")
  }

  @Test func allowsOnlyOneWriterAtATime() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    let outcome = try Command.bash(
      """
      mkfifo lines
      atoll batch --store site.db --no-sync --explain < lines > results & exec 3> lines
      head -n 1 stories.ndjson >&3; until [[ -s results ]]; do sleep 0.05; done
      atoll batch stories.ndjson --store site.db; echo $?
      exec 3>&-; wait
      """, in: folder)
    #expect(outcome.output == "75\n")
    #expect(outcome.errors.contains("another process is writing to this store"))
  }

  @Test func rendersAgainIfTheColorsChange() throws {
    let folder = try Self.folder(Self.stories(0..<3))
    for (color, drawn) in [("always", 3), ("never", 3), ("never", 0)] {
      let counts = try Self.batch(folder, "-f", "ansi", "--color", color).counts
      #expect(counts.drawn == drawn, "\(color)")
    }
  }

  @Test func listsStories() throws {
    let folder = try Self.folder(Self.stories(0..<9))
    _ = try Self.batch(folder)
    let outcome = try Command.bash(
      """
      atoll store list site.db --order comments --limit 3
      atoll store list site.db --limit 1 --json
      sqlite3 site.db 'select key, comments from story order by comments desc, key limit 1'
      """, in: folder)
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines.first?.hasPrefix("s4  5 comments") == true && lines.count == 5
        && lines.last == "s4|5", "\(outcome)")
    #expect(lines[3].hasPrefix(#"{"key":"s0","title":""#))
  }

  @Test(.enabled(if: TestMachine.canMount, "the system allows no mounts of tests"))
  func readsAStoreOnAReadOnlyDisk() throws {
    let folder = try Self.folder(Self.stories(0..<2))
    _ = try Self.batch(folder)
    let mount = "mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\""
    let outcome = try Command.bash(
      """
      unshare -rm bash -c '\(mount) && atoll store verify /$PWD/site.db && atoll store get site.db s1 | grep -c section
        atoll batch stories.ndjson --store site.db -f text; echo $?
        atoll store forget site.db --key s1; echo $?; atoll store rollback site.db; echo $?'
      """, in: folder)
    #expect(outcome.output == "2 outputs as they were stored\n1\n73\n73\n73\n", "\(outcome)")
    let error = "site.db: error: cannot be opened: Read-only file system"
    #expect(outcome.errors.split(separator: "\n") == [error[...], error[...], error[...]])
  }

  @Test(.enabled(if: TestMachine.canBeAnotherUser, "the tests cannot be another user"))
  func exitsWith66IfTheStoreIsNotReadable() throws {
    let folder = try Self.folder(Self.stories(0..<2))
    _ = try Self.batch(folder)
    let outcome = try Command.bash(
      """
      chmod 755 .; chmod 600 site.db
      for name in list runs verify; do
        \(TestMachine.asNobody) atoll store $name site.db; echo $?
      done
      """, in: folder)
    #expect(outcome.output == "66\n66\n66\n", "\(outcome)")
    #expect(outcome.errors.hasPrefix("site.db: error: cannot be opened: Permission denied"))
  }

  @Test func rejectsFilesThatAreNotStores() throws {
    let folder = try Self.folder(Self.stories(0..<2))
    let outcome = try Command.bash(
      """
      mkdir folder; sqlite3 other.db 'create table t(x)'
      for path in folder stories.ndjson other.db; do
        atoll batch stories.ndjson --store $path > /dev/null; echo $?
        atoll store list $path; echo $?
      done; sqlite3 other.db .tables; ls
      """, in: folder)
    #expect(
      outcome.output == String(repeating: "65\n", count: 6)
        + "t\nfolder\nother.db\nstories.ndjson\n",
      "\(outcome)")
    #expect(outcome.errors.contains("stories.ndjson: error: this file is not a store"))
  }

  @Test func keepsTheRequestedNumberOfEarlierRuns() throws {
    let folder = try Self.folder(Self.stories(0..<2))
    for number in 1...4 {
      try Self.write(
        [BatchTests.story("s0", comments: number), BatchTests.story("s1")], into: folder)
      _ = try Self.batch(folder, "--keep", "1")
    }
    let outcome = try Command.bash(
      """
      atoll store runs site.db | cut -c 1-12; sqlite3 site.db 'select count(*) from output'
      atoll store rollback site.db; atoll store rollback site.db --run 2; echo $?
      """, in: folder)
    #expect(
      outcome.output == "* 4  2 stori\n  3  2 stori\n3\nrun 5 is the current run, 2 stories\n66\n",
      "\(outcome)")
  }
}
