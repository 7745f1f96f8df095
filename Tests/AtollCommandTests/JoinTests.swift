import Foundation
import Testing

/// `atoll batch --join`: the rows of users, stories and settings beside the groups.
struct JoinTests {
  /// A folder with the rows of one story, and of those who wrote in it.
  private static func folder(comments: Int = 4) throws -> URL {
    let folder = try Command.makeFolder()
    let rows = GroupTests.rows("a", comments: comments)
    try Data(rows.map { "\($0)\n" }.joined().utf8).write(to: folder.appending(path: "rows"))
    let users = (0..<5).map { #"{"id":"u\#($0)","username":"Name \#($0)","profiles":[]}"# + "\n" }
    try Data(users.joined().utf8).write(to: folder.appending(path: "users"))
    return folder
  }

  @Test func takesNoPipeForAFile() throws {
    let outcome = try Command.bash(
      """
      atoll batch --group rows --join <(cat users) -f text; echo $?
      mkfifo pipe; atoll batch --group rows --join pipe -f text; echo $?
      mkdir users.d; atoll batch --group rows --join users.d -f text --store new; echo $?; ls
      """, in: try Self.folder())
    #expect(outcome.output == "66\n66\n66\npipe\nrows\nusers\nusers.d\n", "\(outcome)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.contains("--join needs a file") }, "\(outcome.errors)")
  }

  @Test func refusesAFileOfWhichNothingCanBeUsed() throws {
    let outcome = try Command.bash(
      """
      gzip -c users | tail -c +20 > rubbish
      atoll batch --group rows --join rubbish -f text; echo $?
      atoll batch --group rows --join rows -f text; echo $?
      head -c 100 users > torn
      atoll batch --group rows --join torn -f text; echo $?
      : > empty
      atoll batch --group rows --join empty -f text > /dev/null; echo $?
      """, in: try Self.folder())
    #expect(outcome.output == "65\n65\n65\n0\n", "\(outcome)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines.first?.contains("the file has no rows of stories, users or settings") == true)
    #expect(lines.last?.contains("torn:3: error: the file ends within this row") == true)
  }

  @Test func countsTheRowsItCannotRead() throws {
    let outcome = try Command.bash(
      """
      { echo nonsense; cat users; printf '{"id":"u9",}\n'; printf '{"id":"u8"}'; } > more
      atoll batch --group rows --join users --join more -f text | tail -n 1 | grep -o '"broken.*"comments'
      """, in: try Self.folder())
    #expect(outcome.output == #""broken":0,"brokenJoined":2,"comments"# + "\n", "\(outcome)")
  }

  @Test func noticesThatAFileIsChangedMeanwhile() throws {
    let outcome = try Command.bash(
      """
      mkfifo pipe
      atoll batch --group --join users -f text --store site.db --no-sync < pipe & exec 3> pipe
      head -n 2 rows >&3
      until [[ -e site.db ]]; do sleep 0.05; done
      head -c 40 users > less && cat less > users
      tail -n 2 rows >&3; exec 3>&-
      wait $!; echo $?; atoll store runs site.db 2> /dev/null | wc -l
      """, in: try Self.folder())
    #expect(outcome.output.hasSuffix("74\n0\n"), "\(outcome)")
    #expect(!outcome.output.contains("trailer"))
    #expect(outcome.errors.contains("users: error: the file was changed while the batch ran"))
  }
}
