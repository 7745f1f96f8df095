import Foundation
import Testing

/// The recipes, run as they stand, and with what can go wrong.
struct RecipeTests {
  private static let recipe = Command.package.appending(path: "recipes/one-machine").path

  /// A dump of some stories.
  private static func dump() throws -> URL {
    let folder = try Command.makeFolder()
    let dump = folder.appending(path: "dump")
    try FileManager.default.createDirectory(at: dump, withIntermediateDirectories: true)
    let rows = (0..<9).flatMap { GroupTests.rows("s\($0)", comments: $0 + 1) }.reversed().map { $0 }
    for (name, part) in [("comments", rows[..<30]), ("archivedComments", rows[30...])] {
      try Data((part.joined(separator: "\n") + "\n").utf8)
        .write(to: dump.appending(path: "\(name).ndjson"))
    }
    let user = #"{"id":"u1","username":"Ann \"storyID\":\"evil\"","profiles":[]}"#
    try Data("\(user)\n".utf8).write(to: dump.appending(path: "users.ndjson"))
    return folder
  }

  @Test func drawsEveryStoryOfADump() throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      "\(Self.recipe) dump results -f text && grep -c '\"ok\":true' results; ls", in: folder)
    #expect(outcome.output == "9\ndump\nresults\n", "\(outcome.errors)")
    let results = try String(contentsOf: folder.appending(path: "results"), encoding: .utf8)
    #expect(results.contains("Ann"))
    let again = try Command.bash("\(Self.recipe) dump again -f text; cmp results again", in: folder)
    #expect(again.status == 0)
  }

  /// A worker that fails in one of the ways in which workers fail.
  @Test(arguments: [
    "atoll \"$@\" | head -n 4; exit 3", "atoll \"$@\" | head -n 4; kill -9 $$",
    "atoll \"$@\" | head -n 4", "atoll \"$@\" | sed 3d", "head -n 20 | atoll \"$@\"",
    "atoll \"$@\" | grep -v trailer",
  ])
  func publishesNothingThatIsNotWhole(worker: String) throws {
    let folder = try Self.dump()
    let script = folder.appending(path: "bin/atoll")
    try FileManager.default.createDirectory(
      at: script.deletingLastPathComponent(), withIntermediateDirectories: true)
    let real = "PATH=\(Command.binary.deletingLastPathComponent().path):$PATH"
    try Data("#!/bin/bash\n\(real)\n\(worker)\n".utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    let outcome = try Command.bash(
      "PATH=$PWD/bin:$PATH timeout 300 \(Self.recipe) dump results -f text; echo $?; ls", in: folder
    )
    #expect(!outcome.output.hasPrefix("0\n"))
    #expect(outcome.output.hasSuffix("\nbin\ndump\n"), "\(outcome.output)")
  }

  // MARK: Pieces

  private static let recipes = Command.package.appending(path: "recipes").path

  /// The results in a file, in an order and with numbers that do not tell of pieces.
  private static let sorted = """
    sorted() { cat "$@" | grep -v '^{"trailer"' | sed 's/"seq":[0-9]*,//' | LC_ALL=C sort; }
    """

  /// What a manifest has a container do.
  private static let scripts = [
    "JOB_COMPLETION_INDEX": """
    sed -n '/^ *- |$/,/^ *resources:/p' \(recipes)/kubernetes.yaml | sed '1d;$d'
    """,
    "AWS_BATCH_JOB_ARRAY_INDEX": """
    python3 -c 'import json, sys
    print(json.load(open(sys.argv[1]))["containerProperties"]["command"][2])' \(recipes)/aws-batch.json
    """,
  ]

  @Test(arguments: ["JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"])
  func drawsTheSameWithArraysOfJobs(index: String) throws {
    let folder = try Self.dump()
    let script = try #require(Self.scripts[index])
    let outcome = try Command.bash(
      """
      set -e
      \(Self.sorted)
      export DATA=$PWD RUN=first RECIPES=\(Self.recipes)
      atoll shard dump --output pieces --pieces 4 > counts
      script=$(\(script))
      for n in 0 1 2; do \(index)=$n bash -c "$script"; done
      if $RECIPES/publish pieces results/first; then echo published; else echo $?; fi
      \(index)=3 bash -c "$script"
      $RECIPES/publish pieces results/first
      $RECIPES/one-machine dump whole -f fragment
      cmp <(sorted results/first/*.ndjson) <(sorted whole)
      sorted results/first/*.ndjson | wc -l
      cat results/CURRENT; ls results/first
      """, in: folder)
    #expect(
      outcome.output == "75\n9\nfirst\n0000.ndjson\n0001.ndjson\n0002.ndjson\n0003.ndjson\n",
      "\(outcome.errors)")
    #expect(outcome.errors == "incomplete: there are no results of 0003\n")
  }

  @Test func drawsTheSameWithGNUParallel() throws {
    let folder = try Self.dump()
    let outcome = try Command.bash(
      """
      set -e
      \(Self.sorted)
      RUN=first PIECES=4 PARALLEL_ARGS='--jobs 2' \(Self.recipes)/parallel dump work results -f fragment
      \(Self.recipes)/one-machine dump whole -f fragment
      cmp <(sorted results/first/*.ndjson) <(sorted whole)
      sorted results/first/*.ndjson | wc -l
      cat results/CURRENT
      """, in: folder)
    #expect(outcome.output == "9\nfirst\n", "\(outcome.errors)")
  }

  @Test(arguments: ["atoll \"$@\" | sed 3d", "atoll \"$@\" | head -n 1; kill -9 $$", "exit 78"])
  func publishesNoPieceThatIsNotWhole(worker: String) throws {
    let folder = try Self.dump()
    let script = folder.appending(path: "bin/atoll")
    try FileManager.default.createDirectory(
      at: script.deletingLastPathComponent(), withIntermediateDirectories: true)
    let real = "PATH=\(Command.binary.deletingLastPathComponent().path):$PATH"
    try Data("#!/bin/bash\n\(real)\n[[ $1 == batch ]] || exec atoll \"$@\"\n\(worker)\n".utf8)
      .write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    let outcome = try Command.bash(
      """
      PATH=$PWD/bin:$PATH RUN=first PIECES=4 timeout 300 \(Self.recipes)/parallel dump work results -f text
      echo $?; find results -name '*.ndjson' -o -name '*.part' -o -name CURRENT
      """, in: folder)
    #expect(outcome.output != "0\n" && outcome.output.hasSuffix("\n"), "\(outcome)")
    #expect(outcome.output.count < 5, "\(outcome.output)")
  }
}
