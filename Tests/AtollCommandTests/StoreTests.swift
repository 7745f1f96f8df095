import Foundation
import Testing

/// `atoll batch --store` and `atoll store`.
struct StoreTests {
  /// A folder with `stories.ndjson` that holds these stories.
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

  /// What a result line of a store's run tells.
  private struct Line: Decodable, Equatable {
    var key: String?
    var ok: Bool?
    var why: [String]?
    var removed: Bool?
  }

  /// What the last line tells.
  private struct Trailer: Decodable, Equatable {
    struct Counts: Decodable, Equatable {
      var run: String
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
      ["batch", "stories.ndjson", "--store", "store", "-f", "fragment", "--no-sync"] + options,
      in: folder)
    #expect(outcome.errors.hasPrefix("warning: ") == warns && (warns || outcome.errors == ""))
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map { Data($0.utf8) }
    let last = try JSONDecoder().decode(Trailer.self, from: try #require(lines.last))
    return (
      try lines.dropLast().map { try JSONDecoder().decode(Line.self, from: $0) }, last.trailer
    )
  }

  @Test func keepsWhatRenderWouldWrite() throws {
    let folder = try Self.folder(Self.stories(0..<9))
    let (lines, counts) = try Self.batch(folder)
    #expect(lines == [])
    #expect(counts.stories == 9 && counts.drawn == 9 && counts.unchanged == 0)
    let outcome = try Command.bash(
      """
      atoll store get store s4 > stored
      sed -n 5p stories.ndjson | atoll render -q -f fragment > drawn
      cmp stored drawn
      atoll store verify store | cut -d ' ' -f 3-4
      name=$(sha256sum < drawn); cmp drawn store/objects/${name:0:2}/${name:2:62}
      ls store
      """, in: folder)
    #expect(
      outcome.output == "9 stories\nCURRENT\nchange.json\nlock\nmanifests\nobjects\ntmp\n",
      "\(outcome)")
    #expect(outcome.errors == "")
  }

