import Foundation
import Testing

/// `atoll batch dump/`, which reads the files of a database in any order.
struct DumpTests {
  /// Creates a dump of comments in mixed order, with the users, stories and tenant that belong to them.
  static func dump(stories: Int = 40) throws -> URL {
    let folder = try Command.makeFolder()
    let dump = folder.appending(path: "dump")
    try FileManager.default.createDirectory(at: dump, withIntermediateDirectories: true)
    let rows = (0..<stories).flatMap { GroupTests.rows("s\($0)", comments: $0 % 9 + 1) }
    let mixed = rows.enumerated().sorted { ($0.offset * 7919) % 1009 < ($1.offset * 7919) % 1009 }
      .map(\.element)
    func write(_ name: String, _ lines: some Sequence<String>) throws {
      try Data(lines.map { "\($0)\n" }.joined().utf8).write(to: dump.appending(path: name))
    }
    try write("comments.ndjson", mixed.dropLast(mixed.count / 3))
    try write("archivedComments.ndjson", mixed.suffix(mixed.count / 3))
    try write(
      "users.ndjson",
      (0..<9).map {
        #"{"id":"u\#($0)","username":"Name \#($0)","email":"SECRET-\#($0)","profiles":[{"id":"SECRET"}]}"#
      })
    try write(
      "stories.ndjson",
      (0..<stories + 3).map {
        #"{"id":"s\#($0)","url":"https://example.com/\#($0)","metadata":{"title":"Story \#($0)"}}"#
      })
    try write(
      "tenants.ndjson",
      [#"{"id":"t","organization":{"name":"Org"},"domain":"example.com","locale":"en-US"}"#])
    return folder
  }

  private static func batch(_ arguments: String, in folder: URL) throws -> Command.Outcome {
    try Command.bash("atoll batch \(arguments)", in: folder)
  }

  @Test func rendersEachStoryLikeTheRenderCommand() throws {
    let folder = try Self.dump(stories: 12)
    let outcome = try Self.batch("dump -f fragment", in: folder)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let results = try BatchTests.results(outcome.output)
    let stories = results.dropLast()
    #expect(Set(stories.compactMap(\.key)) == Set((0..<12).map { "s\($0)" }))
    #expect(stories.map(\.seq) == (1...12).map { $0 })
    for result in stories {
      let alone = try Command.atoll(
        ["render", "-q", "-f", "fragment", "dump", "--story", result.key ?? ""], in: folder)
      #expect(result.output == alone.output, "\(result.key ?? "")")
    }
    let trailer = try #require(results.last?.trailer)
    #expect(trailer.in == (0..<12).reduce(0) { $0 + $1 % 9 + 1 } && trailer.out == 12)
  }

  @Test(arguments: [
    "coral-dump-relaxed", "coral-dump-canonical", "talk4-dump-relaxed", "talk4-dump-canonical",
  ])
  func batchRendersTheOnlyStoryOfADumpAsRenderDoes(name: String) throws {
    let folder = Command.package.appending(path: "Tests/Fixtures/\(name)")
    let outcome = try Self.batch(". -f page", in: folder)
    let results = try BatchTests.results(outcome.output)
    let first = try #require(results.first)
    let alone = try Command.atoll(
      ["render", "-q", "-f", "page", ".", "--story", first.key ?? ""], in: folder)
    #expect(first.output == alone.output && results.count == 2, "\(outcome.errors)")
    #expect(!outcome.output.contains("SECRET-"))
  }

  @Test func rendersTheSameOutputForAnyRowOrderAndThreadCount() throws {
    let folder = try Self.dump(stories: 300)
    let outcome = try Command.bash(
      """
      sum() { atoll batch "$@" -f fragment --hashes | grep -v trailer | sha256sum; }
      sum dump --threads 1; sum dump --threads 2; sum dump --threads 5
      mkdir other; for file in dump/*; do tac $file > other/${file#dump/}; done
      sum other; sum other/users.ndjson other/[!u]*.ndjson
      cat other/*.ndjson > all; sum all; sum - --from coral-dump < all
      gzip -r other; sum other; mv other/users.ndjson.gz other/users.json.gz; sum other
      """, in: folder)
    let sums = outcome.output.split(separator: "\n")
    #expect(sums.count == 9 && Set(sums).count == 1, "\(outcome)")
  }

  /// The rows are many more than a thread takes at a time, in several partitions.
  @Test func endsAtTheSameFailureWithAnyThreadCount() throws {
    let outcome = try Command.bash(
      #"""
      mkdir dump
      python3 - << 'EOF' > dump/comments.ndjson
      for n in range(52000):
          print('{"id":"c%d","storyID":"s%d","status":"NONE","revisions":[{"body":"word %d"}]}' % (n, n % 5200, n))
      for n in range(12):
          print('{"id":"x%d","status":"NONE","body":"x"}' % n)
      EOF
      for threads in 1 2 8; do
        atoll batch dump -f text --max-errors 8 --threads $threads 2> errors | sha256sum
      done
      cat errors
      """#, in: Command.makeFolder())
    let lines = outcome.output.split(separator: "\n")
    #expect(Set(lines.prefix(3)).count == 1, "\(outcome)")
    #expect(outcome.output.contains("more than --max-errors allows"), "\(outcome)")
  }

  @Test func assemblesStoriesThatDoNotFitIntoMemoryAtOnce() throws {
    let folder = try Command.makeFolder()
    let outcome = try Command.bash(
      #"""
      python3 - << 'EOF' > rows
      for n in range(120000):
          story = "s%d" % (n % 4 if n % 2 else n % 1000)
          print('{"id":"c%d","storyID":"%s","authorID":"u%d","status":"NONE","revisions":[{"body":"%s %d"}],"createdAt":{"$date":"2026-07-31T10:00:00Z"}}'
                % (n, story, n % 7, "word " * 80, n))
      EOF
      mkdir temporary
      TMPDIR=$PWD/temporary atoll batch rows -f text --max-comments 100000 > results
      grep -o 'word [0-9]\+' results | sort -u | wc -l
      grep -vc trailer results; ls -A temporary | wc -l
      """#, in: folder)
    #expect(outcome.output == "120000\n502\n0\n", "\(outcome.errors)")
  }

  @Test func doesNotWritePrivateFieldsToTemporaryFiles() throws {
    let outcome = try Command.bash(
      """
      for n in $(seq 4000); do
        printf '{"id":"u%s","username":"Name %s","email":"SECRET-mail","profiles":[{"id":"SECRET-id","password":"SECRET-hash"}]}\\n' $n $n
      done > users.json
      for n in $(seq 4000); do
        printf '{"id":"c%s","storyID":"s%s","authorID":"u%s","status":"%s","revisions":[{"body":"SECRET-old"},{"body":"Hi","metadata":{"ip":"SECRET-ip"}}],"createdAt":{"$date":"2026-07-31T10:00:00Z"}}\\n' \
          $n $((n % 50)) $n NONE
        printf '{"id":"d%s","storyID":"s%s","authorID":"u%s","status":"%s","revisions":[{"body":"SECRET-rejected"}],"createdAt":{"$date":"2026-07-31T10:00:00Z"}}\\n' \
          $n $((n % 50)) $n REJECTED
      done > comments.json
      strace -f -e trace=write,pwrite64 -s 100000 -o calls atoll batch comments.json users.json -f text -o results
      grep -c 'Name 4000' results; grep -c 'storyID' calls; grep -c SECRET calls
      """, in: try Command.makeFolder())
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "1" && lines[1] != "0" && lines[2] == "0", "\(outcome)")
  }

  @Test func looksUpAuthorsInTheStorysTenant() throws {
    let outcome = try Command.bash(
      #"""
      comment() { echo '{"tenantID":"'$1'","id":"'$2'","storyID":"'$3'","authorID":"u","status":"NONE","revisions":[{"body":"Hi"}],"createdAt":{"$date":"2026-07-31T10:00:00Z"}}'; }
      (comment a c1 s1; comment b c2 s2; comment a c3 s3; comment b c4 s3) > comments.json
      (echo '{"tenantID":"a","id":"u","username":"Ann","profiles":[]}'; echo '{"tenantID":"b","id":"u","username":"Bea","profiles":[]}') > users.json
      atoll batch comments.json users.json -f text > results
      for key in s1 s2 s3; do grep '"key":"'$key'"' results | grep -o 'Ann\|Bea\|several tenants'; done
      """#, in: try Command.makeFolder())
    #expect(outcome.output == "Ann\nBea\nseveral tenants\n", "\(outcome)")
  }

  @Test func reportsEveryRowThatCannotBeUsed() throws {
    let folder = try Self.dump(stories: 3)
    let outcome = try Command.bash(
      #"""
      { echo nonsense; echo; echo '{"id":"lost"}'; grep '"s2-1"' dump/*omments.ndjson -h | sed 's/"status":/"status"/; s/s2-1/s2-9/'
        echo '{"id":"x","storyID":"s1"} {"id":"y","storyID":"s1"}'; } >> dump/comments.ndjson
      { echo '{"id":"u9",}'; echo '{}'; echo 7; } >> dump/users.ndjson
      echo '{"actionType":"FLAG","storyID":"s1"}' > dump/commentActions.ndjson
      atoll batch dump -f text --max-errors 100% | grep -o '"code":"no_key".*\|"code":"unusable-row","message":"[^"]*\|"in":.*,"comments"'
      """#, in: folder)
    let lines = outcome.output.split(separator: "\n").map { String($0) }
    #expect(
      Set(lines.dropLast()) == [
        #""code":"no_key","message":"line 7 of dump/comments.ndjson: the comment names no story"}}"#,
        #""code":"no_key","message":"line 5 of dump/comments.ndjson cannot be read; its story is unknown, and it may hide a comment"}}"#,
        #""code":"unusable-row","message":"line 8 of dump/comments.ndjson was ignored: the colon after a key is missing"#,
        #""code":"unusable-row","message":"line 9 of dump/comments.ndjson was ignored: there is text after the end"#,
      ], "\(outcome)")
    #expect(
      lines.last == #""in":10,"empty":1,"out":5,"bad":2,"broken":2,"brokenJoined":3,"comments""#)
  }

  @Test func keepsTheOutputOfAStoryWithoutAReadableComment() throws {
    let folder = try Self.dump(stories: 3)
    let outcome = try Command.bash(
      #"""
      atoll batch dump -f text --store site.db --no-sync > /dev/null
      sed -i '/"storyID":"s1"/s/}$//' dump/*omments.ndjson
      atoll batch dump -f text --store site.db --no-sync | head -n 1 | sed 's,line [0-9]* of dump.[a-zA-Z]*,line of dump/comments,'
      atoll store list site.db | cut -c 1-14
      """#, in: folder)
    #expect(
      outcome.output.split(separator: "\n") == [
        #"""
        {"v":1,"key":"s1","seq":3,"ok":false,"error":{"code":"bad_json","message":"none of its comments can be read: \#
        line of dump/comments.ndjson was ignored: the input ends too early"}}
        """#,
        "s0  1 comment ", "s1  2 comments", "s2  3 comments",
      ], "\(outcome)")
  }

  @Test func keepsTheOutputOfAStoryWithoutAReadablePublishedComment() throws {
    let folder = try Self.dump(stories: 3)
    let outcome = try Command.bash(
      #"""
      atoll batch dump -f text --store site.db --no-sync > /dev/null
      sed -i '/"storyID":"s1"/s/}$//; /"s1-1"/{s/$/}/; s/"status":"[A-Z]*"/"status":"REJECTED"/}' dump/*omments.ndjson
      sed -i '/"storyID":"s2"/s/"status":"[A-Z]*"/"status":"REJECTED"/; /"s2-1"/s/}$//' dump/*omments.ndjson
      atoll batch dump -f text --store site.db --no-sync --max-errors 100% | sed 's/"seq":[0-9]*/"seq":N/' | grep -o '"key":"s[12]","seq":N,"ok":[a-z]*\|none of its published comments can be read'
      atoll store list site.db | cut -c 1-14
      atoll render -q dump --from coral-dump --story s1 2> /dev/null; echo $?
      """#, in: folder)
    #expect(
      Set(outcome.output.split(separator: "\n")) == [
        #""key":"s1","seq":N,"ok":false"#, "none of its published comments can be read",
        "s0  1 comment ", "s1  2 comments", "s2  0 comments", "65",
      ], "\(outcome)")
  }

  @Test func hidesACommentWhoseTruncatedRowSaysThatItIsRejected() throws {
    let folder = try Self.dump(stories: 2)
    let outcome = try Command.bash(
      #"""
      for end in '' '"revisions":[{"bo'; do
        mkdir -p other; cp dump/* other
        echo '{"id":"s1-0","storyID":"s1","status":"REJECTED",'"$end" >> other/archivedComments.ndjson
        atoll batch other -f text | grep -c 'Text 0 of s1'
      done
      """#, in: folder)
    #expect(outcome.output == "0\n0\n", "\(outcome)")
  }

  /// Rows of actions name stories and statuses, and rows of users have a status, too.
  @Test func hidesNoCommentBecauseOfATruncatedActionOrUser() throws {
    let folder = try Self.dump(stories: 2)
    let outcome = try Command.bash(
      #"""
      sed -i 's/"status":"[A-Z]*"/"status":"REJECTED"/' dump/*omments.ndjson
      echo '{"id":"x","storyID":"s0","actionType":"FLAG"}' > dump/commentActions.ndjson
      printf '{"id":"s0-0","storyID":"s0","status":"REJECTED","rea\n' >> dump/commentActions.ndjson
      printf '{"id":"u9","status":{"ban":{"act\n' >> dump/users.ndjson
      atoll batch dump -f text 2>/dev/null | grep -o '"ok":[a-z]*'; atoll render dump --story s0 -q -f text > page; echo $?
      """#, in: folder)
    #expect(outcome.output == "\"ok\":true\n\"ok\":true\n0\n", "\(outcome)")
  }

  /// The name of a file with rows of all kinds says nothing about them.
  @Test func hidesTheCommentOfATruncatedRowWhateverTheNameOfTheFile() throws {
    let folder = try Self.dump(stories: 2)
    let outcome = try Command.bash(
      #"""
      echo '{"id":"s1-0","storyID":"s1","status":"REJECTED","revisions":[{"bo' >> dump/comments.ndjson
      cat dump/*omments.ndjson dump/stories.ndjson > all-stories.ndjson
      echo '{"id":"s1-1","status":"REJECTED","revisions":[{"bo' >> all-stories.ndjson
      atoll batch all-stories.ndjson -f text 2>/dev/null | grep -c 'Text 0 of s1'
      atoll render all-stories.ndjson --story s1 -q -f text | grep -c 'Text [01] of s1'
      """#, in: folder)
    #expect(outcome.output == "0\n0\n", "\(outcome)")
  }

  @Test func findsTheStoryOfATruncatedRowForEveryFormOfItsId() throws {
    let outcome = try Command.bash(
      #"""
      for id in '"s0"' '{"$oid":"s0"}' 7 '{"$numberLong":"7"}'; do
        echo '{"id":"x","storyID":'"$id"',"status":"NONE","revisions":[{"bo' >> dump/comments.ndjson
      done
      atoll batch dump -f text --max-errors 100% 2>/dev/null | grep '"ok":false' | cut -d, -f 2
      """#, in: Self.dump(stories: 2))
    #expect(outcome.output == "\"key\":\"7\"\n", "\(outcome)")
  }

  @Test(arguments: [
    #"{"atoll":1,"story":{"id":"s"},"comments":[{"id":"a","tombstone":"deleted"},{"id":"b","body":"cu"#,
    #"{"data":{"story":{"id":"s","comments":{"edges":[{"node":{"id":"a","deleted":true}},{"node":{"id":"b","body":"cu"#,
  ])
  func refusesATruncatedInputWithTombstonesOnly(input: String) throws {
    let outcome = try Command.bash(
      "printf %s '\(input)' > cut; atoll render cut -f text > page 2> errors; echo $?",
      in: Command.makeFolder())
    #expect(outcome.output == "65\n", "\(outcome)")
  }

  @Test func reportsAProblemAtTheSamePathForAnyOrderOfFiles() throws {
    let folder = try Self.dump(stories: 1)
    let outcome = try Command.bash(
      #"""
      cat dump/*omments.ndjson | sed 's/"tags":\[\]/"tags":5/' > rows
      for files in "rows dump/stories.ndjson" "dump/stories.ndjson rows"; do
        atoll batch $files -f text | grep -o '"path":[^,}]*'
      done
      sed 's/^/s0\t/' rows | atoll batch --strip-key --group -f text | grep -o '"path":[^,}]*'
      """#, in: folder)
    #expect(
      outcome.output == String(repeating: #""path":"$[0].tags""# + "\n", count: 3), "\(outcome)")
  }

  @Test func doesNotRenderAgainIfABrokenRowMovesToAnotherLine() throws {
    let folder = try Self.dump(stories: 2)
    let outcome = try Command.bash(
      #"""
      mkdir other
      draw() { atoll batch $1/*.ndjson -f text --store site.db --no-sync --max-errors 100% | grep -o '"drawn":.'; }
      echo '{"id":"broken","storyID":"s0",,}' >> dump/comments.ndjson; draw dump
      cp dump/* other; sed -i '1i\\' other/comments.ndjson; draw other
      """#, in: folder)
    #expect(outcome.output == "\"drawn\":2\n\"drawn\":0\n", "\(outcome)")
  }

  @Test func rejectsAnIncompleteDump() throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      #"""
      failure() { atoll batch "$@" -o results; echo "$? $(ls -A | tr '\n' ' ')"; }
      head -c 5000 dump/comments.ndjson > torn; failure torn
      gzip -c dump/comments.ndjson | head -c 700 > torn; failure torn dump/users.ndjson
      failure dump/users.ndjson dump/stories.ndjson
      seq 9 > torn; failure dump torn; failure dump missing
      cp dump/comments.ndjson dump/comments.ndjson.1; failure dump; rm dump/comments.ndjson.1
      mkdir empty; failure empty; rmdir empty
      failure dump --max-line 100
      (cat dump/users.ndjson; printf '{"id":"c","storyID":"s","revisions":[{"body":"Hi"}') > torn; failure torn
      (cat dump/comments.ndjson; printf '{"id":"c","storyID":"s","revisions":[{"body":"Hi"}]}') > torn; failure torn
      """#, in: folder)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.dropLast().allSatisfy { !$0.contains("results") }, "\(outcome.output)")
    #expect(
      lines.map { $0.prefix(2) } == ["65", "65", "65", "65", "66", "65", "66", "65", "65", "0 "])
    for message in [
      "torn:21: error: the file ends within this line", "torn: error: the gzip file is truncated",
      "dump/stories.ndjson: error: the dump has no rows of comments",
      "torn: error: none of its rows can be read", "missing: error: cannot be read",
      "dump/comments.ndjson.1: error: the file would not be read",
      "dump/archivedComments.ndjson:1: error: the line is longer than 100 bytes",
    ] { #expect(outcome.errors.contains(message), "\(outcome.errors)") }
  }

  /// Entries of a dump folder that are not files, with the exit code and the reason.
  @Test(arguments: [
    ("ln -s nowhere dump/users.ndjson", 66, "it is a link to nothing"),
    ("mkdir dump/users.ndjson; mv users dump/users.ndjson/part-0.ndjson", 65, "the subfolder"),
    ("ln -s .. dump/users.ndjson", 65, "the subfolder"),
    ("mkfifo dump/users.ndjson", 65, "it is not a regular file"),
  ])
  func rejectsADumpFolderWithAnEntryThatIsNotAFile(
    command: String, status: Int, reason: String
  ) throws {
    let outcome = try Command.bash(
      """
      mv dump/users.ndjson users
      \(command)
      atoll batch dump -o results; echo $?; ls -d results; atoll render -f text --story s1 dump > /dev/null
      """, in: try Self.dump(stories: 3))
    #expect(outcome.output == "\(status)\n", "\(outcome)")
    #expect(outcome.errors.hasPrefix("dump/users.ndjson: error: "), "\(outcome)")
    #expect(outcome.errors.contains(reason), "\(outcome)")
    #expect(outcome.errors.contains("note: not read: dump/users.ndjson; "), "\(outcome)")
  }

  /// Edits of the first comment's row for `sed`, which write another row of it into
  /// `archivedComments.ndjson`, with the text that the comment then has and the number of warnings.
  @Test(arguments: [
    (
      #"s/"body":"[^"]*","createdAt":{[^}]*}/&},{"body":"Later","createdAt":{"$date":"2026-07-31T00:00:00Z"}/"#,
      "Later", 0
    ),
    (#"s/"REACTION":9/"REACTION":8/"#, "The photo mode alone is worth the price.", 0),
    (#"s/The photo mode/A photo mode/"#, "The photo mode alone is worth the price.", 1),
    (#"s/The photo mode/Your photo mode/"#, "Your photo mode alone is worth the price.", 1),
  ])
  func showsACommentOnceIfItIsInBothCollections(edit: String, text: String, warnings: Int) throws {
    let outcome = try Command.bash(
      """
      atoll demo --quiet; mv demo/dump .
      sed -n '1{'"$EDIT"';p}' dump/comments.ndjson > dump/archivedComments.ndjson
      atoll batch dump -f text -o results
      mkdir swapped; cp dump/[su]*s.ndjson swapped
      tac dump/comments.ndjson | cat dump/archivedComments.ndjson - > swapped/comments.ndjson
      atoll batch swapped -f text | cmp results - && grep -v trailer results
      for dump in dump swapped; do atoll render --story 17 -f text $dump; done
      """, in: try Command.makeFolder(), environment: ["EDIT": edit])
    #expect(outcome.output.ranges(of: text).count == 3, "\(outcome)")
    #expect(!outcome.output.contains("4 comments") && !outcome.output.contains("~2"), "\(outcome)")
    #expect(outcome.output.ranges(of: "\"duplicate-id\"").count == warnings, "\(outcome)")
    #expect(outcome.output.ranges(of: "worth the price").count == (text == "Later" ? 0 : 3))
  }

  @Test func rejectsAFolderThatCannotBeReadToItsEnd() throws {
    let folder = try Self.dump(stories: 3)
    let outcome = try Command.bash(
      """
      strace -f -o calls -e trace=getdents64 -e inject=getdents64:error=EIO:when=2 atoll batch dump -o results
      echo $?; ls; grep -c 'getdents64.*EIO' calls
      """, in: folder)
    #expect(outcome.output == "74\ncalls\ndump\n1\n", "\(outcome)")
    #expect(outcome.errors.hasPrefix("dump: error: cannot be read"), "\(outcome)")
  }

  @Test func reportsATemporaryFolderThatCannotBeWritten() throws {
    let folder = try Self.dump(stories: 3)
    let outcome = try Command.bash(
      "TMPDIR=/nowhere/at-all atoll batch dump -o results; echo $?; ls", in: folder)
    #expect(outcome.errors.contains("/nowhere/at-all: error: cannot be written"), "\(outcome)")
    #expect(outcome.errors.contains("TMPDIR names this folder"), "\(outcome)")
    #expect(outcome.output.hasSuffix("dump\n"))
  }

  @Test(arguments: ["/dev/fd/1", "/proc/self/fd/1"])
  func writesToADescriptorPathWithoutATemporaryFile(output: String) throws {
    let folder = try Self.dump(stories: 3)
    let outcome = try Command.bash(
      "atoll batch dump -o \(output) > file; atoll batch dump -o \(output) | cmp - file; grep -vc trailer file",
      in: folder)
    #expect(outcome.output == "3\n", "\(outcome)")
    #expect(outcome.errors == "")
  }

  @Test func endsOnSIGTERMWithoutWritingOutput() throws {
    let outcome = try Command.bash(
      """
      mkfifo pipe
      atoll batch --from coral-dump - -o results < pipe & exec 3> pipe
      echo '{"id":"c","storyID":"s"}' >&3
      kill -TERM $!; wait $!; echo $?; exec 3>&-; ls -A
      """, in: try Command.makeFolder())
    #expect(outcome.output == "143\npipe\n", "\(outcome)")
  }

  @Test func explainsHowToConvertBSON() throws {
    let outcome = try Command.bash(
      #"""
      for command in 'batch dump' 'render dump' 'batch dump/comments.bson' 'render dump/comments.bson' 'batch other'; do
        atoll $command > /dev/null; echo $?
      done
      atoll batch < dump/comments.bson > /dev/null; echo $?
      gzip dump/comments.bson; atoll batch dump; echo $?
      """#,
      in: try {
        let folder = try Self.dump(stories: 1)
        let document: [UInt8] =
          [0x17, 0, 0, 0, 2] + Array("_id\0".utf8) + [5, 0, 0, 0] + Array("abcd\0\0".utf8)
        try Data(document).write(to: folder.appending(path: "dump/comments.bson"))
        try Data(document).write(to: folder.appending(path: "other"))
        return folder
      }())
    #expect(outcome.output == "65\n65\n65\n65\n65\n1\n65\n", "\(outcome)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(
      lines.prefix(4).allSatisfy {
        $0
          == "dump/comments.bson: error: this is BSON; convert it: bsondump --outFile=dump/comments.json dump/comments.bson"
      }, "\(outcome.errors)")
    #expect(lines[4].hasSuffix("convert it: bsondump --outFile=other.json other"))
    #expect(
      lines[5].hasSuffix("error: this is BSON, not JSON; convert it first: bsondump"),
      "\(outcome.errors)")
    #expect(
      lines[lines.count - 1].hasSuffix(
        "convert it: gzip -dc dump/comments.bson.gz | bsondump --outFile=dump/comments.json"))
  }

  @Test func readsAFolderWithConvertedBSONFiles() throws {
    let outcome = try Command.bash(
      """
      printf '\\x05\\0\\0\\0\\0' > dump/comments.bson; mv dump/comments.ndjson dump/comments.json
      echo '{"options":{},"indexes":[],"uuid":"1"}' > dump/comments.metadata.json
      atoll batch dump -f text | tail -n 1 | grep -o '"in":[0-9]*,"empty":0,"out":[0-9]*'
      """, in: try Self.dump(stories: 3))
    #expect(outcome.output == "\"in\":6,\"empty\":0,\"out\":3\n", "\(outcome)")
  }
}
