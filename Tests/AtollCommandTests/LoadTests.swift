import Foundation
import Testing

/// `atoll batch --for-store` and `atoll store load`.
struct LoadTests {
  private static func folder() throws -> URL {
    let folder = try Command.makeFolder()
    let stories = (1..<30).map { BatchTests.story("s\($0)", comments: $0 % 5 + 1) }
    try Data(stories.map { "\($0)\n" }.joined().utf8)
      .write(to: folder.appending(path: "stories.ndjson"))
    return folder
  }

  @Test func countsAllCutBodiesOfAStory() throws {
    let body = String(repeating: "words ", count: 20)
    let comments = (1...25).map { #"{"id":"\#($0)","author":"A","body":"\#(body)"}"# }
    let story =
      #"{"atoll":1,"story":{"id":"s"},"comments":[\#(comments.joined(separator: ","))]}"#
    let outcome = try Command.atoll(
      ["batch", "-f", "text", "--for-store", "--max-body-bytes", "64"], in: Command.makeFolder(),
      input: story + "\n")
    #expect(outcome.output.contains(#""code":"body-cut","problems":25"#), "\(outcome)")
  }

  @Test func makesTheSameStoreAsTheBatchCommand() throws {
    let folder = try Self.folder()
    let outcome = try Command.bash(
      """
      head -n 15 stories.ndjson | atoll batch -f fragment --for-store | gzip > first.gz
      tail -n +16 stories.ndjson | atoll batch -f fragment --for-store -o second
      atoll store load loaded.db first.gz - --no-sync < second
      atoll batch stories.ndjson -f fragment --store batch.db --no-sync > /dev/null
      for store in loaded batch; do
        sqlite3 $store.db "select key, hex(hash), hex(input), hex(joined), title, url, latest, comments
            from version join output on output.id = output order by key;
          select author, name from person order by 1, 2" > $store
        atoll store verify $store.db
      done
      cmp loaded batch && grep -c s29 loaded
      for i in 1 7 29; do cmp <(atoll store get loaded.db s$i) <(atoll store get batch.db s$i); done
      """, in: folder)
    #expect(
      outcome.output == """
        run 1 is the current run, 29 stories: 29 added, 0 changed, 0 removed
        29 outputs as they were stored
        29 outputs as they were stored
        1

        """, "\(outcome)")
    #expect(outcome.errors == "")
  }

  @Test func doesNotRenderLoadedStoriesAgain() throws {
    let folder = try Self.folder()
    let outcome = try Command.bash(
      """
      sed 's/^/k&/; s/^k.*"id":"\\(s[0-9]*\\)".*/\\1\\t&/; s/\\tk/\\t/' stories.ndjson > keyed
      atoll batch keyed --strip-key -f fragment --for-store | atoll store load site.db - --no-sync
      atoll batch keyed --strip-key -f fragment --store site.db --no-sync | grep -o '"drawn":[0-9]*,"unchanged":[0-9]*'
      atoll batch stories.ndjson -f fragment --for-store | atoll store load other.db - --no-sync
      sed -i '2s/Text/Words/' stories.ndjson
      atoll batch stories.ndjson -f fragment --store other.db --no-sync --explain | grep -o '"why".*\\|"drawn":[0-9]*,"unchanged":[0-9]*'
      """, in: folder)
    let run = "run 1 is the current run, 29 stories: 29 added, 0 changed, 0 removed\n"
    #expect(
      outcome.output == run + "\"drawn\":0,\"unchanged\":29\n" + run
        + #""why":["input"],"warnings":[]}"# + "\n\"drawn\":1,\"unchanged\":28\n", "\(outcome)")
  }

  @Test func namesTheIncompleteFile() throws {
    let folder = try Self.folder()
    let outcome = try Command.bash(
      """
      atoll batch stories.ndjson -f fragment --for-store -o whole
      head -n 9 whole > cut
      atoll store load site.db whole cut; echo $?
      sed 4d whole > lost
      atoll store load site.db lost; echo $?
      atoll store load site.db missing; echo $?
      test -s site.db; echo $?
      """, in: folder)
    #expect(outcome.output == "65\n65\n66\n1\n", "\(outcome)")
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 3 && errors[0].hasPrefix("cut: error: "), "\(outcome)")
    #expect(errors[1].hasPrefix("lost:30: error: ") && errors[2].hasPrefix("missing: error: "))
  }

  @Test(arguments: [
    ["--store", "site.db"], ["--hashes"], ["--since-store", "other.db"], ["--pages", "3"],
  ])
  func rejectsOptionsThatConflictWithTheOptionForStore(options: [String]) throws {
    let folder = try Self.folder()
    _ = try Command.atoll(["batch", "stories.ndjson", "--store", "other.db"], in: folder)
    let outcome = try Command.atoll(
      ["batch", "stories.ndjson", "--for-store"] + options, in: folder)
    #expect(outcome.status == 64, "\(outcome)")
  }
}
