import Foundation
import Testing

/// `recipes/upload`, with a stand-in for rclone that copies to a folder.
struct UploadTests {
  private static func folder() throws -> URL {
    let folder = try Command.makeFolder()
    try Data("\(BatchTests.story("s1"))\n".utf8).write(to: folder.appending(path: "stories.ndjson"))
    let rclone = """
      #!/bin/bash
      case "$*" in
        *Content-Encoding*) echo 'PUT: 501 Not Implemented' >&2; exit 7 ;;
        copy*) mkdir -p "$3" && cp -r "$2/." "$3" ;;
      esac

      """
    try Data(rclone.utf8).write(to: folder.appending(path: "rclone"))
    let outcome = try Command.bash(
      "chmod +x rclone; atoll batch stories.ndjson --store site.db --no-sync", in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    return folder
  }

  private static func upload(
    _ arguments: String, in folder: URL, environment: [String: String] = [:]
  ) throws -> Command.Outcome {
    let recipe = Command.package.appending(path: "recipes/upload").path
    return try Command.bash(
      "'\(recipe)' \(arguments)", in: folder,
      environment: environment.merging(["RCLONE": "./rclone"]) { $1 })
  }

  @Test func canUploadToAServerThatRefusesContentEncoding() throws {
    let folder = try Self.folder()
    let upload = "site.db outbox remote --precompress gzip"
    let refused = try Self.upload(upload, in: folder)
    #expect(
      refused.ended(
        with: 7, saying: "PUT: 501 Not Implemented",
        "recipes/upload: the compressed files were not uploaded; if the storage refuses the header "
          + "Content-Encoding, set NO_CONTENT_ENCODING=1"), "\(refused)")
    let repeated = try Self.upload(upload, in: folder, environment: ["NO_CONTENT_ENCODING": "1"])
    #expect(repeated.status == 0, "\(repeated)")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "remote").path)
    #expect(files.sorted() == ["s1.html", "s1.html.gz"])
  }

  @Test(arguments: ["", "site.db", "site.db outbox", "site.db outbox ''"])
  func rejectsMissingArguments(arguments: String) throws {
    let outcome = try Self.upload(arguments, in: Command.makeFolder())
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("usage: recipes/upload STORE OUTBOX"))
  }
}
