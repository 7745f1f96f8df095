import Foundation
import Testing

/// `atoll shard`: a dump cut into pieces that can be drawn each by itself.
struct ShardTests {
  /// A dump of some stories, its rows in no order, with all that stories are joined with.
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
    try write(
      "comments.ndjson", ["nonsense"] + mixed.dropLast(mixed.count / 3) + ["{\"id\":\"lost\"}"])
    try write("archivedComments.ndjson", mixed.suffix(mixed.count / 3))
    try write(
      "users.ndjson",
      (0..<9).map { #"{"id":"u\#($0)","username":"Name \#($0)","profiles":[]}"# })
    try write(
      "stories.ndjson",
      (0..<stories).map {
        #"{"id":"s\#($0)","url":"https://example.com/\#($0)","metadata":{"title":"Story \#($0)"}}"#
      })
    try write(
      "tenants.ndjson",
      [#"{"id":"t","organization":{"name":"Org"},"domain":"example.com","locale":"en-US"}"#])
    return folder
  }

  /// Draws every piece.
  static let drawAll = """
    for p in pieces/0*; do
      atoll batch --group $p/comments.ndjson --join $p/stories.ndjson --join $p/users.ndjson \
        --join $p/settings.ndjson -f fragment --max-errors 100% || exit
    done
    """

  /// The result lines without what depends on the piece, in the order of their keys.
  static let inOrder = "grep -v trailer | sed 's/\"seq\":[0-9]*//' | LC_ALL=C sort"

  @Test(arguments: [1, 3, 50])
  func drawsFromPiecesWhatItDrawsFromTheWhole(pieces: Int) throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      """
      atoll shard dump -o pieces --pieces \(pieces) > counts
      { \(Self.drawAll); } | \(Self.inOrder) > of-pieces
      sed 's/^.*"storyID":"\\([^"]*\\)".*$/\\1\\t&/' dump/comments.ndjson dump/archivedComments.ndjson |
        LC_ALL=C sort -s -t $'\\t' -k 1,1 |
        atoll batch --group --strip-key --join dump/users.ndjson --join dump/stories.ndjson \
          --join dump/tenants.ndjson -f fragment | \(Self.inOrder) > of-the-whole
      cmp of-pieces of-the-whole && wc -l < of-pieces
      grep -c 'Name 3' of-pieces
      """, in: folder)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("42\n"), "\(outcome.output)")
  }

