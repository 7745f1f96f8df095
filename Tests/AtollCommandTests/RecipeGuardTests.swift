import Foundation
import Testing

/// What the recipes refuse to publish although every piece of it is whole, and what they leave.
struct RecipeGuardTests {
  private static let recipes = Command.package.appending(path: "recipes").path

  /// A folder with `dump/`: stories `s0` to `s9`.
  private static func dump() throws -> URL {
    let folder = try Command.makeFolder()
    let dump = folder.appending(path: "dump")
    try FileManager.default.createDirectory(at: dump, withIntermediateDirectories: true)
    let rows = (0..<10).flatMap { GroupTests.rows("s\($0)", comments: $0 + 1) }
    try Data((rows.joined(separator: "\n") + "\n").utf8)
      .write(to: dump.appending(path: "comments.ndjson"))
    try Data("{\"id\":\"u1\",\"username\":\"Ann\",\"profiles\":[]}\n".utf8)
      .write(to: dump.appending(path: "users.ndjson"))
    return folder
  }

  @Test func drawsACompressedDumpOnOneMachine() throws {
    let outcome = try Command.bash(
      """
      \(Self.recipes)/one-machine dump plain -f text
      gzip dump/comments.ndjson
      \(Self.recipes)/one-machine dump mixed -f text && cmp plain mixed
      gzip dump/users.ndjson
      \(Self.recipes)/one-machine dump packed -f text && cmp plain packed && echo same
      mv dump/comments.ndjson.gz dump/comments.gz
      \(Self.recipes)/one-machine dump other -f text; echo $?
      printf '\\x28\\xb5\\x2f\\xfd\\n' > dump/comments.json; rm dump/comments.gz
      \(Self.recipes)/one-machine dump other -f text; echo $?
      ls
      """, in: try Self.dump())
    #expect(outcome.output == "same\n65\n65\ndump\nmixed\npacked\nplain\n", "\(outcome)")
    #expect(outcome.errors.contains("dump/comments.gz: unknown file name"))
    #expect(outcome.errors.contains("unsupported compression"))
  }

  @Test func publishesNoHalfOfADump() throws {
    let outcome = try Command.bash(
      """
      draw() { PIECES=2 PARALLEL_ARGS='--jobs 2' \(Self.recipes)/parallel dump work results -f text; echo $?; }
      \(Self.recipes)/one-machine dump results.ndjson -f text; draw
      first=$(cat results/CURRENT)
      head -n 20 dump/comments.ndjson > half; mv half dump/comments.ndjson
      \(Self.recipes)/one-machine dump results.ndjson -f text; echo $?
      grep -c '"ok":true' results.ndjson
      draw; [[ $(cat results/CURRENT) == "$first" ]] && echo unchanged
      MAX_REMOVED=3 draw; MAX_REMOVED=4 draw; [[ $(cat results/CURRENT) == "$first" ]] || echo changed
      """, in: try Self.dump())
    #expect(outcome.output == "0\n7\n10\n7\nunchanged\n7\n0\nchanged\n", "\(outcome)")
    #expect(outcome.errors.contains("there are 6 stories, and 10 in results/"), "\(outcome.errors)")
  }

  @Test func drawsAnewWhenTheDumpOrTheOptionsAreOthers() throws {
    let outcome = try Command.bash(
      """
      draw() { PIECES=2 PARALLEL_ARGS='--jobs 2' \(Self.recipes)/parallel dump work results "$@"; echo $?; }
      shown() { cat results/$(cat results/CURRENT)/*.ndjson; }
      draw -f text; shown | grep -c 'Text'
      sed -i 's/Text/Word/' dump/comments.ndjson
      draw -f text; shown | grep -c 'Word'
      draw -f fragment; shown | grep -c '<section'
      ls work | grep -c fingerprint
      touch results/stamp; draw -f fragment
      find results -name '0*.ndjson' -newer results/stamp
      export RUN=daily; draw -f text; draw -f fragment
      """, in: try Self.dump())
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 10, "\(outcome)")
    #expect(lines == ["0", "10", "0", "10", "0", "10", "3", "0", "0", "73"], "\(outcome)")
    #expect(
      outcome.errors.contains(
        "work/daily: this run has another dump or other options"))
  }

  @Test func publishesNoPiecesThatWereDrawnInDifferentWays() throws {
    let outcome = try Command.bash(
      """
      export PATH=$PATH
      atoll shard dump -o pieces --pieces 2 > /dev/null
      \(Self.recipes)/piece pieces 0 results/run -f text
      \(Self.recipes)/piece pieces 1 results/run -f text --locale de
      \(Self.recipes)/publish pieces results/run; echo $?; ls results
      \(Self.recipes)/piece pieces 1 results/run -f text --timeout 60000
      \(Self.recipes)/publish pieces results/run; echo $?
      sed -i 's/"version":"[^"]*"/"version":"0.0.9"/' results/run/0001.ndjson
      \(Self.recipes)/publish pieces results/run; echo $?
      """, in: try Self.dump())
    #expect(outcome.output == "65\nrun\n0\n65\n", "\(outcome)")
    #expect(
      outcome.errors.contains(
        "the pieces have different versions or options"))
  }

  @Test func publishesNothingIfEveryStoryFailed() throws {
    let outcome = try Command.bash(
      """
      atoll shard dump -o pieces --pieces 2 > /dev/null
      for n in 0 1; do \(Self.recipes)/piece pieces $n results/run --max-story-comments 0; echo $?; done
      \(Self.recipes)/publish pieces results/run; echo $?; ls results
      \(Self.recipes)/one-machine dump results.ndjson --max-story-comments 0; echo $?
      """, in: try Self.dump())
    #expect(outcome.output == "0\n0\n65\nrun\n1\n", "\(outcome)")
  }

  @Test func removesWhatAKilledTryLeft() throws {
    let outcome = try Command.bash(
      """
      atoll shard dump -o pieces --pieces 1 > /dev/null
      mkdir -p results/run
      echo left > results/run/0000.abcdef.part; echo other > results/run/0001.abcdef.part
      echo written > results/run/0000.ghijkl.part
      flock results/run/0000.ghijkl.part bash -c '
        \(Self.recipes)/piece pieces 0 results/run -f text; echo $?; ls results/run'
      """, in: try Self.dump())
    #expect(
      outcome.output == "0\n0000.ghijkl.part\n0000.ndjson\n0001.abcdef.part\n", "\(outcome)")
  }

  @Test(arguments: ["one-machine dump out", "parallel dump work out", "piece pieces 0 out"])
  func saysThatThereIsNoAtollOnThePath(command: String) throws {
    let outcome = try Command.bash(
      "PATH=/usr/bin:/bin \(Self.recipes)/\(command); echo $?", in: try Self.dump())
    #expect(outcome.output == "78\n", "\(outcome)")
    #expect(outcome.errors == "atoll is not on the PATH\n")
  }
}
