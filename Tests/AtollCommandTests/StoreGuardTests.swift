import Foundation
import Testing

/// The checks that keep a run from being published that is not what its feed was meant to be.
struct StoreGuardTests {
  /// A folder with `stories.ndjson` that holds so many stories.
  private static func folder(_ count: Int) throws -> URL {
    let folder = try Command.makeFolder()
    let lines = (0..<count).map { "\(BatchTests.story("s\($0)"))\n" }
    try Data(lines.joined().utf8).write(to: folder.appending(path: "stories.ndjson"))
    return folder
  }

  @Test func trailersTellHowOutputsWereDrawn() throws {
    let outcome = try Command.bash(
      """
      draw() { atoll batch stories.ndjson -f fragment "$@" | sed -n 's/.*"fingerprint":"\\([0-9a-f]*\\)".*/\\1/p'; }
      one=$(draw --threads 1)
      [[ ${#one} == 64 && $(draw --threads 2) == "$one" ]] && echo same
      [[ $(draw --store store) == "$one" && $(draw --store parts --part 1/2) == "$one" ]] && echo stored
      for option in --locale=de --style=plain --sort=oldest --fold-depth=2; do
        [[ $(draw $option) == "$one" ]] || echo "other ${option%=*}"
      done
      """, in: try Self.folder(2))
    #expect(
      outcome.output
        == "same\nstored\nother --locale\nother --style\nother --sort\nother --fold-depth\n",
      "\(outcome)")
  }
}