  @Test func tellsWhatEachPieceHoldsSoThatNothingCanBeLost() throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      """
      atoll shard dump --pieces 4
      \(Self.drawAll.replacing("done", with: "done | grep trailer")) |
        sed 's/.*"in":\\([0-9]*\\).*"out":\\([0-9]*\\).*/\\1 \\2/' > trailers
      sed 's/.*"rows":\\([0-9]*\\),"stories":\\([0-9]*\\),"withoutKey":\\([0-9]*\\).*/\\1 \\2 \\3/' pieces/pieces.ndjson |
        awk '{ print $1, $2 + $3 }' > expected
      cmp trailers expected && awk '{ n += $1 } END { print n }' trailers
      """, in: folder)
    let rows = (0..<40).reduce(0) { $0 + $1 % 9 + 1 } + 2
    #expect(
      outcome.output
        == """
        {"pieces":4,"rows":\(rows),"withoutKey":2,"stories":40,"users":9,"copiedUsers":20,"others":0}
        \(rows)

        """, "\(outcome)")
  }

  @Test func givesAPieceTheUsersWhoWroteInItAndNoOthers() throws {
    let folder = try Self.dump(stories: 2)
    let outcome = try Command.bash(
      """
      atoll shard dump --pieces 7 > counts
      cat pieces/*/users.ndjson | sort | uniq | wc -l
      cat pieces/*/stories.ndjson | wc -l
      cat pieces/*/settings.ndjson | wc -l
      ls -A | grep -c part
      """, in: folder)
    // One and two comments, by two users; stories go where their comments go.
    #expect(outcome.output == "2\n2\n7\n0\n", "\(outcome)")
  }

  @Test func writesTheSamePiecesWithLittleMemory() throws {
    let folder = try Self.dump(stories: 400)
    let outcome = try Command.bash(
      """
      for n in $(seq 40); do cat dump/comments.ndjson; done > more && mv more dump/comments.ndjson
      atoll shard dump -o a --pieces 5 > counts-a
      atoll shard dump -o b --pieces 5 --memory 8 > counts-b
      cmp counts-a counts-b && diff -r a b && du -s dump | awk '{ print ($1 > 9000) }'
      """, in: folder)
    #expect(outcome.output == "1\n", "\(outcome)")
  }

  @Test(arguments: ["dump.ndjson", "comments.ndjson"])
  func refusesAFileInWhichNothingIsARow(name: String) throws {
    let folder = try Fixture.folder("")
    let outcome = try Command.bash(
      "{ echo '{}'; seq 100; } > \(name) && atoll shard \(name) -o pieces; echo $?; ls", in: folder)
    #expect(outcome.errors.hasPrefix("\(name): error: none of its rows can be read"), "\(outcome)")
    #expect(outcome.output.hasPrefix("65\n") && !outcome.output.contains("pieces"), "\(outcome)")
  }

  @Test func leavesNothingWhenTheDumpIsTorn() throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      """
      head -c 5000 dump/comments.ndjson > torn && mv torn dump/comments.ndjson
      atoll shard dump; echo $?; ls -A
      """, in: folder)
    #expect(outcome.output == "65\ndump\n")
    #expect(outcome.errors.contains("the file ends within this row; export it again"))
    let cut = try Command.bash(
      """
      printf '%s' '{"id":"1","storyID":"a","revisions":[{"body":"Hi"}' > cut
      atoll shard cut; echo $?
      printf '%s' '{"id":"1","storyID":"a","revisions":[{"body":"Hi"}]}' > whole
      atoll shard whole; echo $?
      """, in: folder)
    #expect(cut.output.hasPrefix("65\n{\"pieces\":1,\"rows\":1,"), "\(cut)")
  }

  @Test func overwritesNothing() throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      """
      atoll shard dump -o dump; echo $?
      mkdir mine.part && echo text > mine.part/letter
      atoll shard dump -o mine; echo $?; cat mine.part/letter
      echo text > his.part
      atoll shard dump -o his; echo $?; cat his.part
      """, in: folder)
    #expect(outcome.output == "73\n73\ntext\n73\ntext\n", "\(outcome)")
    #expect(outcome.errors.contains("mine.part: error: this already exists"))
  }

  @Test func takesAwayWhatAKilledRunLeftAndWaitsForNone() throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      """
      mkfifo pipe
      atoll shard pipe --pieces 2 & exec 3> pipe
      until [[ -e pieces.part/.lock ]]; do sleep 0.05; done
      atoll shard dump --pieces 2; echo $?
      kill -9 $!; wait $! 2> /dev/null; exec 3>&-
      ls -A pieces.part; echo rubbish > pieces.part/rubbish
      atoll shard dump --pieces 2 -o pieces/ > /dev/null; echo $?
      ls -A; ls -A pieces
      """, in: folder)
    #expect(
      outcome.output
        == "73\n.lock\n0\ndump\npieces\npipe\n0000\n0001\npieces.ndjson\n", "\(outcome)")
    #expect(outcome.errors.contains("another process is writing its pieces here"))
  }

  @Test func touchesNothingBeforeItCanReadEverything() throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      """
      atoll shard dump nosuch; echo $?; ls -A
      """, in: folder)
    #expect(outcome.output == "66\ndump\n", "\(outcome)")
  }

  @Test func losesNoCommentWhereverItStands() throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      """
      atoll shard dump -o apart --pieces 2
      grep -v -e nonsense -e lost dump/comments.ndjson > rows
      { echo nonsense; cat dump/users.ndjson rows; echo '{"actionType":"FLAG","storyID":"s1"}'
        cat dump/archivedComments.ndjson dump/tenants.ndjson dump/stories.ndjson
        echo '{"id":"lost","storyID":"",}'; } > mixed
      atoll shard mixed -o together --pieces 2
      for p in 0000 0001; do
        for name in users settings stories; do cmp apart/$p/$name.ndjson together/$p/$name.ndjson; done
        for of in apart together; do grep storyID.:.s $of/$p/comments.ndjson | sort > $of.sorted; done
        cmp apart.sorted together.sorted
      done
      """, in: folder)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2, "\(outcome)")
    #expect(lines[0].replacing("\"others\":0", with: "\"others\":1") == lines[1])
  }

  @Test func refusesAFileOfWhichNoRowCanBeRead() throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      "seq 9 > dump/users.ndjson; atoll shard dump/*; echo $?; ls -A", in: folder)
    #expect(outcome.output == "65\ndump\n", "\(outcome)")
    #expect(outcome.errors.contains("users.ndjson: error: none of its rows can be read"))
  }
}