  @Test func drawsOnlyWhatHasChangedAndSaysWhy() throws {
    let folder = try Self.folder(Self.stories(0..<9))
    let first = try Self.batch(folder)
    let same = try Self.batch(folder, "--explain")
    #expect(same.lines == [] && same.counts.unchanged == 9)
    #expect(same.counts.run == first.counts.run)
    var stories = Self.stories(0..<10)
    stories[3] = BatchTests.story("s3", comments: 7)
    stories.remove(at: 5)
    try Self.write(stories, into: folder)
    let second = try Self.batch(folder, "--explain", "--threads", "1")
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
      atoll store list store | wc -l
      atoll store rollback store > /dev/null
      before=$(tail -n 1 store/CURRENT)
      atoll store diff store --from $before
      atoll store diff store --from $before --purge='https://example.com/{key}?x'
      """, in: folder)
    #expect(
      outcome.output == """
        3
        ~ s3
        - s5
        + s9
        https://example.com/s3?x
        https://example.com/s5?x
        https://example.com/s9?x

        """, "\(outcome)")
  }

  @Test func namesTheStyleAndTheTemplatesAsReasons() throws {
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

  @Test func knowsAStoryThatIsTooLarge() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    _ = try Self.batch(folder)
    var stories = Self.stories(0..<3)
    stories.append(BatchTests.story("s3", comments: 9))
    try Self.write(stories, into: folder)
    // The one keeps its output; the other one is gone all the same.
    let failed = try Self.batch(folder, "--max-story-comments", "8")
    #expect(failed.lines == [Line(key: "s3", ok: false)])
    #expect(failed.counts.stories == 4 && failed.counts.removed == 1)
  }

  @Test func keepsNoKeyFromOutsideForWhoGivesNone() throws {
    let folder = try Self.folder([])
    let outcome = try Command.bash(
      """
      printf '%s\n' '\(BatchTests.story("a"))' '\(BatchTests.story("b"))' > stories
      sed 's/^/x&\t/' stories | sed '2s/^x/y/' > keyed
      run() { atoll batch --store $1 -f text --no-sync "${@:2}" > /dev/null; }
      run one stories
      run two keyed --strip-key; run two stories --max-removed 2
      cmp one/manifests/$(head -n 1 one/CURRENT).ndjson two/manifests/$(head -n 1 two/CURRENT).ndjson
      atoll store diff two --from $(tail -n 1 two/CURRENT); head -n 1 one/manifests/* | grep -c given
      """, in: folder)
    #expect(outcome.output == "+ a\n+ b\n- x\n- y\n0\n", "\(outcome)")
  }

  @Test func keepsNoStoryUnderAKeyOfAnyLength() throws {
    let long = String(repeating: #"\u0001"#, count: 4097)
    let folder = try Self.folder([
      BatchTests.story(long), BatchTests.story(String(long.dropLast(6))),
    ])
    let (lines, counts) = try Self.batch(folder)
    #expect(lines.map(\.ok) == [false] && counts.stories == 1)
    #expect(try Self.batch(folder).counts.unchanged == 1)
  }

  @Test func makesNoStoreForAnInputThatIsNotThere() throws {
    let outcome = try Command.bash(
      "atoll batch nosuch --store store; echo $?; ls -A", in: try Command.makeFolder())
    #expect(outcome.output == "66\n")
  }

  @Test func showsTheKeysItCompares() throws {
    let folder = try Self.folder([BatchTests.story(#"a\u009b31m\u202eb"#)])
    _ = try Self.batch(folder)
    let outcome = try Command.bash("atoll store diff store", in: folder)
    #expect(outcome.output == "+ a\\u{9b}31m\\u{202e}b\n", "\(outcome)")
  }

  @Test func saysThatAManifestIsWrongWhoseNumbersAreTooLarge() throws {
    let folder = try Self.folder(Self.stories(0..<20))
    _ = try Self.batch(folder)
    let outcome = try Command.bash(
      """
      manifest=store/manifests/$(head -n 1 store/CURRENT).ndjson
      sed -i 's/"bytes":[0-9]*,/"bytes":999999999999999999,/' $manifest
      atoll store list store | cut -c 17-; atoll store list store > /dev/null; echo $?
      atoll batch stories.ndjson --store store --no-sync; echo $?
      """, in: folder)
    #expect(outcome.output == "the sum of the sizes overflows\n5\n5\n", "\(outcome)")
  }

  @Test func makesTheSameStoreWithAnyNumberOfThreadsInAnyOrder() throws {
    let folder = try Self.folder(Self.stories(0..<200))
    let outcome = try Command.bash(
      """
      tac stories.ndjson > reversed.ndjson
      atoll batch stories.ndjson --store a --no-sync -f text --threads 1 > /dev/null
      atoll batch reversed.ndjson --store b --no-sync -f text --threads 4 > /dev/null
      diff -r a b && echo same
      """, in: folder)
    #expect(outcome.output == "same\n", "\(outcome)")
  }

  @Test func keepsWhatThereWasOfAStoryThatFails() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    let keyed = Self.stories(0..<5).enumerated().map { "s\($0.offset)\t\($0.element)" }
    try Self.write(keyed, into: folder)
    _ = try Self.batch(folder, "--strip-key")
    var broken = keyed
    broken[2] = "s2\tnonsense"
    try Self.write(broken, into: folder)
    let failed = try Self.batch(folder, "--strip-key")
    #expect(failed.lines == [Line(key: "s2", ok: false)])
    #expect(failed.counts.stories == 5 && failed.counts.removed == 0)
    try Self.write(keyed, into: folder)
    #expect(try Self.batch(folder, "--strip-key").counts.unchanged == 5)
  }

  @Test func takesNoStoryForGoneWhileNobodyKnowsWhichOneFailed() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    _ = try Self.batch(folder)
    var broken = Self.stories(0..<5)
    broken[2] = "nonsense"
    try Self.write(broken, into: folder)
    let failed = try Self.batch(folder, warns: true)
    #expect(failed.counts.stories == 5 && failed.counts.removed == 0)
    try Self.write(Self.stories(0..<2), into: folder)
    #expect(try Self.batch(folder).counts.removed == 3)
  }

  @Test func drawsAStoryAnewWhenAUserHasAnotherName() throws {
    let folder = try ShardTests.dump(stories: 9)
    let outcome = try Command.bash(
      """
      sed 's/^.*"storyID":"\\([^"]*\\)".*$/\\1\\t&/' dump/*omments.ndjson |
        LC_ALL=C sort -s -t $'\\t' -k 1,1 | cut -f 2- | grep -v -e lost -e nonsense > comments
      draw() {
        atoll batch --group comments --join dump/users.ndjson --join dump/stories.ndjson \
          --store store --no-sync --explain -f text | grep -v trailer | sed 's/.*"key":"\\([^"]*\\)".*"why":\\([^]]*\\).*/\\1 \\2/'
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
        s3 ["joined"

        """, "\(outcome)")
  }

  @Test func noticesEveryOutputThatIsNotWhatWasStored() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    _ = try Self.batch(folder)
    let outcome = try Command.bash(
      """
      set -- store/objects/*/*
      rm "$1"; printf x >> "$2"; tr a b < "$3" > c && cp c "$3"
      atoll store verify store; echo $?
      atoll batch stories.ndjson --store store --no-sync -f fragment --explain | grep -c '"why":\\["missing"\\]'
      """, in: folder)
    #expect(outcome.output == "5\n2\n")
    #expect(outcome.errors.contains("it is missing"))
    #expect(outcome.errors.contains("bytes instead of"))
    #expect(outcome.errors.contains("its content has changed"))
    #expect(outcome.errors.contains("3 outputs differ from what was stored"))
  }

  @Test func sweepsWhatNoRunNeedsAnyMore() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    _ = try Self.batch(folder)
    try Self.write(Self.stories(3..<8), into: folder)
    _ = try Self.batch(folder)
    let outcome = try Command.bash(
      """
      atoll store sweep store --keep 1 --dry-run; find store/objects -type f | wc -l
      atoll store sweep store --keep 1; find store/objects -type f | wc -l
      atoll store verify store --all | cut -d ' ' -f 3-4
      atoll store rollback store; echo $?
      """, in: folder)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("1 run, 4 files,") && lines[0].hasSuffix("would be removed"))
    #expect(lines.dropFirst(1).first == "8" && lines.dropFirst(3).first == "5", "\(outcome)")
    #expect(lines.suffix(2) == ["5 stories", "66"])
  }

  @Test func changesNothingUnlessTheRunEndsWell() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    let first = try Self.batch(folder)
    let outcome = try Command.bash(
      """
      head -c 900 stories.ndjson | atoll batch --store store --no-sync -f fragment > /dev/null; echo $?
      printf 'x\\ny\\n' | atoll batch --store store --no-sync -f fragment --max-errors 1 > /dev/null; echo $?
      head -n 1 store/CURRENT
      """, in: folder)
    #expect(outcome.output == "65\n1\n\(first.counts.run)\n", "\(outcome)")
  }

  @Test func isWrittenByOneAtATime() throws {
    let folder = try Self.folder(Self.stories(0..<5))
    let outcome = try Command.bash(
      """
      mkfifo lines
      atoll batch --store store --no-sync < lines > /dev/null & exec 3> lines
      while [[ ! -e store/lock ]]; do sleep 0.05; done; sleep 0.2
      atoll batch stories.ndjson --store store; echo $?
      exec 3>&-; wait
      """, in: folder)
    #expect(outcome.output == "75\n")
    #expect(outcome.errors.contains("another process is writing to this store"))
  }

  @Test func drawsAnewWhatWouldHaveOtherColors() throws {
    let folder = try Self.folder(Self.stories(0..<3))
    for (color, drawn) in [("always", 3), ("never", 3), ("never", 0)] {
      let counts = try Self.batch(folder, "-f", "ansi", "--color", color).counts
      #expect(counts.drawn == drawn, "\(color)")
    }
  }

  @Test func removesWhatAKilledRunLeftWhereItWorked() throws {
    let folder = try Self.folder(Self.stories(0..<2))
    _ = try Self.batch(folder)
    let workplace = folder.appending(path: "store/tmp")
    for name in [".file-KZ2zbh", "manifest-1"] {
      try Data("half".utf8).write(to: workplace.appending(path: name))
    }
    _ = try Self.batch(folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workplace.path) == [])
  }
}
