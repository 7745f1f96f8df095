import Foundation
import Testing

/// Closed file descriptors, and paths that are names of open ones.
struct DescriptorTests {
  private static func folder() throws -> URL {
    let folder = try Fixture.folder()
    let stories = ["one", "two"].map { "\(BatchTests.story($0))\n" }.joined()
    try Data(stories.utf8).write(to: folder.appending(path: "stories.ndjson"))
    return folder
  }

  @Test(arguments: [
    ("atoll batch -f text --store site.db <&-", "74"),
    ("atoll batch -f text --store site.db stories.ndjson >&-", "74"),
    ("atoll batch -f text --store site.db < /dev/null", "65"),
  ])
  func leavesTheStoreUnchangedIfInputOrOutputIsMissing(
    line: String, code: String
  ) throws {
    let outcome = try Command.bash(
      """
      atoll batch -f text --store site.db stories.ndjson > first; cp site.db before
      \(line) 2> words; echo $?
      cmp before site.db && atoll store verify site.db --all > verified; echo $?
      """, in: try Self.folder())
    #expect(outcome.output == "\(code)\n0\n", "\(outcome.errors)")
  }

  @Test func explainsWhatToDoIfTheInputHasNoStories() throws {
    let outcome = try Command.bash(
      """
      atoll batch -f text --store site.db stories.ndjson > first
      atoll batch -f text --store site.db < /dev/null
      """, in: try Self.folder())
    #expect(
      outcome.errors == """
        site.db: error: the input has no story, but the current run has 2; the store is unchanged; \
        check the input; to empty the store, remove its file

        """)
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func appendsToStandardOutputIfTheOutputIsDevStdout(path: String) throws {
    let outcome = try Command.bash(
      """
      echo before > log
      { atoll render -q thread.json -f text -o \(path); echo behind; } >> log
      head -n 1 log; tail -n 1 log; grep -c Hello log; ls -A | grep -c atoll
      """, in: try Self.folder())
    #expect(outcome.output == "before\nbehind\n1\n0\n", "\(outcome.errors)")
  }

  @Test func appendsAReportToRedirectedStandardError() throws {
    let outcome = try Command.bash(
      """
      echo before > log
      atoll render thread.json -f text -o out --report=/dev/stderr 2>> log
      head -n 1 log; grep -c '"comments"' log
      """, in: try Self.folder())
    #expect(outcome.output == "before\n1\n", "\(outcome.errors)")
  }

  @Test func createsTheTargetOfADanglingLink() throws {
    let outcome = try Command.bash(
      """
      mkdir far; ln -s far/page.html near; ln -s near link
      atoll render -q thread.json -o link
      readlink link near; test -s far/page.html; echo $?
      """, in: try Self.folder())
    #expect(outcome.output == "near\nfar/page.html\n0\n", "\(outcome.errors)")
  }

  /// A killed process holds no lock; the file of a running process is kept.
  @Test func removesTemporaryFilesOfAKilledRun() throws {
    let outcome = try Command.bash(
      """
      mkfifo lines
      bash -c 'exec atoll batch -f text -o out lines' &
      exec 3> lines; cat stories.ndjson >&3
      for n in {1..1200}; do left=$(echo .atoll-*.tmp); [[ -s $left ]] && break; sleep 0.05; done
      atoll batch -f text -o other stories.ndjson; ls -A | grep -c '^[.]atoll'
      kill -9 $!; wait $! 2> words; exec 3>&-
      atoll batch -f text -o third stories.ndjson; ls -A | grep -c '^[.]atoll'
      """, in: try Self.folder())
    #expect(outcome.output == "1\n0\n", "\(outcome.errors)")
  }

  @Test(arguments: ["INT", "HUP", "TERM"])
  func endsABatchOnASignalAndRemovesItsTemporaryFile(signal: String) throws {
    let outcome = try Command.bash(
      """
      mkfifo lines
      atoll batch -f text -o out < lines &
      exec 3> lines; cat stories.ndjson >&3
      for n in {1..1200}; do [[ -n $(ls -A | grep '^[.]atoll') ]] && break; sleep 0.05; done
      kill -\(signal) $!
      # Its input is not at its end; a batch that does not end is killed in the end.
      (sleep 100; kill -9 $!) & wait %1; ended=$?
      ((ended > 128 && ended != 137)) && echo asked
      kill %2; ls -A | grep -cE '^([.]atoll|out)'
      """, in: try Self.folder())
    #expect(outcome.output == "asked\n0\n", "\(outcome.errors)")
  }

  @Test func waitsForTheReaderOfAFIFO() throws {
    let outcome = try Command.bash(
      """
      mkfifo lines
      atoll render thread.json -f text -q -o lines & writer=$!
      cat lines > read; wait $writer; echo $?
      atoll render thread.json -f text -q | cmp - read && [[ -p lines ]] && echo same
      """, in: Fixture.folder())
    #expect(outcome.output == "0\nsame\n", "\(outcome)")
  }
}
