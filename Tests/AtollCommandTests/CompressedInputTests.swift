import Foundation
import Testing

/// Compressed input, which is read or rejected, but never taken as text or ignored.
struct CompressedInputTests {
  /// Creates a folder with the folder `dump/`, whose files are not compressed.
  private static func dump() throws -> URL {
    let folder = try Command.makeFolder()
    let dump = folder.appending(path: "dump")
    try FileManager.default.createDirectory(at: dump, withIntermediateDirectories: true)
    let users = (0..<5).map { "{\"id\":\"u\($0)\",\"username\":\"Ann \($0)\",\"profiles\":[]}" }
    let files = [
      "comments": GroupTests.rows("a", comments: 9) + GroupTests.rows("b", comments: 300),
      "archivedComments": GroupTests.rows("c", comments: 3), "users": users,
    ]
    for (name, rows) in files {
      try Data((rows.joined(separator: "\n") + "\n").utf8)
        .write(to: dump.appending(path: "\(name).ndjson"))
    }
    return folder
  }

  @Test func rendersACompressedStory() throws {
    let outcome = try Command.bash(
      """
      sum() { atoll render -q -f text "$@" | sha256sum; }
      sum thread.json; gzip -k thread.json; sum thread.json.gz; sum < thread.json.gz
      mkdir folder; cp thread.json.gz folder; sum folder
      mv thread.json.gz thread; sum thread
      # From a pipe, gzip writes neither a name nor a time.
      cat thread.json | gzip > piped.json.gz; sum piped.json.gz
      """, in: try Fixture.folder())
    #expect(Set(outcome.output.split(separator: "\n")).count == 1, "\(outcome)")
  }

  /// The first bytes of files in other formats.
  @Test(arguments: [
    (#"\x28\xb5\x2f\xfd\n"#, "zstd"), (#"\xfd7zXZ\x00\n"#, "xz"), (#"BZh91AY&SY\n"#, "bzip2"),
    (#"PK\x03\x04\n"#, "zip"),
  ])
  func rejectsOtherCompressionFormats(beginning: String, name: String) throws {
    let outcome = try Command.bash(
      """
      { printf '\(beginning)'; cat dump/comments.ndjson; } > packed
      for command in 'batch packed' 'batch dump/comments.ndjson packed' 'render packed'; do
        atoll $command > /dev/null; echo $?
      done
      mv packed dump/comments.ndjson.packed; rm dump/comments.ndjson
      atoll batch dump; echo $?
      atoll render dump; echo $?
      ls -A
      """, in: try Self.dump())
    #expect(outcome.output == "65\n65\n65\n65\n65\ndump\n", "\(outcome)")
    let message =
      "error: the input is compressed with \(name), which is not supported; decompress it, or compress it with gzip"
    #expect(
      outcome.errors.split(separator: "\n").allSatisfy { $0.hasSuffix(message) },
      "\(outcome.errors)")
  }

  @Test func rejectsTruncatedAndDamagedFiles() throws {
    let outcome = try Command.bash(
      """
      gzip dump/comments.ndjson; mv dump/comments.ndjson.gz .
      head -c 700 comments.ndjson.gz > torn.gz
      { cat comments.ndjson.gz; echo rubbish; } > damaged.gz
      for file in torn.gz damaged.gz; do
        for command in 'batch --from coral-dump' 'batch dump/users.ndjson' render; do atoll $command $file > /dev/null; echo $?; done
      done
      """, in: try Self.dump())
    #expect(outcome.output == "65\n65\n65\n65\n65\n65\n", "\(outcome)")
    #expect(outcome.errors.contains("torn.gz: error: the gzip file is truncated"))
    #expect(outcome.errors.contains("damaged.gz: error: the gzip file is damaged at about byte"))
  }

  @Test func rejectsADumpIfADataFileWouldBeIgnored() throws {
    let outcome = try Command.bash(
      """
      touch dump/_SUCCESS
      atoll batch dump -o whole; echo $?
      mv dump/comments.ndjson dump/comments.ndjson.1
      atoll batch dump; echo $?
      gzip -c dump/comments.ndjson.1 > dump/comments.gz; rm dump/comments.ndjson.1
      atoll batch dump; echo $?
      atoll render -f text --story c dump > /dev/null; echo $?
      rm dump/comments.gz; echo > dump/notes.txt
      atoll render -f text --story c dump > /dev/null; echo $?
      ls -A
      """, in: try Self.dump())
    #expect(outcome.output == "0\n65\n65\n65\n0\ndump\nwhole\n", "\(outcome)")
    let said = outcome.errors.split(separator: "\n")
    #expect(said.count >= 4)
    #expect(said[0].contains("warning: the dump has no rows of stories"), "\(outcome)")
    #expect(said[1].hasPrefix("dump/comments.ndjson.1: error: the file would not be read"))
    #expect(
      outcome.errors.contains("dump/comments.gz: error: the compressed file would not be read"))
    #expect(
      outcome.errors.contains("note: not read: dump/notes.txt; of a folder, only files are read"))
  }

  @Test func readsStandardInputAtMostOnce() throws {
    let outcome = try Command.bash(
      """
      cat dump/[ac]*.ndjson | atoll batch - dump/users.ndjson -o results; echo $?
      atoll batch - -; echo $?
      """, in: try Self.dump())
    #expect(outcome.output == "0\n64\n", "\(outcome)")
  }
}
